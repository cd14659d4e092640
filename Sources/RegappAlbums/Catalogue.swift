internal import RegappValues

package enum Freshness: Sendable, Hashable {
    case fetched
    case cached
    /// From the cache and expired, `age` milliseconds old, because the service gave no answer.
    case outdated(age: Int64, because: CatalogError)
}

package struct CatalogResult<Value: Sendable>: Sendable {
    package let value: Value
    package let freshness: Freshness
    /// The number of items left out because they were malformed.
    package let droppedCount: Int
}

/// A catalogue of albums that answers questions from the cache or the service.
///
/// A `CatalogQuery` is made into an address (`Query/`), which a `Transport` fetches (`Transport/`, with the program
/// curl). The answer is decoded strictly (`Answers/`) into albums and tracks (`Model/`), sorted for the reader
/// (`Sorting/`, with ICU) and cached (`Cache/`). Covers are fetched in the same way and decoded by `Artwork/`.
///
/// Answers are cached as long as the service permits. If the service cannot be reached or is busy, an expired answer is
/// returned with its age. After a refusal for too many questions, no process of this user asks before the given time is
/// over. All calls block; they may come from any thread but the main one.
package struct Catalogue: Sendable {
    /// The largest answer accepted, in bytes; 200 albums are about 300 KB, more if their names are long.
    static let answerByteLimit = 8 << 20
    /// The pauses before a 503 is retried, in milliseconds; the second try usually succeeds.
    static let pauses = [1000, 2000]

    let address: CatalogAddress
    let transport: any Transport
    let cache: AnswerCache?
    let surroundings: Surroundings

    package init(
        address: CatalogAddress, transport: any Transport, cache: AnswerCache?, surroundings: Surroundings
    ) {
        self.address = address
        self.transport = transport
        self.cache = cache
        self.surroundings = surroundings
    }

    /// Searches albums and sorts them for the reader. With `refresh`, even a valid cached answer is not used.
    package func search(
        _ term: String, in store: Storefront, limit: Int = CatalogQuery.greatestLimit,
        for reader: ReaderLocale, refresh: Bool = false, cancellation: Cancellation
    ) throws(CatalogError) -> CatalogResult<[Album]> {
        let query = CatalogQuery.search(term: term, store: store, limit: limit)
        let result = try answer(query, .search, refresh, cancellation) {
            answer throws(CatalogError) in
            answer.tracks = []
            // The service may ignore the limit; the albums that match the term best come first.
            answer.albums = Array(answer.albums.prefix(query.limit))
            answer.sortAlbums(for: reader)
        }
        // A cached answer may be in the order of another reader.
        var found = result.value
        found.sortAlbums(for: reader)
        return CatalogResult(
            value: found.albums, freshness: result.freshness, droppedCount: result.droppedCount)
    }

    /// Throws `.noSuchAlbum` if the store does not know the number.
    package func album(
        _ id: Int64, in store: Storefront, refresh: Bool = false, cancellation: Cancellation
    ) throws(CatalogError) -> CatalogResult<AlbumContents> {
        let query = CatalogQuery.songs(collectionId: id, store: store)
        let result = try answer(query, .songs, refresh, cancellation) {
            answer throws(CatalogError) in
            answer.albums = answer.albums.filter { $0.collectionId == id }
            // Items of other albums can be mixed in; videos may name no album at all.
            answer.tracks = answer.tracks
                .filter { $0.collectionId == id || !$0.isSong && $0.collectionId == nil }
                .inAlbumOrder()
            if answer.albums.isEmpty { throw .noSuchAlbum(id: id, store: store) }
        }
        let found = result.value
        guard let album = found.albums.first else { throw .noSuchAlbum(id: id, store: store) }
        let contents = AlbumContents(
            album: album, songs: found.tracks.filter(\.isSong), others: found.tracks.filter { !$0.isSong })
        return CatalogResult(
            value: contents, freshness: result.freshness, droppedCount: result.droppedCount)
    }

    /// The terms of the latest searches with cached answers that have albums, without duplicates, the newest first.
    package func recentTerms(limit: Int) -> [String] {
        guard let cache else { return [] }
        var terms: [String] = []
        let album = Array("\"collectionId\": ".utf8)
        for entry in cache.lastUsed(.search) where entry.body.holds(album) {
            if let term = CatalogQuery.term(of: entry.key), !terms.contains(term) { terms.append(term) }
            if terms.count == limit { break }
        }
        return terms
    }

    /// The store of the last search that found an album, as far as the cache remembers.
    package func lastStore(holding id: Int64) -> Storefront? {
        guard let cache else { return nil }
        let wanted = Array("\"collectionId\": \(id),".utf8)
        let key = cache.lastUsed(.search).first { $0.body.holds(wanted) }?.key
        guard let key, let place = key.firstPlace(of: "&country=") else { return nil }
        return Storefront(key[place.upperBound...].prefix(2))
    }
}
