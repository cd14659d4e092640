package import RegappValues

/// A month to pick a day from, with weeks that start on Monday. Any day can be selected; one that may not be picked is
/// faint, and picking it is refused with a reason.
package struct Calendar: Sendable {
    package struct Range: Sendable {
        /// Where the calendar opens if the field has no date.
        let latest: CalendarDate
        /// Why a day may not be picked; nil if it may.
        let refusal: @Sendable (CalendarDate) -> String?
        /// The day that a text means.
        let day: @Sendable (String) -> CalendarDate?

        package init(
            latest: CalendarDate, refusal: @escaping @Sendable (CalendarDate) -> String? = { _ in nil },
            day: @escaping @Sendable (String) -> CalendarDate? = { CalendarDate(typed: $0) }
        ) {
            self.latest = latest
            self.refusal = refusal
            self.day = day
        }
    }

    enum Effect: Hashable {
        /// Another day is selected, whether or not it may be picked.
        case moved(CalendarDate)
        case picked(CalendarDate)
        case refused
        case cancelled
    }

    let range: Range
    /// What its field held when it was opened.
    let formerText: String
    /// Whether the field's text was typed since then, or since the selection was last moved.
    var isTyping = false
    var selected: CalendarDate
    /// Whether the selected day looks faint, since the text means another day or none, or keys go elsewhere.
    var isFaint = false

    /// Opens at a day, or at the latest that may be picked.
    init(range: Range, selected: CalendarDate? = nil, over formerText: String = "") {
        self.range = range
        self.formerText = formerText
        self.selected = selected ?? range.latest
    }

    static let bindings = [moves[0], pick, cancel] + moves.dropFirst()
    static let moves = [
        KeyBinding(
            [.left, .right, .up, .down], "day", meaning: "a day or a week back or ahead", name: "←↑↓→"),
        KeyBinding([.pageUp, .pageDown], "month", meaning: "a month back or ahead", name: "PgUp/PgDn"),
        KeyBinding(
            [.character("<"), .character(">"), KeyPress(.pageUp, .shift), KeyPress(.pageDown, .shift)],
            "year", meaning: "a year back or ahead", name: "< >"),
        KeyBinding(
            [.character("{"), .character("}")], "10 years", meaning: "ten years back or ahead", name: "{ }"),
    ]
    static let ends = KeyBinding([KeyPress(.home), KeyPress(.end)], "first/last day of the month")
    private static let pick = KeyBinding([.enter, .character(" ")], "pick", meaning: "pick the day")
    private static let cancel = KeyBinding([.escape], "close", meaning: "close without picking")

    mutating func update(_ event: Event) -> Effect? {
        if Self.cancel.matches(event) { return .cancelled }
        if Self.pick.matches(event) {
            return range.refusal(selected) == nil ? .picked(selected) : .refused
        }
        guard case .key(let key) = event, let date = destination(of: key) else { return nil }
        selected = date
        return .moved(date)
    }

    private func destination(of key: KeyPress) -> CalendarDate? {
        let isYear = !key.modifiers.isDisjoint(with: [.shift, .control])
        return switch key.code {
        case .left: selected.adding(days: -1)
        case .right: selected.adding(days: 1)
        case .up: selected.adding(days: -7)
        case .down: selected.adding(days: 7)
        case .pageUp: selected.adding(months: isYear ? -12 : -1)
        case .pageDown: selected.adding(months: isYear ? 12 : 1)
        case .character("<"): selected.adding(months: -12)
        case .character(">"): selected.adding(months: 12)
        case .character("{"): selected.adding(months: -120)
        case .character("}"): selected.adding(months: 120)
        case .home: CalendarDate(year: selected.year, month: selected.month, day: 1)
        case .end: selected.adding(days: dayCount - selected.day)
        default: nil
        }
    }

    private var dayCount: Int { CalendarDate.days(inMonth: selected.month, ofYear: selected.year) }

    /// The most rows of a calendar in its frame, and its columns.
    static let (boxRows, boxColumns) = (9, 24)

    /// The month's name, the weekdays, and one line per week. A frame has the name in its upper edge.
    func lines(isFramed: Bool) -> [StyledLine] {
        var name = StyledLine("‹ ", .labelFocused)
        name.add(.key(.pageUp))
        name.append("\(CalendarDate.name(ofMonth: selected.month) ?? "") \(selected.year)", .labelFocused)
        var next = StyledLine(" ›", .labelFocused)
        next.add(.key(.pageDown))
        name.append(next)
        let days = [StyledLine("Mo Tu We Th Fr Sa Su", .label)] + weeks
        let edge = Self.boxColumns - 4 - name.columns
        guard isFramed else {
            var head = StyledLine(String(repeating: " ", count: max(0, edge / 2)))
            head.append(name)
            return [head] + days
        }
        var head = StyledLine("╭" + String(repeating: "─", count: edge / 2) + " ", .border)
        head.append(name)
        head.append(" " + String(repeating: "─", count: edge - edge / 2) + "╮", .border)
        let foot = StyledLine("╰" + String(repeating: "─", count: Self.boxColumns - 2) + "╯", .border)
        return [head]
            + days.map { day in
                var line = StyledLine("│ ", .border)
                line.append(day)
                line.pad(to: Self.boxColumns - 2)
                line.append(" │", .border)
                return line
            } + [foot]
    }

    /// The index in ``lines`` of the week with the selected day.
    var selectedLine: Int { 2 + (selected.day - 1 + firstWeekday) / 7 }

    private var firstWeekday: Int { (selected.weekday - 1 - (selected.day - 1) % 7 + 7) % 7 }

    private var weeks: [StyledLine] {
        stride(from: 1 - firstWeekday, through: dayCount, by: 7).map { monday in
            var line = StyledLine()
            for day in monday..<(monday + 7) {
                if day > monday { line.append(" ") }
                append(day: day, to: &line)
            }
            return line
        }
    }

    private func append(day: Int, to line: inout StyledLine) {
        guard let date = CalendarDate(year: selected.year, month: selected.month, day: day) else {
            return line.append("  ")
        }
        let isAllowed = range.refusal(date) == nil
        if date == selected, !isFaint { line.cursor = line.columns + (day < 10 ? 1 : 0) }
        let style: Style =
            if date == selected {
                isAllowed && !isFaint ? .selection : .selectionFaint
            } else {
                isAllowed ? .text : .dimmed
            }
        var cell = StyledLine(day < 10 ? " \(day)" : "\(day)", style)
        cell.add(.pointed(.day(date.isoString)))
        line.append(cell)
    }
}
