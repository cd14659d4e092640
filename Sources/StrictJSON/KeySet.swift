internal import PlainValues

/// The keys of an object that is being scanned, compared by their Unicode scalars.
///
/// A document of accounts has a handful of keys. These are compared one by one, which costs less than the first use
/// of a hashed set; an object with more keys gets such a set, so that a hostile file cannot cost quadratic time.
struct KeySet {
    private static let mostCompared = 16

    private var few: [String] = []
    private var many: Set<Key> = []

    /// Adds a key; false if it is already there.
    mutating func insert(_ key: String) -> Bool {
        guard few.count == Self.mostCompared else {
            if few.contains(where: { $0.hasSameScalars(as: key) }) { return false }
            few.append(key)
            return true
        }
        if many.isEmpty { many = Set(few.map(Key.init)) }
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
