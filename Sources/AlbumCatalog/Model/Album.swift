internal import PlainValues

/// An album as a store lists it, in the service's own key names.
///
/// Only the identity and the title are sure to be there; the documented keys that a store may leave out are
/// optional. Two albums of one artist may bear the same title: `collectionId` alone tells them apart.
public struct Album: Sendable, Hashable {
    /// The number that identifies the album, in one store or in several.
    public var collectionId: Int64
    /// The title; " - Single" and " - EP" are part of it.
    public var collectionName: String
    /// `Album` or `Compilation`.
    public var collectionType: String?
    /// The number that identifies the artist.
    public var artistId: Int64?
    /// The artist's name as the store writes it.
    public var artistName: String?
    /// How many tracks the whole album has: all discs, videos included.
    public var trackCount: Int?
    /// The day it came out, in RFC 3339 form. Only the first ten characters mean anything (`releaseDay`).
    public var releaseDate: String?
    /// The genre's name in the store's language.
    public var primaryGenreName: String?
    /// Whether it holds strong language.
    public var collectionExplicitness: Explicitness
    /// The store's country, in three letters.
    public var country: String?
    /// What the album costs; nil also where it is not sold (the service says -1).
    public var collectionPrice: Double?
    /// The price's currency, in three letters.
    public var currency: String?
    /// The line about rights.
    public var copyright: String?
    /// Where the cover lies, 100 pixels wide.
    public var artworkUrl100: String?
    /// The album's page in the store.
    public var collectionViewUrl: String?

    /// Makes an album of which only identity and title are known.
    public init(collectionId: Int64, collectionName: String) {
        self.collectionId = collectionId
        self.collectionName = collectionName
        self.collectionExplicitness = .notExplicit
    }

    /// The day of release, `YYYY-MM-DD`, or nil where the catalogue gives none in that form.
    ///
    /// The service writes midnight in California in UTC, so the day is the first ten characters as they stand;
    /// converting them to another time zone would shift it.
    public var releaseDay: String? {
        guard let releaseDate else { return nil }
        let day = releaseDate.utf8.prefix(10)
        let dashes = [4, 7]
        let fits = day.enumerated().allSatisfy { place, byte in
            dashes.contains(place) ? byte == UInt8(ascii: "-") : byte.isDigit
        }
        return day.count == 10 && fits ? String(Substring(day)) : nil
    }

    /// The year of release, four digits.
    public var releaseYear: String? { releaseDay.map { String($0.prefix(4)) } }

    /// The album's page, if it may be printed: `https` and nothing but printable ASCII.
    public var storeLink: String? { collectionViewUrl.flatMap(printableLink) }
}

/// Returns the link if it may be printed on a terminal: `https` to a host, without a user, in printable ASCII without
/// spaces and backslashes, not longer than 2,048 bytes.
func printableLink(_ link: String) -> String? {
    guard link.utf8.count <= 2048, link.hasPrefix("https://"), let parts = WebAddress(link),
        !parts.hasCredentials
    else { return nil }
    return link
}

/// One album with what is on it.
public struct AlbumContents: Sendable, Hashable {
    /// The album itself.
    public var album: Album
    /// Its songs in the store that was asked, by disc and number.
    public var songs: [Track]
    /// What else came along: videos, booklets.
    public var others: [Track]

    /// Puts an album and its tracks together.
    public init(album: Album, songs: [Track], others: [Track]) {
        self.album = album
        self.songs = songs
        self.others = others
    }

    /// Whether the album has more than one disc.
    public var hasDiscs: Bool {
        Set(songs.map(\.discNumber)).count > 1 || (songs.first?.discCount ?? 1) > 1
    }

    /// The songs by disc, in order; the number is nil for songs whose disc the catalogue does not tell.
    public var discs: [(number: Int?, songs: [Track])] {
        songs.reduce(into: []) { discs, song in
            if let last = discs.last, last.number == song.discNumber {
                discs[discs.count - 1].songs.append(song)
            } else {
                discs.append((song.discNumber, [song]))
            }
        }
    }

    /// How many tracks the album has that the store does not hold, videos and booklets counted; 0 where the
    /// catalogue does not say.
    public var missingCount: Int {
        guard let whole = album.trackCount else { return 0 }
        return max(0, whole.subtractingReportingOverflow(songs.count + others.count).partialValue)
    }
}

/// What the catalogue says about strong language.
public enum Explicitness: String, Sendable, Hashable {
    /// The original holds strong language.
    case explicit
    /// A version from which strong language was taken out.
    case cleaned
    /// Neither; also what an unknown word of the catalogue counts as.
    case notExplicit
}
