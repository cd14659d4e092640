internal import RegappStore
internal import RegappJSON

/// Why something could not be done with a documents directory.
public struct DirectoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, with its facts.
    public enum Reason: Hashable, Sendable {
        /// The path of the directory does not begin with a slash.
        case notAbsolute(path: String)
        /// There is no such directory; only ``Profile/logIn(_:password:)`` makes one, in a directory of the caller's.
        case noDirectory(path: String)
        /// The file system refused something, with the system's number of the error; without one, the file is not of
        /// a kind that is read or replaced, such as another user's.
        case file(path: String, errno: Int32?)
        /// The same call may work later.
        case busy(Busy)
        /// The task was cancelled, and nothing was changed.
        case cancelled
        /// Files cannot be accepted; at least one mistake.
        case invalidFiles([FileMistake])
        /// Given values break rules; at least one violation.
        case brokenRules([Violation])
        /// An import was refused; at least one mistake, and nothing was changed.
        case invalidImport([ImportMistake])
        /// The rules are those of the local profile, which has no registry.
        case noRegistry
        /// No account is logged in.
        case nobodyLoggedIn
        /// No account has this email and this password; the error does not say which of the two is wrong.
        case noMatch
        /// The email belongs to another account.
        case accountExists
        /// No account has this email.
        case noAccount(email: String)
        /// The account is locked and has no password: one has to be set first.
        case nothingToUnlock(email: String)
        /// The file was changed after the change to undo.
        case changedSince(path: String)
        /// A password that cannot be hashed: empty, too long for the method, or with a NUL.
        case unusablePassword
        /// A password and a hash were given for one account.
        case passwordAndHash
        /// The clock is outside the years 0 to 9999.
        case noClock
    }

    /// What kept the library from finishing a call.
    public enum Busy: Hashable, Sendable {
        /// Another process held the lock for five seconds.
        case locked
        /// Another process changed the same file at the last moment.
        case changedMeanwhile
        /// There was no memory for a hash.
        case noMemory
        /// Another process changed the rules.
        case rulesChanged
        /// The most hashes that may wait are waiting (``AccountDirectory/init(_:actor:waitingHashes:clock:)``): a server answers 503.
        case tooManyHashes
    }

    /// What went wrong.
    public let reason: Reason
    /// The same in sentences, as the program prints them: lowercase, without a period, without any password. At least
    /// one; one for each mistake in a file and each broken rule.
    public let messages: [String]
    /// What to do about it, as a phrase; nil if that is not known.
    public let hint: String?

    /// The messages, one a line.
    public var description: String { messages.joined(separator: "\n") }
}

/// A mistake in a file that keeps it from being accepted.
public struct FileMistake: Hashable, Sendable {
    /// The file.
    public let path: String
    /// The line, from 1; lines end at LF or CR LF.
    public let line: Int
    /// The column in Unicode scalars, from 1.
    public let column: Int
    /// What is wrong, without its place.
    public let message: String
}

/// A mistake in an imported file.
public struct ImportMistake: Hashable, Sendable {
    /// The line on which the account starts, from 1.
    public let line: Int
    /// The field concerned; nil for the form of the file.
    public let field: Field?
    /// What is wrong, without its place; at least one message.
    public let messages: [String]
}

extension ImportMistake {
    init(_ problem: ImportProblem) {
        (line, field, messages) = (problem.line, problem.field, problem.messages)
    }
}

extension DirectoryError {
    init(_ error: AccountsError) {
        (reason, messages) = (Reason(error), error.sentences)
        hint =
            switch error {
            case .violations(let violations): violations.lazy.compactMap(\.hint).first
            case .invalidFile(let problems): problems.lazy.compactMap(\.hint).first
            case .noRegistry: "choose rules with a registry: regapp policy use service"
            case .noDirectory(let path): "make it: mkdir -m 700 \(path)"
            default: nil
            }
    }

    init(_ problems: [ImportProblem]) {
        let mistakes = problems.map(ImportMistake.init)
        reason = .invalidImport(mistakes)
        messages = mistakes.flatMap { mistake in mistake.messages.map { "line \(mistake.line): \($0)" } }
        hint = nil
    }
}

extension DirectoryError.Reason {
    fileprivate init(_ error: AccountsError) {
        self =
            switch error {
            case .store(let error): Self(error)
            case .invalidFile(let problems): .invalidFiles(problems.map(FileMistake.init))
            case .violations(let violations): .brokenRules(violations)
            case .noRegistry: .noRegistry
            case .nobodyLoggedIn: .nobodyLoggedIn
            case .noMatch, .nobodyRegistered, .ambiguousFirstName: .noMatch
            case .accountExists, .fileInTheWay, .emailTaken: .accountExists
            case .noAccount(let email): .noAccount(email: email)
            case .nothingToUnlock(let email): .nothingToUnlock(email: email)
            case .hashing(.notComputed), .hashing(.awaited): .busy(.noMemory)
            // The library sets fields alone.
            case .rulesChanged, .keyHoldsMore, .valueRefused: .busy(.rulesChanged)
            case .tooManyHashes: .busy(.tooManyHashes)
            case .passwordAndHash: .passwordAndHash
            case .notAbsolute(let path): .notAbsolute(path: path)
            case .noDirectory(let path): .noDirectory(path: path)
            case .noClock: .noClock
            case .hashing(.unsuitable), .hashing(.tooLong): .unusablePassword
            case .changedSince(let path, _, _): .changedSince(path: path)
            // The library names no change, and no file of another name.
            case .noChange, .notAnAccount: .busy(.changedMeanwhile)
            // The library names one account at a time.
            case .several(let errors): errors.first.map(Self.init) ?? .busy(.changedMeanwhile)
            }
    }

    private init(_ error: StoreError) {
        self =
            switch error {
            case .failed(_, let path, let errno): .file(path: path, errno: errno.rawValue)
            case .refused(let path, _), .damaged(let path, _): .file(path: path, errno: nil)
            case .locked: .busy(.locked)
            case .lockLost, .changedMeanwhile: .busy(.changedMeanwhile)
            case .cancelled: .cancelled
            case .halfway(let cause): Self(cause)
            }
    }
}

extension FileMistake {
    fileprivate init(_ problem: FileProblem) {
        path = problem.path
        (line, column) = (problem.position.line, problem.position.column)
        message = problem.message
    }
}
