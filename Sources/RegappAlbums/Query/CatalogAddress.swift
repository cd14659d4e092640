internal import RegappValues

/// The address of a catalogue: scheme, host, port and the path before `search` and `lookup`. Plain HTTP is accepted for
/// this machine only, and an address never contains a user name or password.
package struct CatalogAddress: Sendable, Hashable {
    /// Why a text is not an accepted address, as part of a sentence; never contains a user name or password.
    package struct ParseError: Error, Hashable, Sendable {
        package let reason: String

        static let malformed = ParseError(reason: "it is not of the form https://HOST[:PORT][/PATH]")
    }

    /// The address in full, without a slash at its end. Equal addresses have equal texts.
    package let text: String

    package static let apple = CatalogAddress(full: "https://" + CatalogAddress.appleHost)
    static let appleHost = "itunes.apple.com"

    private init(full text: String) { self.text = text }

    /// Reads an address such as `http://127.0.0.1:8080/mirror`.
    package init(_ text: String) throws(ParseError) {
        guard let parts = WebAddress(text) else { throw .malformed }
        guard !parts.hasCredentials else { throw .init(reason: "a user or password must not be in it") }
        guard parts.scheme == "https" || parts.scheme == "http" else {
            throw .init(reason: "'\(parts.scheme)' is neither https nor http")
        }
        guard !parts.host.contains(":") else {
            throw .init(reason: "an IPv6 address cannot be used; name the host, such as 'localhost'")
        }
        guard parts.query.isEmpty, !text.utf8.contains(UInt8(ascii: "#")) else { throw .malformed }
        guard parts.scheme == "https" || isLoopback(parts.host) else {
            throw .init(reason: "plain http is for this machine only, not for '\(parts.host)'")
        }
        var path = Substring(parts.path)
        while path.hasSuffix("/") { path = path.dropLast() }
        let port = parts.effectivePort == parts.standardPort ? "" : ":\(parts.effectivePort)"
        self.init(full: "\(parts.scheme)://\(parts.host)\(port)\(path)")
    }

    func url(of query: CatalogQuery) -> String { "\(text)/\(query.pathAndQuery)" }

    /// Whether a cover may be fetched: over HTTPS from `*.mzstatic.com`, and from the host and port of another service.
    func permitsCover(at address: String) -> Bool {
        guard let parts = WebAddress(address), !parts.hasCredentials else { return false }
        if parts.scheme == "https" && parts.host.hasSuffix(".mzstatic.com") && parts.effectivePort == 443 {
            return true
        }
        guard self != .apple, let own = WebAddress(text) else { return false }
        return (parts.scheme, parts.host, parts.effectivePort) == (own.scheme, own.host, own.effectivePort)
    }
}

/// Whether a host is this machine: `localhost`, or `127.0.0.0/8` as four decimal numbers in their usual form.
private func isLoopback(_ host: String) -> Bool {
    if host == "localhost" { return true }
    let numbers = host.split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127"
        && numbers.allSatisfy { UInt8($0).map(String.init) == String($0) }
}

/// The redirects that are followed: to the same host and port, over HTTPS, and at most three in a row.
enum RedirectRule {
    /// The most redirects followed for one question; one is enough for every known answer of the service.
    static let limit = 3

    private static let malformed = "to an address that cannot be read"

    static func target(of location: String?, from asked: String) throws(CatalogError) -> String {
        guard let location, !location.isEmpty, let origin = WebAddress(asked) else {
            throw .redirected(malformed)
        }
        // Servers send spaces and letters outside ASCII here, although a URL must not contain them.
        let encoded = location.utf8.percentEncoded { $0 < 0x80 && $0 != UInt8(ascii: " ") }
        let absolute = origin.resolve(encoded)
        guard let target = WebAddress(absolute), !target.hasCredentials else { throw .redirected(malformed) }
        guard target.host == origin.host else { throw .redirected("to '\(target.host)'") }
        guard target.scheme == "https" else { throw .redirected("out of HTTPS") }
        guard target.effectivePort == origin.effectivePort else {
            throw .redirected("to '\(target.host):\(target.effectivePort)'")
        }
        return target.scheme + absolute.dropFirst(target.scheme.count)
    }
}

extension WebAddress {
    /// Resolves a reference against this address (RFC 3986, 5.2), except for `.` and `..`, which curl removes.
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
