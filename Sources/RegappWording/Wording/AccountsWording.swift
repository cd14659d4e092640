package import RegappCore
package import RegappCommandLine
internal import RegappStore
package import RegappJSON

extension Report {
    package init(_ error: AccountsError) {
        let (exit, hints) = Self.consequence(of: error)
        self.init(exit, error.sentences, hints: hints)
    }

    private static func consequence(of error: AccountsError) -> (exit: ExitCode, hints: [Sentence]) {
        switch error {
        case .store(let error): (Report(error).exit, Report(error).hints)
        case .valueRefused, .notAnAccount, .passwordAndHash, .hashing(.unsuitable), .hashing(.tooLong):
            (.data, [])
        case .invalidFile(let problems): (.data, hints(for: problems))
        case .violations(let violations):
            (.data, distinct(violations.compactMap(\.hint)).map(Sentence.init(prose:)))
        // Without a named directory, the registry is probably elsewhere: do not propose a new one.
        case .noRegistry:
            (.usage, (Invocation.live.namesDirectory ? [newRegistry] : []) + anotherDirectory)
        case .nobodyLoggedIn: (.denied, ["type \(.regapp("login"))"])
        case .noMatch: (.denied, [])
        case .nobodyRegistered: (.denied, [.register()])
        case .ambiguousFirstName: (.usage, ["add \(.words("--email", "EMAIL")) to say which is meant"])
        case .accountExists: (.exists, ["choose another email, or type \(.regapp("login"))"])
        case .fileInTheWay: (.exists, ["its file cannot be used; see why with \(.regapp("check"))"])
        case .emailTaken: (.exists, ["choose another email"])
        case .noAccount: (.notFound, ["see \(.regapp("accounts", "list"))"])
        case .nothingToUnlock(let email):
            (.data, ["set one first with \(.regapp("accounts", "password", argument: email))"])
        case .keyHoldsMore(_, let email):
            (.data, ["add --yes to replace it, or use \(Edit.Subject.account(email: email).editing)"])
        case .hashing(.notComputed): (.busy, ["there may not be enough memory; try again later"])
        case .hashing(.awaited), .tooManyHashes: (.busy, [])
        case .notAbsolute: (.usage, [])
        case .noDirectory: (.inputOutput, [])
        case .noClock: (.failure, [])
        case .rulesChanged: (.busy, ["see them with \(.regapp("policy")), then try again"])
        case .several(let errors):
            (
                errors.first.map { consequence(of: $0).exit } ?? .failure,
                distinct(errors.prefix(mostAdvised).flatMap { consequence(of: $0).hints })
            )
        case .changedSince(_, _, .removal):
            (.data, ["put the file back, or undo another change by its number: see \(.regapp("history"))"])
        case .changedSince(let path, _, _): (.data, [edit(path)])
        case .noChange: (.notFound, ["see \(.regapp("history"))"])
        }
    }

    private static let mostAdvised = 20

    package static func cannotRegister(in directory: String) -> Report {
        let report = Report(AccountsError.noRegistry(directory: directory))
        return Report(report.exit, report.errors, hints: [newRegistry] + anotherDirectory)
    }

    private static let newRegistry: Sentence =
        "type \(.regapp("policy", "use", "service")), or see other policies with \(.regapp("policy", "list"))"

    /// None if a script runs the program: it names the directory.
    private static var anotherDirectory: [Sentence] {
        Invocation.live.program != Regapp.name
            ? []
            : [
                "name the directory of a registry with \(.words("--documents", "DIR")), or in REGAPP_DOCUMENTS"
            ]
    }

    private static func hints(for problems: [FileProblem]) -> [Sentence] {
        guard let path = problems.first?.path else { return [] }
        let valueHints = distinct(
            problems.compactMap { problem -> Sentence? in
                if let email = problem.repairable {
                    return "type \(.regapp("accounts", "password", argument: email))"
                }
                if case .syntax(let reason) = problem.reason { return reason.conversion(of: problem.path) }
                return problem.hint.map(Sentence.init(prose:))
            })
        if problems.allSatisfy({ $0.repairable != nil }) { return valueHints }
        let isRecord = FileAccess.name(of: FileAccess.folder(of: path)) == StoreLayout.regapp.history
        let repair: Sentence =
            switch FileAccess.name(of: path) {
            case _ where isRecord: "remove the file; what could be undone is in it"
            case StoreLayout.profile: "\(.correct), or replace it with \(.regapp("login"))"
            case StoreLayout.session: "\(.correct), or log out with \(.regapp("logout"))"
            default: .correct
            }
        return valueHints + [repair]
    }

    private static func edit(_ path: String) -> Sentence {
        switch FileAccess.name(of: path) {
        case StoreLayout.profile: "edit it by hand, or with \(.regapp("edit"))"
        case StoreLayout.policy: "edit it by hand, or with \(.regapp("policy", "edit"))"
        default: "edit it by hand, or with \(.regapp("accounts", "edit", "EMAIL"))"
        }
    }

    private static func distinct<Advice: Hashable>(_ hints: [Advice]) -> [Advice] {
        var seen: Set<Advice> = []
        return hints.filter { seen.insert($0).inserted }
    }
}

/// What is being done to accounts, for a line that shows the progress.
package enum AccountsProgress: String, Sendable {
    case reading = "reading accounts"
    case comparing = "comparing accounts"
    case hashing = "hashing passwords"
    case writing = "writing accounts"
    case checking = "checking accounts"
    /// Waiting until the data is on the disk.
    case waiting = "waiting for the disk"

    /// - Parameter all: the amount of work, if known.
    package func line(_ count: Int, of all: Int? = nil) -> String {
        rawValue + (all.map { ": \(count) of \($0)" } ?? (count == 0 ? "" : ": \(count)"))
    }
}

extension JSONError.Reason {
    /// How to convert a file in another encoding to UTF-8, if that encoding is known.
    package func conversion(of path: String) -> Sentence? {
        switch kind {
        case .notUTF8(isWindows1251: true):
            return Self.conversion(of: path, from: "WINDOWS-1251").map { "if it is Windows-1251, \($0)" }
        case .otherEncoding(let encoding): return Self.conversion(of: path, from: encoding.rawValue)
        default: return nil
        }
    }

    /// The commands that convert a file to UTF-8; it stays the same file, with its mode, and a link stays one.
    private static func conversion(of path: String, from encoding: String) -> Sentence? {
        // iconv would take the name for an option.
        if path.hasPrefix("-") { return nil }
        let convert = ["iconv", "-f", encoding, "-t", "UTF-8"]
        if path.hasPrefix("/dev/") || path == .standardInput { return "send it through \(.words(convert))" }
        let new = path + ".utf8"
        let first = ShellCommand.words(convert + ["-o", new, path])
        return "type \(bare: first) && \(bare: .words("cp", new, path)) && \(bare: .words("rm", new))"
    }
}

package enum BulkVerb: String, Sendable {
    case lock, unlock, remove, register
    case setPassword = "set the password of"
    case edit = "change"
    case forget = "remove and forget"

    package var past: String {
        switch self {
        case .lock: "locked"
        case .unlock: "unlocked"
        case .remove: "removed"
        case .forget: "removed and forgotten"
        case .register: "registered"
        case .setPassword, .edit: "changed"
        }
    }

    /// What happens to each account; empty where that differs from account to account.
    package func changes(at now: Moment) -> [AccountChange] {
        switch self {
        case .lock: [.lock]
        case .unlock: [.unlock]
        case .remove, .forget: [.remove]
        case .register, .setPassword, .edit: []
        }
    }

    /// Why accounts stay as they are: the words for one account, and for many.
    fileprivate var unchanged: (one: String, many: String) {
        switch self {
        case .lock: ("was locked already", "were locked already")
        case .unlock: ("was not locked", "were not locked")
        case .remove, .register, .setPassword, .edit, .forget:
            ("has these values already", "have these values already")
        }
    }

    /// What a dry run says of an account that stays as it is.
    package func leave(_ email: String) -> String { "leave \(email), which \(unchanged.one)" }
}

extension Int {
    package var accountsThatWouldStay: String {
        counted("account would stay as it is", "accounts would stay as they are")
    }
}

extension Message {
    /// - Parameter control: what registers an account on the present screen.
    package static func nobodyRegistered(_ control: ShellCommand.Control? = nil) -> Message {
        hint(Sentence(prose: AccountsError.nobodyRegistered.sentences.joined()), next: .register(control))
    }

    /// - Parameter control: what shows all accounts on the present screen.
    package static func noAccountMatches(_ control: ShellCommand.Control? = nil) -> Message {
        hint("no account matches", next: "see all with \(.regapp("accounts", "list", control: control))")
    }

    /// - Parameter option: the option that is for one account; nil for a key on a screen.
    package static func onlyForOneAccount(_ option: String? = nil) -> Message {
        let advice: Sentence =
            option.map { "name one account as an argument, or leave \(prose: $0) out" } ?? "unmark the others"
        return Message(.error("\(option ?? "this") is for one account"), .hint(advice))
    }

    package static func bulk(_ result: BulkResult, _ verb: BulkVerb) -> Message {
        let (count, unchanged) = (result.changed.count, result.unchanged)
        if count + unchanged.count == 0 { return .note("no account was given; nothing was changed") }
        var facts: [Message] = []
        if count == 1 {
            let email = result.changed[0].email
            let fact: Message =
                switch verb {
                case .lock, .unlock, .edit: .done("\(prose: verb.past) \(email)", next: .undoes)
                case .remove:
                    .done("the account of \(email) is removed", next: "\(.regapp("undo")) brings it back")
                case .forget: .done("the account of \(email) is removed, and the history has forgotten it")
                case .setPassword: .done("the password of \(email) is set")
                case .register: .done("registered \(email)")
                }
            facts.append(fact)
        } else if count > 1 {
            let outcome: Sentence =
                verb == .setPassword
                ? "the passwords of \(count) accounts are set"
                : "\(prose: verb.past) \(prose: count.counted("account"))"
            facts.append(verb == .forget ? .done(outcome) : .done(outcome, next: .undoes))
            let texts = result.changed.count { $0.values.contains(where: \.becomesText) }
            if texts > 0 {
                facts.append(
                    .note("in \(texts), a text took the place of a number: --set-json sets a number"))
            }
        }
        if unchanged.count == 1 {
            facts.append(.note("\(unchanged[0]) \(prose: verb.unchanged.one)"))
        } else if !unchanged.isEmpty {
            facts.append(.note("\(unchanged.count) accounts \(prose: verb.unchanged.many)"))
        }
        return Message(facts)
    }

    package static func leftOfAccount(path: String) -> Message {
        .warning("\(path) stays: it is not an account file, but it may hold the account")
    }
}

extension AccountStatus {
    package var predicate: String {
        switch self {
        case .expired: "has expired"
        case .overdue: "has not changed its first password in time"
        default: "is \(words)"
        }
    }

    /// What an administrator may want to know about an account with this status.
    package func note(_ email: String) -> Sentence {
        switch self {
        case .expired: "expired; \(.endsExpiry(of: email))"
        case .mustChange: "\(.regapp("login")) asks for a new password"
        case .overdue: "the first password expired: servers refuse it; \(.prolongsFirstPassword(of: email))"
        case .claimable:
            "no password, so the first login sets it; type \(.regapp("accounts", "password", argument: email))"
        case .locked, .noPassword, .incomplete, .broken: "\(prose: words)"
        }
    }

    /// How to change this status, for an administrator who tries to set its key.
    package var changer: Sentence {
        switch self {
        case .noPassword, .claimable: .setPassword()
        case .locked:
            "change it with \(.regapp("accounts", "lock", "EMAIL")) or \(.regapp("accounts", "unlock", "EMAIL"))"
        case .expired: "change it with \(.words("--expires", "DATE"))"
        case .mustChange, .overdue: "set it with \(.words("--must-change"))"
        case .incomplete, .broken: "it says which required fields are missing"
        }
    }
}

extension Sentence {
    fileprivate static func register(_ control: ShellCommand.Control? = nil) -> Sentence {
        "begin with \(.regapp("register", control: control))"
    }

    package static func endsExpiry(of email: String) -> Sentence {
        "\(.regapp("accounts", "edit", "--expires=", argument: email)) removes the date"
    }

    package static let formerEmailsStay = "other programs keep the old email, such as mail folders and LDAP"
    package static let formerEmails: Sentence =
        "\(prose: formerEmailsStay): see \(.regapp("help", "services"))"

    package static func prolongsFirstPassword(of email: String) -> Sentence {
        "\(.regapp("accounts", "password", "--generate", "--must-change-by", "+14d", argument: email)) gives another"
    }

    package static func setPassword(of email: String = "EMAIL") -> Sentence {
        "set a password with \(.regapp("accounts", "password", argument: email))"
    }
}
