/// Computes hashes that libcrypt lacks: Apache's apr1, and `{SHA}` and `{SSHA}` of LDAP directories.
enum ForeignHash {
    /// Hashes a phrase with the scheme and salt of a stored hash; nil for a scheme of libcrypt.
    static func hash(_ phrase: String, like text: String, _ scheme: HashScheme) -> String? {
        switch scheme {
        case .apr1: apr1(Array(phrase.utf8), like: text)
        case .sha, .ssha: sha1(Array(phrase.utf8), like: text)
        case .des, .bsdi, .md5Crypt, .sha256Crypt, .sha512Crypt, .bcrypt, .yescrypt: nil
        }
    }

    // MARK: {SHA} and {SSHA}: SHA-1 of the password and perhaps a salt, which follows it, in base64

    /// In bytes.
    private static let sha1Length = 20
    private static let maximumSalt = 64

    /// Whether the text after the braces is base64 of a digest, with or without a salt.
    static func isSHA1(_ text: Substring, isSalted: Bool) -> Bool {
        guard let bytes = Base64.decode(String(text)) else { return false }
        let salt = bytes.count - sha1Length
        return isSalted ? (1...maximumSalt).contains(salt) : salt == 0
    }

    private static func sha1(_ phrase: [UInt8], like text: String) -> String? {
        let value = braces(of: text)
        guard let bytes = Base64.decode(String(value.rest)), bytes.count >= sha1Length else { return nil }
        let salt = bytes[sha1Length...]
        return value.braces + Base64.encode(WeakDigests.sha1(phrase + salt) + salt)
    }

    struct Braced {
        /// ASCII, such as `{SSHA}`; empty if there are none.
        let braces: Substring
        let rest: Substring
    }

    /// The braces with the scheme, and the rest of the text.
    static func braces(of text: String) -> Braced {
        guard text.utf8.first == UInt8(ascii: "{"), let end = text.utf8.firstIndex(of: UInt8(ascii: "}")),
            text.utf8[...end].allSatisfy({ $0 < 0x80 })
        else { return Braced(braces: "", rest: text[...]) }
        return Braced(braces: text[...end], rest: text[text.utf8.index(after: end)...])
    }

    // MARK: apr1: a thousand rounds of MD5, as in md5-crypt but for the prefix

    private static let rounds = 1_000
    private static let prefix = "$apr1$"

    private static func apr1(_ phrase: [UInt8], like text: String) -> String? {
        guard text.hasPrefix(prefix) else { return nil }
        let salt = text.dropFirst(prefix.count).prefix { $0 != "$" }
        return "\(prefix)\(salt)$" + digits(of: apr1Digest(phrase, Array(salt.utf8)))
    }

    private static func apr1Digest(_ phrase: [UInt8], _ salt: [UInt8]) -> [UInt8] {
        let other = WeakDigests.md5(phrase + salt + phrase)
        var start = phrase + Array(prefix.utf8) + salt
        for done in stride(from: 0, to: phrase.count, by: other.count) {
            start += other.prefix(phrase.count - done)
        }
        var bits = phrase.count
        while bits > 0 {
            start.append(bits & 1 == 1 ? 0 : phrase.first ?? 0)
            bits >>= 1
        }
        var digest = WeakDigests.md5(start)
        for round in 0..<rounds {
            let isOdd = round & 1 == 1
            var message = isOdd ? phrase : digest
            if round % 3 != 0 { message += salt }
            if round % 7 != 0 { message += phrase }
            digest = WeakDigests.md5(message + (isOdd ? digest : phrase))
        }
        return digest
    }

    /// In crypt's base 64, in the byte order of md5-crypt.
    private static func digits(of digest: [UInt8]) -> String {
        let alphabet = Array("./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
        let groups = [[0, 6, 12], [1, 7, 13], [2, 8, 14], [3, 9, 15], [4, 10, 5], [11]]
        var digits: [UInt8] = []
        for group in groups {
            var value = group.reduce(0) { $0 << 8 | Int(digest[$1]) }
            for _ in 0...group.count {
                digits.append(alphabet[value & 0x3F])
                value >>= 6
            }
        }
        return String(decoding: digits, as: UTF8.self)
    }
}

extension HashFormat {
    /// Prefixes and schemes that regapp does not verify: crypt(5), PHP, WordPress, Drupal, Django, Werkzeug.
    static let unknownPrefixes = [
        ("$7$", "scrypt"), ("$gy$", "gost-yescrypt"), ("$2x$", "bcrypt 2x"), ("$2$", "bcrypt 2"),
        ("$3$", "NT"), ("$md5", "sunmd5"), ("$sha1$", "sha1-crypt"), ("$argon2", "argon2"),
        ("$pbkdf2", "PBKDF2"), ("$sm3$", "sm3-crypt"), ("$sm3y$", "sm3-yescrypt"), ("$scrypt$", "scrypt"),
        ("$P$", "phpass"), ("$H$", "phpass"), ("$S$", "Drupal"), ("$bcrypt", "bcrypt-sha256"),
        ("pbkdf2_", "PBKDF2"), ("pbkdf2:", "PBKDF2"), ("scrypt:", "scrypt"), ("scrypt$", "scrypt"),
        ("argon2$", "argon2"), ("bcrypt_sha256$", "bcrypt-sha256"), ("bcrypt$", "Django bcrypt"),
        ("$wp$", "WordPress bcrypt"), ("md5$", "Django MD5"), ("unsalted_md5$", "Django MD5"),
        ("sha1$", "Django SHA-1"), ("unsalted_sha1$", "Django SHA-1"), ("crypt$", "Django crypt"),
        ("SCRAM-SHA-", "SCRAM"), ("grub.pbkdf2", "PBKDF2"), ("pbkdf2-", "PBKDF2"),
        ("PBKDF2$", "PBKDF2"), ("AQAAAA", "ASP.NET"), ("0x0100", "SQL Server"), ("0x0200", "SQL Server"),
    ]

    /// Guesses, by its form, the scheme of a hash that regapp does not verify.
    static func unknown(_ text: String) -> HashRule {
        // Mosquitto uses the prefix of libcrypt's scrypt, followed by a number of rounds.
        let parts = text.utf8.split(separator: UInt8(ascii: "$"), omittingEmptySubsequences: false)
        if text.hasPrefix("$7$"), parts.count > 3, !parts[2].isEmpty, parts[2].allSatisfy(\.isDigit) {
            return .unsupported(scheme: "PBKDF2")
        }
        if let known = unknownPrefixes.first(where: { text.hasPrefix($0.0) }) {
            return .unsupported(scheme: known.1)
        }
        if let braced = bracedScheme(of: text) { return .unsupported(scheme: braced) }
        // The scheme's name is not repeated: it may be part of a password.
        if HashLikeness.hasUnknownScheme(text[...]) { return .unsupported(scheme: "unknown") }
        if HashLikeness.isHexadecimal(text[...]) || HashLikeness.isDigest(text[...]) {
            return .unsupported(scheme: "hexadecimal")
        }
        // Django writes `!` and 40 characters for an account without a password.
        let isUnusable = text.utf8.count == 40 && text.utf8.allSatisfy(\.isLetterOrDigit)
        if isUnusable { return .unsupported(scheme: "Django placeholder") }
        let isLikeHash = text.utf8.first.map("${_!*".utf8.contains) ?? true
        return isLikeHash ? .malformed : .plain
    }

    /// The `{SCHEME}` in front of a value of LDAP, Dovecot or htpasswd, with the braces; nil for verified schemes. What
    /// is not a word may be part of a password and must not be repeated: it becomes "unknown".
    private static func bracedScheme(of text: String) -> String? {
        let braces = ForeignHash.braces(of: text).braces.uppercased()
        let isVerified =
            [HashScheme.sha.rawValue, HashScheme.ssha.rawValue].contains(braces)
            || StoredHash.braces.contains { $0.key == braces }
        guard braces.utf8.count > 2, !isVerified else { return nil }
        let word = braces.utf8.dropFirst().dropLast()
        let isWord = word.count <= 34 && word.allSatisfy { $0.isLetterOrDigit || "._@-".utf8.contains($0) }
        return isWord ? braces : "unknown"
    }
}
