package import RegappAlbums
package import RegappCommandLine
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

    private static func hint(about error: CatalogError) -> Hint? {
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

    package static let tooManyOpenFiles = Report(
        .inputOutput, "cannot use the terminal: too many open files")
}

extension Message {
    /// - Parameter limit: with its unit.
    package static func termTooLong(limit: String) -> Message {
        Message(.error("the term is longer than \(limit)"), .hint("a few words are enough"))
    }

    package static func otherCatalogue(_ address: CatalogAddress) -> Message {
        .hint("the catalogue is \(address.text)")
    }

    package static func cacheRoot(_ warning: CacheWarning) -> Message {
        .warning(warning.words.warning, hint: warning.words.hint)
    }

    /// Which store is asked if none was named.
    package static func store(_ store: Storefront) -> Message {
        .hint("the store is that of \(store.code); \(.words("--country")) names another")
    }

    /// - Parameters:
    ///   - age: the age of the answer, in milliseconds.
    ///   - error: why there is no newer one.
    package static func outdated(age: Int64, _ error: CatalogError) -> Message {
        .warning("\(error.words); this answer is \(ageWords(milliseconds: age)) old")
    }

    package static func unreadableItems(_ count: Int) -> Message {
        .warning(
            count == 1
                ? "1 item of the catalogue's answer could not be read, and was left out"
                : "\(count) items of the catalogue's answer could not be read, and were left out")
    }

    package static let nothingFound = Message.done("nothing was found")
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

extension CacheWarning {
    package var words: (warning: String, hint: Hint?) {
        switch self {
        case .looseMode(let path, let mode):
            let words = StoreWarning.looseMode(path: path, mode: mode, instead: 0o700).words
            return (words.warning + "; answers are not kept there", words.hint)
        case .foreign(let path): return ("\(path) belongs to another user; nothing is kept there", nil)
        case .symbolicLink(let path):
            return ("\(path) is a symbolic link; answers are not kept there", nil)
        }
    }
}
