internal import Foundation

/// One item of an answer, decoded strictly: what lacks an identity or a title, or holds a value of the wrong type
/// under a key we know, is malformed as a whole.
enum CatalogItem: Decodable {
    case album(Album)
    case track(Track)
    /// An artist, or something this program does not know.
    case other
    case malformed

    init(from decoder: any Decoder) {
        do {
            let values = try decoder.container(keyedBy: Key.self)
            switch try values.decode(String.self, forKey: .wrapperType) {
            case "collection": self = .album(try Album(values))
            case "track": self = .track(try Track(values))
            default: self = .other
            }
        } catch {
            self = .malformed
        }
    }

    /// The service's own names.
    enum Key: String, CodingKey {
        case wrapperType, kind, collectionType, collectionId, collectionName, artistId, artistName, trackCount
        case releaseDate, primaryGenreName, collectionExplicitness, country, collectionPrice, currency,
            copyright
        case artworkUrl100, collectionViewUrl, trackId, trackName, discNumber, discCount, trackNumber
        case trackTimeMillis, trackExplicitness, isStreamable, trackViewUrl
    }
}

private typealias Values = KeyedDecodingContainer<CatalogItem.Key>

extension Album {
    fileprivate init(_ values: Values) throws {
        self.init(
            collectionId: try values.decode(Int64.self, forKey: .collectionId),
            collectionName: try values.decode(String.self, forKey: .collectionName))
        collectionType = try values.decodeIfPresent(String.self, forKey: .collectionType)
        artistId = try values.decodeIfPresent(Int64.self, forKey: .artistId)
        artistName = try values.decodeIfPresent(String.self, forKey: .artistName)
        trackCount = try values.count(.trackCount)
        releaseDate = try values.decodeIfPresent(String.self, forKey: .releaseDate)
        primaryGenreName = try values.decodeIfPresent(String.self, forKey: .primaryGenreName)
        collectionExplicitness = try values.explicitness(.collectionExplicitness)
        country = try values.decodeIfPresent(String.self, forKey: .country)
        collectionPrice = try values.decodeIfPresent(Double.self, forKey: .collectionPrice).flatMap {
            $0 >= 0 ? $0 : nil
        }
        currency = try values.decodeIfPresent(String.self, forKey: .currency)
        copyright = try values.decodeIfPresent(String.self, forKey: .copyright)
        artworkUrl100 = try values.decodeIfPresent(String.self, forKey: .artworkUrl100)
        collectionViewUrl = try values.decodeIfPresent(String.self, forKey: .collectionViewUrl)
    }
}

extension Track {
    fileprivate init(_ values: Values) throws {
        self.init(
            trackId: try values.decode(Int64.self, forKey: .trackId),
            trackName: try values.decode(String.self, forKey: .trackName),
            kind: try values.decodeIfPresent(String.self, forKey: .kind) ?? "")
        collectionId = try values.decodeIfPresent(Int64.self, forKey: .collectionId)
        artistName = try values.decodeIfPresent(String.self, forKey: .artistName)
        discNumber = try values.count(.discNumber)
        discCount = try values.count(.discCount)
        trackNumber = try values.count(.trackNumber)
        trackCount = try values.count(.trackCount)
        trackTimeMillis = try values.milliseconds(.trackTimeMillis)
        trackExplicitness = try values.explicitness(.trackExplicitness)
        isStreamable = try values.decodeIfPresent(Bool.self, forKey: .isStreamable)
        trackViewUrl = try values.decodeIfPresent(String.self, forKey: .trackViewUrl)
    }
}

extension KeyedDecodingContainer<CatalogItem.Key> {
    /// A number of things; a negative one says nothing.
    fileprivate func count(_ key: Key) throws -> Int? {
        try decodeIfPresent(Int.self, forKey: key).flatMap { $0 >= 0 ? $0 : nil }
    }

    /// A duration, which the service sometimes writes with a fraction.
    fileprivate func milliseconds(_ key: Key) throws -> Int64? {
        try decodeIfPresent(Double.self, forKey: key).flatMap { Int64(exactly: $0.rounded()) }.flatMap {
            $0 >= 0 ? $0 : nil
        }
    }

    fileprivate func explicitness(_ key: Key) throws -> Explicitness {
        try decodeIfPresent(String.self, forKey: key).flatMap(Explicitness.init) ?? .notExplicit
    }
}
