/// Finds the name that a mistyped one probably means.
package enum NearestName {
    /// The name with the least distance, the first of several; nil if none is near.
    package static func nearest<Suggestion>(
        to typed: String, among candidates: [(name: String, suggestion: Suggestion)]
    ) -> Suggestion? {
        let typed = Array(typed.lowercased().unicodeScalars)
        guard !typed.isEmpty, typed.count <= longestTyped else { return nil }
        let near = candidates.compactMap { name, suggestion in
            rank(typed, Array(name.lowercased().unicodeScalars)).map { distance in
                (distance: distance, suggestion: suggestion)
            }
        }
        return near.min { $0.distance < $1.distance }?.suggestion
    }

    /// No name is near a longer text, in scalars; this also bounds the work.
    private static let longestTyped = 32

    /// The distance of a name from what was typed; nil if it is too far.
    ///
    /// A beginning of the name counts as one mistake: people abbreviate.
    private static func rank(_ typed: [Unicode.Scalar], _ name: [Unicode.Scalar]) -> Int? {
        let distance = editDistance(typed, name)
        if distance <= max(1, name.count / 3), distance < max(typed.count, name.count) - 1 { return distance }
        return distance == 0 || (typed.count > 1 && name.starts(with: typed)) ? min(distance, 1) : nil
    }

    /// The least number of insertions, deletions, replacements and swaps of neighbours
    /// (Damerau's distance in its restricted form, where no part is changed twice).
    package static func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for (row, scalar) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                var least = min(last[column + 1] + 1, current[column] + 1)
                least = min(least, last[column] + (scalar == other ? 0 : 1))
                if row > 0, column > 0, scalar == right[column - 1], left[row - 1] == other {
                    least = min(least, beforeLast[column - 1] + 1)
                }
                current.append(least)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
