/// The value of `passwordHash`: a hash, after a `!` if the account is locked, as in shadow(5); the `!` may be alone.
package struct StoredHash: Hashable, Sendable {
    package static let lock = "!"

    /// Nil after a lone `!`.
    package let hash: PasswordHash?
    package let isLocked: Bool

    static func isLocked(_ text: String) -> Bool { text.utf8.first == lock.utf8.first }

    /// In bytes; a hash without any punctuation is at least so long.
    private static let shortestBare = 20
    /// In bytes; no program writes hashes near that length. A longer value is a text that may hold anything.
    private static let longest = 1024

    /// Whether a text looks like a hash, after any lock; false for what may be a DES hash or just a word.
    static func isHash(_ text: String) -> Bool {
        // Every value of a custom key is asked about, and the history asks again for each change. A hash is long, but no
        // essay, or has one of these characters.
        guard text.utf8.count <= longest else { return false }
        guard text.utf8.count >= shortestBare || text.hasByte(where: { "$:{_".utf8.contains($0) }) else {
            return false
        }
        // RHEL writes two exclamation marks, others a star.
        let text = String(text.drop { $0 == "!" || $0 == "*" || $0.isWhitespace })
        if text.first == "$", text.dropFirst().contains("$") { return true }
        if HashLikeness(of: text) == .certain { return true }
        do throws(HashRule) { return try StoredHash(text).hash.map { $0.scheme != .des } ?? false } catch {
            return switch error {
            case .unsupported, .tooCostly: true
            case .malformed, .plain: false
            }
        }
    }

    /// Whether a text can hardly be anything but a hash, as ``isHash(_:)`` may be: neither a number in hexadecimal nor
    /// `{urgent} call` or `$5 per $6`.
    static func isCertain(_ text: String) -> Bool {
        guard isHash(text) else { return false }
        let bare = text.drop { $0 == "!" || $0.isWhitespace }
        // As MySQL writes it.
        if bare.first == "*", bare.utf8.count == 41, HashLikeness.isHexadecimal(bare.dropFirst()) {
            return true
        }
        let rest = bare.drop { $0 == "*" || $0 == "!" || $0.isWhitespace }
        if HashLikeness.isHexadecimal(rest) { return false }
        if HashLikeness.hasKnownPrefix(rest) { return rest.utf8.count >= shortestPrefixed }
        let braced = ForeignHash.braces(of: String(rest))
        if !braced.braces.isEmpty {
            let scheme = braced.braces.dropFirst().dropLast().lowercased()
            return schemeBeginnings.contains(where: scheme.hasPrefix) && !braced.rest.isEmpty
        }
        return rest.utf8.count >= shortestCertain && !rest.contains(where: \.isWhitespace)
            && (rest.first == "$" || rest.contains { "$:".contains($0) } && HashLikeness.isDigest(rest))
    }

    /// Of what LDAP, Dovecot and Spring write in braces, in small letters.
    private static let schemeBeginnings = [
        "sha", "ssha", "md5", "smd5", "crypt", "des-crypt", "blf-crypt", "bcrypt", "pbkdf2", "scrypt",
        "argon2",
        "scram", "cram", "digest", "plain", "clear", "noop", "ldap", "apr1", "ntlm", "lanman", "otp", "pkcs5",
    ]
    /// In bytes: a prefix with something behind it.
    private static let shortestPrefixed = 8
    /// In bytes: other hashes are longer, but for DES, of which every word of thirteen letters may be one.
    private static let shortestCertain = 20

    /// Nil if the field would be empty.
    package var text: String? {
        let text = (isLocked ? Self.lock : "") + (hash?.text ?? "")
        return text.isEmpty ? nil : text
    }
}

extension StoredHash {
    package init(_ text: String) throws(HashRule) {
        isLocked = Self.isLocked(text)
        let rest = isLocked ? String(Substring(text.utf8.dropFirst())) : text
        hash = isLocked && rest.isEmpty ? nil : try PasswordHash(rest)
    }
}

// MARK: In braces, as LDAP and Dovecot write hashes

extension StoredHash {
    static let crypt = "{CRYPT}"
    /// Words in braces that mark a plain password, as Dovecot and Spring write them.
    package static let plainSchemes = ["{PLAIN}", "{CLEAR}", "{CLEARTEXT}", "{NOOP}"]

    /// The scheme in braces, then any lock, then the hash. Without braces, a server would see a plain password.
    static func braced(_ value: String) -> String {
        (try? StoredHash(value)).flatMap(\.inCapitals) ?? crypt + value
    }

    /// The hash with its braces in capitals, since Apache compares case; nil if it has none or libcrypt computes the scheme.
    var inCapitals: String? {
        guard let hash, !hash.scheme.isOfLibcrypt else { return nil }
        let value = ForeignHash.braces(of: hash.text)
        if value.braces.isEmpty { return nil }
        return value.braces.uppercased() + (isLocked ? Self.lock : "") + value.rest
    }

    /// Words in braces before libcrypt's hashes, with the schemes that each stands for: LDAP, Dovecot, Spring.
    package static let braces: KeyValuePairs<String, [HashScheme]> = [
        crypt: HashScheme.allCases.filter(\.isOfLibcrypt), "{BLF-CRYPT}": [.bcrypt], "{BCRYPT}": [.bcrypt],
        "{SHA512-CRYPT}": [.sha512Crypt], "{SHA256-CRYPT}": [.sha256Crypt], "{MD5-CRYPT}": [.md5Crypt],
        "{DES-CRYPT}": [.des],
    ]

    /// Converts another program's value for an account file: drops the braces of libcrypt's schemes, replaces lock
    /// marks by one lock in front; empty if the hash is elsewhere. If the braces name another scheme than the hash's,
    /// they stay, so that the rule on hashes refuses the value.
    static func read(_ value: String) -> String {
        let outside = Unmarked(value)
        let inner = ForeignHash.braces(of: outside.text)
        let known = braces.first { $0.key == inner.braces.uppercased() }
        let hash = inner.braces.isEmpty ? outside : Unmarked(String(inner.rest))
        let lock = outside.isLocked || hash.isLocked ? lock : ""
        guard let known else {
            // `{DISABLED}` and `{LOCKED}$6$…` are no schemes.
            let word = String(inner.braces.dropFirst().dropLast())
            guard word.uppercased() == "NOLOGIN" || LoginName.isCertainlyClosed(word.lowercased()) else {
                return lock + inner.braces + hash.text
            }
            return Self.lock + ((try? PasswordHash(hash.text)) == nil ? "" : hash.text)
        }
        if let parsed = try? PasswordHash(hash.text), !known.value.contains(parsed.scheme) { return value }
        return lock + hash.text
    }

    /// A value without marks that are not part of a hash: `x` or nothing means that the hash is elsewhere, others mean a
    /// lock (passwd(5), shadow(5), Solaris, FreeBSD). MySQL writes a star before its digests.
    private struct Unmarked {
        var isLocked = false
        var text = ""

        init(_ value: String) {
            if value == "x" { return }
            if ["-", "NP", "UP", "UN", "*0", "*1"].contains(value) {
                isLocked = true
                return
            }
            if value.hasPrefix("*"), HashLikeness.isHexadecimal(value.dropFirst()) {
                text = value
                return
            }
            let rest = value.drop { $0 == "!" || $0 == "*" }
            let mark = ["LK", "NP", "LOCKED"].first { rest == $0 || rest.hasPrefix($0 + "*") }
            isLocked = rest.count < value.count || mark != nil
            text = String(rest.dropFirst(mark.map { $0.count + 1 } ?? 0))
        }
    }
}

extension AccountFile {
    package var storedHash: StoredHash? { value(.passwordHash).flatMap { try? StoredHash($0) } }
}
