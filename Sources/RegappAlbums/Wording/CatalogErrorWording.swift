internal import RegappProcesses

extension CatalogError {
    /// The error as a sentence: lowercase, without a period. Text quoted from the service is not escaped.
    package var words: String {
        switch self {
        case .curlNotInstalled: "albums are searched with curl, which is not installed"
        case .curlFailed(.exited(let code)): "curl failed with exit code \(code)"
        case .curlFailed(.signalled(let signal)): "curl was ended by signal \(signal)"
        case .curlFailed(.notStarted(let number)): "curl could not be started (errno \(number))"
        case .offline: "there is no network, or no way to the catalogue"
        case .unknownHost(let host) where Self.isStore(host), .unreachable(let host) where Self.isStore(host):
            "cannot reach iTunes"
        case .unknownHost(let host): "the catalogue's host '\(host)' is not known"
        case .unreachable(let host): "no connection to '\(host)'"
        case .insecure(let host): "the connection to '\(host)' could not be made secure"
        case .timeout(let milliseconds):
            "the catalogue gave no answer within \(seconds(milliseconds)) seconds"
        case .connectionLost: "the connection broke before the answer was complete"
        case .notHTTP: "the server that answered does not speak HTTP"
        case .tooLarge(let limit): "the answer is larger than \(limit >> 20) MiB"
        case .redirected(let error): "the answer points elsewhere: \(error.words)"
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

    private static func isStore(_ host: String) -> Bool { host == CatalogAddress.appleHost }

    static func noStoreWords(_ country: String) -> String { "there is no store \(country)" }

    private func seconds(_ milliseconds: Int) -> String {
        milliseconds % 1000 == 0 ? "\(milliseconds / 1000)" : "\(Double(milliseconds) / 1000)"
    }
}

extension RedirectError {
    fileprivate var words: String {
        switch self {
        case .otherHost(let host): "to '\(host)'"
        case .notHTTPS: "out of HTTPS"
        case .tooMany(let limit): "more than \(limit) times"
        case .malformed: "to an address that cannot be read"
        }
    }
}
