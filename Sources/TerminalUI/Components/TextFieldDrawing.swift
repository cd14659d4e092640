internal import PlainValues

extension TextField {
    /// The field as a line of exactly `columns` columns, scrolled so that the cursor is in it.
    ///
    /// - Parameter isFocused: whether the real cursor belongs into it.
    public func line(columns: Int, isFocused: Bool) -> Line {
        let shown = shownCharacters
        let place = mask?.displayIndex(of: cursor, in: String(content)) ?? cursor
        let cursorColumn = shown[..<min(place, shown.count)].reduce(0) { $0 + DisplayWidth.columns(of: $1) }
        let first = Self.firstColumn(for: cursorColumn, in: columns)
        var line = visiblePart(of: shown, from: first, columns: columns)
        let rest = mask.map { $0.rest(after: String(content)) } ?? (content.isEmpty ? placeholder : "")
        line.append(DisplayWidth.prefix(of: rest, columns: max(0, columns - line.columns)), .placeholder)
        line.pad(to: columns, .field)
        if isFocused, columns > 0 { line.cursor = min(cursorColumn - first, columns - 1) }
        return line
    }

    /// What shows, character by character: bullets for a secret, escapes for what would steer a terminal.
    private var shownCharacters: [Character] {
        if hidesWords { return Array(repeating: "•", count: content.count) }
        // A file's value may hold what cannot be typed; one cell keeps the cursor's arithmetic right.
        return text.map { $0.unicodeScalars.contains(where: \.isUnprintable) ? "\u{FFFD}" : $0 }
    }

    /// The text jumps by half the field, so that what surrounds the cursor can be read.
    private static func firstColumn(for cursor: Int, in columns: Int) -> Int {
        guard cursor >= columns, columns > 1 else { return columns == 1 ? cursor : 0 }
        let step = max(1, columns / 2)
        return ((cursor - columns) / step + 1) * step
    }

    private func visiblePart(of shown: [Character], from first: Int, columns: Int) -> Line {
        var visible = ""
        var column = 0
        for character in shown {
            let width = DisplayWidth.columns(of: character)
            defer { column += width }
            if column + width > first + columns { break }
            if column >= first {
                visible.append(character)
            } else if column + width > first {
                // The left half of a wide character is cut off.
                visible.append(" ")
            }
        }
        return Line(visible, .field)
    }
}
