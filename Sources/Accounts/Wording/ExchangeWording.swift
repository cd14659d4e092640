internal import StrictJSON

// What is wrong with an imported file, and with an account that is to be exported, in words.

extension ImportProblem {
    /// The problem as sentences, one for each thing: lowercase, without a period, never with a value but an e-mail.
    public var messages: [String] {
        switch reason {
        case .violation(let violation): [violation.message]
        case .format(let problem): [problem.message]
        case .tooLong(let maximum): ["longer than \(maximum) bytes"]
        case .passwordAndHash: ["password and passwordHash exclude each other; leave one of the two out"]
        case .twin(let line): ["the e-mail stands in line \(line) already"]
        case .accountExists(let email): ["\(email) is registered already"]
        case .unusable(let problems): problems.map(\.sentence)
        case .misnamed(let path): ["\(path) holds another e-mail"]
        }
    }
}

extension FormatProblem {
    fileprivate var message: String {
        switch self {
        case .notUTF8: "not UTF-8"
        case .missingColon: "a colon must stand between e-mail and hash"
        case .strayQuote: "a quote may only stand around a cell, or doubled inside a quoted one"
        case .openQuote: "a quoted cell is not closed"
        case .strayReturn: "a carriage return must be followed by a line feed"
        case .cellCount(let expected, let found): "the header has \(expected) cells, this record \(found)"
        case .unknownColumn: "a column of the header is none of \(Self.keys)"
        case .duplicateColumn(let field): "the header has the column \(field.rawValue) twice"
        case .noEmailColumn: "the header has no column email"
        case .json(let reason): reason.message
        case .notAnArrayOfObjects: "the file must hold an array of objects, from '[' to ']'"
        case .unknownKey(let meant):
            "a key is none of \(Self.keys)" + (meant.map { "; did you mean \"\($0.rawValue)\"?" } ?? "")
        case .notAString(let field, let found): "\(field.rawValue) must be a string" + found.advice
        }
    }

    private static let keys = Field.allCases.map(\.rawValue).joined(separator: ", ")
}

extension ExportError {
    /// The error as a sentence about an account: lowercase, without a period, never with the value.
    public var message: String {
        switch self {
        case .noHash: "has no password hash"
        case .locked: "is locked"
        case .noEmail: "has no e-mail"
        case .notRepresentable(let field, let format):
            "\(field.noun) holds a character that \(format.rawValue) cannot represent"
        }
    }
}
