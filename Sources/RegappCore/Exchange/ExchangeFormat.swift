/// A format for moving accounts in or out of a registry; the raw value is what `--format` takes.
///
/// Everything else about a format is in its `definition`; its writer and its reader have a file of their own.
public enum ExchangeFormat: String, CaseIterable, Hashable, Codable, Sendable {
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

    var definition: ExchangeFormatDefinition {
        switch self {
        case .json:
            ExchangeFormatDefinition(
                use: .wholeAccounts, endings: ["json", "jsonl", "ndjson"],
                fields: AccountRecord.exportedFields,
                writer: { JSONAccountWriter() },
                reader: { JSONAccountReader($0.columns, keepsEmpty: $0.keepsEmpty) })
        case .csv:
            ExchangeFormatDefinition(
                use: .wholeAccounts, endings: ["csv", "tsv"], fields: AccountRecord.exportedFields,
                writer: { CSVAccountWriter() },
                reader: { CSVAccountReader($0.columns, keepsEmpty: $0.keepsEmpty) })
        case .htpasswd:
            ExchangeFormatDefinition(
                use: .logins(at: "nginx and Apache"), endings: ["htpasswd"], fields: [.email, .passwordHash],
                writer: { HtpasswdWriter() }, reader: { _ in LineAccountReader(HtpasswdWriter.record) })
        case .passwdFile:
            ExchangeFormatDefinition(
                use: .logins(at: "Dovecot"), endings: ["passwd-file", "passwd", "shadow"],
                fields: [.email, .passwordHash],
                writer: { PasswdFileWriter() },
                reader: {
                    LineAccountReader(PasswdFileParser(readsNames: $0.columns.readsNamesFromGECOS).record)
                })
        case .ldif:
            ExchangeFormatDefinition(
                use: .logins(at: "OpenLDAP"), endings: ["ldif", "ldf"], fields: LDIFWriter.fields,
                writer: { LDIFWriter() },
                reader: {
                    LDIFAccountReader(
                        encoding: $0.encoding, hasDomain: $0.hasDomain, mapped: $0.columns.targets)
                })
        }
    }
}

struct ExchangeFormatDefinition {
    let use: ExchangeFormat.Use
    /// The file name endings that stand for it, in lowercase, the usual one first.
    let endings: [String]
    /// The fields that it holds; an export loses the others.
    let fields: [Field]
    let writer: () -> any AccountWriter
    /// Makes a reader at the start of a file in UTF-8; nil for a format that is only written.
    let reader: ((ReadingOptions) -> any AccountReader)?
}

package struct ReadingOptions: Sendable {
    let columns: ColumnMap
    /// That of the file; nil for UTF-8, or UTF-16 with a byte order mark.
    let encoding: TextEncoding?
    /// Whether an empty value is handed out, since it clears a field.
    package var keepsEmpty = false
    /// Whether user names become emails.
    package var hasDomain = false

    package init(_ columns: ColumnMap = ColumnMap(), encoding: TextEncoding? = nil) {
        (self.columns, self.encoding) = (columns, encoding)
    }
}

extension ExchangeFormat {
    package enum Use: Hashable, Sendable {
        /// It holds every exported field, and reading it gives back what was written.
        case wholeAccounts
        /// These servers, such as `nginx and Apache`, check passwords with it: accounts without a hash are left out.
        case logins(at: String)
        /// Something else, such as `address books`; it may lack any field.
        case other(String)
    }

    package static let readable = allCases.filter(\.isReadable)

    /// Whether its files name what they hold, so that the names can be mapped.
    package var hasColumns: Bool { use == .wholeAccounts }

    package var isReadable: Bool { definition.reader != nil }

    /// The format for a file name's ending; nil for others.
    package init?(fileName: String) {
        // A name without a dot, such as /etc/passwd, is its own ending.
        let name = fileName.split(separator: "/").last ?? ""
        let ending = (name.split(separator: ".", omittingEmptySubsequences: false).last ?? "").lowercased()
        guard let format = Self.allCases.first(where: { $0.definition.endings.contains(ending) })
        else { return nil }
        self = format
    }

    package var use: Use { definition.use }

    /// The usual ending of its files, such as `json`.
    package var ending: String { definition.endings.first ?? rawValue }

    package var fields: [Field] { definition.fields }

    package func writer() -> any AccountWriter { definition.writer() }

    /// A reader at the start of a file. For a format that is only written, it refuses any file.
    package func reader(_ options: ReadingOptions = ReadingOptions()) -> any AccountReader {
        definition.reader.map { UTF8AccountReader($0(options), encoding: options.encoding) }
            ?? RefusingReader(format: self)
    }
}

struct RefusingReader: AccountReader {
    let format: ExchangeFormat
    private(set) var hasStopped = false

    mutating func read(_ piece: [UInt8]) -> [ImportedAccount] {
        guard !hasStopped else { return [] }
        hasStopped = true
        return [ImportedAccount(line: 1, .plain("\(format.rawValue) can be written, but not read"))]
    }

    mutating func finish() -> [ImportedAccount] { read([]) }
}

/// Writes accounts in a format: `start()`, `bytes(for:)` for each with the `separator` between them, `end(isEmpty:)`.
///
/// A writer keeps no account, so it can write any number of them, several at once.
package protocol AccountWriter: Sendable {
    func start() -> [UInt8]

    /// The account; throws if the format cannot hold it, and then others may follow.
    func bytes(for record: ExportRecord) throws(ExportError) -> [UInt8]

    var separator: [UInt8] { get }

    func end(isEmpty: Bool) -> [UInt8]
}

extension AccountWriter {
    package func start() -> [UInt8] { [] }
    package var separator: [UInt8] { [] }
    package func end(isEmpty: Bool) -> [UInt8] { [] }
}

package enum ExportError: Error, Hashable, Sendable {
    /// The account has no hash, and the format is for servers that need one.
    case noHash
    /// The format is for servers of which not all verify the account's hash.
    case otherHash(HashScheme)
    /// The account is locked, which the format cannot express.
    case locked
    case noEmail
    /// The format cannot hold this field's value, for example a colon or a line break in it.
    case notRepresentable(Field, ExchangeFormat)
}

/// Reads accounts from a file that comes in pieces of any size, holding one record at a time.
///
/// Call ``read(_:)`` for each piece and ``finish()`` after the last. The other records are read in spite of a bad one;
/// if records can no longer be told apart, the reader stops (``hasStopped``) and ignores the rest. Policies are not
/// applied here, and hashes and plain passwords come as the file has them.
package protocol AccountReader: Sendable {
    /// Whether a problem that was handed out makes the rest of the file useless.
    var hasStopped: Bool { get }

    /// What was ignored so far in records that are otherwise right.
    var remarks: ReadingRemarks { get }

    /// Reads the next piece and returns the accounts that it completes, in the order of the file.
    mutating func read(_ piece: [UInt8]) -> [ImportedAccount]

    /// Ends the file and returns what was not yet complete.
    mutating func finish() -> [ImportedAccount]
}

extension AccountReader {
    package var remarks: ReadingRemarks { ReadingRemarks() }
}

package struct ReadingRemarks: Equatable, Sendable {
    /// An account with more emails than the one that is taken.
    package struct SecondEmail: Equatable, Sendable {
        /// The line of the second one, from 1.
        package let line: Int
        package let email: String
    }

    /// The most accounts with a second email that are kept.
    private static let mostEmails = 1_000

    /// How many records do not hold accounts.
    package internal(set) var passedOver = 0
    /// Whether there were spaces around values of a table.
    package internal(set) var hasOuterSpaces = false
    /// How many accounts have a name in the GECOS field of passwd(5), which was not asked for.
    package internal(set) var unusedNames = 0
    package private(set) var secondEmails: [SecondEmail] = []
    /// The columns and keys that regapp computes, which say nothing to it.
    package private(set) var computed: [String] = []
    package internal(set) var guesses: [ColumnMap.Guess] = []
    /// The schemes of passwords beside those that are taken.
    package private(set) var otherPasswords: [String] = []
    /// What was read in another way than it stands, or not at all, and in how many records.
    package private(set) var counts: [Remark: Int] = [:]

    package enum Remark: CaseIterable, Sendable {
        /// An object stood under `fields`, as Django writes them.
        case flattened
        /// A name with a comma was read with the last name first, which was not asked for.
        case lastNameFirst
        /// A line that stands for accounts of NIS.
        case nis
        /// Fields after the hash of a line in htpasswd.
        case furtherFields
        /// A field that keeps some clients out, such as `allow_nets`.
        case limits
        /// Something that locks an account in another program.
        case locked
        /// Values of a password besides the one that is taken.
        case otherPasswords
    }

    mutating func note(_ remark: Remark) { counts[remark, default: 0] += 1 }

    /// - Parameter hashes: those of an account that are not taken.
    mutating func noteOtherPasswords(_ hashes: [String]) {
        note(.otherPasswords)
        for hash in hashes {
            var name = "a hash"
            if case .unsupported(let scheme)? = HashRule.broken(by: hash) { name = scheme }
            if !otherPasswords.contains(name) { otherPasswords.append(name) }
        }
    }

    mutating func noteComputed(_ name: String) {
        if !computed.contains(name) { computed.append(name) }
    }

    mutating func noteSecondEmail(in line: Int, taking email: String) {
        guard secondEmails.count < Self.mostEmails else { return }
        secondEmails.append(SecondEmail(line: line, email: email))
    }
}

extension ExchangeFormat {
    /// The ways of writing the format that its reader takes, as parts of a list: help, the guide and tests derive from it.
    package var forms: [String] {
        switch self {
        case .csv:
            [
                "commas, semicolons or tabs between cells, or the separator that a first line such as sep=| gives",
                "lines that end in LF, CR LF or CR",
                "names of columns in the first line: First Name, first_name and firstName are the same",
                "spaces around a value, which do not count unless quoted",
                "empty cells, and lines with fewer cells",
                "true and false in any case",
                "lists in a column such as team[]: ; separates values, and ;; is a ; in a value",
                "JSON in a column such as team{}",
            ]
        case .json:
            [
                "an array of objects", "one object a line, as Auth0 and mongoexport write them",
                "a single object, such as an account's file", "null for a missing key",
                "the fields of a Django dump",
            ]
        case .htpasswd:
            [
                "EMAIL:HASH, with spaces around it",
                "empty lines, comments after #, and fields after the hash, which do not count",
            ]
        case .passwdFile:
            [
                "EMAIL:HASH, with or without a scheme", "nologin, which locks the account",
                "passwd(5), except its NIS lines", "shadow(5)", "master.passwd(5) of the BSDs",
            ]
        case .ldif:
            [
                "entries with mail: their names, telephone number and hash",
                "entries with changetype: add, as ldifde writes them",
                "the locks \(LDAPAttribute.locks.joined(separator: ", ")), userAccountControl and \(LDAPAttribute.flags), "
                    + "and the days of \(LDAPAttribute.ends.joined(separator: ", ")), shadowExpire and accountExpires",
                "\(LDAPAttribute.marks.joined(separator: ", ")), which can ask for a new password",
            ]
        }
    }
}
