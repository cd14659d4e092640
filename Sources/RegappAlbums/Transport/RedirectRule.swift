/// The redirects that are followed: to the same host and port, over HTTPS, and at most three in a row.
enum RedirectRule {
    /// The most redirects followed for one question; one is enough for every known answer of the service.
    static let limit = 3

    /// Whether a status redirects (RFC 9110, 15.4); 304 and 300 do not for this client.
    static func isRedirect(_ status: Int) -> Bool {
        [301, 302, 303, 307, 308].contains(status)
    }

    static func target(of location: String?, from asked: String) throws(CatalogError) -> String {
        guard let location, !location.isEmpty, let origin = WebAddress(asked) else {
            throw .redirected(.malformed)
        }
        // Spaces and letters outside ASCII, which servers put here although an address must not contain them.
        let encoded = location.utf8.map { byte in
            byte > 0x7F || byte == UInt8(ascii: " ") ? byte.percentEncoded : String(Unicode.Scalar(byte))
        }
        let absolute = origin.resolve(encoded.joined())
        guard let target = WebAddress(absolute), !target.hasCredentials else { throw .redirected(.malformed) }
        guard target.host == origin.host else { throw .redirected(.otherHost(target.host)) }
        guard target.scheme == "https" else { throw .redirected(.notHTTPS) }
        guard target.effectivePort == origin.effectivePort else {
            throw .redirected(.otherHost("\(target.host):\(target.effectivePort)"))
        }
        return target.scheme + absolute.dropFirst(target.scheme.count)
    }
}

extension WebAddress {
    /// Resolves a reference against this address (RFC 3986, 5.2), but for `.` and `..`, which curl removes.
    fileprivate func resolve(_ reference: String) -> String {
        let letters = reference.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
        if !letters.isEmpty, reference[letters.endIndex...].hasPrefix(":") { return reference }
        if reference.hasPrefix("//") { return "\(scheme):\(reference)" }
        let mark = reference.firstIndex { $0 == "?" || $0 == "#" } ?? reference.endIndex
        let rest = reference[mark...]
        let root = "\(scheme)://\(host.contains(":") ? "[\(host)]" : host)\(port.map { ":\($0)" } ?? "")"
        if mark == reference.startIndex {
            return root + path + (rest.hasPrefix("#") && !query.isEmpty ? "?\(query)" : "") + rest
        }
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
        let given = String(reference[..<mark])
        return root + (given.hasPrefix("/") ? given : folder + given) + rest
    }
}
