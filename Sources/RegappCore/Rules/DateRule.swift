package import RegappValues

package enum DateRule: RuleFamily {
    /// It is written `YYYY-MM-DD`.
    case shape
    /// It can be read in one way only.
    case ambiguous(CalendarDate, CalendarDate)
    /// The day exists; the month, or the day in it, may not.
    case real(year: Int, month: Int)
    /// It is this day or later.
    case earliest(CalendarDate)

    package var name: String { if case .earliest = self { "earliest" } else { "date" } }

    var listing: RuleListing {
        switch self {
        case .earliest: .never(because: "no real date is that early")
        default: .never(because: "the placeholder shows how a date is written")
        }
    }

    static func broken(by value: String, in draft: Draft) -> [DateRule] {
        if let date = CalendarDate(iso: value) { return date < .earliest ? [.earliest(.earliest)] : [] }
        if let parts = CalendarDate.components(ofISO: value.utf8.span) {
            return [.real(year: parts.year, month: parts.month)]
        }
        if case .ambiguous(let one, let other)? = TypedDate(value) { return [.ambiguous(one, other)] }
        return [.shape]
    }
}

extension CalendarDate {
    package static let earliest = CalendarDate.newYearsDay(of: 1900)
}
