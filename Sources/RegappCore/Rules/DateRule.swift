package enum DateRule: Hashable, Sendable {
    case shape
    /// The date can be read in two ways.
    case ambiguous(CalendarDate, CalendarDate)
    /// The day does not exist in this month, or the month does not exist.
    case real(year: Int, month: Int)
    case earliest(CalendarDate)
    /// A span from today ends beyond the calendar.
    case latest(CalendarDate)

    var facts: RuleFacts {
        let how = RuleListing.never(because: "the placeholder shows how a date is written")
        switch self {
        case .shape:
            return RuleFacts(
                name: "date", sentence: "must be a date like 1990-12-31",
                short: "needs a date like 1990-12-31 or 31 May 1990", listing: how)
        case .ambiguous(let one, let other):
            let short =
                "\(one.dayAndMonth) or \(other.dayAndMonth)? write \(one.isoString) or \(other.isoString)"
            return RuleFacts(
                name: "date", sentence: "can be read in two ways: " + short, short: short, listing: how)
        case .real(let year, let month):
            let days = CalendarDate.days(inMonth: month, ofYear: year)
            let name = CalendarDate.name(ofMonth: month)
            let short = name.map { "\($0) \(year) has \(days) days" } ?? "there is no month \(month)"
            return RuleFacts(
                name: "date", sentence: "must be a date that exists: " + short, short: short, listing: how)
        case .earliest(let date):
            let sentence = "must be \(date.isoString) or later"
            return RuleFacts(
                name: "earliest", sentence: sentence, short: sentence,
                listing: .never(because: "no real date is that early"))
        case .latest(let date):
            let sentence = "must be \(date.isoString) or earlier"
            return RuleFacts(
                name: "latest", sentence: sentence, short: sentence,
                listing: .never(because: "no real date is that late"))
        }
    }

    /// Nil unless a text can be read as two days.
    static func ambiguous(_ value: String) -> DateRule? {
        guard case .ambiguous(let one, let other)? = TypedDate(value) else { return nil }
        return .ambiguous(one, other)
    }

    static func broken(by value: String, in draft: Draft) -> [DateRule] {
        if let date = CalendarDate(iso: value) { return date < .earliest ? [.earliest(.earliest)] : [] }
        if let parts = CalendarDate.components(ofISO: value.utf8.span) {
            return [.real(year: parts.year, month: parts.month)]
        }
        if let ambiguous = ambiguous(value) { return [ambiguous] }
        if let span = DateSpan(value), span.after(draft.systemDate) == nil { return [.latest(.latest)] }
        return [.shape]
    }
}

extension CalendarDate {
    package static let earliest = CalendarDate.newYearsDay(of: 1900)
    package static let latest = newYearsDay(of: .max).adding(days: 364)

    /// Such as `31 May`.
    fileprivate var dayAndMonth: String { "\(day) \(CalendarDate.name(ofMonth: month) ?? "")" }
}

package enum BirthdayRule: Hashable, Sendable {
    case future
    /// Exactly this many years ago is enough.
    case minimumAge(Int, latest: CalendarDate)

    var facts: RuleFacts {
        switch self {
        case .future:
            return RuleFacts(
                name: "future", sentence: "must be no later than today", short: "must be no later than today",
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
        // A value that is not a date breaks only a `DateRule`.
        guard let birthday = CalendarDate(iso: value) else { return [] }
        let latest = latest(in: draft)
        return birthday > latest.day ? [latest.rule] : []
    }

    static func listed(in draft: Draft) -> [BirthdayRule] {
        draft.policy.minimumAge > 0 ? [latest(in: draft).rule] : []
    }

    /// The latest birthday that is old enough, and the rule that later ones break.
    package static func latest(in draft: Draft) -> (day: CalendarDate, rule: BirthdayRule) {
        let age = draft.policy.minimumAge
        let today = draft.today
        guard age > 0 else { return (today, .future) }
        let day = today.latestBirthday(forAge: age) ?? .newYearsDay(of: 0)
        return (day, .minimumAge(age, latest: day))
    }
}
