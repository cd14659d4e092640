/// The value of `passwordHash`: a hash, after a `!` if the account is locked, as in shadow(5); a lone `!` is a locked
/// account without a hash.
package struct StoredHash: Hashable, Sendable {
    static let lock = "!"

    package let isLocked: Bool
    /// Nil after a lone `!`.
    package let hash: PasswordHash?

    package init(_ text: String) throws(HashRule) {
        isLocked = Self.isLocked(text)
        let rest = isLocked ? String(Substring(text.utf8.dropFirst())) : text
        hash = isLocked && rest.isEmpty ? nil : try PasswordHash(rest)
    }

    static func isLocked(_ text: String) -> Bool { text.utf8.first == lock.utf8.first }

    /// Whether a text looks like a hash of some scheme, after any kind of lock. A word could be one of DES, and is
    /// taken for a word.
    static func isHash(_ text: String) -> Bool {
        // RHEL writes two exclamation marks, others a star.
        let text = String(text.drop { $0 == "!" || $0 == "*" || $0.isWhitespace })
        if text.first == "$", text.dropFirst().contains("$") { return true }
        if HashLikeness(of: text) == .certain { return true }
        do throws(HashRule) { return try StoredHash(text).hash.map { $0.scheme != .des } ?? false } catch {
            return switch error {
            case .unsupported, .tooCostly: true
            case .malformed: false
            }
        }
    }

    init(_ hash: PasswordHash?, isLocked: Bool) {
        self.hash = hash
        self.isLocked = isLocked
    }

    /// The value of the field; nil if it would be empty.
    package var text: String? {
        let text = (isLocked ? Self.lock : "") + (hash?.text ?? "")
        return text.isEmpty ? nil : text
    }
}

// MARK: In braces, as LDAP and Dovecot write hashes

extension StoredHash {
    static let crypt = "{CRYPT}"

    /// A value with the scheme in front. A lock follows the braces: without them a server would compare it as a
    /// plain password.
    static func braced(_ value: String) -> String {
        (try? StoredHash(value)).flatMap(\.inCapitals) ?? crypt + value
    }

    /// A value of a scheme in braces, which Apache compares exactly; nil if libcrypt computes the scheme.
    var inCapitals: String? {
        guard let hash, !hash.scheme.isOfLibcrypt else { return nil }
        let (braces, digest) = ForeignHash.braces(of: hash.text)
        return braces.uppercased() + (isLocked ? Self.lock : "") + digest
    }

    /// A value without the braces of crypt(3), and with any lock before the others.
    static func unbraced(_ value: String) -> String {
        let (braces, rest) = ForeignHash.braces(of: value)
        if braces.uppercased() == crypt { return String(rest) }
        return !braces.isEmpty && rest.hasPrefix(lock) ? lock + braces + rest.dropFirst(lock.count) : value
    }
}

extension AccountFile {
    package var storedHash: StoredHash? { value(.passwordHash).flatMap { try? StoredHash($0) } }
}
