internal import RegappJSON

extension StoreError {
    package static let foreignContent = "not what regapp writes into this file"

    /// Lowercase and without a period; the first sentence says what went wrong.
    package var sentences: [String] {
        switch self {
        case .failed(let operation, let path, .notDirectory):
            [
                "cannot \(operation.rawValue) \(path): \(operation == .list ? path : FileAccess.folder(of: path)) "
                    + "is a file, not a directory"
            ]
        case .failed(let operation, let path, let errno):
            ["cannot \(operation.rawValue) \(path): \(errno.reason)"]
        case .refused(let path, let refusal): ["cannot use \(path): \(refusal.words)"]
        case .locked(let path, let holder):
            [
                "waited \(DocumentStore.lockPatience / 1000) seconds for \(path), which "
                    + "\(holder?.words ?? "another process") holds"
            ]
        case .lockLost(let path): ["\(path) was removed or replaced while regapp was writing"]
        case .cancelled: ["interrupted"]
        case .halfway(let cause):
            cause.sentences + ["the change may have been made anyway, in whole or in part"]
        case .changedMeanwhile(let path): ["\(path) was changed meanwhile; it was left as it is"]
        case .damaged(let path, let position): ["\(path):\(position): \(Self.foreignContent)"]
        }
    }
}

extension FileRefusal {
    fileprivate var words: String {
        switch self {
        case .symbolicLink: "it is a symbolic link"
        case .notRegular: "it is not a regular file"
        case .foreignOwner(let user), .strayOwner(let user): "it belongs to \(user.words)"
        case .foreignLink(let user): "it is a link of \(user.words) to a file of this user"
        case .foreignWay(let user, let owner):
            "it is a link of \(user.words) to a directory of \(owner.words)"
        case .ownerNotGiven: "this user cannot give its owner and group to what would replace it"
        case .writeProtected(let mode):
            "its mode (\(String(mode, radix: 8))) forbids its owner to change it"
        case .tooLarge(let limit): "it has more than \(limit) bytes"
        case .wouldBeTooLarge(let limit): "it would have more than \(limit) bytes"
        case .notDirectory: "it is not a directory"
        case .ownFile: "it is one of the files that regapp keeps"
        }
    }
}

extension LockHolder {
    fileprivate var words: String { name.map { "\($0) (process \(process))" } ?? "process \(process)" }
}

extension SystemUser {
    package var words: String { name ?? "user \(id)" }
}
