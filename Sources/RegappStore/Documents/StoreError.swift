package import RegappJSON

package enum FileOperation: String, Hashable, Sendable {
    case read, write, remove, list, lock, create
}

package enum FileRefusal: Hashable, Sendable {
    /// A link where none is allowed, or one to another link.
    case symbolicLink
    /// A directory, a FIFO, a socket or a device.
    case notRegular
    /// The directory, or a link's target, belongs to another user.
    case foreignOwner(SystemUser)
    /// Another user's link leads to a file of the reader's own, which might be private.
    case foreignLink(SystemUser)
    /// A link on the path of a directory belongs to neither the reader, the superuser nor the directory's owner.
    case foreignWay(SystemUser, to: SystemUser)
    /// A file in the directory belongs to neither the directory's owner nor this user.
    case strayOwner(SystemUser)
    /// This user cannot give the replacement the file's owner or group.
    case ownerNotGiven
    case writeProtected(mode: UInt32)
    case tooLarge(limit: Int)
    /// In bytes.
    case wouldBeTooLarge(limit: Int)
    /// It should be a folder of documents.
    case notDirectory
    /// A command's output would replace a file of the store.
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
    /// The file, and perhaps others, has changed since it was read, and was left as it is.
    case changedMeanwhile(path: String, others: [String] = [])
    /// An error after a change was decided, or after the first document without a history was changed. The next writer
    /// makes what remains of the change.
    indirect case halfway(StoreError)
    /// A record is not as the store writes it.
    case damaged(path: String, SourcePosition)

    var errno: Errno? { if case .failed(_, _, let errno) = self { errno } else { nil } }

    /// Whether the store must not touch a document, or may not read it.
    var isUnreadable: Bool { if case .refused = self { true } else { errno == .accessDenied } }
}
