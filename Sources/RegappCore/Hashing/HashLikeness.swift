/// How much a plain password looks like a misplaced hash.
package enum HashLikeness: Hashable, Sendable {
    /// The password begins as only hashes do.
    case certain
    /// The password contains a digest and perhaps a salt, as databases of web applications write them.
    case digest
    /// The text could be a hash without a prefix, or just a password.
    case possible

    package init?(of password: String) {
        let text = password.trimmed.drop { $0 == "!" || $0.isWhitespace }
        if Self.hasKnownPrefix(text) || Self.hasBracedScheme(text) || Self.isBSDi(text)
            || Self.hasUnknownScheme(text)
        {
            self = .certain
        } else if Self.isDigest(text) {
            self = .digest
        } else if Self.isHexadecimal(text) || Self.isDES(text) {
            self = .possible
        } else {
            return nil
        }
    }

    static func hasKnownPrefix(_ text: Substring) -> Bool {
        let start = text.prefix(longestPrefix).lowercased()
        return prefixes.contains(where: start.hasPrefix)
    }

    /// In lowercase: prefixes of verified schemes and of all others.
    private static let prefixes =
        ["$1$", "$2a$", "$2b$", "$2y$", "$5$", "$6$", "$y$", "$apr1$"]
        + HashFormat.unknownPrefixes.map { $0.0.lowercased() } + [
            "u$s$", "u$p$", "u$h$", "sha1:", "sha256:", "sha512:",
        ]

    /// In characters.
    private static let longestPrefix = 16

    /// A leading `{SCHEME}`, as LDAP, Dovecot and Spring write it.
    private static func hasBracedScheme(_ text: Substring) -> Bool {
        guard text.first == "{", let end = text.prefix(longestScheme).firstIndex(of: "}") else {
            return false
        }
        let name = text[..<end].utf8.dropFirst()
        return name.count > 1 && text[end...].utf8.count > 1 && name.first?.isLetter == true
            && name.allSatisfy { $0.isLetterOrDigit || "-_.@".utf8.contains($0) }
    }

    private static let longestScheme = 34

    /// A leading `$scheme$`, followed by more parts or by more text than a password is likely to have.
    static func hasUnknownScheme(_ text: Substring) -> Bool {
        let parts = text.utf8.split(
            separator: UInt8(ascii: "$"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].isEmpty, (1...20).contains(parts[1].count) else { return false }
        return parts[1].allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
            && (parts[2].count >= 16 || parts[2].dropLast().contains(UInt8(ascii: "$")))
    }

    /// BSDi's `_`, four digits of rounds, four of salt and eleven of hash.
    static func isBSDi(_ text: Substring) -> Bool {
        text.utf8.count == 20 && text.first == "_"
            && text.utf8.dropFirst().allSatisfy { HashFormat.value64($0) != nil }
    }

    /// Hexadecimal digits of MD5 to SHA-512 at either end, next to a separator, or after PostgreSQL's `md5`.
    static func isDigest(_ text: Substring) -> Bool {
        if text.hasPrefix("md5"), isDigest(text.dropFirst(3)) { return true }
        let bytes = Array(text.utf8)
        var start = 0
        for end in 0...bytes.count where end == bytes.count || !isHexadecimal(bytes[end]) {
            let isApart =
                start == 0 || end == bytes.count || signs.contains(bytes[start - 1])
                || signs.contains(bytes[end])
            if isApart, lengths.contains(end - start) { return true }
            start = end + 1
        }
        return false
    }

    private static let signs = ASCIISet(":$*{}.@")
    /// The lengths of hexadecimal MD5, SHA-1, SHA-224, SHA-256, SHA-384 and SHA-512.
    private static let lengths = [32, 40, 56, 64, 96, 128]

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        byte.isDigit || (0x41...0x46).contains(byte & 0xDF)
    }

    /// From the 16 bytes of MD5 to the 64 of SHA-512.
    static func isHexadecimal(_ text: Substring) -> Bool {
        (32...128).contains(text.utf8.count)
            && text.utf8.allSatisfy(isHexadecimal)
    }

    /// Two digits of salt and eleven of hash, of which the last holds only four bits.
    static func isDES(_ text: Substring) -> Bool {
        text.utf8.count == 13 && text.utf8.allSatisfy { HashFormat.value64($0) != nil }
            && text.utf8.last.map(".26AEIMQUYcgkosw".utf8.contains) == true
    }
}
