/// Why the catalogue gave no answer: the facts, from which one place makes the sentences.
public enum CatalogError: Error, Hashable, Sendable {
    /// No network, or no way to the host.
    case offline
    /// No name server knows the host.
    case unknownHost(String)
    /// The host refused the connection.
    case refused(host: String)
    /// The encrypted connection failed: certificate, protocol or handshake.
    case insecure(host: String)
    /// The answer was not complete within the deadline.
    case timeout(milliseconds: Int)
    /// The connection broke before the answer was complete.
    case connectionLost
    /// What came does not speak HTTP, or breaks its rules.
    case notHTTP
    /// The answer holds more bytes, unpacked, than the limit.
    case tooLarge(limit: Int)
    /// The answer points elsewhere, to where regapp does not follow.
    case redirected(RedirectError)
    /// An answer with a status that tells of an error.
    case status(Int)
    /// Too many questions, now or a while ago; the catalogue is not asked again for so many seconds.
    case rateLimited(seconds: Int)
    /// The service refused parameters, by its own key names (`country`, `itunesId`).
    case badParameter([String])
    /// The service told of an error in words of its own, cut to 200 scalars. Not safe to print as it is.
    case message(String)
    /// The answer is not JSON.
    case notJSON
    /// The answer is JSON, but not an answer of this service.
    case unexpectedShape
    /// No store that was asked has an album of this number.
    case noSuchAlbum(id: Int64, store: Storefront)
    /// The reader took the question back.
    case cancelled

    /// Whether an older answer is better than none: the service cannot be reached, is busy or is out of order.
    var allowsOutdatedAnswer: Bool {
        switch self {
        case .badParameter, .noSuchAlbum, .cancelled: false
        case .offline, .unknownHost, .refused, .insecure, .timeout, .connectionLost, .notHTTP, .tooLarge,
            .redirected,
            .status, .rateLimited, .message, .notJSON, .unexpectedShape:
            true
        }
    }
}

/// Why a redirect was not followed.
public enum RedirectError: Hashable, Sendable {
    /// It leads to another host or port.
    case otherHost(String)
    /// It leads out of HTTPS.
    case notHTTPS
    /// There were more than the limit of them in a row.
    case tooMany(limit: Int)
    /// It names no address that can be read.
    case malformed
}
