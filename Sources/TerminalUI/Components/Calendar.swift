public import PlainValues

/// A month to choose a day from, with weeks that start on Monday.
///
/// The selection may stand on any day; days outside the range show faintly and are refused with the reason.
public struct Calendar: Hashable, Sendable {
    /// The days that may be chosen, and the words for those that may not.
    public struct Range: Hashable, Sendable {
        let earliest: CalendarDate
        let latest: CalendarDate
        let tooEarly: String
        let tooLate: String

        /// The days from `earliest` to `latest`, with the reasons shown before and after them.
        public init(earliest: CalendarDate, latest: CalendarDate, tooEarly: String, tooLate: String) {
            self.earliest = earliest
            self.latest = latest
            self.tooEarly = tooEarly
            self.tooLate = tooLate
        }

        /// Why a day may not be chosen; nil when it may.
        public func refusal(of date: CalendarDate) -> String? {
            if date < earliest { return tooEarly }
            return date > latest ? tooLate : nil
        }
    }

    /// What a key did.
    public enum Effect: Hashable, Sendable {
        /// Another day is selected, one that may be chosen or not.
        case moved(CalendarDate)
        /// This day was chosen.
        case picked(CalendarDate)
        /// The selected day may not be chosen, for this reason.
        case refused(String)
        /// Escape: no day was chosen.
        case cancelled
    }

    /// The days that may be chosen.
    public let range: Range
    /// The selected day.
    public var selected: CalendarDate

    /// A calendar at a day, or at the latest that may be chosen.
    public init(range: Range, selected: CalendarDate? = nil) {
        self.range = range
        self.selected = selected ?? range.latest
    }

    /// What the keys are, for a help line.
    public static let bindings = [
        KeyBinding([.left, .right, .up, .down], "day", name: "←↑↓→"), pick, cancel,
        KeyBinding([.pageUp, .pageDown], "month", name: "PgUp/PgDn"),
        KeyBinding([Key(.pageUp, .shift), Key(.pageDown, .shift)], "year", name: "Shift-PgUp/PgDn"),
    ]
    private static let pick = KeyBinding([.enter, .character(" ")], "pick")
    private static let cancel = KeyBinding([.escape], "close")

    /// Answers a key; nil when the key means nothing to a calendar.
    public mutating func update(_ event: Event) -> Effect? {
        if Self.cancel.matches(event) { return .cancelled }
        if Self.pick.matches(event) {
            return range.refusal(of: selected).map { .refused($0) } ?? .picked(selected)
        }
        guard case .key(let key) = event, let date = destination(of: key) else { return nil }
        selected = date
        return .moved(date)
    }

    private func destination(of key: Key) -> CalendarDate? {
        let isYear = !key.modifiers.isDisjoint(with: [.shift, .control])
        return switch key.code {
        case .left: selected.adding(days: -1)
        case .right: selected.adding(days: 1)
        case .up: selected.adding(days: -7)
        case .down: selected.adding(days: 7)
        case .pageUp: selected.adding(months: isYear ? -12 : -1)
        case .pageDown: selected.adding(months: isYear ? 12 : 1)
        case .home: CalendarDate(year: selected.year, month: selected.month, day: 1)
        case .end: selected.adding(days: Self.lastDay(of: selected) - selected.day)
        default: nil
        }
    }

    static func lastDay(of date: CalendarDate) -> Int {
        CalendarDate.days(inMonth: date.month, ofYear: date.year)
    }
}
