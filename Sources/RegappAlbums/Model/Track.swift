internal import RegappValues

/// A song, music video or booklet of an album.
public struct Track: Sendable, Hashable, Codable, Identifiable {
    /// The number that identifies it.
    public package(set) var trackId: Int64
    /// Its title.
    public package(set) var trackName: String
    /// `song`, `music-video`, `interactive-booklet` or an unknown kind.
    package var kind: String
    /// The album it belongs to; music videos may name none.
    package var collectionId: Int64?
    /// The name of its artist, who may differ from the album's.
    public package(set) var artistName: String?
    /// The number of its disc, from 1.
    public package(set) var discNumber: Int?
    package var discCount: Int?
    /// Its place on the disc, from 1.
    public package(set) var trackNumber: Int?
    package var trackCount: Int?
    /// The duration, in milliseconds.
    package var trackTimeMillis: Int64?
    /// Whether it contains strong language.
    public package(set) var trackExplicitness = Explicitness.notExplicit
    package var isStreamable: Bool?
    package var trackViewUrl: String?

    /// The number of the track.
    public var id: Int64 { trackId }

    /// How long it is; nil if unknown.
    public var duration: Duration? { trackTimeMillis.map { .milliseconds($0) } }

    /// Whether it is a song rather than a video or a booklet.
    public var isSong: Bool { kind == "song" }

    /// The duration as `3:07` or `1:02:03`, rounded to whole seconds; nil if unknown.
    package var durationText: String? {
        guard let milliseconds = trackTimeMillis, milliseconds >= 0 else { return nil }
        let seconds = milliseconds / 1000 + (milliseconds % 1000 >= 500 ? 1 : 0)
        let hours = seconds / 3600
        let minutes = seconds / 60 % 60
        let tail = (seconds % 60).zeroPadded(to: 2)
        return hours > 0 ? "\(hours):\(minutes.zeroPadded(to: 2)):\(tail)" : "\(minutes):\(tail)"
    }
}

extension Track {
    /// Only the number and the title have to be there; without a kind it is a song.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        trackId = try values.decode(Int64.self, forKey: .trackId)
        trackName = try values.decode(String.self, forKey: .trackName)
        kind = try values.decodeIfPresent(String.self, forKey: .kind) ?? "song"
        collectionId = try values.decodeIfPresent(Int64.self, forKey: .collectionId)
        artistName = try values.decodeIfPresent(String.self, forKey: .artistName)
        discNumber = try values.decodeIfPresent(Int.self, forKey: .discNumber)
        discCount = try values.decodeIfPresent(Int.self, forKey: .discCount)
        trackNumber = try values.decodeIfPresent(Int.self, forKey: .trackNumber)
        trackCount = try values.decodeIfPresent(Int.self, forKey: .trackCount)
        trackTimeMillis = try values.decodeIfPresent(Int64.self, forKey: .trackTimeMillis)
        let rating = try values.decodeIfPresent(Explicitness.self, forKey: .trackExplicitness)
        trackExplicitness = rating ?? .notExplicit
        isStreamable = try values.decodeIfPresent(Bool.self, forKey: .isStreamable)
        trackViewUrl = try values.decodeIfPresent(String.self, forKey: .trackViewUrl)
    }
}

extension [Track] {
    /// Sorted by disc, number and identity; tracks without a number come last.
    func inAlbumOrder() -> [Track] {
        sorted { left, right in
            let leftPlace = (left.discNumber ?? .max, left.trackNumber ?? .max, left.trackId)
            return leftPlace < (right.discNumber ?? .max, right.trackNumber ?? .max, right.trackId)
        }
    }
}

extension Track {
    /// Makes a song for a test; a song of the catalogue has more values.
    public init(
        trackId: Int64, trackName: String, artistName: String? = nil, discNumber: Int? = nil,
        trackNumber: Int? = nil, duration: Duration? = nil
    ) {
        self.init(trackId: trackId, trackName: trackName, kind: "song")
        self.artistName = artistName
        self.discNumber = discNumber
        self.trackNumber = trackNumber
        trackTimeMillis = duration.map { $0 / .milliseconds(1) }.flatMap { Int64(exactly: $0.rounded()) }
    }
}
