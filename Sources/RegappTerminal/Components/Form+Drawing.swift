// Every field keeps the same number of rows, whatever is said about it, so that nothing moves during typing.
extension Form {
    /// In columns; longer texts scroll.
    private static let widestField = 44
    /// In columns; labels are cut before a field gets narrower.
    private static let narrowestField = 12
    /// With fewer columns, what is said about a field gets two rows instead of one.
    private static let columnsOfNote = 44
    /// The columns of a field and of the note below it, left of a list of its rules.
    private static let columnsBeforeList = 56
    /// In columns, beside the field.
    private static let narrowestList = 38

    /// Where everything goes in a window of some columns, made once for a frame.
    package struct Layout {
        fileprivate let columns: Int
        fileprivate let iconColumns: Int
        /// Where the fields' texts begin: after mark, icon and label.
        fileprivate let textColumn: Int
        fileprivate let hasFocus: Bool
        /// The rules of the focused field.
        fileprivate let rules: [FormField.Rule]
        fileprivate var buttonRows: [(line: Line, isFocused: Bool)] = []
        fileprivate var offerLines: [Line] = []
        /// The rows that the form has with empty ones between its parts.
        package fileprivate(set) var roomyRows = 0
        /// Whether there are empty rows between parts.
        fileprivate var isRoomy = true
        /// The rows reserved below each field.
        fileprivate var noteRows: Int

        var noteColumns: Int { max(0, (listColumn.map { $0 - 2 } ?? columns - 1) - textColumn) }

        /// The column of the list of rules beside the field; nil if the window is too narrow.
        var listColumn: Int? {
            let column = textColumn + Form.columnsBeforeList
            return column + Form.narrowestList < columns ? column : nil
        }
    }

    /// - Parameter hasFocus: whether the form gets the keys; if not, nothing in it looks focused.
    package func layout(columns: Int, hasFocus: Bool = true) -> Layout {
        let icon = fields.map { $0.icon.displayWidth }.max() ?? 0
        let iconColumns = icon > 0 ? icon + 1 : 0
        let label = fields.map { $0.label.displayWidth }.max() ?? 0
        let text = min(2 + iconColumns + label + 1, max(0, columns - Self.narrowestField))
        let noteRows = isReadOnly || columns - 1 - text >= Self.columnsOfNote ? 1 : 2
        var layout = Layout(
            columns: columns, iconColumns: iconColumns, textColumn: text, hasFocus: hasFocus,
            rules: focusedField?.rules(texts) ?? [], noteRows: noteRows)
        layout.roomyRows = fields.count * (1 + noteRows)
        guard !buttons.isEmpty else { return layout }
        layout.buttonRows = buttonRows(layout)
        layout.offerLines = offerLines(layout)
        let offers = layout.offerLines.count
        layout.roomyRows += rowsBeforeButtons + layout.buttonRows.count + (offers == 0 ? 0 : 1 + offers)
        return layout
    }

    /// Draws the form into a rectangle of the layout's columns, scrolled so that the focus is visible.
    ///
    /// - Parameter room: the rows it would have with nothing above it; nil for those of the rectangle. If they are
    ///   enough, empty rows separate the parts.
    package func draw(_ layout: Layout, on frame: inout Frame, in rect: Rect, room: Int? = nil) {
        guard rect.rows > 0, rect.columns > 0 else { return }
        var layout = layout
        layout.isRoomy = layout.roomyRows <= room ?? rect.rows
        if isReadOnly, !layout.isRoomy { layout.noteRows = 0 }
        let content = lines(layout)
        let first = firstLine(of: content.lines.count, showing: content.focused, in: rect.rows)
        for (row, line) in content.lines.dropFirst(first).prefix(rect.rows).enumerated() {
            frame.write(line, column: rect.column, row: rect.row + row, limit: rect.columns)
        }
        drawList(on: &frame, in: rect, beside: content.focused.lowerBound - first, layout)
        frame.drawScrollMarks(
            column: rect.column + rect.columns - 1, in: rect, above: first > 0,
            below: content.lines.count > first + rect.rows)
    }

    /// Empty rows between the note of the last field and the buttons, if there is room.
    private var rowsBeforeButtons: Int { isReadOnly || fields.isEmpty ? 0 : 1 }

    private func firstLine(of count: Int, showing focused: Range<Int>, in rows: Int) -> Int {
        let last = max(0, count - rows)
        if isReadOnly { return max(0, last - scrolledBack) }
        return min(last, focused.lowerBound, max(0, focused.upperBound - rows))
    }

    /// All lines, and which of them must be visible because of the focus. If they do not all fit, the first ones
    /// count.
    private func lines(_ layout: Layout) -> (lines: [Line], focused: Range<Int>) {
        var (lines, focused) = linesWithoutCalendar(layout)
        guard let calendar = focusedField?.calendar else { return (lines, focused) }
        // The calendar covers what is below its field, so nothing moves when it opens.
        let first = focused.upperBound
        let covering = calendar.lines.map { Self.indented($0, by: layout.textColumn) }
        lines.replaceSubrange(first..<min(lines.count, first + covering.count), with: covering)
        let day = first + calendar.selectedLine
        return (lines, day..<day + 1)
    }

    private func linesWithoutCalendar(_ layout: Layout) -> (lines: [Line], focused: Range<Int>) {
        var all: [Line] = []
        var focused = 0..<0
        for index in fields.indices {
            let lines = self.lines(ofField: index, layout)
            if index == focus { focused = all.count..<all.count + lines.count }
            all += lines
        }
        guard !buttons.isEmpty else { return (all, focused) }
        if layout.isRoomy { all += Array(repeating: Line(), count: rowsBeforeButtons) }
        for row in layout.buttonRows {
            all.append(row.line)
            if row.isFocused { focused = all.count - 1..<all.count }
        }
        let offers = layout.offerLines
        if layout.isRoomy, !offers.isEmpty { all.append(Line()) }
        return (all + offers, focused)
    }

    // MARK: Fields

    private func lines(ofField index: Int, _ layout: Layout) -> [Line] {
        let field = fields[index]
        let isFocused = focusedField != nil && index == focus && layout.hasFocus
        var lines = [head(of: field, isFocused: isFocused, layout)]
        if isReadOnly {
            let room = layout.columns - layout.textColumn
            lines[0].append(field.shown.printable.truncated(to: room), isFaint ? .faint : .text)
        } else {
            let columns = min(Self.widestField, layout.columns - layout.textColumn - 1)
            let text = hidden.contains(field.id) ? TextField() : field.input
            var input = text.line(columns: columns, isFocused: isFocused)
            if field.calendar != nil { input.cursor = nil }
            lines[0].append(input)
            lines += noteLines(ofField: index, layout)
        }
        while lines.count < 1 + layout.noteRows { lines.append(Line()) }
        return lines
    }

    private func head(of field: FormField, isFocused: Bool, _ layout: Layout) -> Line {
        var line = Line(isFocused ? "▸" : " ", isFocused ? .labelFocused : .text)
        line.append(field.remark?.mark ?? " ", field.remark?.style ?? .text)
        if layout.iconColumns > 0 {
            line.append(field.icon.padded(to: layout.iconColumns), isFaint ? .faint : .icon)
        }
        let room = max(0, layout.textColumn - line.columns - 1)
        let style: Style = isFaint ? .faint : isFocused ? .labelFocused : .label
        line.append(field.label.truncated(to: room), style)
        line.pad(to: layout.textColumn)
        return line
    }

    private static func indented(_ line: Line, by columns: Int) -> Line {
        var result = Line(String(repeating: " ", count: columns))
        result.append(line)
        return result
    }

    // MARK: What is said of a field

    /// The note of a field, in the rows reserved for it.
    private func noteLines(ofField index: Int, _ layout: Layout) -> [Line] {
        guard let note = note(ofField: index, layout) else { return [] }
        let lines = note.text.printable.wrapped(to: layout.noteColumns)
        let isCut = lines.count > layout.noteRows
        return lines.prefix(layout.noteRows).enumerated().map { row, text in
            let isEnd = isCut && row == layout.noteRows - 1
            let shown = isEnd ? "\(text) \(lines[row + 1])".truncated(to: layout.noteColumns) : text
            return Self.indented(Line(shown, note.style), by: layout.textColumn)
        }
    }

    /// What to say about a field, in this order: its first problem; its owner's remark; while it has the focus, the
    /// first rule that the text does not keep yet.
    private func note(ofField index: Int, _ layout: Layout) -> (text: String, style: Style)? {
        let field = fields[index]
        if index == focus, let said { return ("\(said.mark) \(said.text)", said.style) }
        if let calendar = field.calendar, let refusal = calendar.range.refusal(calendar.selected) {
            // While the calendar is open, the note is only about the selected day.
            return ("✗ " + refusal.sentence, .problem)
        }
        if field.showsProblems, field.calendar == nil, let first = field.problems.first {
            return ("✗ " + Self.numbered(first, of: field.problems.count).sentence, .problem)
        }
        if let remark = field.remark { return ("\(remark.mark) \(remark.text)", remark.style) }
        let rules = index == focus ? layout.rules : []
        if rules.count > 1, layout.listColumn != nil { return nil }
        let unmet = rules.filter { !$0.isMet }
        if let first = unmet.first { return ("· " + Self.numbered(first.text, of: unmet.count), .label) }
        guard let only = rules.first else { return nil }
        return (rules.count == 1 ? "✓ \(only.text)" : "✓ " + Self.allRulesAreMet, .success)
    }

    /// Lists the rules of the focused field beside it, if there are several and the window is wide enough.
    private func drawList(on frame: inout Frame, in rect: Rect, beside row: Int, _ layout: Layout) {
        guard let column = layout.listColumn, layout.rules.count > 1 else { return }
        let lines = layout.rules.flatMap { rule in
            Line.wrapped(
                (rule.isMet ? "✓ " : "· ") + rule.text, rule.isMet ? .success : .label,
                to: layout.columns - column - 1)
        }
        let first = max(0, min(row, rect.rows - lines.count))
        for (place, line) in lines.prefix(rect.rows).enumerated() {
            frame.write(line, column: rect.column + column, row: rect.row + first + place)
        }
    }

    // MARK: Buttons

    /// The buttons side by side, in as many rows as they need.
    private func buttonRows(_ layout: Layout) -> [(line: Line, isFocused: Bool)] {
        var rows: [(line: Line, isFocused: Bool)] = [(Line("  "), false)]
        for button in ownButtons {
            let hasKeys = button == focusedButton
            let drawn = Line(
                button: button.title, isFocused: hasKeys && layout.hasFocus, isEnabled: canPress(button))
            let used = rows[rows.count - 1].line.columns
            if used > 2, used + drawn.columns > layout.columns { rows.append((Line("  "), false)) }
            rows[rows.count - 1].line.append(drawn)
            rows[rows.count - 1].line.append("  ")
            if hasKeys { rows[rows.count - 1].isFocused = true }
        }
        let room = layout.columns - 1 - rows[rows.count - 1].line.columns
        if let missing = missing(columns: room) { rows[rows.count - 1].line.append(missing, .faint) }
        return rows
    }

    /// The buttons that only keys press, in one faint line or in a line each.
    private func offerLines(_ layout: Layout) -> [Line] {
        let offers = buttons.dropFirst(ownButtons.count).map { button in
            var line = Line(KeyBinding(button.keys, "").name, .key)
            line.append(" " + button.title, .faint)
            return line
        }
        guard let first = offers.first else { return [] }
        var line = Line("  or: ", .faint)
        line.append(first)
        var lines = [line]
        for offer in offers.dropFirst() {
            let last = lines.count - 1
            if lines[last].columns + 3 + offer.columns <= layout.columns {
                lines[last].append(" · ", .faint)
                lines[last].append(offer)
            } else {
                lines.append(Self.indented(offer, by: 6))
            }
        }
        return lines
    }

    /// Why the button cannot be pressed, in at most this many columns.
    private func missing(columns: Int) -> String? {
        guard submitButton != nil, !isValid else { return nil }
        return Self.finishFirst(fields.filter { !$0.problems.isEmpty }.map(\.name), columns: columns)
    }
}
