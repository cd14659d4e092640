/// A day of the proleptic Gregorian calendar, without a time or a zone; years 0 to 9999.
public struct CalendarDate: Hashable, Comparable, Sendable {
    /// How a day is written in files and shown in forms.
    package static let format = "YYYY-MM-DD"
    package static let typedFormats = "\(format), DD.MM.YYYY or 31 May 1990"

    /// The year, 0 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// Nil if the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...Self.lastYear).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.days(inMonth: month, ofYear: year)
        else { return nil }
        self.init(uncheckedYear: year, month: month, day: day)
    }

    package init?(iso: String) { self.init(iso: iso.utf8.span) }

    /// Reads the ASCII codes of `YYYY-MM-DD`; nil for any other shape and for days that do not exist.
    package init?(iso: Span<UInt8>) {
        guard let parts = Self.components(ofISO: iso) else { return nil }
        self.init(year: parts.year, month: parts.month, day: parts.day)
    }

    package init?(dayNumber: Int) {
        guard Self.dayNumbers.contains(dayNumber) else { return nil }
        let fromMarch = dayNumber + 719_468
        let era = (fromMarch >= 0 ? fromMarch : fromMarch - 146_096) / 146_097
        let dayOfEra = fromMarch - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        self.init(
            uncheckedYear: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    private init(uncheckedYear year: Int, month: Int, day: Int) {
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// 1 January of a year; a year outside 0 to 9999 is clamped.
    package static func newYearsDay(of year: Int) -> CalendarDate {
        CalendarDate(uncheckedYear: min(max(0, year), lastYear), month: 1, day: 1)
    }

    private static let lastYear = 9999
    /// The day numbers of 0000-01-01 and 9999-12-31.
    private static let dayNumbers = -719_528...2_932_896

    /// The three numbers of a `YYYY-MM-DD`, whether or not the day exists.
    package static func components(ofISO iso: Span<UInt8>) -> (year: Int, month: Int, day: Int)? {
        let hyphen = UInt8(ascii: "-")
        guard iso.count == 10, iso[4] == hyphen, iso[7] == hyphen, let year = Int(digits: iso, 0..<4),
            let month = Int(digits: iso, 5..<7), let day = Int(digits: iso, 8..<10)
        else { return nil }
        return (year, month, day)
    }

    package static func name(ofMonth month: Int) -> String? {
        months.indices.contains(month - 1) ? months[month - 1] : nil
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    package var inWords: String { "\(day) \(Self.name(ofMonth: month) ?? "") \(year)" }

    package var isoString: String {
        "\(year.zeroPadded(to: 4))-\(month.zeroPadded(to: 2))-\(day.zeroPadded(to: 2))"
    }

    /// The days since 1 January 1970, negative before it.
    package var dayNumber: Int {
        // Years counted from 1 March, so that the leap day is the last of its year.
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// 1 is Monday, 7 is Sunday (ISO 8601).
    package var weekday: Int {
        // Day 0, 1 January 1970, was a Thursday; the remainder of a negative number is negative.
        ((dayNumber + 3) % 7 + 7) % 7 + 1
    }

    /// The number of days in the month, 28 to 31; 0 for a month outside 1 to 12.
    package static func days(inMonth month: Int, ofYear year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        case 1...12: 31
        default: 0
        }
    }

    /// Clamped to the calendar.
    package func adding(days: Int) -> CalendarDate {
        let number = dayNumber
        let (first, last) = (Self.dayNumbers.lowerBound, Self.dayNumbers.upperBound)
        return CalendarDate(dayNumber: number + min(max(days, first - number), last - number)) ?? self
    }

    /// The last day of the target month if it has no such day; clamped to the calendar.
    package func adding(months: Int) -> CalendarDate {
        let current = year * 12 + month - 1
        let target = current + min(max(months, -current), Self.lastYear * 12 + 11 - current)
        let (newYear, newMonth) = (target / 12, target % 12 + 1)
        let newDay = min(day, Self.days(inMonth: newMonth, ofYear: newYear))
        return CalendarDate(uncheckedYear: newYear, month: newMonth, day: newDay)
    }

    /// The latest birthday of anyone at least `years` old on this day; nil outside the years 0 to 9999.
    package func latestBirthday(forAge years: Int) -> CalendarDate? {
        let (target, overflow) = year.subtractingReportingOverflow(years)
        guard !overflow else { return nil }
        return CalendarDate(year: target, month: month, day: day)
            ?? CalendarDate(year: target, month: 2, day: 28)
    }

    /// Whether a day is earlier than another.
    public static func < (left: Self, right: Self) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension CalendarDate: Codable, CustomStringConvertible {
    /// The day as `YYYY-MM-DD`.
    public var description: String { isoString }

    /// Reads `YYYY-MM-DD`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let date = CalendarDate(iso: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a day is written YYYY-MM-DD")
        }
        self = date
    }

    /// Writes `YYYY-MM-DD`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(isoString)
    }
}

/// A span of days, weeks, months or years as people type it: `+14d`, `+2w`, `+6m`, `+1y`; a minus goes back in time.
package struct DateSpan: Hashable, Sendable {
    private enum Unit: Character, Sendable {
        case days = "d"
        case weeks = "w"
        case months = "m"
        case years = "y"
    }

    package static let typedFormats = "+14d, +6m or +1y"

    /// Any longer span would leave the calendar.
    private static let mostDigits = 7

    private let count: Int
    private let unit: Unit

    /// Nil for any other text; the letter may be a capital.
    package init?(_ text: String, sign: Unicode.Scalar = "+") {
        let digits = text.utf8.dropFirst().dropLast()
        guard text.unicodeScalars.first == sign, (1...Self.mostDigits).contains(digits.count),
            let count = Int(digits: digits),
            let unit = text.lowercased().last.flatMap(Unit.init)
        else { return nil }
        (self.count, self.unit) = (sign == "-" ? -count : count, unit)
    }

    /// The last day of the target month if it has no such day; nil beyond the calendar.
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
