internal import RegappJSON
internal import RegappValues

struct CatalogAnswer: Sendable {
    /// The most albums, and tracks, accepted from one answer, to bound memory: five times what the service sends.
    static let greatestCount = 1000

    var albums: [Album] = []
    var tracks: [Track] = []
    var droppedCount = 0
    /// The locale that sorts the albums; nil if they are in the service's order.
    var order: String?
}

extension CatalogAnswer {
    /// `droppedCount` and `order` are ours; they are read from cache entries only.
    private enum Key: String, CaseIterable {
        case errorMessage, droppedCount, order
    }

    /// Decodes an answer of the service, or the body of a cache entry, which has two more keys. Throws `.notJSON`,
    /// `.unexpectedShape`, or the error that the service reports, whatever the status.
    init(json body: [UInt8], isCached: Bool = false) throws(CatalogError) {
        self.init()
        var scanner = JSONScanner(body)
        var values = KnownValues<Key>()
        // Nil until the key `results` is reached; then whether it holds an array.
        var hasItems: Bool?
        do {
            try values.enter(&scanner)
            while let key = try values.nextOther(&scanner) {
                let isItems = hasItems == nil && scanner.text(of: key) == "results"
                if isItems { hasItems = scanner.peek() == UInt8(ascii: "[") }
                if isItems, hasItems == true { try addItems(&scanner) } else { try scanner.skipValue() }
            }
            try scanner.scanEnd()
        } catch {
            throw .notJSON
        }
        let message = try values.string(.errorMessage)
        if isCached {
            droppedCount += Int(min(max(0, try values.integer(.droppedCount) ?? 0), 1 << 20))
            order = try values.string(.order)
        }
        if let message { throw CatalogError(serviceMessage: message) }
        guard hasItems == true else { throw .unexpectedShape }
    }

    private mutating func addItems(_ scanner: inout JSONScanner) throws(JSONSyntaxError) {
        var values = CatalogItem.Values()
        var albumIdentities: Set<Int64> = []
        var trackIdentities: Set<Int64> = []
        try scanner.enterArray()
        while try scanner.hasElement() {
            switch try CatalogItem(&scanner, using: &values) {
            case .album(let album) where albums.count < Self.greatestCount:
                if albumIdentities.insert(album.collectionId).inserted { albums.append(album) }
            case .track(let track) where tracks.count < Self.greatestCount:
                if trackIdentities.insert(track.trackId).inserted { tracks.append(track) }
            case .other: break
            case .album, .track, .malformed: droppedCount += 1
            }
        }
    }

    /// Status 429, or 403 without an error message of the service, means too many requests.
    init(_ answer: TransportAnswer) throws(CatalogError) {
        switch answer.status {
        case 200:
            try self.init(json: answer.body)
        case 429:
            throw .rateLimited(seconds: answer.pause)
        default:
            // Errors come with any status: the service's own words say more than the number.
            do throws(CatalogError) {
                _ = try CatalogAnswer(json: answer.body)
            } catch {
                if case .badParameter = error { throw error }
                if case .message = error { throw error }
            }
            guard answer.status == 403 else { throw .status(answer.status) }
            throw .rateLimited(seconds: answer.pause)
        }
    }
}

extension CatalogError {
    /// Reads the service's error message: `Invalid value(s) for key(s): [country, language]` names parameters.
    fileprivate init(serviceMessage message: String) {
        let opening = "key(s): ["
        guard let start = message.firstPlace(of: opening)?.upperBound,
            let end = message[start...].firstIndex(of: "]")
        else {
            // Scalars, since one character can be of any length.
            self = .message(String(message.unicodeScalars.prefix(200)))
            return
        }
        let names = message[start..<end].split { $0 == "," || $0 == " " }.prefix(8).map {
            String($0.unicodeScalars.prefix(40))
        }
        self = .badParameter(names)
    }
}

extension TransportAnswer {
    /// The validity if the service states none, in seconds: a day, as its documentation asks.
    static let unstatedValidity: Int64 = 86_400
    /// The longest validity that is accepted, in seconds: a week.
    static let longestValidity: Int64 = 7 * 86_400

    /// By `cache-control` (RFC 9111, 5.2.2), in seconds, at most ``longestValidity``; 0 for `no-store` and `no-cache`.
    var validity: Int64 {
        guard let field = headers["cache-control"] else { return Self.unstatedValidity }
        let directives = field.lowercased().split(separator: ",").map {
            $0.filter { $0 != " " && $0 != "\t" }
        }
        if directives.contains(where: { $0 == "no-store" || $0 == "no-cache" }) { return 0 }
        for directive in directives where directive.hasPrefix("max-age=") {
            let digits = directive.dropFirst("max-age=".count).filter { $0 != "\"" }
            guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { continue }
            return min(Int64(digits) ?? Self.longestValidity, Self.longestValidity)
        }
        return Self.unstatedValidity
    }

    /// The time if the service states none, in seconds: its limit is counted by the minute.
    static let unstatedPause = 60
    /// The longest time that is accepted, in seconds: a day. More would be a mistake of the service.
    static let longestPause = 86_400

    /// How long to wait by `retry-after` (RFC 9110, 10.2.3), in seconds, 1 … ``longestPause``; ``unstatedPause`` if it
    /// is a date.
    var pause: Int {
        let digits = headers["retry-after"]?.trimmed ?? ""
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { return Self.unstatedPause }
        return min(max(Int(digits) ?? Self.longestPause, 1), Self.longestPause)
    }
}
