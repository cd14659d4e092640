internal import Glibc
internal import PlainValues

/// A moment as the rules see it: the local date, for birthdays, and the time in UTC, for new accounts.
public struct Moment: Hashable, Sendable {
    let today: CalendarDate
    let timestamp: Timestamp

    /// This moment, the local date in the time zone of the C library; nil if the clock is outside the years 0 to 9999.
    public static var current: Moment? {
        let seconds = time(nil)
        var local = seconds
        var parts = unsafe tm()
        guard unsafe localtime_r(&local, &parts) != nil else { return nil }
        return unsafe Moment(
            year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
            secondsSince1970: seconds)
    }

    /// A moment of your own clock, for tests.
    ///
    /// - Parameters:
    ///   - year: the year of the local date, 1 to 9999.
    ///   - month: its month, 1 to 12.
    ///   - day: its day, 1 to 31.
    ///   - secondsSince1970: the time in UTC.
    /// - Returns: nil if the date does not exist, or the time is outside the years 0 to 9999.
    public init?(year: Int, month: Int, day: Int, secondsSince1970: Int) {
        guard let today = CalendarDate(year: year, month: month, day: day),
            let timestamp = Timestamp(secondsSince1970: secondsSince1970)
        else { return nil }
        (self.today, self.timestamp) = (today, timestamp)
    }
}
