/// A span of days, months or years as people type it: `+14d`, `+2w`, `+6m`, `+1y`.
package struct DateSpan: Hashable, Sendable {
    private enum Unit: Character, Sendable {
        case days = "d"
        case weeks = "w"
        case months = "m"
        case years = "y"
    }

    package static let typedFormats = "+14d, +6m or +1y"

    /// No span that is longer ends within the calendar.
    private static let mostDigits = 7

    private let count: Int
    private let unit: Unit

    /// Nil for any other text; the letter may be a capital.
    package init?(_ text: String) {
        let digits = text.utf8.dropFirst().dropLast()
        guard text.utf8.first == UInt8(ascii: "+"), (1...Self.mostDigits).contains(digits.count),
            let count = Int(digits: digits),
            let unit = text.lowercased().last.flatMap(Unit.init)
        else { return nil }
        (self.count, self.unit) = (count, unit)
    }

    /// The day that much later, or the last day of a month that is too short; nil beyond the calendar.
    package func after(_ day: CalendarDate) -> CalendarDate? {
        switch unit {
        case .days: CalendarDate(dayNumber: day.dayNumber + count)
        case .weeks: CalendarDate(dayNumber: day.dayNumber + 7 * count)
        case .months: Self.months(count, after: day)
        case .years: Self.months(12 * count, after: day)
        }
    }

    private static func months(_ count: Int, after day: CalendarDate) -> CalendarDate? {
        let end = day.adding(months: count)
        let isClamped = 12 * (end.year - day.year) + end.month - day.month != count
        return isClamped ? nil : end
    }
}
