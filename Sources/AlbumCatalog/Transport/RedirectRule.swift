internal import Foundation

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
        guard let location, !location.isEmpty, let origin = WebAddress(asked),
            let absolute = URL(string: location, relativeTo: URL(string: asked))?.absoluteString,
            let target = WebAddress(absolute), !target.hasCredentials
        else { throw .redirected(.malformed) }
        guard target.host == origin.host else { throw .redirected(.otherHost(target.host)) }
        guard target.scheme == "https" else { throw .redirected(.notHTTPS) }
        guard target.effectivePort == origin.effectivePort else {
            throw .redirected(.otherHost("\(target.host):\(target.effectivePort)"))
        }
        // The session takes a scheme in small letters only.
        return target.scheme + absolute.dropFirst(target.scheme.count)
    }
}
