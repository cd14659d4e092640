internal import DocumentStore

/// What is wrong with one place of an imported file.
public struct ImportFault: Error, Hashable, Sendable {
    /// What is wrong.
    public enum Reason: Error, Hashable, Sendable {
        /// A value breaks a rule of the policy, or its hash is none that regapp verifies.
        case violation(Violation)
        /// The bytes are not UTF-8.
        case notUTF8
        /// A line or record is longer than the limit.
        case tooLong(maximumBytes: Int)
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
        /// The text is not JSON; the sentence is DocumentStore's.
        case json(String)
        /// The text is JSON, but not an array of objects.
        case notAnArrayOfObjects
        /// An object has a key that no account has.
        case unknownKey
        /// The value of this key is not a string.
        case notAString(Field)
        /// An account has both a plain password and a hash, and only one of them can be meant.
        case passwordAndHash
        /// Two accounts of the file have the same e-mail; the other stands in this line.
        case twin(line: Int)
    }

    /// The line in the file, from 1; that of the record's start where the fault is about the record.
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
        case .duplicateColumn(let field), .notAString(let field): field
        case .noEmailColumn, .twin: .email
        case .passwordAndHash: .password
        default: nil
        }
    }

    /// The machine name of the broken rule: of a value's rule, or `format` for the syntax of the file.
    public var rule: String {
        switch reason {
        case .violation(let violation): violation.rule.name
        case .tooLong: "length"
        case .twin: "twin"
        case .passwordAndHash: "hash"
        default: "format"
        }
    }

    /// The fault as a sentence: lowercase, without a period, never with a value.
    public var message: String {
        switch reason {
        case .violation(let violation): violation.message
        case .notUTF8: "not UTF-8"
        case .tooLong(let maximum): "longer than \(maximum) bytes"
        case .missingColon: "a colon must stand between e-mail and hash"
        case .strayQuote: "a quote may only stand around a cell, or doubled inside a quoted one"
        case .openQuote: "a quoted cell is not closed"
        case .strayReturn: "a carriage return must be followed by a line feed"
        case .cellCount(let expected, let found): "the header has \(expected) cells, this record \(found)"
        case .unknownColumn: "a column of the header is none of \(Self.keys)"
        case .duplicateColumn(let field): "the header has the column \(field.rawValue) twice"
        case .noEmailColumn: "the header has no column email"
        case .json(let sentence): sentence
        case .notAnArrayOfObjects: "the file must hold an array of objects"
        case .unknownKey: "a key is none of \(Self.keys)"
        case .notAString(let field): "\(field.rawValue) must be a string"
        case .passwordAndHash: "password and passwordHash exclude each other; leave one of the two out"
        case .twin(let line): "the e-mail stands in line \(line) already"
        }
    }

    private static let keys = Field.allCases.map(\.rawValue).joined(separator: ", ")
}
