/// Lines of colon-separated files: htpasswd (Apache, nginx) and Dovecot's passwd-file.
enum PasswordFile {
    private static let colon = UInt8(ascii: ":")
    private static let dovecotSchemes: [(prefix: String, schemes: [HashScheme])] = [
        ("{CRYPT}", HashScheme.allCases), ("{BLF-CRYPT}", [.bcrypt]), ("{SHA512-CRYPT}", [.sha512Crypt]),
        ("{SHA256-CRYPT}", [.sha256Crypt]),
    ]

    // MARK: Writing

    /// `email:hash` and a line feed.
    static func htpasswdLine(for record: AccountRecord) throws(ExportFault) -> [UInt8] {
        let (email, hash) = try credentials(of: record, .htpasswd)
        return Array("\(email):\(hash)\n".utf8)
    }

    /// `user:{CRYPT}hash::::::` and a line feed, the user lowercased as Dovecot looks it up
    /// (`auth_username_format`).
    static func passwdFileLine(for record: AccountRecord) throws(ExportFault) -> [UInt8] {
        let (email, hash) = try credentials(of: record, .passwdFile)
        return Array("\(email.lowercased()):{CRYPT}\(hash)::::::\n".utf8)
    }

    private static func credentials(
        of record: AccountRecord, _ format: ExchangeFormat
    ) throws(ExportFault) -> (email: String, hash: String) {
        guard let email = record[.email], !email.isEmpty else { throw .noEmail }
        guard let hash = record[.passwordHash], !hash.isEmpty else { throw .noHash }
        // Every reader of these files takes a line that starts with # for a comment, though an e-mail may.
        if !isRepresentable(email) || email.utf8.first == UInt8(ascii: "#") {
            throw .notRepresentable(.email, format)
        }
        if !isRepresentable(hash) { throw .notRepresentable(.passwordHash, format) }
        return (email, hash)
    }

    private static func isRepresentable(_ value: String) -> Bool {
        value.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && $0 != colon }
    }

    // MARK: Reading

    /// The account of a line; nil for an empty line and a comment.
    static func record(
        of line: ArraySlice<UInt8>, _ format: ExchangeFormat
    ) throws(ImportFault.Reason) -> AccountRecord? {
        guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
        guard let text = String(validating: line, as: UTF8.self) else { throw .notUTF8 }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .missingColon }
        var record = AccountRecord([.email: String(parts[0])])
        let hash = format == .passwdFile ? try dovecotHash(parts[1]) : String(parts[1])
        if !hash.isEmpty { record[.passwordHash] = hash }
        return record
    }

    /// The hash of Dovecot's second field, whatever follows it left out: user, group, home and extra fields say
    /// nothing about an account.
    private static func dovecotHash(_ rest: Substring) throws(ImportFault.Reason) -> String {
        let field = String(rest.prefix { $0 != ":" })
        let upper = field.prefix { $0 != "}" }.uppercased() + "}"
        // Without a scheme Dovecot's own default is CRYPT; others are named by the hash's rule.
        guard let known = dovecotSchemes.first(where: { upper == $0.prefix }) else { return field }
        let hash = String(field.dropFirst(known.prefix.count))
        if let parsed = try? PasswordHash(hash), !known.schemes.contains(parsed.scheme) {
            throw .violation(Violation(field: .passwordHash, rule: .hash(.malformed)))
        }
        return hash
    }
}
