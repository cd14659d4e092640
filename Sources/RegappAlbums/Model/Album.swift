internal import RegappValues

/// An album as a store lists it, in the service's own key names.
///
/// Only the identity and the title are certain; the other documented keys, which a store may leave out, are optional.
/// Two albums of one artist may have the same title: only `collectionId` tells them apart.
public struct Album: Sendable, Hashable, Codable, Identifiable {
    /// The number that identifies the album; several stores may share it.
    public package(set) var collectionId: Int64
    /// The title; " - Single" and " - EP" are part of it.
    public package(set) var collectionName: String
    /// `Album` or `Compilation`.
    package var collectionType: String?
    package var artistId: Int64?
    /// The artist's name as the store writes it.
    public package(set) var artistName: String?
    /// The number of tracks of the whole album: all discs, videos included.
    public package(set) var trackCount: Int?
    /// The day of release in RFC 3339 form. Only the first ten characters have a meaning (`releaseDay`).
    package var releaseDate: String?
    /// The genre's name in the store's language.
    public package(set) var primaryGenreName: String?
    /// Whether it contains strong language.
    public package(set) var collectionExplicitness = Explicitness.notExplicit
    /// The store's country, in three letters.
    package var country: String?
    /// The price; nil also if the album is not sold (the service says -1).
    package var collectionPrice: Double?
    /// The price's currency, in three letters.
    package var currency: String?
    /// The copyright notice, as the store writes it.
    public package(set) var copyright: String?
    /// The address of the cover, 100 pixels wide.
    public package(set) var artworkUrl100: String?
    package var collectionViewUrl: String?

    /// The number of the album.
    public var id: Int64 { collectionId }

    /// The day of release, `YYYY-MM-DD`; nil if the catalogue gives none in that form.
    ///
    /// The service writes midnight in California in UTC, so the first ten characters are the day; converting it to
    /// another time zone would shift it.
    public var releaseDay: String? {
        guard let day = releaseDate?.utf8.prefix(10), day.count == 10 else { return nil }
        let fits = day.enumerated().allSatisfy { index, byte in
            [4, 7].contains(index) ? byte == UInt8(ascii: "-") : byte.isDigit
        }
        return fits ? String(Substring(day)) : nil
    }

    /// The year of release, four digits.
    public var releaseYear: String? { releaseDay.map { String($0.prefix(4)) } }

    /// The album's page if it is safe to print: `https` and nothing but printable ASCII.
    public var storeLink: String? {
        guard let link = collectionViewUrl, link.utf8.count <= 2048, link.hasPrefix("https://"),
            WebAddress(link)?.hasCredentials == false
        else { return nil }
        return link
    }
}

extension Album {
    /// Only the identity and the title have to be there.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        collectionId = try values.decode(Int64.self, forKey: .collectionId)
        collectionName = try values.decode(String.self, forKey: .collectionName)
        collectionType = try values.decodeIfPresent(String.self, forKey: .collectionType)
        artistId = try values.decodeIfPresent(Int64.self, forKey: .artistId)
        artistName = try values.decodeIfPresent(String.self, forKey: .artistName)
        trackCount = try values.decodeIfPresent(Int.self, forKey: .trackCount)
        releaseDate = try values.decodeIfPresent(String.self, forKey: .releaseDate)
        primaryGenreName = try values.decodeIfPresent(String.self, forKey: .primaryGenreName)
        let rating = try values.decodeIfPresent(Explicitness.self, forKey: .collectionExplicitness)
        collectionExplicitness = rating ?? .notExplicit
        country = try values.decodeIfPresent(String.self, forKey: .country)
        collectionPrice = try values.decodeIfPresent(Double.self, forKey: .collectionPrice)
        currency = try values.decodeIfPresent(String.self, forKey: .currency)
        copyright = try values.decodeIfPresent(String.self, forKey: .copyright)
        artworkUrl100 = try values.decodeIfPresent(String.self, forKey: .artworkUrl100)
        collectionViewUrl = try values.decodeIfPresent(String.self, forKey: .collectionViewUrl)
    }
}

/// An album and its tracks.
public struct AlbumContents: Sendable, Hashable, Codable {
    /// The album.
    public let album: Album
    /// The songs that the store has, by disc and number.
    public package(set) var songs: [Track]
    /// The other tracks: videos, booklets.
    public package(set) var others: [Track]

    /// Makes the contents of an album for a test.
    public init(album: Album, songs: [Track], others: [Track] = []) {
        self.album = album
        self.songs = songs
        self.others = others
    }

    /// The other tracks may be missing.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        album = try values.decode(Album.self, forKey: .album)
        songs = try values.decode([Track].self, forKey: .songs)
        others = try values.decodeIfPresent([Track].self, forKey: .others) ?? []
    }

    package var hasDiscs: Bool {
        Set(songs.map(\.discNumber)).count > 1 || (songs.first?.discCount ?? 1) > 1
    }

    /// The songs by disc, in order; the number is nil for songs of unknown discs.
    package var discs: [(number: Int?, songs: [Track])] {
        songs.reduce(into: []) { discs, song in
            if let last = discs.last, last.number == song.discNumber {
                discs[discs.count - 1].songs.append(song)
            } else {
                discs.append((song.discNumber, [song]))
            }
        }
    }

    /// How many of the album's tracks the store lacks, including videos and booklets; 0 if the catalogue does not say.
    package var missingCount: Int {
        guard let whole = album.trackCount else { return 0 }
        return max(0, whole.subtractingReportingOverflow(songs.count + others.count).partialValue)
    }
}

/// The catalogue's rating of strong language.
public enum Explicitness: String, Sendable, Hashable, Codable {
    /// The original contains strong language.
    case explicit
    /// A version with the strong language removed.
    case cleaned
    /// Neither; also for unknown ratings.
    case notExplicit
}

extension Album {
    /// Makes an album for a test; an album of the catalogue has more values.
    public init(
        collectionId: Int64, collectionName: String, artistName: String? = nil, trackCount: Int? = nil,
        releaseDay: String? = nil, primaryGenreName: String? = nil
    ) {
        self.init(collectionId: collectionId, collectionName: collectionName, collectionType: nil)
        self.artistName = artistName
        self.trackCount = trackCount
        releaseDate = releaseDay
        self.primaryGenreName = primaryGenreName
    }
}
