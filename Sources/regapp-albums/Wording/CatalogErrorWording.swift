import AlbumCatalog

extension CatalogError {
    /// The error as a sentence: lowercase, without a period. What the service said still has to be made printable.
    var words: String {
        switch self {
        case .offline: "there is no network, or no way to the catalogue"
        case .unknownHost(let host): "the catalogue's host '\(host)' is not known"
        case .refused(let host): "'\(host)' refused the connection"
        case .insecure(let host): "the connection to '\(host)' could not be made secure"
        case .timeout(let milliseconds):
            "the catalogue gave no answer within \(seconds(milliseconds)) seconds"
        case .connectionLost: "the connection broke before the answer was complete"
        case .notHTTP: "what answered does not speak HTTP"
        case .tooLarge(let limit): "the answer is larger than \(limit >> 20) MiB"
        case .redirected(let refusal): "the answer points elsewhere: \(refusal.words)"
        case .status(let status): "the catalogue answered with status \(status)"
        case .rateLimited(let seconds): "the catalogue was asked too often; retry in \(seconds) s"
        case .badParameter(let names): "the catalogue does not take \(names.joined(separator: ", "))"
        case .message(let text): "the catalogue says '\(text)'"
        case .notJSON, .unexpectedShape: "the answer is not one of the catalogue's"
        case .noSuchAlbum(let id, let store): "no album \(id) in the \(store.code) store"
        case .cancelled: "the question was taken back"
        }
    }

    private func seconds(_ milliseconds: Int) -> String {
        milliseconds % 1000 == 0 ? "\(milliseconds / 1000)" : "\(Double(milliseconds) / 1000)"
    }
}

extension RedirectRefusal {
    fileprivate var words: String {
        switch self {
        case .otherHost(let host): "to '\(host)'"
        case .notHTTPS: "out of HTTPS"
        case .tooMany(let limit): "more than \(limit) times"
        case .malformed: "to an address that cannot be read"
        }
    }
}
