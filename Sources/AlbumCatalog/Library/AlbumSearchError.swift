/// Why there is no answer of the catalogue.
public struct AlbumSearchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, with its facts.
    public enum Reason: Hashable, Sendable {
        /// There is no store of this country.
        case noSuchStore(country: String)
        /// The store has no album of this number.
        case noSuchAlbum(id: Int64)
        /// The catalogue is not asked again for some seconds.
        case tooManyQuestions(seconds: Int)
        /// The program curl is not installed.
        case curlNotInstalled
        /// The catalogue could not be reached, or gave no answer that can be read.
        case unavailable
        /// The task was cancelled.
        case cancelled
    }

    /// What went wrong.
    public let reason: Reason
    /// The same as a sentence, as the program tells it: lowercase, without a period. What it quotes of the catalogue may
    /// hold characters that no terminal should get.
    public let sentence: String

    /// The sentence.
    public var description: String { sentence }
}

extension AlbumSearchError {
    init(_ error: CatalogError) {
        sentence = error.words
        reason =
            switch error {
            case .noSuchStore(let store): .noSuchStore(country: store.code)
            case .noSuchAlbum(let id, _): .noSuchAlbum(id: id)
            case .rateLimited(let seconds): .tooManyQuestions(seconds: seconds)
            case .curlNotInstalled: .curlNotInstalled
            case .cancelled: .cancelled
            case .curlFailed, .offline, .unknownHost, .unreachable, .insecure, .timeout, .connectionLost,
                .notHTTP, .tooLarge, .redirected, .status, .badParameter, .message, .notJSON,
                .unexpectedShape:
                .unavailable
            }
    }

    static func noSuchStore(_ country: String) -> AlbumSearchError {
        AlbumSearchError(
            reason: .noSuchStore(country: country), sentence: CatalogError.noStoreWords(country))
    }
}
