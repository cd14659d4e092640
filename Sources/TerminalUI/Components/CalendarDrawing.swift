internal import PlainValues

extension Calendar {
    /// Columns of ``lines``.
    static let columns = 20
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    /// The month: its name, the weekdays, and a line a week.
    public var lines: [Line] {
        let name = "\(Self.months[selected.month - 1]) \(selected.year)"
        let left = max(0, (Self.columns - name.count) / 2)
        let title = Line(String(repeating: " ", count: left) + name, .labelFocused)
        return [title, Line("Mo Tu We Th Fr Sa Su", .label)] + weeks
    }

    /// The index in ``lines`` of the week with the selected day.
    var selectedLine: Int { 2 + (selected.day - 1 + firstWeekday) / 7 }

    private var firstWeekday: Int { (selected.weekday - 1 - (selected.day - 1) % 7 + 7) % 7 }

    private var weeks: [Line] {
        let count = Self.lastDay(of: selected)
        return stride(from: 1 - firstWeekday, through: count, by: 7).map { monday in
            var line = Line()
            for day in monday..<(monday + 7) {
                if day > monday { line.append(" ") }
                append(day: day, of: count, to: &line)
            }
            return line
        }
    }

    private func append(day: Int, of count: Int, to line: inout Line) {
        guard (1...count).contains(day),
            let date = CalendarDate(year: selected.year, month: selected.month, day: day)
        else { return line.append("  ") }
        let isAllowed = range.refusal(of: date) == nil
        if date == selected { line.cursor = line.columns + (day < 10 ? 1 : 0) }
        let style: Style =
            date == selected ? (isAllowed ? .selection : .selectionFaint) : (isAllowed ? .text : .faint)
        line.append(day < 10 ? " \(day)" : "\(day)", style)
    }
}
