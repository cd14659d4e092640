internal import RegappStore
package import RegappJSON

/// One record of an imported file: an account, or what is wrong with it.
package struct ImportedAccount: Equatable, Sendable {
    /// The line on which it starts, from 1.
    package let line: Int
    /// The account, with exactly the file's values.
    package let result: Result<AccountRecord, ImportProblem>

    /// The most bytes of a line or record: twice those of an account file, so that every export can be read back with
    /// its quotes and indentation, and memory stays flat even for one endless line.
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
        /// A value breaks a rule of the policy, or regapp cannot verify its hash.
        case violation(Violation)
        case format(FormatProblem)
        /// A line or record is longer than the limit.
        case tooLong(maximumBytes: Int)
        case passwordAndHash
        /// A text would replace a list or an object under a key of the owner's own.
        case keyHoldsMore(String)
        /// A plain password looks like a hash, which would become the password itself.
        case likeHash
        /// Two accounts of the file have the same email; the other one is in this line.
        case duplicate(line: Int)
        case accountExists(email: String)
        /// The account's file could not be accepted with the values of the import.
        case unusable([FileProblem])
        /// The account's file cannot be accepted as it is, or holds another email, so it stays as it is.
        case notAccepted(AccountsError)

        /// A sentence about the form of the file.
        static func plain(_ message: String, field: Field? = nil) -> Self {
            .format(.plain(message, field: field))
        }

        /// Whether nothing is imported because of it; otherwise only its account is left alone.
        package var stopsImport: Bool {
            if case .notAccepted = self { false } else { true }
        }
    }

    /// The line in the file, from 1; the record's first line if the problem is about the record.
    package let line: Int
    package let reason: Reason
    /// The email, date or phone that breaks a rule, as the file has it: a person has to find it there.
    package let value: String?

    package init(line: Int, reason: Reason, value: String? = nil) {
        (self.line, self.reason, self.value) = (line, reason, value)
    }

    package var field: Field? { subject.field }

    /// The machine name of the broken rule: that of a value's rule, or `format` for the syntax of the file; nil if an
    /// existing account is in the way.
    package var rule: String? { subject.rule }

    private var subject: (field: Field?, rule: String?) {
        switch reason {
        case .violation(let violation): (violation.field, violation.rule.name)
        case .format(let problem): (problem.field, "format")
        case .tooLong: (nil, "length")
        case .duplicate: (.email, "duplicate")
        case .passwordAndHash, .likeHash: (.password, "hash")
        case .keyHoldsMore, .accountExists, .unusable, .notAccepted: (nil, nil)
        }
    }
}

extension ImportProblem.Reason {
    /// The reason without what differs from line to line, so that similar ones can be counted.
    package var kind: Self {
        switch self {
        case .violation(let violation):
            .violation(Violation(field: violation.field, rule: violation.rule.kind))
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

/// What is wrong with a file, apart from the values of its accounts. What no caller tells apart is `plain`: its sentence is
/// made in `Wording`.
package enum FormatProblem: Equatable, Sendable {
    /// - Parameter field: the field concerned, if there is one.
    case plain(String, field: Field? = nil)
    /// The text is not UTF-8, or not JSON as expected.
    case text(JSONError.Reason)
    /// The file is UTF-8, and another encoding was named.
    case alreadyUTF8(TextEncoding)
    /// A byte stands for no character of the encoding that was named.
    case noCharacter(TextEncoding)
    /// A record has another number of cells than the header.
    case cellCount(expected: Int, found: Int)
    /// A column name of the header or a key of an object matches no field.
    case unknown(Named, String, meant: Field?)
    /// No account file may have the key.
    case unkeepable(Named, String)
    /// A column or key is spelt almost like a key of the accounts or the file.
    case otherSpelling(Named, String, of: String)
    /// A column or key that seems to say who is locked, and the condition that would do it.
    case lock(Named, String, LockCondition)
    /// The file has texts in UTF-8 and in another encoding: the first line of each.
    case mixedEncodings(utf8: Int, other: Int)
    /// A text is not UTF-8; if it is a name, how the encodings that could be named would read it.
    case foreignText([Reading])
    /// No column of the header matches the email, or the file has no header.
    case noEmailColumn
    /// An entry of a person has none.
    case noMail

    package struct Reading: Equatable, Sendable {
        package let encoding: TextEncoding
        package let text: String

        /// Whether each character beyond ASCII is a letter or a mark that names have, and no word mixes Latin letters
        /// with Cyrillic ones, or has small letters before capitals, as one in the other Cyrillic encoding has.
        fileprivate var isLikeName: Bool {
            let scalars = text.unicodeScalars
            return scalars.allSatisfy { $0.isASCII || $0.properties.isAlphabetic || Self.marks.contains($0) }
                && zip(scalars, scalars.dropFirst()).allSatisfy { first, second in
                    guard first.properties.isAlphabetic, second.properties.isAlphabetic else { return true }
                    return first.isCyrillic == second.isCyrillic
                        && !(first.isCyrillic && first.properties.isLowercase
                            && second.properties.isUppercase)
                }
        }

        private static let marks: Set<Unicode.Scalar> = Set("\u{A0}‘’“”„–".unicodeScalars)
    }

    /// What a name in a file is, when it names a field.
    package enum Named: String, Sendable {
        case column, key
    }

    /// The problem without what differs from line to line.
    fileprivate var kind: FormatProblem {
        switch self {
        case .text: .text(.empty)
        case .unknown(let named, _, _): .unknown(named, "", meant: nil)
        case .lock(let named, _, let condition): .lock(named, "", condition)
        case .cellCount: .cellCount(expected: 0, found: 0)
        case .foreignText: .foreignText([])
        case .plain, .alreadyUTF8, .noCharacter, .unkeepable, .otherSpelling, .mixedEncodings, .noEmailColumn,
            .noMail:
            self
        }
    }

    /// A name in another encoding; names are not secret, so the error quotes it, as the encodings read it that make a
    /// name of it.
    static func foreignName(_ bytes: some Sequence<UInt8>) -> FormatProblem {
        let readings = TextEncoding.mostUsedFirst.compactMap { encoding in
            encoding.text(of: bytes).map { Reading(encoding: encoding, text: $0.trimmed) }
        }
        let names = readings.filter(\.isLikeName)
        return .foreignText(names.isEmpty ? readings : names)
    }

    /// A text of a file.
    ///
    /// - Parameter isName: whether an error may show it.
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
        case .noEmailColumn, .noMail: .email
        case .text, .alreadyUTF8, .noCharacter, .cellCount, .unknown, .unkeepable, .otherSpelling,
            .mixedEncodings, .foreignText, .lock:
            nil
        }
    }
}

extension Rule {
    /// The rule without what differs from value to value.
    fileprivate var kind: Rule {
        switch self {
        case .characters: .characters(.control)
        case .date(.ambiguous): .date(.ambiguous(.earliest, .earliest))
        case .date(.real): .date(.real(year: 0, month: 0))
        default: self
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isCyrillic: Bool { value >= 0x400 }
}
