/// Where a redirect may lead: to the same host and port, over HTTPS, and at most three times in a row.
enum RedirectRule {
    /// How many redirects are followed for one question; one is enough for every known answer of the service.
    static let limit = 3

    /// The statuses that name another address (RFC 9110, 15.4); 304 and 300 are none for this client.
    static func isRedirect(_ status: Int) -> Bool {
        [301, 302, 303, 307, 308].contains(status)
    }

    /// Resolves `location` against the address that was asked and returns where to go.
    static func target(of location: String?, from asked: String) throws(CatalogError) -> String {
        guard let location, let origin = WebAddress(asked) else { throw .redirected(.malformed) }
        let absolute: String
        if location.hasPrefix("//") {
            absolute = origin.scheme + ":" + location
        } else if location.hasPrefix("/") {
            let host = origin.host.contains(":") ? "[\(origin.host)]" : origin.host
            absolute = "\(origin.scheme)://\(host):\(origin.effectivePort)\(location)"
        } else {
            absolute = location
        }
        // Relative paths without a leading slash do not occur and are not worth RFC 3986's merging rules.
        guard let target = WebAddress(absolute), !target.hasCredentials else { throw .redirected(.malformed) }
        guard target.host == origin.host else { throw .redirected(.otherHost(target.host)) }
        guard target.scheme == "https" else { throw .redirected(.notHTTPS) }
        guard target.effectivePort == origin.effectivePort else {
            throw .redirected(.otherHost("\(target.host):\(target.effectivePort)"))
        }
        return absolute
    }
}
