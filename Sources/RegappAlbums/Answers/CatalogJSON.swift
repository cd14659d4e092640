internal import RegappJSON

/// Writes albums and tracks as JSON, with the service's key names in a fixed order and without unknown values.
/// What could move a cursor or reverse a line (C0, DEL, C1, bidi controls, line separators) is escaped.
package struct CatalogJSON {
    private var bytes: [UInt8] = []

    /// An array of albums, one object a line, and a newline: what `albums search --json` prints.
    package static func text(of albums: [Album]) -> [UInt8] {
        var json = CatalogJSON()
        json.array(albums, lineStart: "  ") { $0.album($1) }
        json.raw("\n")
        return json.bytes
    }

    /// An object with `album`, `songs` and `others`, and a newline: what `albums show --json` prints.
    package static func text(of contents: AlbumContents) -> [UInt8] {
        var json = CatalogJSON()
        json.raw("{\n  \"album\": ")
        json.album(contents.album)
        json.raw(",\n  \"songs\": ")
        json.array(contents.songs, lineStart: "    ") { $0.track($1) }
        json.raw(",\n  \"others\": ")
        json.array(contents.others, lineStart: "    ") { $0.track($1) }
        json.raw("\n}\n")
        return json.bytes
    }

    /// The form of the service's answers, which the cache keeps.
    static func text(of answer: CatalogAnswer) -> [UInt8] {
        var json = CatalogJSON()
        json.raw("{\"droppedCount\": \(answer.droppedCount)")
        if let order = answer.order { json.member("order", order) }
        json.raw(", \"results\": ")
        let items = answer.albums.map(CatalogItem.album) + answer.tracks.map(CatalogItem.track)
        json.array(items, lineStart: "") { json, item in
            switch item {
            case .album(let album): json.album(album)
            case .track(let track): json.track(track)
            case .other, .malformed: json.raw("{}")
            }
        }
        json.raw("}")
        return json.bytes
    }

    private mutating func array<Item>(_ items: [Item], lineStart: String, _ write: (inout Self, Item) -> Void)
    {
        guard !items.isEmpty else { return raw("[]") }
        for (index, item) in items.enumerated() {
            raw((index == 0 ? "[\n" : ",\n") + lineStart)
            write(&self, item)
        }
        raw("\n\(lineStart.dropLast(2))]")
    }

    private mutating func album(_ album: Album) {
        raw("{\"wrapperType\": \"collection\"")
        member("collectionType", album.collectionType)
        member("collectionId", album.collectionId)
        member("artistId", album.artistId)
        member("collectionName", album.collectionName)
        member("artistName", album.artistName)
        member("trackCount", album.trackCount)
        member("releaseDate", album.releaseDate)
        member("primaryGenreName", album.primaryGenreName)
        member("collectionExplicitness", album.collectionExplicitness.rawValue)
        member("country", album.country)
        member("collectionPrice", album.collectionPrice)
        member("currency", album.currency)
        member("copyright", album.copyright)
        member("artworkUrl100", album.artworkUrl100)
        member("collectionViewUrl", album.collectionViewUrl)
        raw("}")
    }

    private mutating func track(_ track: Track) {
        raw("{\"wrapperType\": \"track\"")
        member("kind", track.kind)
        member("collectionId", track.collectionId)
        member("trackId", track.trackId)
        member("discNumber", track.discNumber)
        member("discCount", track.discCount)
        member("trackNumber", track.trackNumber)
        member("trackCount", track.trackCount)
        member("trackName", track.trackName)
        member("artistName", track.artistName)
        member("trackTimeMillis", track.trackTimeMillis)
        member("trackExplicitness", track.trackExplicitness.rawValue)
        member("isStreamable", track.isStreamable)
        member("trackViewUrl", track.trackViewUrl)
        raw("}")
    }

    /// A number or a boolean, which JSON writes as Swift does.
    private mutating func member(_ key: String, _ value: (some LosslessStringConvertible)?) {
        guard let value else { return }
        begin(key)
        raw(String(value))
    }

    private mutating func member(_ key: String, _ value: String?) {
        guard let value else { return }
        begin(key)
        JSONText.write(value, to: &bytes)
    }

    /// Begins any member but the first. Written in pieces: interpolation would cost more than everything else.
    private mutating func begin(_ key: String) {
        raw(", \"")
        raw(key)
        raw("\": ")
    }

    private mutating func raw(_ text: String) {
        bytes.append(contentsOf: text.utf8)
    }
}
