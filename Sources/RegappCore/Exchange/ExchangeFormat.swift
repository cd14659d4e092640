/// A format for moving accounts in or out of a registry; the raw value is what `--format` takes. `definition` holds
/// everything else; writers and readers have their own files.
public enum ExchangeFormat: String, CaseIterable, Hashable, Codable, Sendable {
    /// An array of objects with the keys of an account's file.
    case json
    /// RFC 4180, the keys as columns.
    case csv
    /// `EMAIL:HASH` per line, for nginx and Apache.
    case htpasswd
    /// Dovecot's, with the scheme of each hash.
    case passwdFile = "passwd-file"
    /// RFC 2849, entries of `inetOrgPerson` for OpenLDAP.
    case ldif

    package var definition: ExchangeFormatDefinition {
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
                unverified: [.ssha], namesUsers: true, readsConditions: false,
                writer: { HtpasswdWriter() },
                reader: { options in
                    let targets = options.columns.targets[ColumnMap.user] ?? []
                    let parser = EachLine { line, remarks throws(ImportProblem.Reason) in
                        try HtpasswdWriter.record(of: line, user: targets, &remarks)
                    }
                    return LineAccountReader(parser)
                })
        case .passwdFile:
            ExchangeFormatDefinition(
                use: .logins(at: "Dovecot"), endings: ["passwd-file", "passwd", "shadow"],
                fields: [.email, .passwordHash], unverified: [.apr1], namesUsers: true, hasGECOS: true,
                writer: { PasswdFileWriter() },
                reader: {
                    LineAccountReader(PasswdFileParser($0))
                })
        case .ldif:
            ExchangeFormatDefinition(
                use: .logins(at: "OpenLDAP"), endings: ["ldif", "ldf"], fields: LDIFWriter.fields,
                unverified: [.apr1],
                writer: { LDIFWriter() },
                reader: {
                    LDIFAccountReader($0)
                })
        }
    }
}

package struct ExchangeFormatDefinition {
    package let use: ExchangeFormat.Use
    /// The file name endings that stand for it, in lowercase, the usual one first.
    package let endings: [String]
    /// The fields that it holds; an export loses the others.
    package let fields: [Field]
    /// The schemes of hashes that not every server which reads it verifies.
    var unverified: [HashScheme] = []
    /// Whether a line begins with a user's name, which may stand for an email.
    package var namesUsers = false
    /// Whether its fields, beside the name and the hash, can be conditions by which an import locks accounts.
    package var readsConditions = true
    /// Whether a line may have the field of passwd(5) that holds people's names.
    package var hasGECOS = false
    package let writer: () -> any AccountWriter
    /// Reads a file in UTF-8 from its start.
    let reader: (ReadingOptions) -> any AccountReader
}

package struct ReadingOptions: Sendable {
    let columns: ColumnMap
    /// Nil for UTF-8, or UTF-16 with a byte order mark.
    let encoding: TextEncoding?
    /// Whether to return empty values, which clear fields.
    package var keepsEmpty = false
    /// Whether user names become emails.
    package var hasDomain = false

    package init(_ columns: ColumnMap = ColumnMap(), encoding: TextEncoding? = nil) {
        self.columns = columns
        self.encoding = encoding
    }
}

extension ExchangeFormat {
    package enum Use: Hashable, Sendable {
        /// Every exported field; reading it restores what was written.
        case wholeAccounts
        /// These servers, such as `nginx and Apache`, check passwords with it; accounts without a hash are left out.
        case logins(at: String)
    }

    /// Whether its files name their columns or keys, so that these can be mapped.
    package var hasColumns: Bool { definition.use == .wholeAccounts }

    package init?(fileName: String) {
        // A name without a dot, such as /etc/passwd, is its own ending.
        let name = fileName.split(separator: "/").last ?? ""
        let ending = (name.split(separator: ".", omittingEmptySubsequences: false).last ?? "").lowercased()
        guard let format = Self.allCases.first(where: { $0.definition.endings.contains(ending) })
        else { return nil }
        self = format
    }

    package var ending: String { definition.endings.first ?? rawValue }

    package func reader(_ options: ReadingOptions = ReadingOptions()) -> any AccountReader {
        UTF8AccountReader(definition.reader(options), encoding: options.encoding)
    }
}

/// Writes accounts: `start()`, `bytes(for:)` for each with `separator` between them, `end(isEmpty:)`. A writer keeps no
/// account, so it can write any number of them, even several at once.
package protocol AccountWriter: Sendable {
    func start() -> [UInt8]

    /// Throws if the format cannot hold the account; others may follow.
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
    /// Servers need a hash, and the account has none.
    case noHash
    /// Not all servers that use the format can verify the account's hash.
    case otherHash(HashScheme)
    /// Servers need a hash, and the account's password is in plain text, which is never exported.
    case plainPassword
    /// The format cannot express that the account is locked.
    case locked
    case noEmail
    /// The account has no value under the key by which people are to be named.
    case noName(key: String)
    /// The value under that key is another account's email.
    case nameIsEmail(key: String)
    /// Another account has the same value under that key.
    case sameName(key: String)
    /// The format cannot hold a value, such as one with a colon or a line break; `what` names its field or key.
    case notRepresentable(_ what: String, ExchangeFormat)
}

/// How many accounts can log in here and not where the export is used, by the reason.
package struct LeftOutAccounts: Sendable {
    /// Accounts with a hash that not every server verifies.
    package private(set) var otherHash = 0
    /// Accounts whose password is in plain text.
    package private(set) var plainPassword = 0
    /// Accounts without a value under the key that names people.
    package private(set) var noName = 0
    package private(set) var nameKey: String?

    package init() {}

    package mutating func note(_ reason: ExportError) {
        switch reason {
        case .otherHash: otherHash += 1
        case .plainPassword: plainPassword += 1
        case .noName(let key):
            noName += 1
            nameKey = key
        case .noHash, .locked, .noEmail, .nameIsEmail, .sameName, .notRepresentable: break
        }
    }
}

/// Reads accounts from a file in pieces of any size, holding one record at a time.
///
/// Call ``read(_:)`` for each piece and ``finish()`` after the last. A bad record does not stop the reader; when
/// records cannot be told apart any more, it stops (``hasStopped``) and ignores the rest. Policies are not applied, and
/// hashes and plain passwords come as they are in the file.
package protocol AccountReader: Sendable {
    /// Whether a returned problem makes the rest of the file useless.
    var hasStopped: Bool { get }

    /// What was ignored so far in records that are otherwise correct.
    var remarks: ReadingRemarks { get }

    /// Returns the accounts that the piece completes, in the order of the file.
    mutating func read(_ piece: [UInt8]) -> [ImportedAccount]

    /// Returns what was not yet complete.
    mutating func finish() -> [ImportedAccount]
}

package struct ReadingRemarks: Equatable, Sendable {
    package struct SecondEmail: Equatable, Sendable {
        /// The second email's line, from 1.
        package let line: Int
        package let email: String
    }

    private static let mostEmails = 1_000

    /// How many records hold no account.
    package internal(set) var passedOver = 0
    package internal(set) var hasOuterSpaces = false
    /// How many accounts have a name in passwd(5)'s GECOS field that was not read.
    package internal(set) var unusedNames = 0
    package private(set) var secondEmails: [SecondEmail] = []
    /// The columns and keys that regapp computes itself and therefore ignores.
    package private(set) var computed: [String] = []
    /// The columns and keys that say when a password was changed or ends, which no account keeps.
    package private(set) var unkept: [String] = []
    package internal(set) var guesses: [ColumnMap.Guess] = []
    /// The schemes of passwords that were not taken.
    package private(set) var otherPasswords: [String] = []
    /// The columns, keys and attributes that seem to say who may log in, but keep nobody out.
    package internal(set) var harmless: [String] = []
    /// Whether an account got a first or last name.
    package internal(set) var hasNames = false
    /// How many records were read only in part, or not as they are written.
    package private(set) var counts: [Remark: Int] = [:]

    package enum Remark: CaseIterable, Sendable {
        /// The object was under `fields`, as Django writes it.
        case flattened
        /// A name with a comma was read with the last name first, although no option says so.
        case lastNameFirst
        /// The line refers to NIS accounts.
        case nis
        /// A line in htpasswd has fields after the hash.
        case furtherFields
        /// A field keeps some clients out, such as `allow_nets`.
        case limits
        /// The account is locked in the other program.
        case locked
        /// The password is older than its maximum age, so a new one is required.
        case aged
        /// The password is so old that the account is closed.
        case agedOut
        /// A text such as `NULL` stands for no value.
        case noValue
        /// There are more passwords than the one that was taken.
        case otherPasswords
    }

    mutating func note(_ remark: Remark) { counts[remark, default: 0] += 1 }

    /// - Parameter hashes: hashes of an account that were not taken.
    mutating func noteOtherPasswords(_ hashes: [String]) {
        note(.otherPasswords)
        for hash in hashes {
            var name = "a hash"
            if case .unsupported(let scheme)? = HashRule.broken(by: hash) { name = scheme }
            if !otherPasswords.contains(name) { otherPasswords.append(name) }
        }
    }

    mutating func noteUnkept(_ name: String) {
        if !unkept.contains(name) { unkept.append(name) }
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
    /// The variants that the format's reader takes, as parts of a paragraph; help, the guide and tests derive from it.
    package var forms: [String] {
        switch self {
        case .csv:
            [
                "Commas, semicolons, tabs or the sign in a first line such as sep=| separate cells.",
                "Lines end in LF, CR LF or CR.",
                "The first line names the columns: First Name, first_name and firstName are the same.",
                "Spaces around a value are ignored unless quoted.",
                "Cells can be empty or missing.",
                "True and false can be in any case.",
                "A column such as team[] holds lists: ; separates values, and ;; is a ; in a value.",
                "A column such as team{} holds JSON.",
            ]
        case .json:
            [
                "The accounts are in an array,", "or one object a line, as Auth0 and mongoexport write them,",
                "or there is a single object, such as an account's file.", "A missing key can be null.",
                "The fields of a Django dump are read.",
            ]
        case .htpasswd:
            [
                "A line is EMAIL:HASH, perhaps with spaces around it.",
                "Empty lines, comments after # and fields after the hash are ignored.",
            ]
        case .passwdFile:
            [
                "A line is EMAIL:HASH, perhaps with a scheme.", "The field nologin locks the account.",
                "Lines of passwd(5), except for NIS,", "shadow(5)",
                "and master.passwd(5) of the BSDs are read.",
            ]
        case .ldif:
            [
                "An entry with mail gives names, telephone number and hash.",
                "It can have changetype: add, as ldifde writes it.",
                "Locks are read from \(LoginAttribute.locks.names), and, if still to come, from "
                    + "\(LoginAttribute.starts.names). Last days are read from \(LoginAttribute.ends.names).",
                "pwdReset, pwdLastSet, shadowLastChange and shadowMax can ask for a new password.",
            ]
        }
    }
}
