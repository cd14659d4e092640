package import RegappProcesses

package enum CatalogError: Error, Hashable, Sendable {
    case curlNotInstalled
    /// The program `curl` could not be started, or failed for a reason that is not known here.
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
    /// A redirect that is not followed, and why.
    case redirected(String)
    case status(Int)
    /// Too many requests, now or recently; the catalogue is not asked again for `seconds` seconds.
    case rateLimited(seconds: Int)
    /// The service refused parameters, by its own key names (`country`, `itunesId`).
    case badParameter([String])
    /// The service reported an error in its own words, cut to 200 scalars; escape them before printing.
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
        default: true
        }
    }

    /// The error as a sentence: lowercase, without a period. Text quoted from the service is not escaped.
    package var words: String {
        switch self {
        case .curlNotInstalled: "albums are searched with curl, which is not installed"
        case .curlFailed(.exited(let code)): "curl failed with exit code \(code)"
        case .curlFailed(.signalled(let signal)): "curl was ended by signal \(signal)"
        case .curlFailed(.notStarted(let number)): "curl could not be started (errno \(number))"
        case .offline: "there is no network, or no way to the catalogue"
        case .unknownHost(CatalogAddress.appleHost), .unreachable(CatalogAddress.appleHost):
            "cannot reach iTunes"
        case .unknownHost(let host): "the catalogue's host '\(host)' is not known"
        case .unreachable(let host): "no connection to '\(host)'"
        case .insecure(let host): "the connection to '\(host)' could not be made secure"
        case .timeout(let milliseconds):
            "the catalogue gave no answer within "
                + (milliseconds % 1000 == 0 ? "\(milliseconds / 1000)" : "\(Double(milliseconds) / 1000)")
                + " seconds"
        case .connectionLost: "the connection broke before the answer was complete"
        case .notHTTP: "the server that answered does not speak HTTP"
        case .tooLarge(let limit): "the answer is larger than \(limit >> 20) MiB"
        case .redirected(let reason): "the answer points elsewhere: \(reason)"
        case .status(let status): "the catalogue answered with status \(status)"
        case .rateLimited(let seconds):
            "the catalogue was asked too often; retry " + (seconds > 0 ? "in \(seconds) s" : "now")
        case .badParameter(let names): "the catalogue does not accept \(names.joined(separator: ", "))"
        case .message(let text): "the catalogue says '\(text)'"
        case .notJSON, .unexpectedShape: "the catalogue sent something unreadable"
        case .noSuchStore(let store): Self.noStoreWords(store.code)
        case .noSuchAlbum(let id, let store): "no album \(id) in the \(store.code) store"
        case .cancelled: "the search was cancelled"
        }
    }

    static func noStoreWords(_ country: String) -> String { "there is no store \(country)" }

    /// Translates how curl ended, unless it succeeded, for a request to a host (curl's manual, "Exit codes").
    init(_ end: ProgramEnd, _ request: TransportRequest) {
        guard case .exited(let code) = end else {
            self = .curlFailed(end)
            return
        }
        let host = WebAddress(request.url)?.host ?? ""
        self =
            switch code {
            // The proxy's name cannot be resolved, or its handshake failed.
            case 5, 97: .offline
            case 6: .unknownHost(host)
            case 7: .unreachable(host: host)
            case 28: .timeout(milliseconds: request.deadline)
            // TLS: the handshake, the engine, either certificate, the cipher or the certificate authorities.
            case 35, 51, 53, 54, 58, 59, 60, 64, 66, 77, 80, 82, 83, 90, 91, 98: .insecure(host: host)
            case 63: .tooLarge(limit: request.byteLimit)
            // Wrong protocol, malformed answer, unknown content encoding, or a framing error of HTTP/2.
            case 1, 8, 16, 61, 92: .notHTTP
            // Partial or empty answer, sending, receiving, HTTP/3, QUIC, or a head too large for curl (27 before 8.6).
            case 18, 27, 52, 55, 56, 95, 96, 100: .connectionLost
            default: .curlFailed(end)
            }
    }
}
