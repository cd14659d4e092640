package import RegappAlbums
internal import RegappCommandLine
internal import RegappStore
internal import RegappTerminal

extension Report {
    package init(_ error: CatalogError) {
        if case .cancelled = error {
            self = .interrupted
        } else {
            self.init(error.exitCode, [error.words], hints: Self.hint(about: error).map { [$0] } ?? [])
        }
    }

    private static func hint(about error: CatalogError) -> Sentence? {
        switch error {
        case .noSuchAlbum: "\(.words("--country")) asks another store"
        case .noSuchStore: "give a country that has a store, such as \(.words("--country", "US"))"
        case .curlNotInstalled: "on Debian, type \(.words("apt", "install", "curl"))"
        case .offline, .unknownHost: "check the network connection"
        case .cancelled, .rateLimited, .curlFailed, .unreachable, .insecure, .timeout, .connectionLost,
            .notHTTP, .tooLarge, .redirected, .status, .badParameter, .message, .notJSON, .unexpectedShape:
            nil
        }
    }

    package init(_ refusal: CatalogAddress.ParseError) {
        let reason =
            switch refusal {
            case .malformed: "it is not of the form https://HOST[:PORT][/PATH]"
            case .scheme(let scheme): "'\(scheme)' is neither https nor http"
            case .plainHTTP(let host): "plain http is for this machine only, not for '\(host)'"
            case .ipv6: "an IPv6 address cannot be used; name the host, such as 'localhost'"
            case .credentials: "a user or password must not be in it"
            }
        self.init(.usage, "REGAPP_ALBUMS_URL is not accepted: \(reason)")
    }
}

extension Message {
    /// - Parameter limit: with its unit.
    package static func termTooLong(limit: String) -> Message {
        Message(.error("the term is longer than \(limit)"), .hint("a few words are enough"))
    }
}

extension CatalogError {
    /// The error as a screen shows it.
    package var sentence: String {
        switch self {
        case .offline, .unknownHost, .unreachable: words.sentence + ". Are you online?"
        case .curlNotInstalled:
            ([words] + Report(self).hints.map(\.text)).map(\.sentence).joined(separator: ". ")
        case .curlFailed, .insecure, .timeout, .connectionLost, .notHTTP, .tooLarge,
            .redirected,
            .status, .rateLimited, .badParameter, .message, .notJSON, .unexpectedShape, .noSuchStore,
            .noSuchAlbum,
            .cancelled:
            words.sentence
        }
    }
}
