import AlbumCatalog

// The sentences about the catalogue, its albums and its cache, for commands and screens alike.

extension CatalogError {
    /// The error as a sentence: lowercase, without a period. What the service said is not escaped.
    var words: String {
        switch self {
        case .curlNotInstalled: "albums are searched with curl, which is not installed"
        case .curlFailed(.exited(let code)): "curl failed with exit code \(code)"
        case .curlFailed(.signalled(let signal)): "curl was ended by signal \(signal)"
        case .curlFailed(.notStarted(let number)): "curl could not be started (errno \(number))"
        case .offline: "there is no network, or no way to the catalogue"
        case .unknownHost(let host): "the catalogue's host '\(host)' is not known"
        case .unreachable(let host): "no connection to '\(host)'"
        case .insecure(let host): "the connection to '\(host)' could not be made secure"
        case .timeout(let milliseconds):
            "the catalogue gave no answer within \(seconds(milliseconds)) seconds"
        case .connectionLost: "the connection broke before the answer was complete"
        case .notHTTP: "what answered does not speak HTTP"
        case .tooLarge(let limit): "the answer is larger than \(limit >> 20) MiB"
        case .redirected(let error): "the answer points elsewhere: \(error.words)"
        case .status(let status): "the catalogue answered with status \(status)"
        case .rateLimited(let seconds):
            "the catalogue was asked too often; retry " + (seconds > 0 ? "in \(seconds) s" : "now")
        case .badParameter(let names): "the catalogue does not take \(names.joined(separator: ", "))"
        case .message(let text): "the catalogue says '\(text)'"
        case .notJSON, .unexpectedShape: "the catalogue sent something unreadable"
        case .noSuchStore(let store): "there is no store \(store.code)"
        case .noSuchAlbum(let id, let store): "no album \(id) in the \(store.code) store"
        case .cancelled: "the question was cancelled"
        }
    }

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

extension AlbumContents {
    /// A sentence about how much of the album the store has; nil if it has all songs, or nobody knows.
    var availability: String? {
        if songs.isEmpty { return "No songs of this album are in this store." }
        guard let whole = album.trackCount, songs.count < whole else { return nil }
        let count = "\(songs.count) of \(whole)"
        return missingCount > 0 ? "\(count) songs are in this store." : "\(count) tracks are songs."
    }

    /// The heading of a disc; nil for an album of one disc.
    func heading(ofDisc number: Int?) -> String? {
        hasDiscs ? number.map { "Disc \($0)" } ?? "Without a disc" : nil
    }
}

/// An age in whole days, hours or minutes.
func ageWords(milliseconds: Int64) -> String {
    let minutes = milliseconds / 60_000
    if minutes < 1 { return "less than a minute" }
    if minutes >= 2 * 24 * 60 { return "\(minutes / (24 * 60)) days" }
    if minutes >= 2 * 60 { return "\(minutes / 60) hours" }
    return minutes == 1 ? "a minute" : "\(minutes) minutes"
}
