internal import DocumentStore
package import StrictJSON

/// What stands in one place of an imported file: an account, or what is wrong with it.
package struct ImportedAccount: Equatable, Sendable {
    /// The line on which it starts, from 1.
    package let line: Int
    /// The account, with the values exactly as the file has them.
    package let result: Result<AccountRecord, ImportProblem>

    /// The most bytes of one line or record: twice those of an account file, so that whatever was exported comes
    /// back, quotes, indentation and all, and yet memory stays flat for a file that is one endless line.
    package static let maximumBytes = 2 * DocumentStore.maximumDocumentSize

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
package struct ImportProblem: Error, Equatable, Sendable {
    /// What is wrong.
    package enum Reason: Error, Equatable, Sendable {
        /// A value breaks a rule of the policy, or its hash is none that regapp verifies.
        case violation(Violation)
        /// The file is not written as its format has it.
        case format(FormatProblem)
        /// A line or record is longer than the limit.
        case tooLong(maximumBytes: Int)
        /// An account has both a plain password and a hash, and only one of them can be meant.
        case passwordAndHash
        /// Two accounts of the file have the same email; the other stands in this line.
        case duplicate(line: Int)
        /// The account of this email exists already.
        case accountExists(email: String)
        /// The file of the account cannot be changed, because it cannot be accepted.
        case unusable([FileProblem])
        /// The file that the account would have holds another email.
        case misnamed(path: String)
    }

    /// The line in the file, from 1; that of the record's start where the problem is about the record.
    package let line: Int
    /// What is wrong there.
    package let reason: Reason

    /// States that something is wrong in a line.
    package init(line: Int, reason: Reason) {
        self.line = line
        self.reason = reason
    }

    /// The field concerned, where it is one.
    package var field: Field? {
        switch reason {
        case .violation(let violation): violation.field
        case .format(let problem): problem.field
        case .duplicate: .email
        case .passwordAndHash: .password
        case .tooLong, .accountExists, .unusable, .misnamed: nil
        }
    }

    /// The machine name of the broken rule: of a value's rule, or `format` for the syntax of the file; nil where an
    /// account that is there is in the way.
    package var rule: String? {
        switch reason {
        case .violation(let violation): violation.rule.name
        case .format: "format"
        case .tooLong: "length"
        case .duplicate: "duplicate"
        case .passwordAndHash: "hash"
        case .accountExists, .unusable, .misnamed: nil
        }
    }
}

extension ImportProblem.Reason {
    /// The reason without what differs from line to line, so that those which are alike can be counted.
    package var kind: Self {
        switch self {
        case .violation(let violation):
            if case .characters = violation.rule {
                .violation(Violation(field: violation.field, rule: .characters(.control)))
            } else {
                self
            }
        case .format(let problem): .format(problem.kind)
        case .tooLong, .passwordAndHash: self
        case .duplicate: .duplicate(line: 0)
        case .accountExists: .accountExists(email: "")
        case .unusable: .unusable([])
        case .misnamed: .misnamed(path: "")
        }
    }
}

/// What is wrong with the syntax of an imported file.
package enum FormatProblem: Equatable, Sendable {
    /// The text is not UTF-8, or not the JSON that it should be.
    case text(JSONError.Reason)
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
    /// The header has more columns than any table of accounts.
    case tooManyColumns(maximum: Int)
    /// A column of the header, by its name, or a key of an object stands for no field.
    case unknown(Named, String, meant: Field?)
    /// Two columns of the header, or two keys of an object, stand for this field.
    case twice(Named, Field)
    /// No column of the header stands for the email, or the file has no header.
    case noEmailColumn
    /// The text is JSON, but not an array of objects.
    case notAnArrayOfObjects
    /// The value of this key is not a string.
    case notAString(Field, found: JSONValue.Kind)
    /// The text is not LDIF, or not of entries.
    case ldif(LDIFProblem)
    /// The format is only written.
    case onlyWritten(ExchangeFormat)

    /// What a name in a file stands for a field as.
    package enum Named: String, Sendable {
        case column, key
    }

    /// The problem without what differs from line to line.
    fileprivate var kind: FormatProblem {
        switch self {
        case .text(.notUTF8): self
        case .text: .text(.empty)
        case .unknown(let named, _, _): .unknown(named, "", meant: nil)
        case .cellCount: .cellCount(expected: 0, found: 0)
        case .missingColon, .strayQuote, .openQuote, .strayReturn, .tooManyColumns, .twice, .noEmailColumn,
            .notAnArrayOfObjects, .notAString, .ldif, .onlyWritten:
            self
        }
    }

    /// The bytes of a line or cell are not UTF-8.
    static func notUTF8(_ bytes: some Collection<UInt8>) -> FormatProblem {
        .text(.notUTF8(isWindows1251: JSONError.readsAsWindows1251(bytes)))
    }

    /// A name stands for no field.
    static func unknown(_ named: Named, _ name: String) -> FormatProblem {
        let meant = KeySuggestion.nearest(to: name, among: Field.allCases.map(\.keySuggestion))
        return .unknown(named, name, meant: meant.flatMap(Field.init(rawValue:)))
    }

    /// The field concerned, where it is one.
    var field: Field? {
        switch self {
        case .twice(_, let field), .notAString(let field, _): field
        case .noEmailColumn: .email
        case .text, .missingColon, .strayQuote, .openQuote, .strayReturn, .cellCount, .tooManyColumns,
            .unknown, .notAnArrayOfObjects, .ldif, .onlyWritten:
            nil
        }
    }
}
