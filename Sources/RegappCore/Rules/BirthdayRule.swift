package import RegappValues

package enum BirthdayRule: RuleFamily {
    case future
    /// It is at least this many years ago; exactly is enough.
    case minimumAge(Int, latest: CalendarDate)

    var facts: RuleFacts {
        switch self {
        case .future:
            return RuleFacts(
                name: "future", sentence: "must be no later than today", short: "no later than today",
                listing: .never(because: "people know that a birthday is in the past"))
        case .minimumAge(let years, let latest):
            let born = "born on or before \(latest.isoString)"
            return RuleFacts(
                name: "age", arguments: [years], requirement: "\(years) or older: \(born)",
                sentence: "must be at least \(years.counted("year")) ago (\(born))",
                short: "you must be \(years): \(born)", listing: .always)
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
