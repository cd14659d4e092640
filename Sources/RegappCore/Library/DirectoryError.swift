internal import RegappStore
package import RegappValues
internal import RegappJSON

/// Why a call on a directory failed.
public struct DirectoryError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, with its facts.
    public enum Reason: Hashable, Sendable {
        /// No directory could accept an argument of the call; the message says which and why.
        case unusableArgument
        /// There is no such directory: ``AccountDirectory/create(rules:)`` makes it.
        case noDirectory(path: String)
        /// A directory that is to be made has rules, a profile or accounts already.
        case directoryInUse(path: String)
        /// The file system refused an operation; without an errno, regapp refused the file, such as another user's.
        case file(path: String, errno: Int32?)
        /// The same call may work later.
        case busy(Busy)
        /// The task was cancelled; nothing was changed.
        case cancelled
        /// Files cannot be accepted; at least one mistake.
        case invalidFiles([FileMistake])
        /// Given values break rules; at least one violation.
        case brokenRules([Violation])
        /// The import was refused and nothing was changed; at least one mistake.
        case invalidImport([FileMistake])
        /// The rules are a local profile's, which has no registry.
        case noRegistry
        /// No account is logged in.
        case nobodyLoggedIn
        /// No account has this email and password, or it is locked or expired; the error does not say which.
        case noMatch
        /// The password is right, but a first one that its owner was to change by a day that has passed.
        case firstPasswordOver(email: String)
        /// The email belongs to another account.
        case accountExists
        /// No account has this email.
        case noAccount(email: String)
        /// The account was locked without a day and has no password; set one first.
        case nothingToUnlock(email: String)
        /// The file has changed since the change to undo.
        case changedSince(path: String)
        /// After undoing, these accounts could no longer log in or be accepted; the first emails.
        case shutsOut(emails: [String])
        /// The password is empty, too long for the hash, contains a NUL, or is the one that it is to replace.
        case unusablePassword
    }

    /// What prevented a call that may work later.
    public enum Busy: Hashable, Sendable {
        /// Another process held the lock for five seconds.
        case locked
        /// Another process changed the same file, or the rules, at the last moment.
        case changedMeanwhile
        /// There was no memory for a hash.
        case noMemory
        /// The queue of hashes is full (``AccountDirectory/init(_:actor:waitingHashes:hashesAtOnce:clock:)``); servers should answer
        /// 503.
        case tooManyHashes
    }

    /// What went wrong.
    public let reason: Reason
    /// What to do about it, as a phrase, if known.
    public let hint: String?
    /// What the program says about it, with what a person can do, and the exit code of a command that fails by it.
    package let message: Message

    /// As the program prints it: lowercase sentences without a period and without any password; one for each mistake in
    /// a file and each broken rule, at least one.
    public var messages: [String] { message.errors }

    /// The messages, one per line.
    public var description: String { messages.joined(separator: "\n") }
}

/// A mistake that makes a file of the directory, or an imported one, unacceptable.
public struct FileMistake: Hashable, Codable, Sendable {
    /// The file's path; nil for an imported one.
    public let path: String?
    /// The line, from 1; lines end at LF or CR LF. In an imported file, the one on which the account starts.
    public let line: Int
    /// The column in Unicode scalars, from 1; nil in an imported file.
    public let column: Int?
    /// The field of an imported account that is wrong, if it is one.
    public let field: Field?
    /// What is wrong, without its place.
    public let message: String
}

extension FileMistake {
    init(_ problem: FileProblem) {
        self.init(
            path: problem.path, line: problem.position.line, column: problem.position.column, field: nil,
            message: problem.message)
    }

    static func all(in problem: ImportProblem) -> [FileMistake] {
        problem.messages.map { message in
            FileMistake(
                path: nil, line: problem.line, column: nil, field: problem.field, message: message)
        }
    }
}

extension DirectoryError {
    /// - Parameters:
    ///   - messages: at least one.
    ///   - libraryHint: the hint for a program; by default, the first of `hints` that names no command.
    init(
        _ exit: ExitCode, _ messages: [String], _ hints: [Sentence?] = [], is reason: Reason,
        libraryHint: String? = nil
    ) {
        let hints = hints.compactMap(\.self)
        self.reason = reason
        message = Message(exit, messages, hints: hints)
        hint = libraryHint ?? hints.lazy.compactMap(\.prose).first
    }

    init(
        _ exit: ExitCode, _ message: String, _ hints: Sentence?..., is reason: Reason,
        libraryHint: String? = nil
    ) {
        self.init(exit, [message], hints, is: reason, libraryHint: libraryHint)
    }

    init(_ problems: [ImportProblem]) {
        let mistakes = problems.flatMap(FileMistake.all)
        self.init(
            .data, mistakes.map { "line \($0.line): \($0.message)" }, is: .invalidImport(mistakes),
            libraryHint: problems.lazy.compactMap(\.libraryHint).first)
    }
}

extension ImportProblem {
    /// What a program can do about it.
    fileprivate var libraryHint: String? {
        switch reason {
        case .format(let problem): problem.libraryHint
        case .violation(let violation):
            if case .date(.ambiguous) = violation.rule {
                "say whether the day comes first: dayFirst"
            } else if violation.rule == .required, violation.field != .email {
                "give mayLackFields to import accounts that lack fields"
            } else {
                violation.hint
            }
        case .accountExists: "choose what becomes of existing accounts: existing"
        case .likeHash: "if it is the password itself, give takesPlainPasswords"
        case .keyHoldsMore: "give the column to a list: ImportColumns with KEY[]"
        case .unusable: "give the column another key, or leave it out: ImportColumns"
        case .tooLong, .passwordAndHash, .duplicate, .notAccepted: nil
        }
    }
}

extension FormatProblem {
    fileprivate var libraryHint: String? {
        switch self {
        case .commas: "separate the values of a list by ;"
        case .unknown, .unkeepable, .otherSpelling, .twice, .lock, .nestedEmail:
            "say which key the column is, or what becomes of others: ImportColumns"
        case .foreignText, .noCharacter, .alreadyUTF8: "name the encoding of the file: encoding"
        case .plain, .text, .cellCount, .mixedEncodings, .noEmailColumn, .noMail: nil
        }
    }
}
