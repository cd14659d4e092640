package import RegappJSON

package enum FileOperation: String, Hashable, Sendable {
    case read, write, remove, list, lock, create
}

package enum FileRefusal: Hashable, Sendable {
    /// A symbolic link where none is allowed, or one that points to another link.
    case symbolicLink
    /// A directory, a FIFO, a socket or a device.
    case notRegular
    /// The directory, or a link's target, belongs to another user.
    case foreignOwner(SystemUser)
    /// A link of another user to a file of the reader's own, which might be private.
    case foreignLink(SystemUser)
    /// A link on the path of a directory that belongs neither to the reader, the superuser nor the directory's owner.
    case foreignWay(SystemUser, to: SystemUser)
    /// A file in the directory that belongs to neither its owner nor this user.
    case strayOwner(SystemUser)
    /// This user cannot give the file's owner or group to its replacement.
    case ownerNotGiven
    case writeProtected(mode: UInt32)
    case tooLarge(limit: Int)
    /// The new content would exceed the limit, in bytes.
    case wouldBeTooLarge(limit: Int)
    /// A folder of documents belongs here, and this is none.
    case notDirectory
    /// A command's output would replace a file of the store itself.
    case ownFile
}

package enum StoreError: Error, Equatable, Sendable {
    case failed(FileOperation, path: String, Errno)
    case refused(path: String, FileRefusal)
    /// Another process held the lock for longer than `DocumentStore.lockPatience`.
    case locked(path: String, by: LockHolder? = nil)
    /// The lock file was removed or replaced while it was locked, so others may write too.
    case lockLost(path: String)
    /// The caller gave up before the point of no return.
    case cancelled
    /// The file was changed after it was read; it was left as it is.
    case changedMeanwhile(path: String)
    /// An error after the first document had been changed: the change, or part of it, may have been made.
    indirect case halfway(StoreError)
    /// A record is not as the store writes it.
    case damaged(path: String, SourcePosition)
}

extension StoreError {
    var errno: Errno? { if case .failed(_, _, let errno) = self { errno } else { nil } }

    /// Whether a document is something that the store does not touch, or may not be read.
    var isUnreadable: Bool { if case .refused = self { true } else { errno == .accessDenied } }
}
