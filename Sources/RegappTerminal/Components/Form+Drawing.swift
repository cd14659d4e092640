// Fields on top, then a panel about the focused field, then the buttons. Each has its place and its number of rows,
// whatever is said, so that nothing moves during typing. If there are too few rows, only the fields scroll.
extension Form {
    // In columns.
    /// Longer texts scroll.
    private static let widestField = 44
    /// Labels are cut before a field gets narrower.
    private static let narrowestField = 12
    /// In a narrower window, the panel has the whole width.
    private static let narrow = 60
    /// The least width of a value with a reason beside it.
    private static let narrowestValue = 6
    /// A date leaves room for its calendar.
    private static let dateColumns = 16
    private static let panelColumns = 38
    // In rows.
    /// The second in a low window, which first shows some fields.
    private static let (tallestPanel, lowPanel, fewestFields) = (5, 2, 4)

    /// Where everything goes in a window of some columns, made once for a frame.
    package struct Layout {
        /// Where rows are empty: nowhere, between fields, panel and buttons, or between fields as well.
        fileprivate enum Spacing: CaseIterable {
            case none, parts, fields
        }

        fileprivate let columns: Int
        fileprivate let iconColumns: Int
        /// Where the fields' texts begin: after mark, icon and label.
        fileprivate let textColumn: Int
        fileprivate var panelColumn: Int
        fileprivate let hasFocus: Bool
        fileprivate let hasPanelBeside: Bool
        fileprivate var panel: [StyledLine] = []
        /// In columns.
        fileprivate var panelRoom = 0
        fileprivate var panelRows = 0
        fileprivate var rowsBeside = 0
        /// The fewest rows of the fields, if there is room, so that a calendar does not reach the buttons.
        fileprivate var rowsForCalendar = 0
        fileprivate var fieldLines: [[StyledLine]] = []
        fileprivate var buttonRows: [StyledLine] = []
        fileprivate var offerLines: [StyledLine] = []

        fileprivate func rows(_ spacing: Spacing) -> Int {
            let parts = [fieldRows(spacing), panelRows, buttonRows.count, offerLines.count].filter { $0 > 0 }
            return parts.reduce(0, +) + (spacing == .none ? 0 : max(0, parts.count - 1))
        }

        fileprivate func fieldRows(_ spacing: Spacing) -> Int {
            let rows = fieldLines.reduce(0) { $0 + $1.count }
            guard spacing == .fields else { return max(rows, rowsBeside) }
            return max(rows + fieldLines.count - 1, rowsBeside, rowsForCalendar)
        }

        fileprivate func spacing(_ room: Int) -> Spacing {
            Spacing.allCases.last { rows($0) <= room } ?? .none
        }

        package func rows(fitting room: Int) -> Int { rows(spacing(room)) }

        package var fewestRows: Int { rows(.none) }
    }

    /// `hasFocus`: the form gets the keys; if not, nothing in it looks focused. `isWide`: the panel is beside the
    /// fields, not below them.
    package func layout(columns: Int, hasFocus: Bool = true, isWide: Bool = false) -> Layout {
        let icon = fields.map { $0.icon.displayWidth }.max() ?? 0
        let iconColumns = icon > 0 ? icon + 1 : 0
        let label = fields.map { $0.label.displayWidth }.max() ?? 0
        let text = min(2 + iconColumns + label + 2, max(0, columns - Self.narrowestField))
        var layout = Layout(
            columns: columns, iconColumns: iconColumns, textColumn: text, panelColumn: text,
            hasFocus: hasFocus, hasPanelBeside: !isReadOnly && isWide)
        layout.fieldLines = fields.indices.map { lines(ofField: $0, layout) }
        layout.buttonRows = buttonRows(columns: columns, hasFocus: hasFocus)
        layout.offerLines = offerLines(columns: columns)
        guard !isReadOnly, !fields.isEmpty else { return layout }
        if columns < Self.narrow { layout.panelColumn = 2 }
        let room = layout.hasPanelBeside ? Self.panelColumns - 3 : columns - layout.panelColumn - 1
        let mostRules = ruleTexts.map { $0.reduce(0) { $0 + Self.panelLines("·", $1, .label, room).count } }
        // Beside the fields there is room for all rules, and for a row about what happened.
        let all = max(Self.lowPanel, mostRules.max() ?? 0)
        let most = layout.hasPanelBeside ? all + 1 : min(Self.tallestPanel, all)
        layout.panel = panelLines(columns: room)
        layout.panelRoom = room
        if layout.hasPanelBeside { layout.rowsBeside = most } else { layout.panelRows = most }
        if fields.contains(where: { $0.days != nil }) {
            layout.rowsForCalendar = Calendar.boxRows + 1 - layout.panelRows
        }
        return layout
    }

    /// Draws the form into a rectangle of the layout's columns, with the focus visible; returns the buttons' first
    /// row.
    @discardableResult
    package func draw(_ layout: Layout, on frame: inout Frame, in rect: Rect) -> Int {
        guard rect.rows > 0, rect.columns > 0 else { return rect.row }
        var layout = layout
        let spacing = layout.spacing(rect.rows)
        if layout.rows(spacing) > rect.rows { drop(from: &layout, rows: rect.rows) }
        let gap = spacing == .none ? 0 : 1
        let below = [layout.panelRows, layout.buttonRows.count, layout.offerLines.count].filter { $0 > 0 }
        let rowsBelow = below.reduce(0, +) + gap * below.count
        let fieldRows = max(0, min(layout.fieldRows(spacing), rect.rows - rowsBelow))
        let area = Rect(column: rect.column, row: rect.row, columns: rect.columns, rows: fieldRows)
        let focusedRow = drawFields(layout, spacing, on: &frame, in: area)
        var row = rect.row + fieldRows + (fieldRows > 0 ? gap : 0)
        let hasCalendar = focusedField?.calendar != nil
        // Beyond the rules, what is wrong may take the empty row below them.
        let extra = hasCalendar || layout.panelRows == 0 ? 0 : gap
        let most = layout.hasPanelBeside ? fieldRows : layout.panelRows + extra
        if hasCalendar && spacing == .none || layout.panel.count > most {
            layout.panel = panelLines(columns: layout.panelRoom, isShort: true)
        }
        layout.panel = Array(layout.panel.prefix(most))
        drawPanel(layout, on: &frame, in: area, row, beside: focusedRow ?? area.row)
        if layout.panelRows > 0 { row += layout.panelRows + gap }
        frame.write(layout.buttonRows, column: rect.column, row: row, limit: rect.columns)
        let offers = row + layout.buttonRows.count + gap
        frame.write(layout.offerLines, column: rect.column, row: offers, limit: rect.columns)
        if let focusedRow { drawCalendar(layout, on: &frame, in: rect, beside: focusedRow, above: row) }
        return row
    }

    /// Drops what can be missed: the words of offers, which the overlay has too, then rows of the panel.
    private func drop(from layout: inout Layout, rows: Int) {
        let least = layout.buttonRows.count + min(Self.fewestFields, layout.fieldRows(.none))
        if least + layout.panelRows + layout.offerLines.count > rows {
            layout.offerLines = least + layout.panelRows < rows ? shortOfferLines : []
        }
        layout.panelRows = min(layout.panelRows, max(Self.lowPanel, rows - least))
        if layout.buttonRows.count + layout.panelRows >= rows { layout.panelRows = 0 }
    }

    // MARK: Fields

    private func drawFields(
        _ layout: Layout, _ spacing: Layout.Spacing, on frame: inout Frame, in rect: Rect
    ) -> Int? {
        var all: [StyledLine] = []
        var focused: Range<Int>?
        for (index, lines) in layout.fieldLines.enumerated() {
            if spacing == .fields, index > 0 { all.append(StyledLine()) }
            if index == focus, !isReadOnly { focused = all.count..<all.count + lines.count }
            all += lines
        }
        let last = max(0, all.count - rect.rows)
        let wanted =
            isReadOnly ? scrolled : focused.map { min($0.lowerBound, $0.upperBound - rect.rows + 1) } ?? last
        let start = max(0, min(last, wanted))
        let visible = Array(all.dropFirst(start).prefix(rect.rows))
        frame.write(visible, column: rect.column, row: rect.row, limit: rect.columns)
        // Under a question, these marks would look like a part of its box.
        if layout.hasFocus {
            frame.drawScrollMarks(
                column: rect.column + rect.columns - 1, in: rect, above: start > 0,
                below: all.count > start + rect.rows)
        }
        return focused.map { rect.row + $0.lowerBound - start }
    }

    private func lines(ofField index: Int, _ layout: Layout) -> [StyledLine] {
        let field = fields[index]
        let isFocused = focusedField != nil && index == focus && layout.hasFocus
        let head = head(of: field, isFocused: isFocused, layout)
        guard isReadOnly else { return [editable(field, isFocused, after: head, layout)] }
        let style: Style = isFaint ? .faint : field.isNew ? .labelFocused : .text
        return StyledLine.wrapped(field.displayText, style, after: head, to: layout.columns - 1)
    }

    /// The row of a field that can be typed into; without focus, with the reason why it is wrong.
    private func editable(_ field: FormField, _ isFocused: Bool, after head: StyledLine, _ layout: Layout)
        -> StyledLine
    {
        var line = head
        let end = layout.columns - (layout.hasPanelBeside ? Self.panelColumns + 4 : 1)
        let room = max(Self.narrowestField, end - layout.textColumn)
        var columns = min(field.days == nil ? Self.widestField : Self.dateColumns, room)
        let text = hidden.contains(field.id) ? TextField() : field.input
        var reason = StyledLine()
        if !isFocused, let said = shortReason(of: field) {
            // The reason gets what the text leaves, and at least half.
            let used = min(max(text.columns + 1, Self.narrowestValue), room / 2)
            reason = StyledLine(" " + Self.fitting(said.text, columns: room - used - 1), said.style)
            columns = min(columns, room - reason.columns)
        }
        line.add(.pointed(.field(field.id)))
        var input = text.line(columns: columns, isFocused: isFocused, id: field.days == nil ? field.id : nil)
        if field.days != nil { input.add(.pointed(.field(field.id))) }
        if field.calendar != nil { input.cursor = nil }
        line.append(input)
        line.append(reason)
        return line
    }

    private func head(of field: FormField, isFocused: Bool, _ layout: Layout) -> StyledLine {
        // The panel has the mark of the focused field.
        let (mark, markStyle): (String, Style) =
            isFocused
            ? ("▸", .labelFocused)
            : field.showsProblems
                ? ("✗", .problem) : (field.remark?.mark ?? " ", field.remark?.style ?? .text)
        var line = StyledLine(mark.padded(to: 2), markStyle)
        if layout.iconColumns > 0 {
            line.append(field.icon.padded(to: layout.iconColumns), isFaint ? .faint : .icon)
        }
        let room = max(0, layout.textColumn - line.columns - 1)
        let style: Style = isFaint ? .faint : isFocused ? .labelFocused : .label
        line.append(field.label.truncated(to: room), style)
        line.pad(to: layout.textColumn)
        return line
    }

    private func shortReason(of field: FormField) -> (text: String, style: Style)? {
        if field.showsProblems, let shortest = field.problems.min(by: { $0.count < $1.count }) {
            return (shortest.sentence, .problem)
        }
        return field.remark.map { ($0.text, $0.style) }
    }

    /// A reason that fits: if need be, only its beginning up to a colon or comma.
    private static func fitting(_ reason: String, columns: Int) -> String {
        guard reason.displayWidth > columns else { return reason }
        let clauses = ([":", ","] as [Character]).compactMap { mark in
            reason.firstIndex(of: mark).map { String(reason[..<$0]) }
        }
        return clauses.first { $0.displayWidth <= columns } ?? reason.truncated(to: max(0, columns))
    }

    // MARK: The panel

    /// Draws the panel from `row` on below the fields, or beside the focused one.
    private func drawPanel(
        _ layout: Layout, on frame: inout Frame, in fields: Rect, _ row: Int, beside focused: Int
    ) {
        guard layout.hasPanelBeside else {
            // The last rows, below an open calendar.
            let first = focusedField?.calendar == nil ? row : row + layout.panelRows - layout.panel.count
            return frame.write(layout.panel, column: fields.column + layout.panelColumn, row: first)
        }
        let rect = Rect(
            column: fields.column + layout.columns - Self.panelColumns - 2,
            row: max(fields.row, min(focused, fields.row + fields.rows - layout.panel.count)), columns: 1,
            rows: layout.panel.count)
        frame.fill(rect, with: "│", style: .border)
        frame.write(layout.panel, column: rect.column + 3, row: rect.row, limit: Self.panelColumns - 2)
    }

    /// What has just happened, why a day may not be picked, the focused field's problems, its remark and its rules.
    /// `isShort` leaves out the rules beside a refused day, and that an empty field has to be filled in.
    private func panelLines(columns: Int, isShort: Bool = false) -> [StyledLine] {
        var parts: [(mark: String, text: String, style: Style)] = []
        if let said { parts.append((said.mark, said.text, said.style)) }
        if let field = focusedField {
            let refusal = field.calendar.flatMap { $0.range.refusal($0.selected) }
            let rules = field.rules(texts)
            let showsProblems = field.showsProblems && (field.calendar == nil || !field.shortcuts.isEmpty)
            if let refusal { parts.append(("✗", refusal.sentence, .problem)) }
            let others = field.problems.filter { problem in
                !(isShort && field.input.text.isEmpty)
                    && !rules.contains { $0.text.sentence == problem.sentence }
            }
            if refusal == nil, showsProblems { parts += others.map { ("✗", $0.sentence, .problem) } }
            if field.isOptional, field.input.text.isEmpty { parts.append(("·", "optional", .label)) }
            if let remark = field.remark { parts.append((remark.mark, remark.text, remark.style)) }
            // What is broken just now comes first; a calendar says only why its day may not be picked.
            let known = ruleTexts[focus]
            let all = rules.filter { !known.contains($0.text) } + rules.filter { known.contains($0.text) }
            let showsRules = field.calendar == nil || refusal == nil && !isShort
            parts += (showsRules ? all : []).map { rule in
                if rule.isMet { return ("✓", rule.text, .success) }
                let isWrong = showsProblems && others.isEmpty
                return (isWrong ? "✗" : "·", rule.text, isWrong ? .problem : .label)
            }
        }
        return parts.flatMap { Self.panelLines($0.mark, $0.text, $0.style, columns) }
    }

    private static func panelLines(
        _ mark: String, _ text: String, _ style: Style, _ columns: Int
    ) -> [StyledLine] {
        StyledLine.wrapped(text.sentence, style, after: StyledLine(mark + " ", style), to: columns)
    }

    // MARK: The calendar

    /// Draws the open calendar to the right of its field, or else below or above it, never over the buttons or what
    /// the panel says.
    private func drawCalendar(
        _ layout: Layout, on frame: inout Frame, in rect: Rect, beside row: Int, above buttons: Int
    ) {
        guard let field = focusedField, let calendar = field.calendar else { return }
        let end = buttons - min(layout.panel.count, layout.panelRows)
        // With a column between it and the examples in other fields.
        let beside = min(
            rect.column + layout.textColumn + Self.dateColumns + 9,
            rect.column + rect.columns - Calendar.boxColumns - 1)
        let isBeside = beside > rect.column + layout.textColumn + Self.dateColumns
        var column = isBeside ? beside : rect.column + layout.textColumn
        let isBelowPanel = layout.hasPanelBeside && field.shortcuts.isEmpty
        if isBelowPanel { column = rect.column + layout.columns - Self.panelColumns }
        let top = isBelowPanel ? rect.row + layout.panel.count : rect.row
        let lines = calendar.lines(isFramed: end - top - (isBeside ? 0 : 1) >= Calendar.boxRows)
        var first = isBeside ? max(top, row - 1) : row + 1
        if first + lines.count > end { first = isBeside ? end - lines.count : row - lines.count }
        var shown = lines[...]
        if first < rect.row {
            // So low a window shows only the field, and below it the weeks around the selected day.
            frame.fill(Rect(column: rect.column, row: rect.row, columns: rect.columns, rows: end - rect.row))
            for line in layout.fieldLines[focus].prefix(1) {
                frame.write(line, column: rect.column, row: rect.row, limit: rect.columns)
            }
            first = rect.row + 1
            let room = max(3, end - first)
            let left = max(0, min(lines.count - room, calendar.selectedLine - room + 1))
            shown = (lines.prefix(2) + lines.dropFirst(2 + left)).prefix(room)
        }
        for (index, line) in shown.enumerated() {
            let box = Rect(column: column, row: first + index, columns: line.columns + 1, rows: 1)
            frame.fill(box)
            frame.add(nil, in: box)
            frame.write(line, column: column, row: first + index)
        }
        let start = isBeside ? row + 2 : first
        for (index, text) in field.shortcuts.enumerated() where start + index < end {
            var line = StyledLine(text, .key)
            line.add(.filled(field.id, with: text))
            let left = isBeside ? rect.column + layout.textColumn : rect.column + 2
            frame.write(line, column: left, row: start + index)
        }
    }
}
