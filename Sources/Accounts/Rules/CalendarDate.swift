/// A day of the proleptic Gregorian calendar, without a time or a zone; years 0 to 9999.
public struct CalendarDate: Hashable, Comparable, Sendable {
    /// The year, 0 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// The earliest birthday that any policy takes.
    public static let earliestBirthday = CalendarDate(uncheckedYear: 1900, month: 1, day: 1)

    /// Makes the day, or nil where the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.days(inMonth: month, ofYear: year)
        else { return nil }
        self.init(uncheckedYear: year, month: month, day: day)
    }

    /// Reads `YYYY-MM-DD` in ASCII digits; nil for any other shape and for days that do not exist.
    public init?(iso: String) {
        guard let parts = Self.components(ofISO: iso) else { return nil }
        self.init(year: parts.year, month: parts.month, day: parts.day)
    }

    private init(uncheckedYear year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The three numbers of a `YYYY-MM-DD`, whether or not the calendar has such a day.
    static func components(ofISO iso: String) -> (year: Int, month: Int, day: Int)? {
        let bytes = Array(iso.utf8)
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
            let day = number(bytes[8..<10])
        else { return nil }
        return (year, month, day)
    }

    /// The value of ASCII digits and nothing else; callers pass at most nine.
    static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        digits.reduce(0) { value, byte in
            guard let value, byte >= 0x30, byte <= 0x39 else { return nil }
            return value * 10 + Int(byte - 0x30)
        }
    }

    /// The day as `YYYY-MM-DD`.
    public var isoString: String {
        "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }

    /// The day of the week by ISO 8601: 1 is Monday, 7 is Sunday.
    public var weekday: Int {
        // Day 0, 1 January 1970, was a Thursday; the remainder of a negative number is negative.
        ((dayNumber + 3) % 7 + 7) % 7 + 1
    }

    /// Orders by year, month and day.
    public static func < (left: Self, right: Self) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
