internal import RegappStore
internal import RegappJSON

/// Why something could not be done with a documents directory.
public struct DirectoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, with its facts.
    public enum Reason: Hashable, Sendable {
        /// The file system refused something, or the file is not of a kind that is read or replaced.
        case file(path: String)
        /// Another program interfered, or there was no memory for a hash; the same call may work later.
        case busy
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
        /// No account has this email and this password; which of the two is not told.
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
        /// The clock is outside the years 0 to 9999.
        case noClock
    }

    /// What went wrong.
    public let reason: Reason
    /// The same in sentences, as the program prints them: lowercase, without a period, without any password. At least
    /// one; one for each mistake in a file and each broken rule.
    public let sentences: [String]

    /// The sentences, one a line.
    public var description: String { sentences.joined(separator: "\n") }
}

/// A mistake in a file that keeps it from being accepted.
public struct FileMistake: Hashable, Sendable {
    /// The file.
    public let path: String
    /// The line, from 1; lines end at LF or CR LF.
    public let line: Int
    /// The column in Unicode scalars, from 1.
    public let column: Int
    /// What is wrong, as a sentence without its place.
    public let sentence: String
}

/// A mistake in an imported file.
public struct ImportMistake: Hashable, Sendable {
    /// The line on which the account starts, from 1.
    public let line: Int
    /// The field concerned; nil for the form of the file.
    public let field: Field?
    /// What is wrong, without its place; at least one sentence.
    public let sentences: [String]
}

extension DirectoryError {
    init(_ error: AccountsError) {
        (reason, sentences) = (Reason(error), error.sentences)
    }

    init(_ problems: [FileProblem]) { self.init(.invalidFile(problems)) }

    init(_ problems: [ImportProblem]) {
        let mistakes = problems.map { ImportMistake(line: $0.line, field: $0.field, sentences: $0.messages) }
        reason = .invalidImport(mistakes)
        sentences = mistakes.flatMap { mistake in mistake.sentences.map { "line \(mistake.line): \($0)" } }
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
            // The library sets fields alone.
            case .hashing(.notComputed), .rulesChanged, .keyHoldsMore, .valueRefused: .busy
            case .hashing(.unsuitable), .hashing(.tooLong): .unusablePassword
            case .changedSince(let path): .changedSince(path: path)
            // The library names one account at a time.
            case .several(let errors): errors.first.map(Self.init) ?? .busy
            }
    }

    private init(_ error: StoreError) {
        self =
            switch error {
            case .failed(_, let path, _), .refused(let path, _), .damaged(let path, _, _): .file(path: path)
            case .locked, .lockLost, .cancelled, .changedMeanwhile: .busy
            case .halfway(let cause): Self(cause)
            }
    }
}

extension FileMistake {
    fileprivate init(_ problem: FileProblem) {
        path = problem.path
        (line, column) = (problem.position.line, problem.position.column)
        sentence = problem.message
    }
}
