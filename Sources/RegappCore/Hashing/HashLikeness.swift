internal import RegappValues

/// How much a plain password looks like a hash that stands in the wrong place.
package enum HashLikeness: Hashable, Sendable {
    /// It begins as only hashes do.
    case certain
    /// It has the digits of a digest and perhaps a salt, as databases of web applications do.
    case digest
    /// It has the form of a hash without a prefix, which a password may have too.
    case possible

    package init?(of password: String) {
        let text = password.drop { $0 == "!" || $0.isWhitespace }
        let start = text.prefix(Self.longestPrefix).lowercased()
        if Self.prefixes.contains(where: start.hasPrefix) || Self.hasBracedScheme(text) || Self.isBSDi(text) {
            self = .certain
        } else if Self.isDigest(text) {
            self = .digest
        } else if Self.isHexadecimal(text) || Self.isDES(text) {
            self = .possible
        } else {
            return nil
        }
    }

    /// In lowercase: those that regapp verifies, and all others.
    private static let prefixes =
        ["$1$", "$2a$", "$2b$", "$2y$", "$5$", "$6$", "$y$", "$apr1$"]
        + HashFormat.unknownPrefixes.map { $0.0.lowercased() } + ["u$s$", "u$p$", "u$h$"]

    /// In characters.
    private static let longestPrefix = 16

    /// `{SCHEME}` in front, as LDAP, Dovecot and Spring write it.
    private static func hasBracedScheme(_ text: Substring) -> Bool {
        guard text.first == "{", let end = text.prefix(longestScheme).firstIndex(of: "}") else {
            return false
        }
        let name = text[..<end].utf8.dropFirst()
        return name.count > 1 && text[end...].utf8.count > 1 && name.first?.isLetter == true
            && name.allSatisfy { $0.isLetterOrDigit || "-_.@".utf8.contains($0) }
    }

    private static let longestScheme = 34

    /// BSDi's `_`, four digits of rounds, four of salt and eleven of hash.
    static func isBSDi(_ text: Substring) -> Bool {
        text.utf8.count == 20 && text.first == "_"
            && text.utf8.dropFirst().allSatisfy { HashFormat.value64($0) != nil }
    }

    /// Hexadecimal digits of MD5 to SHA-512, or those of MD5 and a salt after a colon (Joomla).
    private static func isDigest(_ text: Substring) -> Bool {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard isHexadecimal(parts[0]) else { return false }
        return [32, 40, 56, 64, 96, 128].contains(parts[0].utf8.count)
    }

    /// From the 16 bytes of MD5 to the 64 of SHA-512.
    static func isHexadecimal(_ text: Substring) -> Bool {
        (32...128).contains(text.utf8.count)
            && text.utf8.allSatisfy { $0.isDigit || (0x41...0x46).contains($0 & 0xDF) }
    }

    /// Two digits of salt and eleven of hash; the last one holds only four bits.
    static func isDES(_ text: Substring) -> Bool {
        text.utf8.count == 13 && text.utf8.allSatisfy { HashFormat.value64($0) != nil }
            && text.utf8.last.map(".26AEIMQUYcgkosw".utf8.contains) == true
    }
}
