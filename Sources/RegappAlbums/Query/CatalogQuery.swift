internal import RegappValues

package struct CatalogQuery: Sendable, Hashable {
    /// The most results the service gives in one answer (Apple, "iTunes Search API": `limit`).
    package static let greatestLimit = 200

    let store: Storefront
    /// The most albums or items to return, 1 … 200.
    let limit: Int
    /// The parameters have a fixed order, since caches on the way compare the exact string.
    let pathAndQuery: String

    /// The albums of a store that match a term; `limit` is clamped.
    static func search(term: String, store: Storefront, limit: Int) -> CatalogQuery {
        let limit = min(max(limit, 1), greatestLimit)
        let text = formEncoded(term)
        let path = "search?term=\(text)&country=\(store.code)&media=music&entity=album&limit=\(limit)"
        return CatalogQuery(store: store, limit: limit, pathAndQuery: path)
    }

    static func songs(collectionId id: Int64, store: Storefront) -> CatalogQuery {
        // Without a limit, the service returns at most 50 songs of an album.
        let path = "lookup?id=\(id)&entity=song&country=\(store.code)&limit=\(greatestLimit)"
        return CatalogQuery(store: store, limit: greatestLimit, pathAndQuery: path)
    }

    static func term(of address: String) -> String? {
        guard let start = address.firstPlace(of: "?term="),
            let end = address[start.upperBound...].firstIndex(of: "&")
        else { return nil }
        return address[start.upperBound..<end].utf8.percentDecoded(plusIsSpace: true)
    }
}

/// Encodes a value as HTML forms do in a query (WHATWG URL, application/x-www-form-urlencoded): letters, digits and
/// `*-._` stay, a space becomes `+`, every other UTF-8 byte becomes `%` and two uppercase hexadecimal digits.
func formEncoded(_ value: String) -> String {
    value.utf8.percentEncoded { $0.isLetterOrDigit || "*-._ ".utf8.contains($0) }.replacingEach(
        " ", with: "+")
}
