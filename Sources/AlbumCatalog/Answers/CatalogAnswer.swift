internal import DocumentStore
internal import StrictJSON

/// What an answer of the service holds once it is decoded.
struct CatalogAnswer: Sendable {
    /// How many albums and how many tracks of an answer are taken: five times what the service ever sends. An answer
    /// of many small items would otherwise fill the memory.
    static let greatestCount = 1000

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

    /// Decodes the body of an answer of the service.
    ///
    /// Throws `.notJSON`, `.unexpectedShape`, or the error that the service tells of, whatever its status was.
    init(json body: [UInt8]) throws(CatalogError) {
        self = try Envelope(body).answer
    }

    /// Decodes the body of a cache entry, which has the same shape and holds two values more.
    init(kept body: [UInt8]) throws(CatalogError) {
        let envelope = try Envelope(body)
        self = envelope.answer
        do {
            droppedCount += Int(min(max(0, try envelope.values.integer(.droppedCount) ?? 0), 1 << 20))
            order = try envelope.values.string(.order)
        } catch {
            throw .unexpectedShape
        }
    }
}

/// The object around the items.
private struct Envelope {
    /// `droppedCount` and `order` are ours, and count only where we wrote them.
    enum Key: String, CaseIterable {
        case errorMessage, droppedCount, order
    }

    private(set) var values = KnownValues<Key>()
    private(set) var answer = CatalogAnswer()
    /// Whether the object has an array of items; nil while it has said nothing of them.
    private var hasItems: Bool?
    private var itemValues = CatalogItem.Values()
    private var albumIdentities: Set<Int64> = []
    private var trackIdentities: Set<Int64> = []

    init(_ body: [UInt8]) throws(CatalogError) {
        var scanner = JSONScanner(body)
        do throws(JSONError) {
            try scanner.scanText { scanner throws(JSONError) in try scan(&scanner) }
        } catch {
            throw .notJSON
        }
        let message: String?
        do { message = try values.string(.errorMessage) } catch { throw .unexpectedShape }
        if let message { throw CatalogError(serviceMessage: message) }
        guard hasItems == true else { throw .unexpectedShape }
    }

    private mutating func scan(_ scanner: inout JSONScanner) throws(JSONError) {
        // A copy, as the body below changes the rest of this value.
        var values = values
        try values.scan(&scanner) { scanner, key throws(JSONError) in
            guard hasItems == nil, scanner.text(of: key) == "results" else { return try scanner.skipValue() }
            hasItems = scanner.peek() == UInt8(ascii: "[")
            guard hasItems == true else { return try scanner.skipValue() }
            try scanner.scanArray { scanner throws(JSONError) in
                take(try CatalogItem(&scanner, using: &itemValues))
            }
        }
        self.values = values
    }

    private mutating func take(_ item: CatalogItem) {
        switch item {
        case .album(let album) where answer.albums.count < CatalogAnswer.greatestCount:
            if albumIdentities.insert(album.collectionId).inserted { answer.albums.append(album) }
        case .track(let track) where answer.tracks.count < CatalogAnswer.greatestCount:
            if trackIdentities.insert(track.trackId).inserted { answer.tracks.append(track) }
        case .other: break
        case .album, .track, .malformed: answer.droppedCount += 1
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
            // Scalars: a character may be of any length.
            self = .message(String(message.unicodeScalars.prefix(200)))
            return
        }
        let names = message[start..<end].split { $0 == "," || $0 == " " }.prefix(8).map {
            String($0.unicodeScalars.prefix(40))
        }
        self = .badParameter(names)
    }
}
