internal import RegappValues

/// The parts of an absolute `http`-like address (RFC 3986, without the fragment).
///
/// Strict on purpose: a text with anything but printable ASCII, or with a backslash, is no address, so that no two
/// parsers can disagree about the host.
struct WebAddress: Hashable {
    let scheme: String
    /// The host, in lowercase; IPv6 without its brackets.
    let host: String
    let port: Int?
    /// The path, empty or beginning with a slash.
    let path: String
    /// The query: what follows the first question mark.
    let query: String
    /// Whether there is anything before an `@`.
    let hasCredentials: Bool

    init?(_ text: String) {
        let clean = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
        guard clean, text.utf8.count <= 8192, let colon = text.firstPlace(of: "://") else { return nil }
        scheme = text[..<colon.lowerBound].lowercased()
        let rest = text[colon.upperBound...].prefix { $0 != "#" }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        let target = rest[authority.endIndex...]
        let mark = target.firstIndex(of: "?") ?? target.endIndex
        path = String(target[..<mark])
        query = String(target[mark...].dropFirst())

        let at = authority.lastIndex(of: "@")
        hasCredentials = at != nil
        let hostAndPort = at.map { authority[authority.index(after: $0)...] } ?? authority
        guard let (host, port) = splitHost(hostAndPort) else { return nil }
        self.host = host
        self.port = port
    }

    var effectivePort: Int { port ?? (scheme == "https" ? 443 : 80) }
}

/// Splits `host`, `host:port` or `[v6]:port`; nil if the host is empty or the port is not a number up to 65535.
private func splitHost(_ text: Substring) -> (host: String, port: Int?)? {
    let isBracketed = text.hasPrefix("[")
    let end: Substring.Index?
    if isBracketed {
        end = text.firstIndex(of: "]").map { text.index(after: $0) }
    } else {
        end = text.firstIndex(of: ":") ?? text.endIndex
    }
    guard let end else { return nil }
    let host = isBracketed ? text[..<end].dropFirst().dropLast() : text[..<end]
    guard !host.isEmpty, isBracketed ? host.utf8.allSatisfy(isIPv6Byte) : host.utf8.allSatisfy(isHostByte)
    else { return nil }
    let rest = text[end...]
    if rest.isEmpty { return (host.lowercased(), nil) }
    guard rest.hasPrefix(":"), rest.dropFirst().utf8.allSatisfy(\.isDigit),
        let port = UInt16(rest.dropFirst()), port > 0
    else { return nil }
    return (host.lowercased(), Int(port))
}

private func isHostByte(_ byte: UInt8) -> Bool { byte.isLetterOrDigit || ".-_".utf8.contains(byte) }

private func isIPv6Byte(_ byte: UInt8) -> Bool { byte.isDigit || "abcdefABCDEF:.".utf8.contains(byte) }
