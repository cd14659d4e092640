internal import PlainValues

/// A song, music video or booklet of an album.
package struct Track: Sendable, Hashable {
    package var trackId: Int64
    package var trackName: String
    /// `song`, `music-video`, `interactive-booklet` or an unknown kind.
    package var kind: String
    /// The album it belongs to; music videos may name none.
    package var collectionId: Int64?
    package var artistName: String?
    /// The number of its disc, from 1.
    package var discNumber: Int?
    package var discCount: Int?
    /// Its place on the disc, from 1.
    package var trackNumber: Int?
    /// The number of tracks of its disc.
    package var trackCount: Int?
    /// The duration, in milliseconds.
    package var trackTimeMillis: Int64?
    /// Whether it contains strong language.
    package var trackExplicitness = Explicitness.notExplicit
    package var isStreamable: Bool?
    package var trackViewUrl: String?

    /// Whether it is a song rather than a video or a booklet.
    package var isSong: Bool { kind == "song" }

    /// The duration as `3:07` or `1:02:03`, rounded to whole seconds; nil if unknown.
    package var duration: String? {
        guard let milliseconds = trackTimeMillis, milliseconds >= 0 else { return nil }
        let seconds = milliseconds / 1000 + (milliseconds % 1000 >= 500 ? 1 : 0)
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let tail = (seconds % 60).zeroPadded(to: 2)
        return hours > 0 ? "\(hours):\(minutes.zeroPadded(to: 2)):\(tail)" : "\(minutes):\(tail)"
    }
}
