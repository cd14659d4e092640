import Accounts
import CommandParser
import DocumentStore

extension Report {
    init(_ error: StoreError) {
        switch error {
        case .failed(let operation, let path, let errno):
            self.init(.inputOutput, "cannot \(operation.verb) \(path): \(errno.reason)")
        case .refused(let path, let refusal):
            self.init(.inputOutput, "cannot use \(path): \(refusal.words)", hint: refusal.hint(about: path))
        case .locked(let path):
            self.init(
                .busy,
                "another regapp has been writing for \(DocumentStore.lockPatience / 1000) seconds (\(path))",
                hint: "try again when it is done")
        case .lockLost(let path):
            self.init(
                .busy, "\(path) was removed or replaced while regapp was writing", hint: "try again")
        case .halfway(let cause):
            let report = Report(cause)
            self.init(
                report.exit, report.errors + ["the change may have been made all the same, or a part of it"],
                hints: report.hints)
        case .changedMeanwhile(let path):
            self.init(
                .busy, "\(path) was changed meanwhile; it was left as it is",
                hint: Self.hint(afterChangeOf: path))
        case .damaged:
            self.init(AccountsError(error))
        }
    }

    private static func hint(afterChangeOf path: String) -> Hint {
        switch path.split(separator: "/").last ?? "" {
        case "profile.json": "look at it with \(.regapp("show")), then try again"
        case "session.json": "see who is logged in now with \(.regapp("show"))"
        default: "try again"
        }
    }
}

extension FileOperation {
    fileprivate var verb: String {
        switch self {
        case .read: "read"
        case .write: "write"
        case .remove: "remove"
        case .list: "list"
        case .lock: "lock"
        case .create: "create"
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
        case .ownerNotGiven: "this user cannot give its owner and group to what would replace it"
        case .writeProtected(let mode): "its mode (\(mode.octal)) forbids its owner to change it"
        case .tooLarge(let limit): "it has more than \(limit) bytes"
        case .wouldBeTooLarge(let limit): "it would have more than \(limit) bytes"
        case .nameNotUTF8: "its name is not UTF-8"
        case .notDirectory: "it is not a directory"
        case .ownFile: "it is one of the files that regapp keeps"
        }
    }

    fileprivate func hint(about path: String) -> Hint? {
        switch self {
        case .notRegular where path.contains("/\(StoreLayout.accounts)/"): "move it out of that folder"
        case .symbolicLink: "only profile.json and policy.json may be links, and only to a regular file"
        case .nameNotUTF8: "move it away"
        case .foreignOwner(let user): "run regapp as that user (\(prose: user.prefix) regapp …)"
        case .strayOwner: "a directory and everything in it must belong to one user"
        case .ownerNotGiven: "run regapp as root, or as the file's owner in a group of theirs"
        case .writeProtected(let mode): "\(bare: .words("chmod", (mode | 0o200).octal, path))"
        case .notRegular, .foreignLink, .tooLarge, .wouldBeTooLarge, .notDirectory: nil
        case .ownFile: "name a file outside the documents directory"
        }
    }
}

extension SystemUser {
    fileprivate var words: String { name ?? "user \(id)" }

    /// What begins a command that is to run as this user.
    fileprivate var prefix: String {
        name.map { "runuser -u \($0) --" } ?? "setpriv --reuid=\(id) --clear-groups --"
    }
}

extension UInt32 {
    /// A mode as `chmod` takes it.
    fileprivate var octal: String { String(self, radix: 8) }
}

extension StoreWarning {
    /// The warning as a sentence and what to type about it.
    var words: (warning: String, hint: Hint?) {
        switch self {
        case .looseMode(let path, let mode, let instead):
            return (
                "other users may reach \(path) (mode \(mode.octal))",
                "\(bare: .words("chmod", instead.octal, path))"
            )
        case .wasLoose(let path, let mode):
            return ("other users could reach \(path) until now (mode \(mode.octal))", nil)
        case .groupNotGiven(let path, let mode):
            let folder = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? path
            return (
                "this user cannot give \(path) the group that should read it, so it has mode \(mode.octal)",
                "let root type \(bare: .words("chmod", "g+s", folder))"
            )
        case .accessListNotGiven(let path, let mode):
            return (
                "this user cannot give \(path) its access control list, so it has mode \(mode.octal)",
                "see who may read it with \(bare: .words("getfacl", path)), and let in with setfacl who should"
            )
        case .modesNotKept(let directory):
            return (
                "the file system of \(directory) keeps no modes, so other users may be able to read what is in it",
                "mount it so that only its owner may, for instance with the option umask=077"
            )
        case .looseModes(let more):
            return ("\(more) more files with such modes", nil)
        }
    }
}

extension StoreWarning {
    var message: Message { Message([.warning(words.warning)] + (words.hint.map { [.hint($0)] } ?? [])) }
}
