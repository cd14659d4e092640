extension HashFormat {
    /// Names the scheme of a hash that regapp does not verify, judging by its form.
    static func unknown(_ text: String) -> HashRule {
        let prefixes = [
            ("$1$", "md5-crypt"), ("$apr1$", "apr1"), ("$7$", "scrypt"), ("$gy$", "gost-yescrypt"),
            ("$2x$", "bcrypt 2x"), ("$2$", "bcrypt 2"), ("$3$", "NT hash"), ("$md5", "sunmd5"),
            ("$sha1$", "sha1-crypt"),
            ("$argon2", "argon2"), ("$pbkdf2", "pbkdf2"), ("$sm3$", "sm3-crypt"), ("$sm3y$", "sm3-yescrypt"),
        ]
        if let known = prefixes.first(where: { text.hasPrefix($0.0) }) {
            return .unsupported(scheme: known.1)
        }
        if let braced = bracedScheme(of: text) { return .unsupported(scheme: braced) }
        let isBase64 = text.utf8.allSatisfy { isDESCharacter($0) }
        if isBase64, text.utf8.count == 13 { return .unsupported(scheme: "DES crypt") }
        if text.hasPrefix("_"), text.utf8.count == 20, text.utf8.dropFirst().allSatisfy(isDESCharacter) {
            return .unsupported(scheme: "BSDi crypt")
        }
        return .malformed
    }

    /// The `{SCHEME}` in front of a value of LDAP, Dovecot or htpasswd, with the braces.
    ///
    /// Only well-known words are repeated: anything else in braces may be a password.
    private static func bracedScheme(of text: String) -> String? {
        let words = [
            "SHA", "SSHA", "SHA256", "SSHA256", "SHA512", "SSHA512", "MD5", "SMD5", "PLAIN", "CLEARTEXT",
            "CRYPT",
            "MD5-CRYPT", "DES-CRYPT", "BLF-CRYPT", "SHA256-CRYPT", "SHA512-CRYPT", "PLAIN-MD5", "LDAP-MD5",
            "CRAM-MD5", "DIGEST-MD5", "SCRAM-SHA-1", "SCRAM-SHA-256", "PBKDF2", "ARGON2I", "ARGON2ID", "NTLM",
        ]
        let upper = text.prefix(24).uppercased()
        return words.map { "{\($0)}" }.first { upper.hasPrefix($0) }
    }

    static func isDESCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x2E...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}
