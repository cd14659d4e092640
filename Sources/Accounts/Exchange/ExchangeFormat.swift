/// A format in which accounts leave or enter a registry; the raw value is what `--format` takes.
///
/// Everything else that there is to know about a format stands in its `row`; how it is written and read, in the
/// file of its writer and reader.
public enum ExchangeFormat: String, CaseIterable, Hashable, Sendable {
    /// An array of objects with the keys of an account's file.
    case json
    /// RFC 4180, the keys as columns.
    case csv
    /// `EMAIL:HASH`, a line each, for nginx and Apache.
    case htpasswd
    /// Dovecot's, with the scheme of each hash.
    case passwdFile = "passwd-file"
    /// RFC 2849, entries of `inetOrgPerson` for OpenLDAP.
    case ldif

    var row: ExchangeFormatRow {
        switch self {
        case .json:
            ExchangeFormatRow(
                use: .wholeAccounts, endings: ["json"], fields: AccountRecord.exportedFields,
                writer: { JSONAccountWriter() },
                reader: { JSONAccountReader(ignoresUnknown: $0.ignoresUnknown) })
        case .csv:
            ExchangeFormatRow(
                use: .wholeAccounts, endings: ["csv", "tsv"], fields: AccountRecord.exportedFields,
                writer: { CSVAccountWriter() },
                reader: { CSVAccountReader(ignoresUnknown: $0.ignoresUnknown) })
        case .htpasswd:
            ExchangeFormatRow(
                use: .logins(at: "nginx and Apache"), endings: ["htpasswd"], fields: [.email, .passwordHash],
                writer: { HtpasswdWriter() }, reader: { _ in LineAccountReader(HtpasswdWriter.record) })
        case .passwdFile:
            ExchangeFormatRow(
                use: .logins(at: "Dovecot"), endings: ["passwd-file", "passwd"],
                fields: [.email, .passwordHash],
                writer: { PasswdFileWriter() },
                reader: { LineAccountReader(PasswdFileWriter.parsing(takesNames: $0.takesNamesFromGECOS)) })
        case .ldif:
            ExchangeFormatRow(
                use: .logins(at: "OpenLDAP"), endings: ["ldif"], fields: LDIFWriter.fields,
                writer: { LDIFWriter() },
                reader: { _ in LDIFAccountReader() })
        }
    }
}

/// What there is to know about a format.
struct ExchangeFormatRow {
    /// What it is for, as the help says it.
    let use: ExchangeFormat.Use
    /// The endings of file names that stand for it, in lowercase, the usual one first.
    let endings: [String]
    /// The fields that it holds; the others are lost on the way out.
    let fields: [Field]
    /// Makes a writer that has written nothing yet.
    let writer: () -> any AccountWriter
    /// Makes a reader at the start of a file in UTF-8; nil of a format that is only written.
    let reader: ((ReadingOptions) -> any AccountReader)?
}

/// How a file is read.
struct ReadingOptions {
    /// Whether columns and keys that regapp does not know are left out, and not refused.
    let ignoresUnknown: Bool
    /// Whether first and last name are taken from the field for them of passwd(5).
    let takesNamesFromGECOS: Bool
}

extension ExchangeFormat {
    /// What a format is for.
    package enum Use: Hashable, Sendable {
        /// It holds every field that is exported, and is read again as it was written.
        case wholeAccounts
        /// These servers check passwords with it, such as `nginx and Apache`: an account without a hash is left out.
        case logins(at: String)
        /// Something else, such as `address books`; it may lack any field.
        case other(String)
    }

    /// The formats that an import reads.
    package static let readable = allCases.filter(\.isReadable)

    /// Whether an import reads it.
    package var isReadable: Bool { row.reader != nil }

    /// The format that the ending of a file's name stands for; nil for others.
    package init?(fileName: String) {
        guard let dot = fileName.lastIndex(of: ".") else { return nil }
        let ending = fileName[fileName.index(after: dot)...].lowercased()
        guard let format = Self.allCases.first(where: { $0.row.endings.contains(ending) }) else { return nil }
        self = format
    }

    package var use: Use { row.use }

    /// The usual ending of its files, such as `json`.
    package var ending: String { row.endings.first ?? rawValue }

    package var fields: [Field] { row.fields }

    package func writer() -> any AccountWriter { row.writer() }

    /// A reader at the start of a file; of a format that is only written, one that refuses any file.
    ///
    /// - Parameters:
    ///   - ignoresUnknown: whether columns and keys that regapp does not know are left out, and not refused.
    ///   - takesNamesFromGECOS: whether first and last name are taken from the field for them of passwd(5).
    package func reader(
        ignoringUnknown ignoresUnknown: Bool = false, takingNamesFromGECOS takesNamesFromGECOS: Bool = false
    ) -> any AccountReader {
        let options = ReadingOptions(
            ignoresUnknown: ignoresUnknown, takesNamesFromGECOS: takesNamesFromGECOS)
        return row.reader.map { UTF8AccountReader($0(options)) } ?? RefusingReader(format: self)
    }
}

/// Stands in for the reader of a format that is only written.
struct RefusingReader: AccountReader {
    let format: ExchangeFormat
    private(set) var hasStopped = false

    init(format: ExchangeFormat) { self.format = format }

    mutating func read(_ piece: [UInt8]) -> [ImportedAccount] {
        guard !hasStopped else { return [] }
        hasStopped = true
        return [ImportedAccount(ImportProblem(line: 1, reason: .format(.onlyWritten(format))))]
    }

    mutating func finish() -> [ImportedAccount] { read([]) }
}

/// Writes accounts in a format: `start()`, `bytes(for:)` for each with the `separator` between them, `end(isEmpty:)`.
///
/// A writer keeps nothing of an account, so that any number of them can be written, several at once.
package protocol AccountWriter: Sendable {
    /// What stands before the first account.
    func start() -> [UInt8]

    /// The account, or a throw when the format cannot hold it; then nothing is written and others may follow.
    func bytes(for record: AccountRecord) throws(ExportError) -> [UInt8]

    /// What stands between two accounts.
    var separator: [UInt8] { get }

    /// What stands after the last account, or where there was none.
    func end(isEmpty: Bool) -> [UInt8]
}

extension AccountWriter {
    package func start() -> [UInt8] { [] }
    package var separator: [UInt8] { [] }
    package func end(isEmpty: Bool) -> [UInt8] { [] }
}

/// Why an account cannot be written in a format.
package enum ExportError: Error, Hashable, Sendable {
    /// The account has no hash, and the format is for servers that need one.
    case noHash
    /// The account is locked, which the format cannot say.
    case locked
    /// The account has no email to be named by.
    case noEmail
    /// The format cannot hold this field's value, for instance a colon or a line break in it.
    case notRepresentable(Field, ExchangeFormat)
}

/// Reads accounts out of a file that is handed over in pieces of any size, and holds one record at a time.
///
/// Call ``read(_:)`` for each piece and ``finish()`` after the last. A bad record does not keep the others from
/// being read; where it is no longer clear what a record is, the reader stops (``hasStopped``) and takes in
/// nothing more. Policies are not applied here, but hashes and plain passwords come as the file has them.
package protocol AccountReader: Sendable {
    /// Whether the rest of the file is of no use, because of a problem that was handed out.
    var hasStopped: Bool { get }

    /// What was left out so far of records that are as they should be otherwise.
    var remarks: ReadingRemarks { get }

    /// Takes in the next piece and hands out the accounts that it completes, in the order of the file.
    mutating func read(_ piece: [UInt8]) -> [ImportedAccount]

    /// Tells that the file has ended, and hands out what was not yet complete.
    mutating func finish() -> [ImportedAccount]
}

extension AccountReader {
    package var remarks: ReadingRemarks { ReadingRemarks() }
}

/// What a reader leaves out of a file without a problem.
package struct ReadingRemarks: Equatable, Sendable {
    /// An account that has more emails than the one that is taken.
    package struct SecondEmail: Equatable, Sendable {
        /// The line of the second one, from 1.
        package let line: Int
        /// The email that is taken.
        package let email: String
    }

    /// The most accounts with a second email that are kept.
    private static let mostEmails = 1_000

    /// How many records are no accounts.
    package internal(set) var passedOver = 0
    /// Whether spaces stood around values of a table.
    package internal(set) var hasOuterSpaces = false
    /// How many accounts have a name in the field for it of passwd(5), which was not asked for.
    package internal(set) var unusedNames = 0
    /// The first accounts that have more than one email.
    package private(set) var secondEmails: [SecondEmail] = []

    mutating func noteSecondEmail(in line: Int, taking email: String) {
        guard secondEmails.count < Self.mostEmails else { return }
        secondEmails.append(SecondEmail(line: line, email: email))
    }
}
