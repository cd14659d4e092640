package import PlainValues

/// What a birthday can be held to.
package enum BirthdayRule: Hashable, Sendable {
    /// It is written `YYYY-MM-DD`.
    case shape
    /// It is in the calendar, whose month has this many days; 0 where there is no such month.
    case real(days: Int)
    /// It is this day or later.
    case earliest(CalendarDate)
    /// It is not after today.
    case future
    /// It is at least this many years ago, which the latest such day is too.
    case minimumAge(Int, latest: CalendarDate)

    /// The stable machine name.
    package var name: String {
        switch self {
        case .shape, .real: "date"
        case .earliest: "earliest"
        case .future: "future"
        case .minimumAge: "age"
        }
    }

    static func broken(by value: String, minimumAge: Int, today: CalendarDate) -> [BirthdayRule] {
        guard let birthday = CalendarDate(iso: value) else {
            guard let parts = CalendarDate.components(ofISO: value) else { return [.shape] }
            return [.real(days: CalendarDate.days(inMonth: parts.month, ofYear: parts.year))]
        }
        if birthday < .earliestBirthday { return [.earliest(.earliestBirthday)] }
        let latest = latest(minimumAge: minimumAge, today: today)
        return birthday > latest.day ? [latest.rule] : []
    }

    /// The latest birthday that is old enough, and the rule that later ones break.
    package static func latest(minimumAge: Int, today: CalendarDate) -> (
        day: CalendarDate, rule: BirthdayRule
    ) {
        guard minimumAge > 0 else { return (today, .future) }
        let day = today.latestBirthday(forAge: minimumAge) ?? .newYearsDay(of: 0)
        return (day, .minimumAge(minimumAge, latest: day))
    }
}

extension CalendarDate {
    /// The earliest birthday that any policy takes.
    package static let earliestBirthday = CalendarDate.newYearsDay(of: 1900)
}
