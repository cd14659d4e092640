internal import RegappValues

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
