internal import RegappValues

/// Digests of an object's values by key, to find out later which values have changed.
///
/// A digest hides nothing: it is unsalted, so a short value such as a weak password can be guessed. Keep a fingerprint
/// as private as the values themselves.
package struct JSONFingerprint: Equatable, Sendable {
    private struct Entry: Equatable {
        let key: String
        let digest: ContentDigest
    }

    private var entries: [Entry]

    /// - Parameter document: nil for a text that is not an object, which counts as an empty one.
    package init(_ document: JSONDocument?) {
        entries = document?.root.members.map { Entry(key: $0.key, digest: $0.value.digest) } ?? []
    }

    /// A key that the document lacks loses its digest.
    package mutating func update(_ keys: [String], from document: JSONDocument) {
        for key in keys {
            entries.removeAll { $0.key.hasSameScalars(as: key) }
            guard let value = document.root[key] else { continue }
            entries.append(Entry(key: key, digest: value.digest))
        }
    }

    package var json: JSONText { .object(entries.map { .init($0.key, .string($0.digest.text)) }) }

    /// Ignores what is malformed.
    package init(json: JSONValue) {
        entries = json.members.compactMap { member in
            guard case .string(let text) = member.value.content, let digest = ContentDigest(text: text) else {
                return nil
            }
            return Entry(key: member.key, digest: digest)
        }
    }

    package var keys: [String] { entries.map(\.key) }

    /// Whether the value for a key has changed, appeared or disappeared.
    package func differs(from document: JSONDocument, at key: String) -> Bool {
        let old = entries.first { $0.key.hasSameScalars(as: key) }?.digest
        return old != document.root[key]?.digest
    }

    package func differs(from document: JSONDocument) -> Bool {
        (document.root.members.map(\.key) + keys).contains { differs(from: document, at: $0) }
    }
}

extension JSONValue {
    fileprivate var digest: ContentDigest { ContentDigest(canonicalText) }
}
