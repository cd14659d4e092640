package import RegappProcesses

package enum CatalogError: Error, Hashable, Sendable {
    case curlNotInstalled
    /// The program `curl` could not be started, or ended without an answer and without a reason known here.
    case curlFailed(ProgramEnd)
    case offline
    case unknownHost(String)
    /// The host refused the connection, or there is no route to it.
    case unreachable(host: String)
    case insecure(host: String)
    case timeout(milliseconds: Int)
    case connectionLost
    /// The answer is not HTTP, or violates its rules.
    case notHTTP
    /// The answer has more bytes, uncompressed, than the limit.
    case tooLarge(limit: Int)
    case redirected(RedirectError)
    case status(Int)
    /// Too many questions, now or recently; the catalogue is not asked again for some seconds.
    case rateLimited(seconds: Int)
    /// The service refused parameters, by its own key names (`country`, `itunesId`).
    case badParameter([String])
    /// The service reported an error in its own words, cut to 200 scalars. Not safe to print as they are.
    case message(String)
    case notJSON
    /// The answer is JSON, but not an answer of this service.
    case unexpectedShape
    case noSuchStore(Storefront)
    case noSuchAlbum(id: Int64, store: Storefront)
    case cancelled

    /// Whether an older answer is better than none: the service cannot be reached, is busy or is out of order.
    var allowsOutdatedAnswer: Bool {
        switch self {
        case .badParameter, .noSuchStore, .noSuchAlbum, .cancelled: false
        case .curlNotInstalled, .curlFailed, .offline, .unknownHost, .unreachable, .insecure, .timeout,
            .connectionLost, .notHTTP, .tooLarge, .redirected, .status, .rateLimited, .message, .notJSON,
            .unexpectedShape:
            true
        }
    }
}

package enum RedirectError: Hashable, Sendable {
    case otherHost(String)
    case notHTTPS
    case tooMany(limit: Int)
    case malformed
}
