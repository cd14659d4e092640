extension CalendarDate {
    /// Whether the year has a 29 February.
    public static func isLeap(_ year: Int) -> Bool {
        year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    }

    /// The number of days in the month, 28 to 31; 0 for a month outside 1 to 12.
    public static func days(inMonth month: Int, ofYear year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        case 1...12: 31
        default: 0
        }
    }

    /// The full years between this day and the other, negative when the other day is earlier.
    ///
    /// Whoever was born on 29 February is a year older on 1 March where there is no 29 February.
    public func age(on other: CalendarDate) -> Int {
        let hadBirthday = (other.month, other.day) >= (month, day)
        return other.year - year - (hadBirthday ? 0 : 1)
    }

    /// The same day some years later (29 February becomes 1 March); nil outside the years 0 to 9999.
    public func adding(years: Int) -> CalendarDate? {
        let (target, overflow) = year.addingReportingOverflow(years)
        guard !overflow else { return nil }
        return CalendarDate(year: target, month: month, day: day)
            ?? CalendarDate(year: target, month: 3, day: 1)
    }

    /// The latest birthday with which somebody is at least so old today; nil before the year 0.
    public func latestBirthday(forAge years: Int) -> CalendarDate? {
        let (target, overflow) = year.subtractingReportingOverflow(years)
        guard !overflow else { return nil }
        return CalendarDate(year: target, month: month, day: day)
            ?? CalendarDate(year: target, month: 2, day: 28)
    }

    /// The days since 1 January 1970, negative before it.
    public var dayNumber: Int {
        // Years counted from 1 March, so that the leap day is the last of its year.
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// The day so many days after 1 January 1970; nil outside the years 0 to 9999.
    public init?(dayNumber: Int) {
        guard (-719_528...2_932_896).contains(dayNumber) else { return nil }
        let fromMarch = dayNumber + 719_468
        let era = (fromMarch >= 0 ? fromMarch : fromMarch - 146_096) / 146_097
        let dayOfEra = fromMarch - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        self.init(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}
