package import RegappValues

package enum BirthdayRule: RuleFamily {
    /// It is not after today.
    case future
    /// It is at least this many years ago; exactly is enough.
    case minimumAge(Int, latest: CalendarDate)

    package var name: String {
        switch self {
        case .future: "future"
        case .minimumAge: "age"
        }
    }

    var arguments: [Int] { if case .minimumAge(let years, _) = self { [years] } else { [] } }

    var listing: RuleListing {
        switch self {
        case .minimumAge: .always
        case .future: .never(because: "people know that a birthday is in the past")
        }
    }

    static func broken(by value: String, in draft: Draft) -> [BirthdayRule] {
        // If it is not a date, only that is reported.
        guard let birthday = CalendarDate(iso: value) else { return [] }
        let latest = latest(in: draft)
        return birthday > latest.day ? [latest.rule] : []
    }

    static func listed(in draft: Draft) -> [BirthdayRule] { [latest(in: draft).rule] }

    /// The latest birthday that is old enough, and the rule that later ones break.
    package static func latest(in draft: Draft) -> (day: CalendarDate, rule: BirthdayRule) {
        let (age, today) = (draft.policy.minimumAge, draft.today)
        guard age > 0 else { return (today, .future) }
        let day = today.latestBirthday(forAge: age) ?? .newYearsDay(of: 0)
        return (day, .minimumAge(age, latest: day))
    }
}
