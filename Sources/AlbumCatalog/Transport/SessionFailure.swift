internal import Foundation
internal import FoundationNetworking

extension CatalogError {
    /// Translates an error of a session for a request to a host.
    init(_ error: any Error, _ request: TransportRequest, host: String) {
        guard let error = error as? URLError else {
            self = .connectionLost
            return
        }
        self =
            switch error.code {
            case .cannotFindHost, .dnsLookupFailed: .unknownHost(host)
            case .cannotConnectToHost: .refused(host: host)
            case .notConnectedToInternet: .offline
            case .timedOut: .timeout(milliseconds: request.deadline)
            case .unsupportedURL, .badURL: .notHTTP
            case .unknown: CatalogError(words: error.localizedDescription, host: host)
            default: .connectionLost
            }
    }

    /// Interprets libcurl's words: Foundation on Linux gives most of its errors no code of their own.
    private init(words: String, host: String) {
        let encryption = ["SSL", "TLS", "certificate"]
        let format = ["encoding", "chunk"]
        if encryption.contains(where: words.contains) {
            self = .insecure(host: host)
        } else if words.hasPrefix("Failed to connect") {
            // A refused connection has its own code: here the network or the way to the host is missing.
            self = .offline
        } else if format.contains(where: words.contains) {
            self = .notHTTP
        } else {
            self = .connectionLost
        }
    }
}
