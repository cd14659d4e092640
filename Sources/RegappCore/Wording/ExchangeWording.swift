internal import RegappJSON

extension ImportProblem {
    /// The problem as sentences, one for each mistake: lowercase, without a period, with no value except an email.
    package var messages: [String] {
        switch reason {
        case .violation(let violation): [violation.message]
        case .format(let problem): [problem.message]
        case .tooLong(let maximum): ["longer than \(maximum) bytes"]
        case .passwordAndHash: ["password and passwordHash cannot be combined; remove one"]
        case .likeHash: ["password looks like a hash, not like a password"]
        case .duplicate(let line): ["the email is already in line \(line)"]
        case .accountExists(let email): ["\(email) is registered already"]
        case .unusable(let problems): problems.map(\.sentence)
        case .misnamed(let path): ["\(path) holds another email"]
        }
    }
}

extension FormatProblem {
    /// The most characters of a name that are repeated.
    private static let longestName = 64

    fileprivate var message: String {
        switch self {
        case .text(let reason): reason.message
        case .missingColon: "there must be a colon between email and hash"
        case .shadowDay: "the eighth field, the day of expiry, must be a number of days since 1970-01-01"
        case .alreadyUTF8(let encoding): "the file is UTF-8, not \(encoding.rawValue)"
        case .noCharacter(let encoding): "this is not \(encoding.rawValue)"
        case .strayQuote: "a quote is only allowed around a cell, or doubled inside a quoted one"
        case .openQuote: "a quoted cell is not closed"
        case .strayReturn: "a carriage return must be followed by a line feed"
        case .cellCount(let expected, let found): "the header has \(expected) cells, this record \(found)"
        case .tooManyColumns(let maximum): "the header has more than \(maximum) columns"
        case .unknown(let named, "", _): "a \(named.rawValue) has no name"
        case .unknown(let named, let name, let meant):
            "unknown \(named.rawValue) \"\(Self.shortened(name))\""
                + (meant.map { "; did you mean \"\($0.rawValue)\"?" } ?? "")
        case .twice(let named, let key): "more than one \(named.rawValue) maps to \(key)"
        case .noColumn(let name): "no column is called \"\(Self.shortened(name))\""
        case .foreignText(let readings): Self.message(of: readings)
        case .noEmailColumn: "the first line must name the columns, and none of them is email"
        case .noEmail: "there is no email"
        case .notAnArrayOfObjects: "the file must hold an array of objects, from '[' to ']'"
        case .notAString(let key, let found): "\(key) must be a string" + found.advice
        case .ldif(let problem): problem.message
        case .onlyWritten(let format): "\(format.rawValue) can be written, but not read"
        }
    }

    private static func message(of readings: [Reading]) -> String {
        let texts = readings.map { "\(shortened($0.text)) in \($0.encoding.rawValue)" }
        return "this is not UTF-8" + (texts.isEmpty ? "" : ", but " + texts.joined(separator: ", "))
    }

    private static func shortened(_ name: String) -> String {
        name.count > longestName ? name.prefix(longestName) + "…" : name
    }
}

extension ExportError {
    /// The error as a sentence about an account: lowercase, without a period, without the value.
    package var message: String {
        switch self {
        case .noHash: "has no password hash"
        case .otherHash(let scheme): "has a hash that not every server verifies (\(scheme.rawValue))"
        case .locked: "is locked"
        case .noEmail: "has no email"
        case .notRepresentable(let field, let format):
            "\(field.noun) holds a character that \(format.rawValue) cannot represent"
        }
    }
}
