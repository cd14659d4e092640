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

    /// How many tracks the album has that the store does not hold, videos and booklets counted; 0 where the
    /// catalogue does not say.
    public var missingCount: Int {
        guard let whole = album.trackCount else { return 0 }
        return max(0, whole.subtractingReportingOverflow(songs.count + others.count).partialValue)
    }
}
