public import Accounts
public import CommandParser
public import DocumentStore
public import TerminalUI

// The one place where errors become sentences.

extension Report {
    /// Tells a command line that is wrong.
    public init(_ error: UsageError) {
        self.init(.usage, error.message, hint: error.hint)
    }

    /// Tells why a question got no answer.
    public init(_ error: PromptError) {
        switch error {
        case .interrupted: self = .interrupted
        case .endOfInput:
            self.init(.interrupted, "the input ended before every question was answered; nothing was changed")
        case .notUTF8: self.init(.data, "what was typed is not UTF-8")
        case .tooLong(let limit): self.init(.data, "what was typed has more than \(limit) bytes")
        case .failed(let number):
            self.init(.inputOutput, "cannot use the terminal: \(PromptError.reason(ofErrno: number))")
        }
    }

    /// Tells what the store reports.
    public init(_ error: StoreError) {
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

    /// Tells what is wrong with accounts, files or values.
    public init(_ error: AccountsError) {
        switch error {
        case .store(let error): self.init(error)
        case .invalidFile(let problems):
            self.init(
                .data, problems.map { "\($0.path):\($0.position): \($0.message)" },
                hints: Self.hints(for: problems))
        case .violations(let violations):
            self.init(
                .data, violations.map(\.message),
                hints: Self.distinct(violations.compactMap(\.hint)).map(Hint.init(prose:)))
        case .nobodyLoggedIn:
            self.init(.denied, "nobody is logged in", hint: "type \(.regapp("login"))")
        case .noMatch:
            self.init(
                .denied, "no account matches these details",
                hint: "check what you typed, or \(.regapp("register"))")
        case .nobodyRegistered:
            self.init(.denied, "nobody is registered yet", hint: "type \(.regapp("register"))")
        case .homonyms(let count):
            self.init(
                .usage, "\(count) accounts have this first name; --email needs a value",
                hint: "add \(.words("--email", "EMAIL")) to say which is meant")
        case .accountExists:
            self.init(
                .exists, "an account with these details already exists", hint: "type \(.regapp("login"))")
        case .fileInTheWay:
            self.init(
                .exists, ["an account with these details already exists"],
                hints: ["its file cannot be used; see why with \(.regapp("accounts", "check"))"])
        case .emailTaken:
            self.init(
                .exists, "an account with these details already exists", hint: "choose another e-mail")
        case .noAccount(let email):
            self.init(.notFound, "no account of '\(email)'", hint: "see \(.regapp("accounts", "list"))")
        case .hashing(.notComputed(let scheme)):
            self.init(
                .busy, "libcrypt cannot compute a \(scheme.rawValue) hash now",
                hint: "it may lack memory; try again when there is more")
        case .hashing(.unsuitable): self.init(.data, "a password may not be empty or hold a NUL")
        case .hashing(.tooLong(let maximum)):
            self.init(.data, "a password may have at most \(maximum) bytes")
        case .rulesChanged(let path):
            self.init(
                .busy, "\(path) was changed meanwhile, so other rules hold now; nothing was saved",
                hint: "see them with \(.regapp("policy")), then try again")
        case .changedSince(let path):
            self.init(
                .data, "\(path) was changed since; nothing was taken back",
                hint: "edit it by hand, or with \(.regapp("edit"))")
        }
    }

    private static func hint(afterChangeOf path: String) -> Hint {
        switch path.split(separator: "/").last ?? "" {
        case "profile.json": "look at it with \(.regapp("show")), then try again"
        case "session.json": "see who is logged in now with \(.regapp("show"))"
        default: "try again"
        }
    }

    private static func hints(for problems: [FileProblem]) -> [Hint] {
        guard let path = problems.first?.path else { return [] }
        let valueHints = distinct(problems.compactMap(\.advice))
        return problems.allSatisfy { $0.repairable != nil } ? valueHints : valueHints + [repair(of: path)]
    }

    /// How to get rid of a file that cannot be accepted.
    private static func repair(of path: String) -> Hint {
        let name = path.split(separator: "/").last ?? ""
        return switch name {
        case "profile.json": "correct the file in an editor, or replace it with \(.regapp("login"))"
        case "session.json": "correct the file in an editor, or log out with \(.regapp("logout"))"
        case "undo.json": "remove the file; what could be taken back is in it"
        default: "correct the file in an editor"
        }
    }

    private static func distinct<Advice: Hashable>(_ hints: [Advice]) -> [Advice] {
        hints.enumerated().filter { !hints[..<$0.offset].contains($0.element) }.map(\.element)
    }
}

extension FileProblem {
    /// What to type about it, where that is known.
    fileprivate var advice: Hint? {
        if let repairable { return "type \(.regapp("accounts", "password", argument: repairable))" }
        return hint.map(Hint.init(prose:))
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
        case .writeProtected(let mode): "its mode (\(mode.octal)) forbids its owner to change it"
        case .tooLarge(let limit): "it has more than \(limit) bytes"
        case .wouldBeTooLarge(let limit): "it would have more than \(limit) bytes"
        case .nameNotUTF8: "its name is not UTF-8"
        case .notDirectory: "it is not a directory"
        }
    }

    fileprivate func hint(about path: String) -> Hint? {
        switch self {
        case .notRegular where path.contains("/\(StoreLayout.accounts)/"): "move it out of that folder"
        case .symbolicLink: "only profile.json and policy.json may be links, and only to a regular file"
        case .nameNotUTF8: "move it away"
        case .foreignOwner(let user): "run regapp as that user (\(prose: user.prefix) regapp …)"
        case .strayOwner: "a directory and everything in it must belong to one user"
        case .writeProtected(let mode): "\(bare: .words("chmod", (mode | 0o200).octal, path))"
        default: nil
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
    public var words: (warning: String, hint: Hint?) {
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
        case .looseModes(let more):
            return ("\(more) more files with such modes", nil)
        }
    }
}
