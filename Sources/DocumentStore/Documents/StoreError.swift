package import StrictJSON

/// What the store was doing when a system call failed.
package enum FileOperation: Hashable, Sendable {
    case read, write, remove, list, lock, create
}

/// Why a file is not touched although it is there.
package enum FileRefusal: Hashable, Sendable {
    /// It is a symbolic link where none is allowed, or one that points at another link.
    case symbolicLink
    /// It is a directory, a FIFO, a socket or a device.
    case notRegular
    /// It is the directory, or what a link leads to, and belongs to another user.
    case foreignOwner(SystemUser)
    /// It is a link of another user to a file of the reader's own, which might be the reader's alone to see.
    case foreignLink(SystemUser)
    /// It stands in the directory and belongs to neither its owner nor this user.
    case strayOwner(SystemUser)
    /// It has an owner or a group that this user cannot give to what is to replace it.
    case ownerNotGiven
    /// Its mode forbids its owner to write it.
    case writeProtected(mode: UInt32)
    case tooLarge(limit: Int)
    /// What it is to hold would have more bytes than the limit.
    case wouldBeTooLarge(limit: Int)
    /// Its name is not UTF-8, so that no path leads to it.
    case nameNotUTF8
    /// It stands where a folder of documents belongs, and is none.
    case notDirectory
    /// It is a file of the store itself, and what a command writes for others is to replace it.
    case ownFile
}

/// What can go wrong between a document and the disk.
package enum StoreError: Error, Equatable, Sendable {
    case failed(FileOperation, path: String, Errno)
    /// The file is not one that the store reads or replaces.
    case refused(path: String, FileRefusal)
    /// Another process held the lock for longer than `DocumentStore.lockPatience`.
    case locked(path: String)
    /// The lock file was removed or replaced while its lock was held, so that others may write too.
    case lockLost(path: String)
    /// Somebody changed the file after it was read; it was left as it is.
    case changedMeanwhile(path: String)
    /// What went wrong after a first document had been changed: the change, or a part of it, may have been made.
    indirect case halfway(StoreError)
    /// A file of the store's own (the undo record) is not what the store writes.
    case damaged(path: String, SourcePosition, DamageReason)
}

extension StoreError {
    /// The number of the system call that failed; nil for everything else.
    var errno: Errno? { if case .failed(_, _, let errno) = self { errno } else { nil } }
}

/// What is wrong with a file of the store's own.
package enum DamageReason: Equatable, Sendable {
    /// It is not JSON.
    case syntax(JSONError.Reason)
    /// It is JSON of another shape than the store writes.
    case shape
}

/// An error type that can carry a `StoreError`, so that work on documents throws one type.
package protocol StoreFailure: Error {
    init(_ error: StoreError)
}

extension StoreError: StoreFailure {
    package init(_ error: StoreError) {
        self = error
    }
}
