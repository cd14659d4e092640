public import StrictJSON

/// What the store was doing when a system call failed.
public enum FileOperation: Hashable, Sendable {
    case read, write, remove, list, lock, create
}

/// Why a file is not touched although it is there.
public enum FileRefusal: Hashable, Sendable {
    /// It is a symbolic link where none is allowed, or one that points at another link.
    case symbolicLink
    /// It is a directory, a FIFO, a socket or a device.
    case notRegular
    /// It belongs to another user.
    case foreignOwner
    /// It has more bytes than the limit.
    case tooLarge(limit: Int)
    /// What it is to hold would have more bytes than the limit.
    case wouldBeTooLarge(limit: Int)
    /// Its name is not UTF-8, so that no path leads to it.
    case nameNotUTF8
    /// It stands where a folder of documents belongs, and is none.
    case notDirectory
}

/// What can go wrong between a document and the disk.
public enum StoreError: Error, Equatable, Sendable {
    /// A system call failed.
    case failed(FileOperation, path: String, Errno)
    /// The file is not one that the store reads or replaces.
    case refused(path: String, FileRefusal)
    /// Another process held the lock for longer than `DocumentStore.lockPatience`.
    case locked(path: String)
    /// Somebody changed the file after it was read; it was left as it is.
    case changedMeanwhile(path: String)
    /// A file of the store's own (the undo record) is not what the store writes.
    case damaged(path: String, SourcePosition, DamageReason)
}

/// What is wrong with a file of the store's own.
public enum DamageReason: Equatable, Sendable {
    /// It is not JSON.
    case syntax(JSONError.Reason)
    /// It is JSON of another shape than the store writes.
    case shape
}

/// An error type that can carry a `StoreError`, so that work on documents throws one type.
public protocol StoreFailure: Error {
    /// Wraps what the store reports.
    init(_ error: StoreError)
}

extension StoreError: StoreFailure {
    public init(_ error: StoreError) {
        self = error
    }
}
