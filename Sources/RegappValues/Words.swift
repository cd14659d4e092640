// The standard library has these in its module of regular expressions, which would add a megabyte to the program.

extension String {
    /// Where another, non-empty text first occurs; nil if it does not.
    package func firstPlace(of wanted: String) -> Range<Index>? {
        let start = indices.first { self[$0...].hasPrefix(wanted) }
        return start.map { $0..<(index($0, offsetBy: wanted.count, limitedBy: endIndex) ?? endIndex) }
    }

    package func holds(_ other: String) -> Bool { Array(utf8).holds(Array(other.utf8)) }

    package func replacingEach(_ old: String, with new: String) -> String {
        var result = ""
        var rest = self
        while let place = rest.firstPlace(of: old) {
            result += rest[..<place.lowerBound] + new
            rest = String(rest[place.upperBound...])
        }
        return result + rest
    }
}

extension Collection<UInt8> {
    /// Inlined, so that it is specialized for its collection.
    @inlinable package func holds(_ wanted: [UInt8]) -> Bool {
        guard let first = wanted.first else { return true }
        var start = startIndex
        while let place = self[start...].firstIndex(of: first) {
            if self[place...].starts(with: wanted) { return true }
            start = index(after: place)
        }
        return false
    }
}

extension StringProtocol {
    /// Without the spaces around it.
    package var trimmed: String {
        let start = drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return String(start[...last])
    }
}

extension Int {
    /// Such as `1 account` or `2 accounts`.
    ///
    /// - Parameter plural: the plural, if it is not the noun with an `s`.
    package func counted(_ noun: String, _ plural: String? = nil) -> String {
        "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
    }
}

extension String {
    /// Shown for a secret, whatever its length.
    package static let stars = "********"
}

extension Sequence where Element: Hashable {
    /// The elements in their order, each once.
    package var withoutDuplicates: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}

extension Result {
    /// Unlike the standard library's closure, an expression need not spell out its error type.
    @inlinable
    package init(catching expression: @autoclosure () throws(Failure) -> Success) {
        do throws(Failure) { self = .success(try expression()) } catch { self = .failure(error) }
    }
}

/// Finds the name that a mistyped one probably means.
package enum NearestName {
    /// The name with the least distance, the first one on a tie; nil if none is near.
    package static func nearest<Suggestion>(
        to typed: String, among candidates: [(name: String, suggestion: Suggestion)]
    ) -> Suggestion? {
        let typed = Array(typed.lowercased().unicodeScalars)
        guard !typed.isEmpty, typed.count <= longestTyped else { return nil }
        let near = candidates.compactMap { name, suggestion in
            rank(typed, Array(name.lowercased().unicodeScalars)).map {
                (distance: $0, suggestion: suggestion)
            }
        }
        return near.min { $0.distance < $1.distance }?.suggestion
    }

    /// Longer texts, in scalars, are near no name; this also bounds the work.
    private static let longestTyped = 80

    /// Nil if the name is too far from what was typed. A prefix counts as one mistake: people abbreviate.
    private static func rank(_ typed: [Unicode.Scalar], _ name: [Unicode.Scalar]) -> Int? {
        let most = max(1, name.count / 3)
        // At least as many letters are wrong.
        let difference = abs(typed.count - name.count)
        let distance = difference > most ? difference : editDistance(typed, name)
        if distance <= most, distance < max(typed.count, name.count) - 1 { return distance }
        let isShort = typed.count > 1 && name.starts(with: typed) || isAbbreviation(typed, of: name)
        return distance == 0 || isShort ? min(distance, 1) : nil
    }

    /// Whether it has the first three letters and then others in their order, as `docs` has of `documents`.
    private static func isAbbreviation(_ typed: [Unicode.Scalar], of name: [Unicode.Scalar]) -> Bool {
        guard typed.count > 3, name.starts(with: typed.prefix(3)) else { return false }
        var rest = name.dropFirst(3)
        return typed.dropFirst(3).allSatisfy { scalar in
            guard let place = rest.firstIndex(of: scalar) else { return false }
            rest = rest[(place + 1)...]
            return true
        }
    }

    /// Insertions, deletions, replacements and swaps of neighbours (Damerau's distance; no part is changed twice).
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
