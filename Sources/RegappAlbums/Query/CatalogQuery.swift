internal import RegappValues

package enum CatalogQuery: Sendable, Hashable {
    /// Albums that a term finds in a store; `limit` is clamped to 1 … 200, the most that the service returns.
    case search(term: String, store: Storefront, limit: Int)
    case songs(collectionId: Int64, store: Storefront)

    /// The most results the service gives in one answer (Apple, "iTunes Search API": `limit`).
    package static let greatestLimit = 200

    /// The most albums or items to return, 1 … 200.
    var limit: Int {
        // Without a limit, an album with more than 50 songs is cut.
        guard case .search(_, _, let limit) = self else { return Self.greatestLimit }
        return min(max(limit, 1), Self.greatestLimit)
    }

    var store: Storefront {
        switch self {
        case .search(_, let store, _), .songs(_, let store): store
        }
    }

    static func term(of address: String) -> String? {
        guard let start = address.firstPlace(of: "?term="),
            let end = address[start.upperBound...].firstIndex(of: "&")
        else { return nil }
        return formDecoded(address[start.upperBound..<end])
    }

    /// The parameters have a fixed order, since caches on the way compare the exact string.
    var pathAndQuery: String {
        switch self {
        case .search(let term, let store, _):
            "search?term=\(formEncoded(term))&country=\(store.code)&media=music&entity=album&limit=\(limit)"
        case .songs(let id, let store):
            "lookup?id=\(id)&entity=song&country=\(store.code)&limit=\(limit)"
        }
    }
}

/// The inverse of ``formEncoded(_:)``; nil if there is none.
private func formDecoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
        switch byte {
        case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
        case UInt8(ascii: "%"):
            guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            bytes.append(value)
            rest = rest.dropFirst(2)
        default: bytes.append(byte)
        }
    }
    return String(validating: bytes, as: UTF8.self)
}

/// Encodes a value as HTML forms do in a query (WHATWG URL, application/x-www-form-urlencoded): letters, digits and
/// `*-._` stay, a space becomes `+`, every other UTF-8 byte becomes `%` and two uppercase hexadecimal digits.
func formEncoded(_ value: String) -> String {
    value.utf8.map { byte in
        switch byte {
        case _ where byte.isLetterOrDigit || "*-._".utf8.contains(byte): String(Unicode.Scalar(byte))
        case UInt8(ascii: " "): "+"
        default: byte.percentEncoded
        }
    }.joined()
}
