internal import RegappValues

/// Writes Dovecot's passwd-file: `user:{SCHEME}hash::::::` a line, the user in lower case as Dovecot looks it up
/// (`auth_username_format`).
struct PasswdFileWriter: AccountWriter {
    func bytes(for record: ExportRecord) throws(ExportError) -> [UInt8] {
        let (email, hash) = try record.credentials(for: .passwdFile)
        return Array("\(email):\(StoredHash.braced(hash))::::::\n".utf8)
    }
}

struct PasswdFileParser {
    private static let schemes: [(prefix: String, schemes: [HashScheme])] = [
        (StoredHash.crypt, HashScheme.allCases.filter(\.isOfLibcrypt)), ("{BLF-CRYPT}", [.bcrypt]),
        ("{SHA512-CRYPT}", [.sha512Crypt]),
        ("{SHA256-CRYPT}", [.sha256Crypt]), ("{MD5-CRYPT}", [.md5Crypt]), ("{DES-CRYPT}", [.des]),
    ]

    /// Dovecot's schemes for passwords that are not hashed.
    private static let plain = ["{PLAIN}", "{CLEAR}", "{CLEARTEXT}"]

    /// Whether the GECOS field gives first and last name.
    let readsNames: Bool

    /// Nil for an empty line or a comment.
    func record(
        of line: ArraySlice<UInt8>, _ remarks: inout ReadingRemarks
    ) throws(ImportProblem.Reason) -> AccountRecord? {
        guard let (email, rest) = try AccountRecord.parts(of: line, names: [0, Self.nameField + 1]) else {
            return nil
        }
        // User, group, home and extra fields say nothing about an account.
        let fields = rest.split(separator: ":", omittingEmptySubsequences: false)
        var record = try Self.account(of: email, Self.unmarked(String(fields[0])))
        if Self.isShadow(fields) { record[.expires] = try Self.expiry(fields[Self.expiryField]) }
        guard fields.count > Self.nameField, !Self.isShadow(fields) else { return record }
        let names = Self.names(in: fields[Self.nameField], of: email)
        if readsNames {
            (record[.firstName], record[.lastName]) = (names.first, names.last)
        } else if names.first != nil {
            remarks.unusedNames += 1
        }
        return record
    }

    private static func account(
        of email: String, _ field: String
    ) throws(ImportProblem.Reason) -> AccountRecord {
        var record: AccountRecord = [.email: email]
        guard !field.isEmpty else { return record }
        let prefix = field.prefix { $0 != "}" }.uppercased() + "}"
        let secret = String(field.dropFirst(prefix.count))
        if plain.contains(prefix) {
            record[.password] = secret
        } else if let known = schemes.first(where: { $0.prefix == prefix }) {
            if let parsed = try? StoredHash(secret).hash, !known.schemes.contains(parsed.scheme) {
                throw .violation(Violation(field: .passwordHash, rule: .hash(.malformed)))
            }
            record[.passwordHash] = secret
        } else {
            // Without a scheme Dovecot's default is CRYPT; the hash's rule names others.
            record[.passwordHash] = StoredHash.unbraced(field)
        }
        return record.filter { $0 == .email || !$1.isEmpty }
    }

    // MARK: passwd(5) and shadow(5)

    /// The password field without the marks that are no hash: `x` stands for the hash in shadow, a `*` and further `!`
    /// for a lock.
    private static func unmarked(_ field: String) -> String {
        if field == "x" { return "" }
        guard let first = field.first, first == "!" || first == "*" else { return field }
        let hash = field.drop { $0 == "!" || $0 == "*" }
        // Solaris marks locked accounts like this.
        return StoredHash.lock + (hash == "LK" || hash.hasPrefix("LK*") ? "" : hash)
    }

    /// The index of the day of expiry among the fields after the user's.
    private static let expiryField = 6

    /// Whether these are the fields of shadow(5): eight after the user's, of which the days are numbers or missing.
    private static func isShadow(_ fields: [Substring]) -> Bool {
        func isDays(_ field: Substring) -> Bool { field.allSatisfy { $0.isNumber || $0 == "-" } }
        return fields.count == 8 && fields[1..<expiryField].allSatisfy(isDays)
            && !fields[expiryField].contains("=") && (!fields[1].isEmpty || !fields[expiryField].isEmpty)
    }

    /// The last valid day: shadow has the first invalid one, in days since 1970-01-01.
    private static func expiry(_ field: Substring) throws(ImportProblem.Reason) -> String? {
        if field.isEmpty || field == "-1" { return nil }
        guard field.utf8.allSatisfy(\.isDigit), let days = Int(field),
            let date = CalendarDate(dayNumber: days - 1)
        else { throw .format(.shadowDay) }
        return date.isoString
    }

    /// The index of the name among the fields after the user's (passwd(5): GECOS).
    private static let nameField = 3

    /// The first word of the whole name, up to the first comma, and the other words; `&` stands for the user's name.
    private static func names(in field: Substring, of email: String) -> (first: String?, last: String?) {
        let user = email.prefix { $0 != "@" }
        let whole = String(field.prefix { $0 != "," }).replacingEach(
            "&", with: user.prefix(1).uppercased() + user.dropFirst())
        let words = whole.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(\.trimmed)
        return (words.first, words.count > 1 && !words[1].isEmpty ? words[1] : nil)
    }
}
