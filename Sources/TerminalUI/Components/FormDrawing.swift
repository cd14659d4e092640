extension Form {
    /// The greatest width of a field, in columns; longer texts scroll.
    private static let widestField = 44
    /// The fewest columns a field keeps; labels are cut before it gets smaller.
    private static let narrowestField = 12

    /// Lines that belong together, and the indices of those that must be visible while they have the focus: if there
    /// is no room for all, the first.
    private struct Block {
        let lines: [Line]
        let visible: Range<Int>
    }

    /// Draws the form into a rectangle; if it does not fit, it scrolls so that the focus is visible.
    ///
    /// - Parameters:
    ///   - room: the rows that it has where nothing is said above it, or nil for those of the rectangle. Where they
    ///     are enough, lines are kept under each field for what is said of it.
    ///   - hasFocus: whether keys go to the form; where they do not, nothing in it looks focused.
    package func draw(on frame: inout Frame, in rect: Rect, room: Int? = nil, hasFocus: Bool = true) {
        guard rect.rows > 0, rect.columns > 0 else { return }
        let isRoomy = isRoomy(in: room ?? rect.rows, columns: rect.columns)
        var layout = Layout(columns: rect.columns, isRoomy: isRoomy, ruleRows: 0, hasFocus: hasFocus)
        // Where no lines are kept for them, rules get those that everything else leaves.
        layout.ruleRows = isRoomy ? .max : rect.rows - lines(layout).lines.count
        let content = lines(layout)
        let first = firstLine(of: content.lines.count, showing: content.focused, in: rect.rows)
        for (row, line) in content.lines.dropFirst(first).prefix(rect.rows).enumerated() {
            frame.write(line, column: rect.column, row: rect.row + row, limit: rect.columns)
        }
        frame.drawScrollMarks(
            column: rect.column + rect.columns - 1, in: rect, above: first > 0,
            below: content.lines.count > first + rect.rows)
    }

    /// How a form is drawn.
    private struct Layout {
        let columns: Int
        /// Whether lines are kept under the fields.
        let isRoomy: Bool
        /// The rows for the rules of the focused field.
        var ruleRows: Int
        let hasFocus: Bool
    }

    /// Whether as many rows are enough for the form with lines kept under its fields.
    package func isRoomy(in rows: Int, columns: Int) -> Bool { roomyRows(columns: columns) <= rows }

    /// The rows that the form takes with lines kept under its fields, whatever is typed.
    private func roomyRows(columns: Int) -> Int {
        let texts = fields.indices.reduce(0) { $0 + 1 + linesKept(forField: $1, columns: columns) }
        guard !buttons.isEmpty else { return texts }
        return texts + rowsBeforeButtons + buttonRows(columns: columns, hasFocus: false).count
    }

    /// The empty rows that keep the buttons off what is said of the last field, where there is room.
    private var rowsBeforeButtons: Int { isReadOnly || fields.isEmpty ? 0 : 1 }

    private func firstLine(of count: Int, showing focused: Range<Int>, in rows: Int) -> Int {
        let last = max(0, count - rows)
        if isReadOnly { return max(0, last - scrolledBack) }
        return min(last, focused.lowerBound, max(0, focused.upperBound - rows))
    }

    /// All lines, and those that must be visible for the focus.
    private func lines(_ layout: Layout) -> (lines: [Line], focused: Range<Int>) {
        var all: [Line] = []
        var focused = 0..<0
        for index in fields.indices {
            let block = self.block(ofField: index, layout)
            if index == focus {
                focused = all.count + block.visible.lowerBound..<all.count + block.visible.upperBound
            }
            all += block.lines
        }
        guard !buttons.isEmpty else { return (all, focused) }
        if layout.isRoomy { all += Array(repeating: Line(), count: rowsBeforeButtons) }
        for row in buttonRows(columns: layout.columns, hasFocus: layout.hasFocus) {
            all.append(row.line)
            if row.isFocused { focused = all.count - 1..<all.count }
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

    private func block(ofField index: Int, _ layout: Layout) -> Block {
        let field = fields[index]
        let hasKeys = focusedField != nil && index == focus
        let isFocused = hasKeys && layout.hasFocus
        let start = textColumn(columns: layout.columns)
        var lines = [head(of: field, isFocused: isFocused, columns: start)]
        if isReadOnly {
            lines[0].append(field.shown.printable.truncated(to: layout.columns - start))
        } else {
            var input = field.input.line(
                columns: min(Self.widestField, layout.columns - start - 1), isFocused: isFocused)
            if field.calendar != nil { input.cursor = nil }
            lines[0].append(input)
            lines += notes(ofField: index, layout)
        }
        let visible = 0..<lines.count
        let kept = layout.isRoomy ? 1 + linesKept(forField: index, columns: layout.columns) : 0
        while lines.count < kept { lines.append(Line()) }
        guard let calendar = field.calendar else { return Block(lines: lines, visible: visible) }
        let day = lines.count + calendar.selectedLine
        lines += calendar.lines.map { Self.indented($0, by: start) }
        // Where no line is kept for them, the rules stand below the days and push nothing out of a low window.
        if !layout.isRoomy, calendar.range.refusal(calendar.selected) == nil {
            let rules = ruleLines(field.rules(texts), columns: noteColumns(layout.columns))
            lines += rules.map { Self.indented($0, by: start) }
        }
        return Block(lines: lines, visible: day..<day + 1)
    }

    /// The lines that are kept under a field where there is room: its rules or one message, or an empty one.
    private func linesKept(forField index: Int, columns: Int) -> Int {
        guard !isReadOnly else { return 1 }
        return max(1, ruleLines(fields[index].rulesOfNothing, columns: noteColumns(columns)).count)
    }

    private func noteColumns(_ columns: Int) -> Int { columns - textColumn(columns: columns) - 1 }

    private func head(of field: FormField, isFocused: Bool, columns: Int) -> Line {
        var line = Line(isFocused ? "▸" : " ", isFocused ? .labelFocused : .text)
        line.append(field.remark?.mark ?? " ", field.remark?.style ?? .text)
        if iconColumns > 0 { line.append(field.icon.padded(to: iconColumns), .icon) }
        let room = max(0, columns - line.columns - 1)
        line.append(field.label.truncated(to: room), isFocused ? .labelFocused : .label)
        line.pad(to: columns)
        return line
    }

    /// What is said under a field: its problems, or else, while it has the keys, its rules. Of problems that need more
    /// lines than are kept, all is said while the field has the keys.
    private func notes(ofField index: Int, _ layout: Layout) -> [Line] {
        let field = fields[index]
        let columns = noteColumns(layout.columns)
        let hasKeys = index == focus
        var problems = field.showsProblems ? field.problems : []
        if let calendar = field.calendar {
            // While days are chosen, only the day that the calendar stands on is spoken of.
            problems = [calendar.range.refusal(calendar.selected)].compactMap { $0 }
        }
        var lines = problems.flatMap { Line.wrapped("✗ " + $0, .problem, to: columns) }
        if lines.isEmpty, let remark = field.remark, layout.isRoomy || hasKeys {
            lines = Line.wrapped("\(remark.mark) \(remark.text)", remark.style, to: columns)
            problems = [remark.text]
        }
        let kept = linesKept(forField: index, columns: layout.columns)
        if !hasKeys, lines.count > kept {
            let hidden = problems.count - kept
            lines = problems.prefix(kept).enumerated().map { number, problem in
                let more = number == kept - 1 && hidden > 0 ? " (+\(hidden) more)" : ""
                let text = "✗ \(problem)".printable.truncated(to: columns - more.displayWidth)
                return Line(text + more, .problem)
            }
        }
        if lines.isEmpty, hasKeys, layout.isRoomy || field.calendar == nil {
            lines = ruleLines(field.rules(texts), columns: columns, rows: layout.ruleRows)
        }
        return lines.map { Self.indented($0, by: textColumn(columns: layout.columns)) }
    }

    /// The rules, as many in a line as there is room for; where all of them need more rows than there are, those that
    /// are still to be met, as many as fit.
    private func ruleLines(_ rules: [FormField.Rule], columns: Int, rows: Int = .max) -> [Line] {
        let all = Line.flowing(rules, columns: columns)
        guard all.count > rows else { return all }
        let unmet = rules.filter { !$0.isMet }
        let fitting = unmet.indices.map { Line.flowing(unmet[...$0], columns: columns) }
        return fitting.last { $0.count <= rows } ?? []
    }

    private static func indented(_ line: Line, by columns: Int) -> Line {
        var result = Line(String(repeating: " ", count: columns))
        result.append(line)
        return result
    }

    // MARK: Buttons

    /// The buttons side by side, in as many rows as they need.
    private func buttonRows(columns: Int, hasFocus: Bool) -> [(line: Line, isFocused: Bool)] {
        var rows: [(line: Line, isFocused: Bool)] = [(Line("  "), false)]
        for button in buttons {
            let hasKeys = button == focusedButton
            let drawn = Line(
                button: button.title, isFocused: hasKeys && hasFocus, isEnabled: canPress(button))
            let used = rows[rows.count - 1].line.columns
            if used > 2, used + drawn.columns > columns { rows.append((Line("  "), false)) }
            rows[rows.count - 1].line.append(drawn)
            rows[rows.count - 1].line.append("  ")
            if hasKeys { rows[rows.count - 1].isFocused = true }
        }
        return rows
    }
}

extension Line {
    /// The spaces between two rules in a line.
    private static let ruleGap = 2

    /// Rules with their marks, one after another; one that does not fit into a line any more begins the next.
    fileprivate static func flowing(_ rules: some Sequence<FormField.Rule>, columns: Int) -> [Line] {
        var lines: [Line] = []
        for rule in rules {
            let text = (rule.isMet ? "✓ " : "· ") + rule.text
            let pieces = wrapped(text, rule.isMet ? .success : .label, to: columns)
            if let last = lines.last, let first = pieces.first, pieces.count == 1,
                last.columns + ruleGap + first.columns <= columns
            {
                lines[lines.count - 1].pad(to: last.columns + ruleGap)
                lines[lines.count - 1].append(first)
            } else {
                lines += pieces
            }
        }
        return lines
    }
}
