internal import RegappJSON

/// An item of an answer, decoded strictly: an item without an identity or a title, or with a value of the wrong type
/// under a known key, is malformed as a whole.
enum CatalogItem {
    case album(Album)
    case track(Track)
    /// An artist, or something this program does not know.
    case other
    case malformed

    enum Key: String, CaseIterable {
        case wrapperType, kind, collectionType, collectionId, collectionName, artistId, artistName, trackCount
        case releaseDate, primaryGenreName, collectionExplicitness, country, collectionPrice, currency,
            copyright
        case artworkUrl100, collectionViewUrl, trackId, trackName, discNumber, discCount, trackNumber
        case trackTimeMillis, trackExplicitness, isStreamable, trackViewUrl
    }

    typealias Values = KnownValues<Key>

    /// Scans an item of any form; `values` is reused from item to item.
    init(_ scanner: inout JSONScanner, using values: inout Values) throws(JSONSyntaxError) {
        guard scanner.peek() == UInt8(ascii: "{") else {
            try scanner.skipValue()
            self = .malformed
            return
        }
        try values.scan(&scanner)
        self = (try? CatalogItem(values)) ?? .malformed
    }

    private init(_ values: Values) throws(CatalogError) {
        switch try values.required(values.string(.wrapperType)) {
        case "collection": self = .album(try Album(values))
        case "track": self = .track(try Track(values))
        default: self = .other
        }
    }
}

extension Album {
    fileprivate init(_ values: CatalogItem.Values) throws(CatalogError) {
        self.init(
            collectionId: try values.required(values.integer(.collectionId)),
            collectionName: try values.required(values.string(.collectionName)))
        collectionType = try values.string(.collectionType)
        artistId = try values.integer(.artistId)
        artistName = try values.string(.artistName)
        trackCount = try values.count(.trackCount)
        releaseDate = try values.string(.releaseDate)
        primaryGenreName = try values.string(.primaryGenreName)
        collectionExplicitness = try values.explicitness(.collectionExplicitness)
        country = try values.string(.country)
        collectionPrice = try values.number(.collectionPrice).flatMap { $0 >= 0 ? $0 : nil }
        currency = try values.string(.currency)
        copyright = try values.string(.copyright)
        artworkUrl100 = try values.string(.artworkUrl100)
        collectionViewUrl = try values.string(.collectionViewUrl)
    }
}

extension Track {
    fileprivate init(_ values: CatalogItem.Values) throws(CatalogError) {
        self.init(
            trackId: try values.required(values.integer(.trackId)),
            trackName: try values.required(values.string(.trackName)),
            kind: try values.string(.kind) ?? "")
        collectionId = try values.integer(.collectionId)
        artistName = try values.string(.artistName)
        discNumber = try values.count(.discNumber)
        discCount = try values.count(.discCount)
        trackNumber = try values.count(.trackNumber)
        trackCount = try values.count(.trackCount)
        // Sometimes written with a fraction.
        trackTimeMillis = try values.number(.trackTimeMillis).flatMap { Int64(exactly: $0.rounded()) }
            .flatMap { $0 >= 0 ? $0 : nil }
        trackExplicitness = try values.explicitness(.trackExplicitness)
        isStreamable = try values.boolean(.isStreamable)
        trackViewUrl = try values.string(.trackViewUrl)
    }
}

extension KnownValues<CatalogItem.Key> {
    /// Nil if negative.
    fileprivate func count(_ key: Key) throws(CatalogError) -> Int? {
        try integer(key).flatMap { $0 >= 0 ? Int(exactly: $0) : nil }
    }

    fileprivate func explicitness(_ key: Key) throws(CatalogError) -> Explicitness {
        try string(key).flatMap(Explicitness.init) ?? .notExplicit
    }
}
