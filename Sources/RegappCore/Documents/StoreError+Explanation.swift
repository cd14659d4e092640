package import RegappStore
internal import RegappValues

extension StoreError {
    /// The most files that are named as changed meanwhile.
    private static let mostNamed = 20
    static let foreignContent = "not what regapp writes into this file"

    /// What the error means: to a person, to a script, and to a program that uses the library.
    package var explanation: DirectoryError {
        switch self {
        case .failed(let operation, let path, let errno):
            let folder = operation == .list ? path : FileAccess.folder(of: path)
            let isOfRegistry = operation == .list || FileAccess.name(of: path) == StoreLayout.policy
            let hint: Sentence? =
                switch errno {
                case .busy: "if \(path) is mounted by itself, mount its folder instead"
                case .notDirectory where isOfRegistry: .otherDirectory
                default: nil
                }
            return .init(
                .inputOutput,
                errno == .notDirectory
                    ? "\(folder) is not a folder" : "cannot \(operation.rawValue) \(path): \(errno.reason)",
                hint, is: .file(path: path, errno: errno.rawValue))
        case .refused(let path, let refusal):
            return refusal.explanation(path)
        case .locked(let path, let holder):
            let process = holder.map { "process \($0.process)" } ?? "another process"
            let words = holder?.name.map { "\($0) (\(process))" } ?? process
            return .init(
                .busy,
                "waited \(DocumentStore.lockPatience / 1000) seconds for \(path), which "
                    + "\(words) holds", "try again when it is done",
                is: .busy(.locked))
        case .lockLost(let path):
            return .init(
                .busy, "\(path) was removed or replaced while regapp was writing", "try again",
                is: .busy(.changedMeanwhile))
        case .cancelled: return .init(.interrupted, "interrupted", is: .cancelled)
        case .halfway(let cause):
            let cause = cause.explanation
            return .init(
                cause.exit,
                cause.messages + ["the change may have been made anyway, in whole or in part"],
                cause.hints, is: cause.reason, libraryHint: cause.hint)
        case .changedMeanwhile(let path, let others):
            let hint: Sentence =
                switch FileAccess.name(of: path) {
                case StoreLayout.profile: "look at it with \(.regapp("show")), then try again"
                case StoreLayout.session: "see who is logged in now with \(.regapp("show"))"
                default: "try again"
                }
            var messages = ([path] + others.prefix(Self.mostNamed - 1)).map {
                "\($0) was changed meanwhile; it was left as it is"
            }
            let more = others.count + 1 - messages.count
            if more > 0 { messages.append("\(more) more were changed meanwhile; they were left as they are") }
            return .init(
                .busy, messages, [hint], is: .busy(.changedMeanwhile), libraryHint: "try again")
        case .damaged: return AccountsError(self).explanation
        }
    }
}

extension FileRefusal {
    fileprivate func explanation(_ path: String) -> DirectoryError {
        func because(_ words: String, _ hint: Sentence? = nil) -> DirectoryError {
            .init(.inputOutput, "cannot use \(path): \(words)", hint, is: .file(path: path, errno: nil))
        }
        return switch self {
        case .symbolicLink:
            because(
                "it is a symbolic link",
                "only profile.json and policy.json may be links, and only to a regular file")
        case .notRegular where path.firstPlace(of: "/\(StoreLayout.accounts)/") != nil:
            because("it is not a regular file", "move it out of that folder")
        case .notRegular: because("it is not a regular file")
        case .foreignOwner(let user):
            because("it belongs to \(user.words)", "\(thisLineAfter: user.prefix)")
        case .strayOwner(let user):
            because("it belongs to \(user.words)", "a folder and everything in it must belong to one user")
        case .foreignLink(let user): because("it is a link of \(user.words) to a file of this user")
        case .foreignWay(let user, let owner):
            because(
                "it is a link of \(user.words) to a folder of \(owner.words)",
                "name that folder itself: a link on its path has to belong to you, to root or to its owner"
            )
        case .ownerNotGiven:
            because(
                "this user cannot give its owner and group to what would replace it",
                "run regapp as root, or as the file's owner, who must be in its group")
        case .writeProtected(let mode):
            because(
                "it is read-only (mode \(mode.octal))",
                "\(bare: .words("chmod", (mode | 0o200).octal, path))")
        case .tooLarge(let limit): because("it has more than \(limit) bytes")
        case .wouldBeTooLarge(let limit): because("it would have more than \(limit) bytes")
        case .notDirectory: because("it is not a folder")
        case .ownFile:
            because("it is one of the files that regapp keeps", "name a file outside the registry")
        }
    }
}

extension SystemUser {
    package var words: String { name ?? "user \(id)" }

    /// The start of a command that root runs as this user.
    package var prefix: [String] {
        if isRoot { return [] }
        return name.map { ["runuser", "-u", $0, "--"] }
            ?? ["setpriv", "--reuid=\(id)", "--clear-groups", "--"]
    }
}

extension UInt32 {
    /// A mode as `chmod` takes it.
    package var octal: String { String(self, radix: 8) }
}
