internal import Foundation

/// The redirects that are followed: to the same host and port, over HTTPS, and at most three in a row.
enum RedirectRule {
    /// The most redirects followed for one question; one is enough for every known answer of the service.
    static let limit = 3

    /// Whether a status redirects (RFC 9110, 15.4); 304 and 300 do not for this client.
    static func isRedirect(_ status: Int) -> Bool {
        [301, 302, 303, 307, 308].contains(status)
    }

    /// Resolves `location` against the requested address.
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
