internal import RegappStore
package import RegappJSON

/// One record of an imported file: an account, or what is wrong with it.
package struct ImportedAccount: Equatable, Sendable {
    /// From 1.
    package let line: Int
    /// Exactly the file's values.
    package let result: Result<AccountRecord, ImportProblem>

    /// Twice the limit of account files, so that any export can be read back with its quotes and indentation, and even
    /// one endless line takes little memory.
    package static let maximumBytes = 2 * DocumentStore.maximumDocumentSize

    init(line: Int, _ record: AccountRecord) {
        self.line = line
        self.result = .success(record)
    }

    init(_ problem: ImportProblem) {
        self.line = problem.line
        self.result = .failure(problem)
    }

    init(line: Int, _ reason: ImportProblem.Reason) { self.init(ImportProblem(line: line, reason: reason)) }
}

package struct ImportProblem: Error, Equatable, Sendable {
    package enum Reason: Error, Equatable, Sendable {
        /// A value breaks a rule of the policy, or is a hash that regapp cannot verify.
        case violation(Violation)
        case format(FormatProblem)
        case tooLong(maximumBytes: Int)
        case passwordAndHash
        /// A text would replace a list or an object under a custom key.
        case keyHoldsMore(String)
        /// A plain password looks like a hash and would itself become the password.
        case likeHash
        /// Two accounts of the file have the same email; `line` has the other one.
        case duplicate(line: Int)
        case accountExists(email: String)
        /// The account's file would be unacceptable with the imported values.
        case unusable([FileProblem])
        /// The account's file is unacceptable, or holds another email, so it is left alone.
        case notAccepted(AccountsError)

        static func plain(_ message: String, field: Field? = nil) -> Self {
            .format(.plain(message, field: field))
        }

        /// Whether it stops the whole import; otherwise only its account is left alone.
        package var stopsImport: Bool {
            if case .notAccepted = self { false } else { true }
        }
    }

    /// From 1; the record's first line if the problem is about the record.
    package let line: Int
    package let reason: Reason
    /// The wrong email, date or phone, as it is in the file: a person has to find it there.
    package private(set) var value: String?

    package var field: Field? {
        switch reason {
        case .violation(let violation): violation.field
        case .format(let problem): problem.field
        case .duplicate: .email
        case .passwordAndHash, .likeHash: .password
        case .tooLong, .keyHoldsMore, .accountExists, .unusable, .notAccepted: nil
        }
    }

    /// The broken rule's machine name, or `format` for the file's syntax; nil if an existing account is in the way.
    package var rule: String? {
        switch reason {
        case .violation(let violation): violation.ruleName
        case .format: "format"
        case .tooLong: "length"
        case .duplicate: "duplicate"
        case .passwordAndHash, .likeHash: "hash"
        case .keyHoldsMore, .accountExists, .unusable, .notAccepted: nil
        }
    }
}

extension ImportProblem.Reason {
    /// Without what differs from line to line, so that similar problems can be counted.
    package var kind: Self {
        switch self {
        case .violation(let violation):
            .violation(
                violation.rule.map { Violation(field: violation.field, rule: $0.kind) } ?? violation)
        case .format(let problem): .format(problem.kind)
        case .tooLong, .passwordAndHash, .keyHoldsMore, .likeHash: self
        case .duplicate: .duplicate(line: 0)
        case .accountExists: .accountExists(email: "")
        case .unusable: .unusable([])
        case .notAccepted(.notAnAccount): .notAccepted(.notAnAccount(path: "", email: ""))
        case .notAccepted: .notAccepted(.invalidFile([]))
        }
    }
}

/// What is wrong with a file, apart from its accounts' values. Callers do not tell `plain` ones apart.
package enum FormatProblem: Equatable, Sendable {
    case plain(String, field: Field? = nil)
    /// The text is not UTF-8, or not JSON as expected.
    case text(JSONError.Reason)
    /// Another encoding was named, but the file is UTF-8.
    case alreadyUTF8(TextEncoding)
    /// A byte stands for no character of the named encoding.
    case noCharacter(TextEncoding)
    case cellCount(expected: Int, found: Int)
    /// A column name or key matches no field.
    case unknown(Named, String, meant: Field?)
    /// No account file may have the key.
    case unkeepable(Named, String)
    /// A column or key is spelt almost like a custom key of the accounts or the file.
    case otherSpelling(Named, String, of: String)
    /// A column, key or attribute seems to say who may log in.
    case lock(Named, String, LoginQuestion)
    /// Commas seem to separate the values of a list in this column.
    case commas(String)
    /// The file mixes UTF-8 and another encoding; the first line of each.
    case mixedEncodings(utf8: Int, other: Int)
    /// A text is not UTF-8; if it is a name, how other encodings would read it.
    case foreignText([Reading])
    /// No column of the header is the email, or there is no header.
    case noEmailColumn
    /// A person's entry has no email.
    case noMail
    /// An object has no email but inside a list or an object, under a name such as `emails.address`.
    case nestedEmail(String)
    /// Two columns of the header, two keys of an object or two of their values set a key.
    case twice(Named, String, name: String? = nil)

    package struct Reading: Equatable, Sendable {
        package let encoding: TextEncoding
        package let text: String

        /// Whether all characters beyond ASCII are letters or marks of names, and no word mixes Latin and Cyrillic
        /// letters or has small letters before capitals, as a word read in the wrong Cyrillic encoding does.
        fileprivate var isLikeName: Bool {
            let scalars = text.unicodeScalars
            return scalars.allSatisfy { $0.isASCII || $0.properties.isAlphabetic || Self.marks.contains($0) }
                && zip(scalars, scalars.dropFirst()).allSatisfy { first, second in
                    guard first.properties.isAlphabetic, second.properties.isAlphabetic else { return true }
                    // Cyrillic letters begin at U+0400.
                    let isCyrillic = first.value >= 0x400
                    return isCyrillic == (second.value >= 0x400)
                        && !(isCyrillic && first.properties.isLowercase && second.properties.isUppercase)
                }
        }

        private static let marks: Set<Unicode.Scalar> = Set("\u{A0}‘’“”„–".unicodeScalars)
    }

    package enum Named: String, Sendable {
        case column, key, attribute, field
    }

    /// Without what differs from line to line.
    fileprivate var kind: FormatProblem {
        switch self {
        case .text: .text(.empty)
        case .unknown(let named, _, _): .unknown(named, "", meant: nil)
        case .cellCount: .cellCount(expected: 0, found: 0)
        case .foreignText: .foreignText([])
        case .nestedEmail: .nestedEmail("")
        default: self
        }
    }

    /// A name in another encoding. Names are not secret, so each encoding that makes a name of it is quoted.
    static func foreignName(_ bytes: some Sequence<UInt8>) -> FormatProblem {
        let readings = TextEncoding.mostUsedFirst.compactMap { encoding in
            encoding.text(of: bytes).map { Reading(encoding: encoding, text: $0.trimmed) }
        }
        let names = readings.filter(\.isLikeName)
        return .foreignText(names.isEmpty ? readings : names)
    }

    /// - Parameter isName: whether an error may quote the text.
    static func text(
        of bytes: some Collection<UInt8>, isName: @autoclosure () -> Bool
    ) throws(ImportProblem.Reason) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        throw .format(isName() ? foreignName(bytes) : .foreignText([]))
    }

    static func unknown(_ named: Named, _ name: String) -> FormatProblem {
        let meant = KeySuggestion.nearest(to: name, among: Field.allCases.map(\.keySuggestion))
        return .unknown(named, name, meant: meant.flatMap(Field.init(rawValue:)))
    }

    var field: Field? {
        switch self {
        case .plain(_, let field): field
        case .noEmailColumn, .noMail, .nestedEmail: .email
        case .twice(_, let key, _): Field(rawValue: key)
        default: nil
        }
    }
}

extension Rule {
    /// Without what differs from value to value.
    fileprivate var kind: Rule {
        switch self {
        case .characters: .characters(.control)
        case .date(.ambiguous): .date(.ambiguous(.earliest, .earliest))
        case .date(.real): .date(.real(year: 0, month: 0))
        default: self
        }
    }
}
