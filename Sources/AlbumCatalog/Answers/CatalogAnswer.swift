internal import Foundation

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
        guard body.first(where: { !isBlank($0) }) == UInt8(ascii: "{") else { throw .notJSON }
        let envelope: Envelope
        do {
            envelope = try JSONDecoder().decode(Envelope.self, from: Data(body))
        } catch DecodingError.dataCorrupted {
            throw .notJSON
        } catch {
            throw .unexpectedShape
        }
        if let message = envelope.errorMessage { throw CatalogError(serviceMessage: message) }
        guard let results = envelope.results else { throw .unexpectedShape }
        droppedCount = envelope.droppedCount ?? 0
        order = envelope.order
        gather(results)
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
private struct Envelope: Decodable {
    var results: [CatalogItem]?
    var errorMessage: String?
    var droppedCount: Int?
    var order: String?
}

private func isBlank(_ byte: UInt8) -> Bool {
    [0x20, 0x09, 0x0A, 0x0D].contains(byte)
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
