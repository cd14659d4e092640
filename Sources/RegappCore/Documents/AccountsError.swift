package import RegappStore
package import RegappValues

/// Why work on documents failed; arrays have at least one element.
package enum AccountsError: Error, Equatable {
    case store(StoreError)
    case invalidFile([FileProblem])
    /// A new value for a key of `policy.json` is not allowed.
    case valueRefused([FileProblem])
    case violations([Violation])
    case noRegistry(directory: String, hasProfile: Bool = true)
    case nobodyLoggedIn
    /// No such account or a wrong password: both look the same. Only the administrator learns why.
    case noMatch([LoginRefusal], by: Policy.LoginKey = .email)
    case nobodyRegistered
    /// How many accounts have the first name; an email must tell them apart.
    case ambiguousFirstName(Int)
    case accountExists
    /// A file that is not an acceptable account has the name that the account needs.
    case fileInTheWay
    case emailTaken
    /// A value that is to be a login name is none, in a sentence.
    case noLoginName(String)
    /// The login name under this key is that of the account with this email, too.
    case loginNameTaken(String, by: String)
    case noAccount(String)
    /// A file is not named after its email, so it is no account.
    case notAnAccount(path: String, email: String)
    /// A locked account has no password: unlocked, it would accept a first password from anyone.
    case nothingToUnlock(email: String)
    case hashing(HashingError)
    /// Who has to choose a new password gave the present one.
    case passwordIsOld
    case tooManyHashes
    /// An argument of a library's call that no directory could accept.
    case unusableArgument(String, hint: String? = nil)
    /// The password is right, but a first one that was to be replaced by a day that has passed.
    case firstPasswordOver(email: String)
    /// A directory that is to be made has documents already.
    case directoryInUse(path: String)
    /// The directory does not exist, and reading does not create it.
    case noDirectory(path: String)
    /// The clock is outside the years 0 to 9999.
    case noClock
    /// A text would replace a list or an object under a custom key.
    case keyHoldsMore(String, email: String)
    /// `policy.json` has changed since values were checked; nothing was written.
    case rulesChanged(path: String)
    /// The document has changed since the change that `cancel` would undo.
    case changedSince(path: String, keys: [String] = [], by: ChangedBy = .unknown)
    /// No change has this number, or its record is gone.
    case noChange(Int)
    /// Nothing is left of the newest change in effect, but for the days of `accounts seen`: somebody took it back by
    /// hand. The next older one may be undone.
    case takenBack(Int, before: Int?, passedOver: Int? = nil)
    /// Undoing a change would leave a `policy.json` that cannot be accepted; `after` is a later change of the rules.
    case rulesRefused([FileProblem], undoing: Int, after: Int?)
    /// After undoing, accounts could no longer log in or be accepted.
    case shutsOut(PolicyImpact)
    case several([AccountsError])

    package var isAboutLists: Bool {
        switch self {
        case .keyHoldsMore: true
        case .several(let errors): errors.allSatisfy(\.isAboutLists)
        default: false
        }
    }

    /// Whether another email would solve it.
    package var isTakenEmail: Bool { [.accountExists, .fileInTheWay, .emailTaken].contains(self) }

    /// Wraps an error of the store or of hashing. A damaged record is reported like a problem of any file.
    package init(_ error: any Error) {
        switch error {
        case let error as AccountsError: self = error
        case StoreError.damaged(let path, let position):
            self = .invalidFile([FileProblem(path: path, position: position, reason: .damaged)])
        case let error as StoreError: self = .store(error)
        case let error as HashingError: self = .hashing(error)
        default: preconditionFailure("work on documents throws no \(type(of: error))")
        }
    }
}

extension AccountsError {
    /// More errors than this are only counted: they are too many to read.
    private static let mostTold = 20

    /// What the error means: to a person, to a script, and to a program that uses the library. One sentence for each
    /// broken rule and each mistake in a file.
    package var explanation: DirectoryError {
        switch self {
        case .store(let error): error.explanation
        case .invalidFile(let problems):
            .init(
                .data, problems.map(\.sentence), problems.hints,
                is: .invalidFiles(problems.map(FileMistake.init)),
                libraryHint: problems.libraryHint)
        case .violations(let violations):
            .init(
                .data, violations.map(\.message),
                violations.compactMap(\.hint).map(Sentence.init(prose:)).withoutDuplicates,
                is: .brokenRules(violations), libraryHint: violations.lazy.compactMap(\.hint).first)
        case .noRegistry(let directory, let hasProfile):
            .init(
                .usage,
                hasProfile
                    ? "\(directory) keeps one profile and no registry" : "\(directory) has no registry yet",
                .newRegistry, .otherDirectory,
                is: .noRegistry, libraryHint: "choose rules with a registry: regapp policy use service")
        case .nobodyLoggedIn:
            .init(
                .denied, "nobody is logged in", "type \(.regapp("login"))", is: .nobodyLoggedIn,
                libraryHint: "log in first: logIn(_:password:) of the profile")
        case .noMatch(_, let key):
            .init(
                .denied, "wrong \(key.noun) or password, or the account is locked or expired",
                is: .noMatch)
        case .nobodyRegistered:
            .init(.denied, "nobody is registered yet", .register(), is: .noMatch)
        case .ambiguousFirstName(let count):
            .init(
                .usage, "\(count) accounts have this first name",
                "add \(.words("--email", "EMAIL")) to say which is meant", is: .noMatch)
        case .accountExists: .taken("choose another email, or type \(.regapp("login"))")
        case .fileInTheWay: .taken("its file cannot be used; see why with \(.regapp("check"))")
        case .emailTaken: .taken("choose another email")
        case .noLoginName(let sentence): .init(.data, sentence, is: .unusableArgument)
        case .loginNameTaken(let key, let email):
            .init(
                .data, "\(email) has this '\(key)' already",
                "people log in by '\(prose: key)', so choose another",
                is: .unusableArgument, libraryHint: "choose another")
        case .noAccount(let email):
            .init(
                .notFound, "no account for '\(email)'", "see \(.regapp("accounts", "list"))",
                is: .noAccount(email: email),
                libraryHint: "see which there are: accounts(where:) of the registry")
        case .nothingToUnlock(let email):
            .init(
                .data, "the account of \(email) has no password that could be unlocked",
                "set one first with \(.regapp("accounts", "password", argument: email))",
                is: .nothingToUnlock(email: email),
                libraryHint: "set one first: setPassword(of:to:)")
        case .hashing(.notComputed(let scheme)):
            .init(
                .busy, "libcrypt cannot compute a \(scheme.rawValue) hash now",
                "there may not be enough memory; try again later", is: .busy(.noMemory))
        case .hashing(.unsuitable):
            .init(.data, "a password must not be empty or hold a NUL", is: .unusablePassword)
        case .hashing(.tooLong(let maximum)):
            .init(.data, "a password can have at most \(maximum) bytes", is: .unusablePassword)
        case .passwordIsOld:
            .init(.data, "this is the old password", "choose another one", is: .unusablePassword)
        case .tooManyHashes:
            .init(
                .busy, "too many logins wait already", is: .busy(.tooManyHashes),
                libraryHint: "answer 503, and let the client try again later")
        case .unusableArgument(let sentence, let hint):
            .init(.usage, sentence, is: .unusableArgument, libraryHint: hint)
        case .firstPasswordOver(let email):
            .init(
                .denied, "the first password of \(email) has expired", is: .firstPasswordOver(email: email),
                libraryHint: "let its owner choose another: changePassword(of:from:to:)")
        case .directoryInUse(let path):
            .init(
                .exists, "\(path) has rules or accounts already", is: .directoryInUse(path: path),
                libraryHint: "use it as it is, or name another directory")
        case .noDirectory(let path):
            .init(
                .inputOutput, "no directory \(path)", is: .noDirectory(path: path),
                libraryHint: "make it: create(rules:), or mkdir -m 700 \(path)")
        case .noClock:
            .init(
                .failure, "the clock of this machine is not set", is: .unusableArgument,
                libraryHint: "set the clock to a year from 0 to 9999")
        case .rulesChanged(let path):
            .init(
                .busy, "\(path) was changed meanwhile, so other rules apply now; nothing was saved",
                "see them with \(.regapp("policy")), then try again", is: .busy(.changedMeanwhile),
                libraryHint: "try again")
        case .changedSince(let path, let keys, let editor):
            .init(
                .data, path + editor.since(keys) + "; nothing was undone",
                editor.hint(path), is: .changedSince(path: path),
                libraryHint: editor.libraryHint)
        // A change of many gets the reason of its first error, and every message.
        case .several(let errors): Self.explanation(of: errors)
        case .valueRefused(let problems): .init(.data, problems.map(\.message), is: .unusableArgument)
        case .keyHoldsMore(let key, let email):
            .init(
                .data, "'\(key)' of \(email) holds a list or an object",
                """
                add --yes to replace it, or use \(.regapp("accounts", "edit", "--editor", argument: email))
                """, is: .unusableArgument,
                libraryHint: "set the key instead, which replaces what it holds: set(_:under:of:)")
        case .notAnAccount(let path, let email):
            .init(.data, "\(path) is not an account: its email is \(email)", is: .busy(.changedMeanwhile))
        case .takenBack(let number, let before, let seen):
            .init(
                .data,
                "nothing is left of change \(number), the newest"
                    + (seen.map { " but for \($0), the days of 'accounts seen'" } ?? "")
                    + ": it was reversed by hand; nothing was undone",
                before.map { "undo an earlier change with \(.regapp("undo", "\($0)"))" }
                    ?? "see \(.regapp("history"))", is: .changedSince(path: ""))
        case .rulesRefused(let problems, let number, let later):
            .init(
                .data,
                problems.map {
                    "undoing change \(number) would leave rules that cannot be accepted: \($0.message)"
                }
                    + ["nothing was undone"],
                [
                    later.map { "undo the later change of the rules first, with \(.regapp("undo", "\($0)"))" }
                        ?? "change the rules with \(.regapp("policy", "edit"))"
                ], is: .invalidFiles(problems.map(FileMistake.init)))
        case .shutsOut(let impact):
            .init(
                .data, "nothing was undone: \(impact.consequences)",
                is: .shutsOut(emails: impact.firstShutOut + impact.firstUnacceptable),
                libraryHint: "to undo it all the same, give force: true")
        case .noChange(let number):
            .init(
                .notFound, "the history has no change \(number)", "see \(.regapp("history"))",
                is: .unusableArgument,
                libraryHint: "see its numbers: history(of:limit:)")
        }
    }

    private static func explanation(of errors: [AccountsError]) -> DirectoryError {
        let told = errors.prefix(mostTold).map(\.explanation)
        let rest = errors.count - told.count
        return .init(
            told.first?.message.exit ?? .failure,
            told.flatMap(\.messages) + (rest > 0 ? ["\(rest) more like these"] : []),
            told.flatMap(\.message.hints).withoutDuplicates,
            is: told.first?.reason ?? .busy(.changedMeanwhile),
            libraryHint: told.lazy.compactMap(\.hint).first)
    }
}

extension StoreError {
    /// The most files that are named as changed meanwhile.
    private static let mostNamed = 20
    static let foreignContent = "not what regapp writes into this file"

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
                cause.message.exit,
                cause.messages + ["the change may have been made anyway, in whole or in part"],
                cause.message.hints, is: cause.reason, libraryHint: cause.hint)
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

extension ChangedBy {
    fileprivate func hint(_ path: String) -> Sentence {
        switch self {
        case .removal:
            "put the file back, or undo another change by its number: see \(.regapp("history"))"
        case .mistake: "restore its last version with \(.regapp("undo", "--by-hand"))"
        case .unreadable: "see it with \(.regapp("check"))"
        case .holder(let key, let email):
            "first choose another with \(.regapp("accounts", "edit", "--set", "\(key)=NAME", argument: email))"
        case .change(let number):
            "undo change \(number) first, with \(.regapp("undo", "\(number)")), or \(.editing(path))"
        default: .editing(path)
        }
    }

    /// What a program can do that undoes a change.
    fileprivate var libraryHint: String {
        guard case .change(let number) = self else {
            return "set the values yourself, or undo another change"
        }
        return "undo change \(number) first, or set the values yourself"
    }
}

extension DirectoryError {
    fileprivate static func taken(_ hint: Sentence) -> DirectoryError {
        DirectoryError(
            .exists, "an account with this email already exists", hint, is: .accountExists,
            libraryHint: "choose another email")
    }
}

extension Sentence {
    package static let newRegistry: Sentence =
        "type \(.regapp("policy", "use", "service")), or see other policies with \(.regapp("policy", "list"))"

    package static let otherDirectory: Sentence =
        "name the registry with \(.words("--documents", "DIR")), or in REGAPP_DOCUMENTS"

    /// - Parameter control: what registers an account on the present screen.
    package static func register(_ control: ShellCommand.Control? = nil) -> Sentence {
        "begin with \(.regapp("register", control: control))"
    }

    fileprivate static func editing(_ path: String) -> Sentence {
        let command: ShellCommand =
            switch FileAccess.name(of: path) {
            case StoreLayout.profile: .regapp("edit")
            case StoreLayout.policy: .regapp("policy", "edit")
            case let name: .regapp("accounts", "edit", argument: EmailAddress.ofFile(name) ?? "EMAIL")
            }
        return "edit it by hand, or with \(command)"
    }
}

extension AccountsError {
    /// Whether the error concerns one file only, so that others can be read.
    var isAboutOneFile: Bool {
        switch self {
        case .invalidFile, .notAnAccount, .store(.refused): true
        case .store(.failed(_, _, let errno)):
            [.accessDenied, .notPermitted, .inputOutput, .isDirectory, .loop].contains(errno)
        default: false
        }
    }

    /// Whether something could not be read, whatever it holds.
    package var isOfReading: Bool { if case .store(.failed) = self { true } else { false } }
}
