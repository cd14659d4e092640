internal import RegappValues

/// The parts of an absolute `http`-like address (RFC 3986, without the fragment). Strict, so that no two parsers can
/// disagree about the host: anything but printable ASCII is refused, and so are backslashes.
struct WebAddress: Hashable {
    let scheme: String
    /// The host, in lowercase; IPv6 without its brackets.
    let host: String
    let port: Int?
    /// The path, empty or beginning with a slash.
    let path: String
    let query: String
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

    var standardPort: Int { scheme == "https" ? 443 : 80 }

    var effectivePort: Int { port ?? standardPort }
}

/// Splits `host`, `host:port` or `[v6]:port`; nil if the host is empty or the port is not a number up to 65535.
private func splitHost(_ text: Substring) -> (host: String, port: Int?)? {
    let isBracketed = text.hasPrefix("[")
    let host = isBracketed ? text.dropFirst().prefix { $0 != "]" } : text.prefix { $0 != ":" }
    let rest = text[host.endIndex...].dropFirst(isBracketed ? 1 : 0)
    guard !host.isEmpty, !isBracketed || host.endIndex < text.endIndex,
        host.utf8.allSatisfy({ byte in
            isBracketed
                ? byte.isDigit || "abcdefABCDEF:.".utf8.contains(byte)
                : byte.isLetterOrDigit || ".-_".utf8.contains(byte)
        })
    else { return nil }
    if rest.isEmpty { return (host.lowercased(), nil) }
    guard rest.hasPrefix(":"), rest.dropFirst().utf8.allSatisfy(\.isDigit),
        let port = UInt16(rest.dropFirst()), port > 0
    else { return nil }
    return (host.lowercased(), Int(port))
}

extension CatalogAddress {
    /// The address of the PNG variant of a size, in pixels a side: a last path component such as `100x100bb.jpg`,
    /// `100x100bb-85.jpg` or `100x100-75.jpg` becomes `SIZExSIZEbb.png`; other forms are returned unchanged.
    static func artwork(_ address: String, size: Int) -> String {
        guard let slash = address.lastIndex(of: "/") else { return address }
        let piece = address[address.index(after: slash)...]
        guard isSizedPiece(piece) else { return address }
        return address[...slash] + "\(size)x\(size)bb.png"
    }

    private static func isSizedPiece(_ piece: Substring) -> Bool {
        var rest = piece.utf8[...]
        func skip(_ set: (UInt8) -> Bool) -> Int {
            let run = rest.prefix(while: set)
            rest = rest.dropFirst(run.count)
            return run.count
        }
        guard (1...5).contains(skip(\.isDigit)), skip({ $0 == UInt8(ascii: "x") }) == 1,
            (1...5).contains(skip(\.isDigit))
        else { return false }
        _ = skip { (0x61...0x7A).contains($0) }
        if rest.first == UInt8(ascii: "-") {
            rest = rest.dropFirst()
            guard skip(\.isDigit) > 0 else { return false }
        }
        return [".jpg", ".jpeg", ".png", ".webp"].contains(String(Substring(rest)))
    }
}
