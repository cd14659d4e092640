/// A day of the Gregorian calendar, as plain numbers.
public struct CalendarDate: Hashable, Comparable, Sendable {
    /// 1 to 9999.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 31.
    public let day: Int

    /// A day that exists, or nil.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        guard day <= Self.days(inMonth: month, of: year) else { return nil }
        self.init(exactly: year, month, day)
    }

    /// A day from its `YYYY-MM-DD`, or nil.
    public init?(_ text: String) {
        let fields = text.split(separator: "-", omittingEmptySubsequences: false)
        guard fields.map(\.utf8.count) == [4, 2, 2] else { return nil }
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2D }) else { return nil }
        let numbers = fields.compactMap { Int($0) }
        guard numbers.count == 3 else { return nil }
        self.init(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    private init(exactly year: Int, _ month: Int, _ day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Days of a month, leap years counted.
    public static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// 0 for Monday to 6 for Sunday.
    public var weekday: Int {
        // Days since Monday, 1 January of the year 1.
        let years = year - 1
        let before = years * 365 + years / 4 - years / 100 + years / 400
        let months = (1..<month).reduce(0) { $0 + Self.days(inMonth: $1, of: year) }
        return (before + months + day - 1) % 7
    }

    /// The day so many days later, or earlier; the calendar's first or last day where it would leave it.
    public func adding(days: Int) -> CalendarDate {
        var result = self
        for _ in 0..<abs(days) { result = days > 0 ? result.next : result.previous }
        return result
    }

    /// The same day so many months later, or earlier, or that month's last day.
    public func adding(months: Int) -> CalendarDate {
        let index = min(max(0, year * 12 + month - 1 + months - 12), 9999 * 12 - 1)
        let (newYear, newMonth) = (index / 12 + 1, index % 12 + 1)
        return CalendarDate(
            exactly: newYear, newMonth, min(day, Self.days(inMonth: newMonth, of: newYear)))
    }

    private var next: CalendarDate {
        if day < Self.days(inMonth: month, of: year) { return CalendarDate(exactly: year, month, day + 1) }
        if month < 12 { return CalendarDate(exactly: year, month + 1, 1) }
        return year < 9999 ? CalendarDate(exactly: year + 1, 1, 1) : self
    }

    private var previous: CalendarDate {
        if day > 1 { return CalendarDate(exactly: year, month, day - 1) }
        if month > 1 {
            return CalendarDate(exactly: year, month - 1, Self.days(inMonth: month - 1, of: year))
        }
        return year > 1 ? CalendarDate(exactly: year - 1, 12, 31) : self
    }

    /// Earlier days come first.
    public static func < (left: CalendarDate, right: CalendarDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension CalendarDate: CustomStringConvertible {
    /// The day as `YYYY-MM-DD`.
    public var description: String {
        "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))"
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
