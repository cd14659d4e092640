internal import RegappValues

/// Detects duplicate keys of an object while it is scanned, by their Unicode scalars. A document of accounts has few
/// keys: comparing them one by one costs less than the first use of a set. An object with more keys gets a set, so that
/// a hostile file cannot take quadratic time.
struct KeySet {
    private static let mostCompared = 16

    private var many: Set<[UInt8]> = []

    /// Adds a key; false if it is among these members.
    mutating func insert(_ key: String, beside members: [JSONMember]) -> Bool {
        guard members.count >= Self.mostCompared else {
            return !members.indices.contains { members[$0].key.hasSameScalars(as: key) }
        }
        if many.isEmpty { many = Set(members.map { Array($0.key.utf8) }) }
        return many.insert(Array(key.utf8)).inserted
    }
}
