internal import DocumentStore
public import StrictJSON

/// What stands in one place of an imported file: an account, or what is wrong with it.
public struct ImportedAccount: Equatable, Sendable {
    /// The line on which it starts, from 1.
    public let line: Int
    /// The account, with the values exactly as the file has them.
    public let result: Result<AccountRecord, ImportProblem>

    /// The most bytes of one line or record: twice those of an account file, so that whatever was exported comes
    /// back, quotes, indentation and all, and yet memory stays flat for a file that is one endless line.
    public static let maximumBytes = 2 * DocumentStore.maximumDocumentSize

    init(line: Int, _ record: AccountRecord) {
        self.line = line
        self.result = .success(record)
    }

    init(_ problem: ImportProblem) {
        self.line = problem.line
        self.result = .failure(problem)
    }
}

/// What is wrong with one place of an imported file.
public struct ImportProblem: Error, Equatable, Sendable {
    /// What is wrong.
    public enum Reason: Error, Equatable, Sendable {
        /// A value breaks a rule of the policy, or its hash is none that regapp verifies.
        case violation(Violation)
        /// The file is not written as its format has it.
        case format(FormatProblem)
        /// A line or record is longer than the limit.
        case tooLong(maximumBytes: Int)
        /// An account has both a plain password and a hash, and only one of them can be meant.
        case passwordAndHash
        /// Two accounts of the file have the same e-mail; the other stands in this line.
        case twin(line: Int)
        /// The account of this e-mail exists already.
        case accountExists(email: String)
        /// The file of the account cannot be changed, because it cannot be accepted.
        case unusable([FileProblem])
        /// The file that the account would have holds another e-mail.
        case misnamed(path: String)
    }

    /// The line in the file, from 1; that of the record's start where the problem is about the record.
    public let line: Int
    /// What is wrong there.
    public let reason: Reason

    /// States that something is wrong in a line.
    public init(line: Int, reason: Reason) {
        self.line = line
        self.reason = reason
    }

    /// The field concerned, where it is one.
    public var field: Field? {
        switch reason {
        case .violation(let violation): violation.field
        case .format(let problem): problem.field
        case .twin: .email
        case .passwordAndHash: .password
        case .tooLong, .accountExists, .unusable, .misnamed: nil
        }
    }

    /// The machine name of the broken rule: of a value's rule, or `format` for the syntax of the file; nil where an
    /// account that is there is in the way.
    public var rule: String? {
        switch reason {
        case .violation(let violation): violation.rule.name
        case .format: "format"
        case .tooLong: "length"
        case .twin: "twin"
        case .passwordAndHash: "hash"
        case .accountExists, .unusable, .misnamed: nil
        }
    }
}

/// What is wrong with the syntax of an imported file.
public enum FormatProblem: Equatable, Sendable {
    /// The bytes are not UTF-8.
    case notUTF8
    /// A line of htpasswd or passwd-file has no colon.
    case missingColon
    /// A quote stands inside an unquoted cell, or something stands after a closing quote.
    case strayQuote
    /// A quoted cell is not closed where the file ends.
    case openQuote
    /// A carriage return stands without its line feed.
    case strayReturn
    /// A record has another number of cells than the header.
    case cellCount(expected: Int, found: Int)
    /// The header has a column that is no key of an account.
    case unknownColumn
    /// The header has this column twice.
    case duplicateColumn(Field)
    /// The header has no column `email`, or the file no header.
    case noEmailColumn
    /// The text is not JSON.
    case json(JSONError.Reason)
    /// The text is JSON, but not an array of objects.
    case notAnArrayOfObjects
    /// An object has a key that no account has.
    case unknownKey(meant: Field?)
    /// The value of this key is not a string.
    case notAString(Field, found: JSONValue.Kind)

    /// The field concerned, where it is one.
    var field: Field? {
        switch self {
        case .duplicateColumn(let field), .notAString(let field, _): field
        case .noEmailColumn: .email
        case .notUTF8, .missingColon, .strayQuote, .openQuote, .strayReturn, .cellCount, .unknownColumn,
            .json, .notAnArrayOfObjects, .unknownKey:
            nil
        }
    }
}
