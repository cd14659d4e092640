// What the standard library has in its module of regular expressions, which would make the program a megabyte larger.

extension String {
    /// The first place of another text that is not empty; nil if there is none.
    package func firstPlace(of wanted: String) -> Range<Index>? {
        var start = startIndex
        while start != endIndex {
            if self[start...].hasPrefix(wanted) {
                return start..<(index(start, offsetBy: wanted.count, limitedBy: endIndex) ?? endIndex)
            }
            formIndex(after: &start)
        }
        return nil
    }

    /// Whether the bytes of another text stand somewhere in this one's.
    package func holds(_ other: String) -> Bool { Array(utf8).holds(Array(other.utf8)) }

    /// The text with each occurrence of another one replaced, from the left.
    package func replacingEach(_ old: String, with new: String) -> String {
        var (result, rest) = ("", self)
        while let place = rest.firstPlace(of: old) {
            result += rest[..<place.lowerBound] + new
            rest = String(rest[place.upperBound...])
        }
        return result + rest
    }
}

extension [UInt8] {
    /// Whether other bytes stand somewhere in these.
    package func holds(_ wanted: [UInt8]) -> Bool { self[...].holds(wanted) }
}

extension ArraySlice<UInt8> {
    /// Whether other bytes stand somewhere in these.
    package func holds(_ wanted: [UInt8]) -> Bool {
        guard let first = wanted.first else { return true }
        var start = startIndex
        while let place = self[start...].firstIndex(of: first) {
            if self[place...].starts(with: wanted) { return true }
            start = place + 1
        }
        return false
    }
}

extension StringProtocol {
    /// The text without the spaces around it.
    package var trimmed: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
