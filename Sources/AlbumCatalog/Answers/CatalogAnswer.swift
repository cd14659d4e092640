internal import DocumentStore

/// What an answer of the service holds once it is decoded.
struct CatalogAnswer: Sendable {
    /// The albums in the answer's order, each identity once.
    var albums: [Album] = []
    /// The tracks in the answer's order, each identity once.
    var tracks: [Track] = []
    /// How many items could not be accepted.
    var droppedCount = 0
    /// The locale by whose order the albums stand; nil where they stand as the service sent them.
    var order: String?

    init(albums: [Album] = [], tracks: [Track] = [], droppedCount: Int = 0, order: String? = nil) {
        self.albums = albums
        self.tracks = tracks
        self.droppedCount = droppedCount
        self.order = order
    }

    /// Decodes the body of an answer, or of a cache entry, which has the same shape.
    ///
    /// Throws `.notJSON`, `.unexpectedShape`, or the error that the service tells of, whatever its status was.
    init(json body: [UInt8]) throws(CatalogError) {
        var scanner = JSONScanner(body)
        guard scanner.peek() == UInt8(ascii: "{") else { throw .notJSON }
        var envelope = Envelope()
        do throws(JSONError) {
            try scanner.scanText { scanner throws(JSONError) in try envelope.scan(&scanner) }
        } catch {
            throw .notJSON
        }
        let message: String?
        do {
            message = try envelope.values.string(.errorMessage)
            droppedCount = Int(try envelope.values.integer(.droppedCount) ?? 0)
            order = try envelope.values.string(.order)
        } catch {
            throw .unexpectedShape
        }
        if let message { throw CatalogError(serviceMessage: message) }
        guard let items = envelope.items else { throw .unexpectedShape }
        gather(items)
    }

    private mutating func gather(_ results: [CatalogItem]) {
        var knownAlbums: Set<Int64> = []
        var knownTracks: Set<Int64> = []
        for item in results {
            switch item {
            case .album(let album):
                if knownAlbums.insert(album.collectionId).inserted { albums.append(album) }
            case .track(let track):
                if knownTracks.insert(track.trackId).inserted { tracks.append(track) }
            case .other: continue
            case .malformed: droppedCount += 1
            }
        }
    }
}

/// The object around the items; `droppedCount` and `order` stand in cache entries only.
private struct Envelope {
    enum Key: String, CaseIterable {
        case errorMessage, droppedCount, order
    }

    var values = KnownValues<Key>()
    /// The items; nil where the object has no array of them.
    var items: [CatalogItem]?

    mutating func scan(_ scanner: inout JSONScanner) throws(JSONError) {
        var itemValues = CatalogItem.Values()
        try values.scan(&scanner) { scanner, key throws(JSONError) in
            guard scanner.text(of: key) == "results", items == nil, scanner.peek() == UInt8(ascii: "[") else {
                return try scanner.skipValue()
            }
            var items: [CatalogItem] = []
            try scanner.scanArray { scanner throws(JSONError) in
                items.append(try CatalogItem(&scanner, using: &itemValues))
            }
            self.items = items
        }
    }
}

extension CatalogError {
    /// Reads the service's words: `Invalid value(s) for key(s): [country, language]` names parameters.
    fileprivate init(serviceMessage message: String) {
        let opening = "key(s): ["
        guard let start = message.firstRange(of: opening)?.upperBound,
            let end = message[start...].firstIndex(of: "]")
        else {
            self = .message(String(message.prefix(200)))
            return
        }
        let names = message[start..<end].split { $0 == "," || $0 == " " }.prefix(8).map {
            String($0.prefix(40))
        }
        self = .badParameter(names)
    }
}
