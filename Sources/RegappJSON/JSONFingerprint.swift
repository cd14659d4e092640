internal import RegappValues

/// Digests of an object's values, key by key, to find out later which of them have changed.
///
/// A digest hides nothing: it is unsalted, so a short value such as a weak password can be guessed and compared. Keep a
/// fingerprint as private as the values themselves.
package struct JSONFingerprint: Equatable, Sendable {
    private struct Entry: Equatable {
        let key: String
        let digest: ContentDigest
    }

    private var entries: [Entry]

    /// The fingerprint of a text; a text that is not an object counts as an empty one.
    package init(text: [UInt8]) {
        entries = (try? JSONDocument(parsing: text)).map(Self.entries) ?? []
    }

    package init(_ document: JSONDocument) { entries = Self.entries(of: document) }

    private static func entries(of document: JSONDocument) -> [Entry] {
        document.root.members.map { Entry(key: $0.key, digest: document.digest(of: $0.value)) }
    }

    /// Replaces the digests of some keys by those of a document, which may lack them.
    package mutating func update(_ keys: [String], from document: JSONDocument) {
        for key in keys {
            entries.removeAll { $0.key.hasSameScalars(as: key) }
            guard let value = document.root[key] else { continue }
            entries.append(Entry(key: key, digest: document.digest(of: value)))
        }
    }

    package var json: JSONText { .object(entries.map { .init($0.key, .string($0.digest.text)) }) }

    /// Reads what ``json`` wrote; ignores anything malformed.
    package init(json: JSONValue) {
        entries = json.members.compactMap { member in
            guard case .string(let text) = member.value.content, let digest = ContentDigest(text: text) else {
                return nil
            }
            return Entry(key: member.key, digest: digest)
        }
    }

    var keys: [String] { entries.map(\.key) }

    /// Whether a document has another value for a key, or has gained or lost it.
    package func differs(from document: JSONDocument, at key: String) -> Bool {
        let old = entries.first { $0.key.hasSameScalars(as: key) }?.digest
        return old != document.root[key].map(document.digest)
    }

    package func differs(from document: JSONDocument) -> Bool {
        (document.root.members.map(\.key) + keys).contains { differs(from: document, at: $0) }
    }
}

extension JSONDocument {
    fileprivate func digest(of value: JSONValue) -> ContentDigest { ContentDigest(canonicalText(of: value)) }

    /// A text of a value that is the same for equal values: without space, escaped uniformly, the members of objects
    /// sorted by their keys. Numbers are as written.
    func canonicalText(of value: JSONValue) -> [UInt8] {
        switch value.content {
        case .string(let text): JSONText.string(text).bytes
        case .array(let elements):
            Array("[".utf8) + elements.map(canonicalText).joined(separator: ",".utf8) + Array("]".utf8)
        case .object(let members):
            Array("{".utf8)
                + members.sorted { $0.key.bytesPrecede($1.key) }.map { member in
                    JSONText.string(member.key).bytes + ":".utf8 + canonicalText(of: member.value)
                }.joined(separator: ",".utf8) + Array("}".utf8)
        case .null, .boolean, .number: Array(bytes[value.range])
        }
    }
}

/// Detects duplicate keys of an object that is being scanned, by their Unicode scalars.
///
/// A document of accounts has a handful of keys. These are compared one by one, which costs less than the first use of
/// a hashed set; an object with more keys gets such a set, so that a hostile file cannot cost quadratic time.
struct KeySet {
    private static let mostCompared = 16

    private var many: Set<Key> = []

    /// Adds a key to those of the members scanned so far; false if it is among them.
    mutating func insert(_ key: String, beside members: [JSONMember]) -> Bool {
        guard members.count >= Self.mostCompared else {
            for index in members.indices where members[index].key.hasSameScalars(as: key) { return false }
            return true
        }
        if many.isEmpty { many = Set(members.map { Key(text: $0.key) }) }
        return many.insert(Key(text: key)).inserted
    }

    /// A key that equals another only if both have the same scalars, unlike a string.
    struct Key: Hashable {
        let text: String

        static func == (left: Key, right: Key) -> Bool {
            left.text.hasSameScalars(as: right.text)
        }

        func hash(into hasher: inout Hasher) {
            for byte in text.utf8 { hasher.combine(byte) }
        }
    }
}

extension JSONDocument {
    /// What leads from an older text to this one: the members that were set, with their values in one line, and the
    /// keys that were removed.
    package func difference(from old: JSONDocument?) -> (set: [JSONText.Member], removed: [String]) {
        let set = root.members.compactMap { member -> JSONText.Member? in
            let former = old?.root[member.key]
            if let old, let former, old.bytes[former.range] == bytes[member.value.range] { return nil }
            let text = canonicalText(of: member.value)
            guard former.map({ old?.canonicalText(of: $0) }) != text else { return nil }
            // A text that stands as it is, like that of a number.
            return .init(member.key, .number(String(decoding: text, as: UTF8.self)))
        }
        let removed = old?.root.members.map(\.key).filter { root[$0] == nil } ?? []
        return (set, removed)
    }
}
