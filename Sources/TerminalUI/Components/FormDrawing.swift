extension Form {
    /// The greatest width of a field, in columns; longer texts scroll.
    private static let widestField = 44
    /// The fewest columns a field keeps; labels are cut before it gets smaller.
    private static let narrowestField = 12

    /// Lines that belong together, and the index of the one that must be visible while they have the focus.
    private struct Block {
        var lines: [Line]
        var anchor: Int
    }

    /// Draws the form into a rectangle; if it does not fit, it scrolls so that the focus is visible.
    public func draw(on frame: inout Frame, in rect: Rect) {
        guard rect.rows > 0, rect.columns > 0 else { return }
        let roomy = lines(columns: rect.columns, spacing: 1)
        let content = roomy.lines.count <= rect.rows ? roomy : lines(columns: rect.columns, spacing: 0)
        let first = firstLine(of: content.lines.count, showing: content.focused, in: rect.rows)
        for (row, line) in content.lines.dropFirst(first).prefix(rect.rows).enumerated() {
            frame.write(line, column: rect.column, row: rect.row + row, limit: rect.columns)
        }
        frame.drawScrollMarks(
            column: rect.column + rect.columns - 1, in: rect, above: first > 0,
            below: content.lines.count > first + rect.rows)
    }

    private func firstLine(of count: Int, showing focused: Range<Int>, in rows: Int) -> Int {
        let last = max(0, count - rows)
        if isReadOnly { return max(0, last - scrolledBack) }
        return min(last, max(0, focused.upperBound - rows))
    }

    /// All lines, and those that must be visible for the focus.
    private func lines(columns: Int, spacing: Int) -> (lines: [Line], focused: Range<Int>) {
        var all: [Line] = []
        var focused = 0..<0
        for index in fields.indices {
            if index > 0, spacing > 0 { all.append(Line()) }
            let block = self.block(ofField: index, columns: columns)
            if index == focus { focused = all.count..<(all.count + block.anchor + 1) }
            all += block.lines
        }
        guard !buttons.isEmpty else { return (all, focused) }
        if spacing > 0, !fields.isEmpty { all.append(Line()) }
        for row in buttonRows(columns: columns) {
            all.append(row.line)
            if row.hasFocus { focused = all.count - 1..<all.count }
        }
        return (all, focused)
    }

    // MARK: Fields

    private var iconColumns: Int {
        let widest = fields.map { $0.icon.displayWidth }.max() ?? 0
        return widest > 0 ? widest + 1 : 0
    }

    /// The column where texts begin, after mark, icon and label.
    private func textColumn(columns: Int) -> Int {
        let widest = fields.map { $0.label.displayWidth }.max() ?? 0
        return min(2 + iconColumns + widest + 1, max(0, columns - Self.narrowestField))
    }

    private func block(ofField index: Int, columns: Int) -> Block {
        let field = fields[index]
        let isFocused = focusedField != nil && index == focus
        let start = textColumn(columns: columns)
        let width = min(Self.widestField, columns - start - 1)
        var lines = [head(of: field, isFocused: isFocused, columns: start)]
        if isReadOnly {
            lines[0].append(readOnlyText(of: field).truncated(to: columns - start))
            return Block(lines: lines, anchor: 0)
        }
        var input = field.input.line(columns: width, isFocused: isFocused)
        if field.calendar != nil { input.cursor = nil }
        lines[0].append(input)
        lines += notes(of: field, isFocused: isFocused, indent: start, columns: columns - start - 1)
        guard let calendar = field.calendar else { return Block(lines: lines, anchor: lines.count - 1) }
        let anchor = lines.count + calendar.selectedLine
        lines += calendar.lines.map { Self.indented($0, by: start) }
        return Block(lines: lines, anchor: anchor)
    }

    private func head(of field: FormField, isFocused: Bool, columns: Int) -> Line {
        var line = Line(isFocused ? "▸ " : "  ", .labelFocused)
        if iconColumns > 0 { line.append(field.icon.padded(to: iconColumns), .icon) }
        let room = max(0, columns - line.columns - 1)
        line.append(field.label.truncated(to: room), isFocused ? .labelFocused : .label)
        line.pad(to: columns)
        return line
    }

    private func readOnlyText(of field: FormField) -> String {
        if let text = field.readOnlyText { return text.printable }
        let text = field.input.text.printable
        // As many stars whatever the length: the length is nobody's business.
        return field.input.isSecret && !field.input.isRevealed && !text.isEmpty ? "********" : text
    }

    private func notes(of field: FormField, isFocused: Bool, indent: Int, columns: Int) -> [Line] {
        var lines: [Line] = []
        if let calendar = field.calendar {
            // While days are chosen, only the day that the calendar stands on is spoken of.
            if let refusal = calendar.range.refusal(of: calendar.selected) {
                lines += Line.wrapped("✗ " + refusal, .problem, to: columns)
            }
        } else if field.showsProblems {
            lines += field.problems.flatMap { Line.wrapped("✗ " + $0, .problem, to: columns) }
        }
        if isFocused {
            lines += field.rules(field.input.text).flatMap {
                Line.wrapped(($0.isMet ? "✓ " : "· ") + $0.text, $0.isMet ? .success : .label, to: columns)
            }
        }
        return lines.map { Self.indented($0, by: indent) }
    }

    private static func indented(_ line: Line, by columns: Int) -> Line {
        var result = Line(String(repeating: " ", count: columns))
        result.append(line)
        return result
    }

    // MARK: Buttons

    /// The buttons side by side, in as many rows as they need.
    private func buttonRows(columns: Int) -> [(line: Line, hasFocus: Bool)] {
        var rows: [(line: Line, hasFocus: Bool)] = []
        var line = Line("  ")
        var hasFocus = false
        for (index, button) in buttons.enumerated() {
            let isFocused = focus == fields.count + index
            let drawn = Line(button: button.title, isFocused: isFocused, isEnabled: canPress(button))
            if line.columns > 2, line.columns + drawn.columns > columns {
                rows.append((line, hasFocus))
                (line, hasFocus) = (Line("  "), false)
            }
            line.append(drawn)
            line.append("  ")
            hasFocus = hasFocus || isFocused
        }
        return rows + [(line, hasFocus)]
    }
}
