internal import RegappValues

/// Merges two texts of an object, `mine` and `theirs`, that were edited from the same original.
///
/// A member that only they changed is set, added or removed in my text, in place. One that both changed differently is
/// a conflict for a person to decide. Everything else, layout included, is mine.
package struct JSONMerge: Sendable {
    package struct Member: Equatable, Sendable {
        package let key: String
        /// Nil if the text lacks it.
        package let mine: JSONText?
        package let theirs: JSONText?

        package init(key: String, mine: JSONText?, theirs: JSONText?) {
            self.key = key
            self.mine = mine
            self.theirs = theirs
        }
    }

    package let mine: JSONDocument
    package let theirs: JSONDocument
    /// The keys that only they changed, in the order of their text; then those that they removed.
    package let merged: [String]
    /// The keys of each conflict: one, or those of a unit.
    package let conflicts: [[String]]

    /// - Parameters:
    ///   - units: keys that belong together, so that a change of one is a change of all.
    ///   - touched: keys that I set, even to the same value.
    package init(
        from base: JSONFingerprint, mine: JSONDocument, theirs: JSONDocument, units: [[String]] = [],
        touched: [String] = []
    ) {
        func isSame(_ key: String) -> Bool {
            mine.root[key]?.canonicalText == theirs.root[key]?.canonicalText
        }
        var merged: [String] = []
        var conflicts: [[String]] = []
        for keys in Self.units(of: theirs.root.members.map(\.key) + base.keys, units) {
            let changed = keys.filter { base.differs(from: theirs, at: $0) }
            if changed.isEmpty || keys.allSatisfy(isSame) { continue }
            if keys.contains(where: { touched.contains($0) || base.differs(from: mine, at: $0) }) {
                conflicts.append(keys.filter { mine.root[$0] != nil || theirs.root[$0] != nil })
            } else {
                merged += changed
            }
        }
        self.mine = mine
        self.theirs = theirs
        self.merged = merged
        self.conflicts = conflicts
    }

    /// My text with their changes, and their side of the chosen conflicts.
    package func text(choosingTheirsOf chosen: [[String]] = []) -> [UInt8] {
        let order = theirs.root.members.map(\.key)
        return mine.applying(
            (merged + chosen.flatMap(\.self)).map { key in
                guard let value = theirs.root[key] else { return .remove(key: key) }
                let followers = order.drop { !$0.hasSameScalars(as: key) }.dropFirst()
                return .copy(key: key, Array(theirs.bytes[value.range]), before: Array(followers))
            })
    }

    package func member(_ key: String) -> Member {
        Member(key: key, mine: mine.root[key]?.canonical, theirs: theirs.root[key]?.canonical)
    }

    /// Groups keys by unit, each unit where its first key is.
    private static func units(of keys: [String], _ units: [[String]]) -> [[String]] {
        var found: [[String]] = []
        for key in keys where !found.contains(where: { $0.contains { $0.hasSameScalars(as: key) } }) {
            found.append(units.first { $0.contains { $0.hasSameScalars(as: key) } } ?? [key])
        }
        return found
    }
}
