/// Writes Dovecot's passwd-file: `user:{CRYPT}hash::::::` a line, the user lowercased as Dovecot looks it up
/// (`auth_username_format`).
struct PasswdFileWriter: AccountWriter {
    private static let schemes: [(prefix: String, schemes: [HashScheme])] = [
        ("{CRYPT}", HashScheme.allCases), ("{BLF-CRYPT}", [.bcrypt]), ("{SHA512-CRYPT}", [.sha512Crypt]),
        ("{SHA256-CRYPT}", [.sha256Crypt]),
    ]

    func bytes(for record: AccountRecord) throws(ExportError) -> [UInt8] {
        let (email, hash) = try record.credentials(for: .passwdFile)
        return Array("\(email.lowercased()):{CRYPT}\(hash)::::::\n".utf8)
    }

    /// Dovecot's schemes of a password that is not hashed.
    private static let plain = ["{PLAIN}", "{CLEAR}", "{CLEARTEXT}"]

    /// The account of a line; nil for an empty line and a comment.
    @Sendable static func record(of line: ArraySlice<UInt8>) throws(ImportProblem.Reason) -> AccountRecord? {
        guard let (email, rest) = try AccountRecord.parts(of: line) else { return nil }
        var record: AccountRecord = [.email: email]
        // User, group, home and extra fields say nothing about an account.
        let field = String(rest.prefix { $0 != ":" })
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
            // Without a scheme Dovecot's own default is CRYPT; others are named by the hash's rule.
            record[.passwordHash] = field
        }
        return record.filter { $0 == .email || !$1.isEmpty }
    }
}
