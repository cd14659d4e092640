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

    /// The account of a line; nil for an empty line and a comment.
    @Sendable static func record(of line: ArraySlice<UInt8>) throws(ImportProblem.Reason) -> AccountRecord? {
        guard let (email, rest) = try AccountRecord.parts(of: line) else { return nil }
        return AccountRecord(email: email, hash: try hash(of: rest))
    }

    /// The hash of the second field, whatever follows it left out: user, group, home and extra fields say nothing
    /// about an account.
    private static func hash(of rest: String) throws(ImportProblem.Reason) -> String {
        let field = String(rest.prefix { $0 != ":" })
        let upper = field.prefix { $0 != "}" }.uppercased() + "}"
        // Without a scheme Dovecot's own default is CRYPT; others are named by the hash's rule.
        guard let known = schemes.first(where: { upper == $0.prefix }) else { return field }
        let hash = String(field.dropFirst(known.prefix.count))
        if let parsed = try? StoredHash(hash).hash, !known.schemes.contains(parsed.scheme) {
            throw .violation(Violation(field: .passwordHash, rule: .hash(.malformed)))
        }
        return hash
    }
}
