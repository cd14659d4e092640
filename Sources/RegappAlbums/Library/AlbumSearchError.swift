/// Why the catalogue gave no answer.
public struct AlbumSearchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, with its facts.
    public enum Reason: Hashable, Sendable {
        /// The address of the catalogue is neither `https` nor, on this machine, `http`.
        case noSuchCatalogue
        /// There is no store for this country.
        case noSuchStore(country: String)
        /// The store has no album with this number.
        case noSuchAlbum(id: Int64)
        /// The catalogue is not asked again for some seconds.
        case tooManyQuestions(seconds: Int)
        /// The program curl is not installed.
        case curlNotInstalled
        /// The catalogue could not be reached, or its answer could not be read.
        case unavailable
        /// The task was cancelled.
        case cancelled
    }

    /// What went wrong.
    public let reason: Reason
    /// The same as a sentence, as the program prints it: lowercase, without a period. Text quoted from the catalogue
    /// may contain control characters; escape them before printing to a terminal.
    public let message: String

    /// The message.
    public var description: String { message }
}

extension AlbumSearchError {
    init(_ error: CatalogError) {
        message = error.words
        reason =
            switch error {
            case .noSuchStore(let store): .noSuchStore(country: store.code)
            case .noSuchAlbum(let id, _): .noSuchAlbum(id: id)
            case .rateLimited(let seconds): .tooManyQuestions(seconds: seconds)
            case .curlNotInstalled: .curlNotInstalled
            case .cancelled: .cancelled
            default: .unavailable
            }
    }

    static func noSuchStore(_ country: String) -> AlbumSearchError {
        AlbumSearchError(
            reason: .noSuchStore(country: country), message: CatalogError.noStoreWords(country))
    }

    static let noSuchCatalogue = AlbumSearchError(
        reason: .noSuchCatalogue,
        message: "a catalogue's address begins with https://, or with http:// on this machine")
}
