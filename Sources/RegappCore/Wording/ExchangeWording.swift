internal import RegappJSON

extension ImportProblem {
    /// The problem in sentences, one per mistake: lowercase, no period, no values but emails, names, dates and phones.
    package var messages: [String] {
        switch reason {
        case .violation(let violation):
            [
                violation.rule?.message(of: violation.field, value.map(FormatProblem.shortened))
                    ?? violation.message
            ]
        case .format(let problem): [problem.message]
        case .tooLong(let maximum): ["longer than \(maximum) bytes"]
        case .passwordAndHash: ["password and passwordHash cannot be combined; remove one"]
        case .keyHoldsMore(let key):
            ["the account has a list or an object under '\(key)', which a text would replace"]
        case .likeHash: ["password looks like a hash, not like a password"]
        case .duplicate(let line): ["the email is already in line \(line)"]
        case .accountExists(let email): ["\(email) is registered already"]
        case .unusable(let problems): problems.map(\.message)
        case .notAccepted(.notAnAccount(let path, _)): ["\(path) holds another email"]
        case .notAccepted(let error): error.explanation.messages
        }
    }
}

extension FormatProblem {
    /// How many characters of a name a message quotes at most.
    private static let longestName = 64

    fileprivate var message: String {
        switch self {
        case .plain(let message, _): message
        case .text(let reason): reason.message
        case .alreadyUTF8(let encoding): "the file is UTF-8, not \(encoding.rawValue)"
        case .noCharacter(let encoding): "this is not \(encoding.rawValue)"
        case .cellCount(let expected, let found): "the header has \(expected) cells, this record \(found)"
        case .unknown(let named, "", _): "a \(named.rawValue) has no name"
        case .unknown(let named, let name, let meant):
            "unknown \(named.rawValue) \"\(Self.shortened(name))\""
                + (meant.map { "; " + KeySuggestion.didYouMean($0.rawValue) } ?? "")
        case .unkeepable(let named, let name):
            "no account can keep a \(named.rawValue) called \"\(Self.shortened(name))\""
        case .otherSpelling(let named, let name, let key):
            "\(named.rawValue) \"\(Self.shortened(name))\" looks like the key \"\(Self.shortened(key))\""
        case .lock(let named, let name, let question):
            "\(named.rawValue) \"\(Self.shortened(name))\" seems to say "
                + (question.field == .expires ? "when accounts end" : "who is locked")
                + ": \(question.count) of \(question.accounts.counted("account"))"
        case .commas(let column):
            "most cells of column \"\(Self.shortened(column))\" hold commas, and ; separates the values of a list"
        case .mixedEncodings(let utf8, let other):
            "the file mixes two encodings: line \(utf8) is UTF-8, line \(other) is not"
        case .foreignText(let readings): Self.message(of: readings)
        case .noEmailColumn: "the first line must name the columns, and none of them is email"
        case .noMail: "the entry has no mail"
        case .nestedEmail(let name): "the email seems to stand in \"\(Self.shortened(name))\""
        case .twice(let named, let key, _): "more than one \(named.rawValue) maps to \(key)"
        }
    }

    package static let twoHashes = Self.plain("userPassword has two hashes that can be verified")
    package static let noEmail = Self.plain("there must be one email, and nothing else", field: .email)
    static let strayReturn = Self.plain("a carriage return must be followed by a line feed")
    static let notAnArrayOfObjects = Self.plain(
        "the file must hold an array of objects, from '[' to ']', or one object a line")

    private static func message(of readings: [Reading]) -> String {
        var texts: [String] = []
        var encodings: [String] = []
        // The most used encoding stands for others that read the same.
        for reading in readings where !texts.contains(reading.text) {
            texts.append(reading.text)
            encodings.append("as \(reading.encoding.rawValue) it says \"\(shortened(reading.text))\"")
        }
        return "this is not UTF-8" + (texts.isEmpty ? "" : "; read " + encodings.joined(separator: ", "))
    }

    package static func shortened(_ name: String) -> String {
        name.count > longestName ? name.prefix(longestName) + "…" : name
    }
}

extension ExportError {
    /// The error as a sentence about an account: lowercase, without a period, without the value.
    package var message: String {
        switch self {
        case .noHash: "has no password hash"
        case .otherHash(let scheme): "has a hash that not every server verifies (\(scheme.rawValue))"
        case .plainPassword: "has a plain password, which is never exported"
        case .locked: "is locked"
        case .noEmail: "has no email"
        case .noName(let key): "has no '\(key)'"
        case .nameIsEmail(let key): "has the email of another account as its '\(key)'"
        case .sameName(let key): "has the same '\(key)' as another account"
        case .notRepresentable(let what, let format):
            "\(what) holds a character that \(format.rawValue) cannot represent"
        }
    }
}
