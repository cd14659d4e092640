import RegappStore

/// Searches albums in the iTunes catalogue, through the program curl.
///
/// A call waits at most 15 seconds for an answer and blocks no thread of the caller. At most two requests run at a
/// time. Cancelling the task cancels the request.
public struct AlbumSearch: Sendable {
    /// Not the shared workers: a network request occupies a thread for seconds.
    private static let workers = Workers()

    private let catalogue: Catalogue
    private let reader: ReaderLocale

    /// Prepares to search.
    ///
    /// - Parameters:
    ///   - locale: its rules sort the titles, such as `ru_RU`; by default the environment's.
    ///   - cacheDirectory: an absolute path, private to the user, below which answers are cached; nil for no cache.
    public init(locale: String? = nil, cacheDirectory: String? = nil) {
        self.init(.apple, locale, cacheDirectory)
    }

    /// Prepares to search another catalogue with the same interface as Apple's, such as a test server.
    ///
    /// - Parameters:
    ///   - catalogue: its address, `https` or, on this machine, `http`, such as `http://127.0.0.1:8080`.
    ///   - locale: its rules sort the titles, such as `ru_RU`; by default the environment's.
    ///   - cacheDirectory: an absolute path below which answers are cached; nil to ask every question again.
    /// - Throws: `noSuchCatalogue`.
    public init(
        catalogue: String, locale: String? = nil, cacheDirectory: String? = nil
    ) throws(AlbumSearchError) {
        let address: CatalogAddress
        do { address = try CatalogAddress(catalogue) } catch { throw .noSuchCatalogue }
        self.init(address, locale, cacheDirectory)
    }

    private init(_ address: CatalogAddress, _ locale: String?, _ cacheDirectory: String?) {
        let cache = cacheDirectory.flatMap { path in
            CacheWarning.check(path) == nil ? AnswerCache(root: path, catalogue: address) : nil
        }
        self.init(
            Catalogue(
                address: address, transport: CurlTransport(variable: Surroundings.variable),
                cache: cache, surroundings: Surroundings()),
            reader: ReaderLocale(
                allCategories: locale ?? Surroundings.variable("LC_ALL"),
                collation: Surroundings.variable("LC_COLLATE"),
                language: Surroundings.variable("LANG")))
    }

    package init(_ catalogue: Catalogue, reader: ReaderLocale) {
        self.catalogue = catalogue
        self.reader = reader
    }

    /// The albums that match a term, sorted by title.
    ///
    /// - Parameters:
    ///   - term: words of the title or of the artist.
    ///   - country: the store to ask, by two letters (ISO 3166-1).
    ///   - limit: the most albums, 1 to 200.
    /// - Throws: `noSuchStore`, `tooManyQuestions`, `unavailable`, `cancelled`.
    public func albums(
        matching term: String, in country: String = "US", limit: Int = 200
    ) async throws(AlbumSearchError) -> [Album] {
        let store = try store(country)
        let cancellation = Cancellation()
        return try await answer(
            catalogue.search(term, in: store, limit: limit, for: reader, cancellation: cancellation).value,
            cancellation)
    }

    /// An album and its tracks, by disc and number.
    ///
    /// - Parameters:
    ///   - id: the number of the album.
    ///   - country: the store to ask, by two letters (ISO 3166-1).
    /// - Throws: `noSuchAlbum` and what a search throws.
    public func contents(
        of id: Int64, in country: String = "US"
    ) async throws(AlbumSearchError) -> AlbumContents {
        let store = try store(country)
        let cancellation = Cancellation()
        return try await answer(
            catalogue.album(id, in: store, cancellation: cancellation).value, cancellation)
    }

    private func store(_ country: String) throws(AlbumSearchError) -> Storefront {
        guard let store = Storefront(country) else {
            throw AlbumSearchError(
                reason: .noSuchStore(country: country), message: CatalogError.noStoreWords(country))
        }
        return store
    }

    private func answer<Answer: Sendable>(
        _ question: @autoclosure @escaping @Sendable () throws(CatalogError) -> Answer,
        _ cancellation: Cancellation
    ) async throws(AlbumSearchError) -> Answer {
        let outcome = await withTaskCancellationHandler {
            await Self.workers.run { Result(catching: question) }
        } onCancel: {
            cancellation.cancel()
        }
        do { return try outcome.get() } catch { throw AlbumSearchError(error) }
    }
}

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

    static let noSuchCatalogue = AlbumSearchError(
        reason: .noSuchCatalogue,
        message: "a catalogue's address begins with https://, or with http:// on this machine")
}
