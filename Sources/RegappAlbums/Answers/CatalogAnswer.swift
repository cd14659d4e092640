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
        let message: String?
        do {
            message = try values.string(.errorMessage)
            if isCached {
                droppedCount += Int(min(max(0, try values.integer(.droppedCount) ?? 0), 1 << 20))
                order = try values.string(.order)
            }
        } catch {
            throw .unexpectedShape
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
            throw .rateLimited(seconds: RetryTime.seconds(answer.headers["retry-after"]))
        default:
            // Errors come with any status: the service's own words say more than the number.
            do throws(CatalogError) {
                _ = try CatalogAnswer(json: answer.body)
            } catch {
                if case .badParameter = error { throw error }
                if case .message = error { throw error }
            }
            guard answer.status == 403 else { throw .status(answer.status) }
            throw .rateLimited(seconds: RetryTime.seconds(answer.headers["retry-after"]))
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

enum CacheControl {
    /// The validity if the service states none, in seconds: a day, as its documentation asks.
    static let unstated: Int64 = 86_400
    /// The longest validity that is accepted, in seconds: a week.
    static let longest: Int64 = 7 * 86_400

    /// The validity by `cache-control` (RFC 9111, 5.2.2) in seconds, 0 … `longest`; 0 for `no-store` and `no-cache`.
    static func seconds(_ field: String?) -> Int64 {
        guard let field else { return unstated }
        let directives = field.lowercased().split(separator: ",").map {
            $0.filter { $0 != " " && $0 != "\t" }
        }
        if directives.contains(where: { $0 == "no-store" || $0 == "no-cache" }) { return 0 }
        for directive in directives where directive.hasPrefix("max-age=") {
            let digits = directive.dropFirst("max-age=".count).filter { $0 != "\"" }
            guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { continue }
            return min(Int64(digits) ?? longest, longest)
        }
        return unstated
    }
}

enum RetryTime {
    /// The time if the service states none, in seconds: its limit is counted by the minute.
    static let unstated = 60
    /// The longest time that is accepted, in seconds: a day. More would be a mistake of the service.
    static let longest = 86_400

    /// The seconds to wait, 1 … `longest`, by `retry-after` (RFC 9110, 10.2.3); `unstated` if it is a date.
    static func seconds(_ field: String?) -> Int {
        let digits = field?.trimmed ?? ""
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { return unstated }
        return min(max(Int(digits) ?? longest, 1), longest)
    }
}
