// Fields on top, then the buttons, then a panel about the focused field, which is beside the fields in a wide window.
// Each has its place and its number of rows, whatever is said, so that nothing moves during typing. If there are too few
// rows, only the fields scroll. An open calendar may cover what is below its field; one that stays open has a place of
// its own below the buttons.
extension Form {
    // In columns.
    /// In a narrower window, the panel has the whole width.
    private static let narrow = 60
    /// Between the fields and what is beside them.
    private static let besideFields = 5
    // In rows.
    /// The most rows of the panel, the rows that it keeps in a low window, and those that it leaves to the fields.
    private static let (tallestPanel, lowPanel, fewestFields) = (5, 2, 4)
    /// What a calendar that stays open keeps in a low window: its head, and most weeks of a month.
    private static let lowCalendar = 6

    /// Where everything goes in a window of some columns, made once for a frame.
    package struct Layout {
        /// Where rows are empty: nowhere, between fields, panel and buttons, or between fields as well.
        fileprivate enum Spacing: CaseIterable {
            case none, parts, fields
        }

        let columns: Int
        let iconColumns: Int
        /// Where the fields' texts begin: after mark, icon and label.
        let textColumn: Int
        /// The width of every field.
        fileprivate(set) var fieldColumns = FormField.widest
        let isFaint: Bool
        fileprivate var panelColumn: Int
        fileprivate let hasFocus: Bool
        fileprivate let hasPanelBeside: Bool
        /// Whether a calendar stays open, between the buttons and the panel; the panel may cover its end.
        fileprivate let keepsCalendar: Bool
        fileprivate var panel: [StyledLine] = []
        /// In columns.
        fileprivate var panelRoom = 0
        fileprivate var panelRows = 0
        /// The rows below the buttons that a panel beside the fields may need.
        fileprivate var rowsBelow = 0
        /// The fewest rows of the fields, if there is room, so that a calendar does not reach the buttons.
        fileprivate var rowsForCalendar = 0
        fileprivate var fieldLines: [[StyledLine]] = []
        fileprivate var buttonRows: [StyledLine] = []
        fileprivate var offerLines: [StyledLine] = []

        /// The columns that a panel beside the fields leaves to them.
        var columnsBeside: Int { hasPanelBeside ? textColumn + fieldColumns + 1 : columns }

        /// Where the reasons of wrong fields begin: behind the fields, or in the place of a panel beside them.
        var reasonColumn: Int { hasPanelBeside ? panelColumn : textColumn + fieldColumns + 1 }

        fileprivate func rows(_ spacing: Spacing) -> Int {
            let calendar = spacing == .none ? Form.lowCalendar : Calendar.boxRows
            let parts = [
                fieldRows(spacing), buttonRows.count, keepsCalendar ? calendar : 0, panelRows,
                offerLines.count,
            ].filter { $0 > 0 }
            return parts.reduce(0, +) + (spacing == .none ? 0 : max(0, parts.count - 1))
        }

        fileprivate func fieldRows(_ spacing: Spacing) -> Int {
            let rows = fieldLines.reduce(0) { $0 + $1.count }
            return spacing == .fields ? max(rows + fieldLines.count - 1, rowsForCalendar) : rows
        }

        fileprivate func spacing(_ room: Int) -> Spacing {
            Spacing.allCases.last { rows($0) <= room } ?? .none
        }

        package func rows(fitting room: Int) -> Int {
            max(rows(spacing(room)), min(room, rows(spacing(room)) + rowsBelow))
        }

        package var fewestRows: Int { rows(.none) - (keepsCalendar ? panelRows : 0) }
    }

    /// `hasFocus`: the form gets the keys; else nothing looks focused. `isWide`: the panel is beside the fields.
    package func layout(columns: Int, hasFocus: Bool = true, isWide: Bool = false) -> Layout {
        let icon = fields.map { $0.icon.displayWidth }.max() ?? 0
        let iconColumns = icon > 0 ? icon + 1 : 0
        let label = fields.map { $0.label.displayWidth }.max() ?? 0
        let text = min(2 + iconColumns + label + 2, max(0, columns - FormField.narrowest))
        let hasPanelBeside = !isReadOnly && isWide && !keepsCalendar
        var layout = Layout(
            columns: columns, iconColumns: iconColumns, textColumn: text, isFaint: isFaint,
            panelColumn: text, hasFocus: hasFocus, hasPanelBeside: hasPanelBeside,
            keepsCalendar: keepsCalendar)
        layout.fieldColumns = min(FormField.widest, max(FormField.narrowest, columns - 1 - text))
        layout.panelColumn = layout.hasPanelBeside ? text + layout.fieldColumns + Self.besideFields : text
        layout.fieldLines = fields.indices.map { lines(ofField: $0, layout) }
        layout.buttonRows = buttonRows(
            columns: layout.columnsBeside,
            saying: hasCalendarAbove(layout) ? calendarColumn(layout) : layout.columnsBeside,
            hasFocus: hasFocus)
        layout.offerLines = offerLines(columns: columns)
        if layout.offerLines.contains(where: { $0.columns >= columns }) {
            layout.offerLines = shortOfferLines
        }
        guard !isReadOnly, !fields.isEmpty else { return layout }
        if columns < Self.narrow { layout.panelColumn = 2 }
        let room = columns - layout.panelColumn - (layout.hasPanelBeside ? 2 : 1)
        let mostRules = rules.map {
            $0.reduce(0) { $0 + Self.panelLines("·", $1.text, .label, room).count }
        }
        let most = max(Self.lowPanel, mostRules.max() ?? 0)
        layout.panel = panelLines(columns: room)
        layout.panelRoom = room
        layout.panelRows = layout.hasPanelBeside ? 0 : min(Self.tallestPanel, most)
        let hasButtons = !layout.buttonRows.isEmpty
        if !keepsCalendar, !hasButtons || !layout.hasPanelBeside, fields.contains(where: { $0.days != nil }) {
            let covered = hasButtons ? layout.buttonRows.count + 2 : 0
            layout.rowsForCalendar = Calendar.boxRows + 1 - layout.panelRows - covered
        }
        guard layout.hasPanelBeside else { return layout }
        // The panel begins at its field, may have a row about what happened, and a calendar below it.
        let ends = fields.indices.map {
            2 * $0 + mostRules[$0] + (fields[$0].days == nil ? 0 : Calendar.boxRows)
        }
        layout.rowsBelow = max(0, (ends.max() ?? 0) - layout.fieldRows(.fields) - layout.buttonRows.count)
        return layout
    }

    /// Whether a calendar stays open, beside what can be typed in its place.
    private var keepsCalendar: Bool { fields.contains { !$0.shortcuts.isEmpty } }

    /// The columns in which nothing is cut, and no rule wraps if there is a panel beside the fields.
    package func widestColumns(isWide: Bool) -> Int {
        let head = 2 + (fields.map { $0.icon.displayWidth }.max().map { $0 > 0 ? $0 + 1 : 0 } ?? 0)
        let label = fields.map { $0.label.displayWidth }.max() ?? 0
        let field = head + label + 2 + FormField.widest
        let offers = offerLines(columns: .max).map(\.columns).max() ?? 0
        return max(field + (isWide && !keepsCalendar ? Self.besideFields + rulesBeside : 0), offers + 2)
    }

    /// The columns that the longest rule beside the fields needs, with its mark and what is free behind it.
    private var rulesBeside: Int {
        let longest = rules.joined().map(\.longest.displayWidth).max() ?? 0
        return 2 + max(longest, FormField.roomForReason) + 2
    }

    /// Draws the form into a rectangle of the layout's columns, the focus visible; returns the buttons' first row.
    @discardableResult
    package func draw(_ layout: Layout, on frame: inout Frame, in rect: Rect) -> Int {
        guard rect.rows > 0, rect.columns > 0 else { return rect.row }
        var layout = layout
        let spacing = layout.spacing(rect.rows)
        if layout.rows(spacing) > rect.rows { drop(from: &layout, rows: rect.rows) }
        let gap = spacing == .none ? 0 : 1
        let spare = rect.rows - layout.rows(spacing)
        let fieldRows = max(0, layout.fieldRows(spacing) + (keepsCalendar ? 0 : min(0, spare)))
        let area = Rect(column: rect.column, row: rect.row, columns: rect.columns, rows: fieldRows)
        let present = drawFields(layout, spacing, on: &frame, in: area) ?? rect.row
        let row = rect.row + fieldRows + (fieldRows > 0 ? gap : 0)
        let below = row + layout.buttonRows.count + (layout.buttonRows.isEmpty ? 0 : gap)
        let calendarEnd = min(below + Calendar.boxRows, rect.row + rect.rows)
        let panel = keepsCalendar ? calendarEnd + gap : below
        let lastRow = max(row + layout.buttonRows.count, layout.panelRows > 0 ? panel + layout.panelRows : 0)
        let end = lastRow + max(0, min(layout.rowsBelow, spare))
        frame.write(layout.buttonRows, column: rect.column, row: row, limit: rect.columns)
        frame.write(layout.offerLines, column: rect.column, row: end + gap, limit: rect.columns)
        let calendarRows = openField == nil ? 0 : Calendar.boxRows
        // In addition to the rules' rows, problems may take the empty row above them.
        let extra = calendarRows > 0 || layout.panelRows == 0 ? 0 : gap
        var most = layout.hasPanelBeside ? max(1, end - rect.row - calendarRows) : layout.panelRows + extra
        if keepsCalendar { most = Self.lowPanel }
        if calendarRows > 0 && spacing == .none || layout.panel.count > most {
            layout.panel = panelLines(columns: layout.panelRoom, isShort: true)
        }
        layout.panel = layout.panel.cut(to: most)
        let said = layout.panel.count
        var first = min(panel, panel + layout.panelRows - said)
        if calendarRows > 0 { first = panel + layout.panelRows - said }
        var last = end
        var top = rect.row
        if keepsCalendar {
            first = min(panel, rect.row + rect.rows - said)
            top = below
            last = min(calendarEnd, first)
        } else if layout.hasPanelBeside {
            first = max(rect.row, min(present, end - said - calendarRows))
            top = first + said
            last = max(first + said, end)
            let column = rect.column + layout.columnsBeside + 1
            let beside = layout.columns - layout.columnsBeside - 1
            frame.fill(Rect(column: column, row: first, columns: beside, rows: said))
            frame.fill(Rect(column: column, row: first, columns: 1, rows: said), with: "│", style: .border)
        } else if said > 0 {
            last = first
        }
        frame.write(layout.panel, column: rect.column + layout.panelColumn, row: first)
        drawCalendar(layout, on: &frame, in: rect, top..<max(top, last), beside: present)
        return row
    }

    /// Whether an open calendar may cover what is right of the buttons.
    private func hasCalendarAbove(_ layout: Layout) -> Bool {
        openField != nil && !layout.hasPanelBeside && !keepsCalendar
    }

    /// Drops what can be missed: the words of offers, which the overlay has too, then rows of the panel.
    private func drop(from layout: inout Layout, rows: Int) {
        let least = layout.buttonRows.count + min(Self.fewestFields, layout.fieldRows(.none))
        if least + layout.panelRows + layout.offerLines.count > rows {
            layout.offerLines = least + layout.panelRows < rows ? shortOfferLines : []
        }
        layout.panelRows = min(layout.panelRows, max(Self.lowPanel, rows - least))
        // What it says covers the calendar then.
        if keepsCalendar { layout.panelRows = 0 }
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
            if index == openField ?? focus, !isReadOnly { focused = all.count..<all.count + lines.count }
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
        guard !isReadOnly else { return field.readOnlyLines(layout) }
        let isFocused = focusedField != nil && index == focus && layout.hasFocus
        // Nothing is said around an open calendar.
        let hasReason = !isFocused && (openField == nil || layout.hasPanelBeside)
        return [
            field.row(layout, isFocused: isFocused, isHidden: hidden.contains(field.id), hasReason: hasReason)
        ]
    }

    // MARK: The panel

    /// What has just happened, and what the focused field has to say (`FormField.panel`).
    private func panelLines(columns: Int, isShort: Bool = false) -> [StyledLine] {
        var parts = said.map { [($0.mark, $0.text, $0.style)] } ?? []
        if let field = focusedField {
            parts += field.panel(
                judgement?.rules(field.id) ?? [], known: rules[focus].map(\.text), isShort: isShort)
        }
        return parts.flatMap { Self.panelLines($0.0, $0.1, $0.2, columns) }
    }

    private static func panelLines(
        _ mark: String, _ text: String, _ style: Style, _ columns: Int
    ) -> [StyledLine] {
        StyledLine.wrapped(text.sentenceCased, style, after: StyledLine(mark + " ", style), to: columns)
    }

    // MARK: The calendar

    /// Where an open calendar begins: behind the dates, or, in a narrow window, where they begin.
    private func calendarColumn(_ layout: Layout) -> Int {
        if layout.hasPanelBeside { return layout.panelColumn }
        // Leave a column between the calendar and the placeholders of other fields.
        let behind = min(
            layout.textColumn + FormField.dateColumns + 9, layout.columns - Calendar.boxColumns - 1)
        return behind > layout.textColumn + FormField.dateColumns ? behind : layout.textColumn
    }

    /// Draws the open calendar to the right of its field, or else below or above it. `rows` are those that it may cover:
    /// below a panel that is beside the fields, above a panel that is below them; for one that stays open, its own.
    private func drawCalendar(
        _ layout: Layout, on frame: inout Frame, in rect: Rect, _ rows: Range<Int>, beside row: Int
    ) {
        guard let open = openField, var calendar = fields[open].calendar else { return }
        let field = fields[open]
        calendar.isFaint = open != focus || !field.input.text.isEmpty && field.day == nil
        let text = rect.column + layout.textColumn
        let column = rect.column + calendarColumn(layout)
        let isBeside = column > text
        let needsRow = !isBeside && !keepsCalendar
        let lines = calendar.lines(isFramed: rows.count - (needsRow ? 1 : 0) >= Calendar.boxRows)
        var first = isBeside ? max(rows.lowerBound, row - 1) : row + 1
        if keepsCalendar { first = rows.lowerBound }
        if !keepsCalendar, first + lines.count > rows.upperBound {
            first = isBeside ? rows.upperBound - lines.count : row - lines.count
        }
        var shown = lines[...]
        if first < rows.lowerBound || first + lines.count > rows.upperBound {
            // In a window this low, show only the field, and below it the weeks around the selected day.
            first = rows.lowerBound
            if !layout.hasPanelBeside, !keepsCalendar {
                let covered = Rect(column: rect.column, row: first, columns: rect.columns, rows: rows.count)
                frame.fill(covered)
                frame.add(nil, in: covered)
                frame.write(
                    Array(layout.fieldLines[open].prefix(1)), column: rect.column, row: first,
                    limit: rect.columns)
                first += 1
            }
            let room = max(3, rows.upperBound - first)
            let left = max(0, min(lines.count - room, calendar.selectedLine - room + 1))
            shown = (lines.prefix(2) + lines.dropFirst(2 + left)).prefix(room)
        }
        let box = Rect(column: column, row: first, columns: Calendar.boxColumns + 1, rows: shown.count)
        let covered = layout.hasPanelBeside ? layout.columns - layout.panelColumn : box.columns
        frame.fill(Rect(column: column, row: first, columns: covered, rows: shown.count))
        frame.add(nil, in: box)
        frame.write(Array(shown), column: column, row: first)
        for (index, words) in (field.shortcuts.isEmpty ? [] : ["or type"] + field.shortcuts).enumerated()
        where first + index < rows.upperBound {
            var line = StyledLine(words, index == 0 ? .label : .text)
            if index > 0 { line.add(.filled(field.id, with: words)) }
            frame.write(line, column: isBeside ? text : rect.column + 2, row: first + index)
        }
    }
}
