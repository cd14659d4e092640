public import PlainValues

/// What a birthday can be held to.
public enum BirthdayRule: Hashable, Sendable {
    /// It is written `YYYY-MM-DD`.
    case shape
    /// It is in the calendar.
    case real
    /// It is this day or later.
    case earliest(CalendarDate)
    /// It is not after today.
    case future
    /// It is at least this many years ago.
    case minimumAge(Int)

    /// The stable machine name.
    public var name: String {
        switch self {
        case .shape, .real: "date"
        case .earliest: "earliest"
        case .future: "future"
        case .minimumAge: "age"
        }
    }

    static func broken(by value: String, minimumAge: Int, today: CalendarDate) -> [BirthdayRule] {
        guard CalendarDate.components(ofISO: value) != nil else { return [.shape] }
        guard let birthday = CalendarDate(iso: value) else { return [.real] }
        if birthday < .earliestBirthday { return [.earliest(.earliestBirthday)] }
        if minimumAge > 0, birthday.age(on: today) < minimumAge { return [.minimumAge(minimumAge)] }
        return birthday > today ? [.future] : []
    }
}

extension CalendarDate {
    /// The earliest birthday that any policy takes.
    public static let earliestBirthday = CalendarDate.newYearsDay(of: 1900)
}
