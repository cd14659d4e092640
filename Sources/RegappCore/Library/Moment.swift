internal import RegappStore
internal import Glibc

/// A moment: the local date for birthdays, the system's date for expiry, the time in UTC for new accounts.
public struct Moment: Hashable, Sendable {
    /// The date in the caller's time zone.
    package let today: CalendarDate
    /// The date in the system's time zone, so that an account expires on the same day for every caller.
    package let systemDate: CalendarDate
    package let timestamp: Timestamp

    /// The present moment; nil if the clock is outside the years 0 to 9999.
    ///
    /// Birthdays count by the date in the C library's time zone, which `TZ` changes; expiry dates by that of
    /// `/etc/localtime`, or of `TZ` if there is no such file.
    public static var current: Moment? {
        let seconds = time(nil)
        guard let today = local(seconds)?.day, let timestamp = Timestamp(secondsSince1970: seconds),
            let systemDate = systemDate(seconds, local: today)
        else { return nil }
        return Moment(today: today, systemDate: systemDate, timestamp: timestamp)
    }

    private static func local(_ seconds: Int) -> (day: CalendarDate, hour: Int, minute: Int)? {
        var seconds = seconds
        var parts = unsafe tm()
        guard unsafe localtime_r(&seconds, &parts) != nil,
            let day = unsafe CalendarDate(
                year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
        else { return nil }
        return unsafe (day, Int(parts.tm_hour), Int(parts.tm_min))
    }

    /// A moment of your own clock, for tests.
    ///
    /// - Parameters:
    ///   - year: the year of the local date, also used as the system's date, 1 to 9999.
    ///   - month: its month, 1 to 12.
    ///   - day: its day, 1 to 31.
    ///   - secondsSince1970: the time in UTC.
    /// - Returns: nil if the date does not exist, or the time is outside the years 0 to 9999.
    public init?(year: Int, month: Int, day: Int, secondsSince1970: Int) {
        guard let today = CalendarDate(year: year, month: month, day: day),
            let timestamp = Timestamp(secondsSince1970: secondsSince1970)
        else { return nil }
        self.init(today: today, systemDate: today, timestamp: timestamp)
    }

    package init(today: CalendarDate, systemDate: CalendarDate, timestamp: Timestamp) {
        self.today = today
        self.systemDate = systemDate
        self.timestamp = timestamp
    }

    /// `2026-11-25 12:31` in the C library's time zone; nil if the time has no local form.
    package static func localText(_ timestamp: Timestamp) -> String? {
        local(timestamp.secondsSince1970).map { local in
            "\(local.day.isoString) \(local.hour.zeroPadded(to: 2)):\(local.minute.zeroPadded(to: 2))"
        }
    }

    /// Reads a typed moment: a day, which stands for its end; a local time, `2026-11-25 12:31`, in the C library's time
    /// zone; or UTC, `2026-11-25T11:31:00Z`.
    package init?(text: String) {
        let words = text.split { $0 == " " || $0 == "T" || $0 == "t" }.map(String.init)
        let local = words.count == 1 ? words + ["23:59:59"] : words
        if let timestamp = Timestamp(rfc3339: text),
            let day = Self.localText(timestamp).flatMap({ CalendarDate(iso: String($0.prefix(10))) })
        {
            self.init(today: day, systemDate: day, timestamp: timestamp)
        } else if local.count == 2, let day = CalendarDate(iso: local[0]),
            let time = Timestamp(
                rfc3339: "\(local[0])T\(local[1])" + (local[1].utf8.count == 5 ? ":00Z" : "Z"))
        {
            var parts = unsafe tm()
            let second = time.secondsSince1970 - day.dayNumber * 86_400
            unsafe parts.tm_year = Int32(day.year - 1900)
            unsafe parts.tm_mon = Int32(day.month - 1)
            unsafe parts.tm_mday = Int32(day.day)
            // Given as seconds since midnight, noon would be 13:00 on a day on which the clocks skip an hour.
            unsafe parts.tm_hour = Int32(second / 3600)
            unsafe parts.tm_min = Int32(second / 60 % 60)
            unsafe parts.tm_sec = Int32(second % 60)
            unsafe parts.tm_isdst = -1
            guard let timestamp = Timestamp(secondsSince1970: unsafe mktime(&parts)) else { return nil }
            self.init(today: day, systemDate: day, timestamp: timestamp)
        } else {
            return nil
        }
    }

    /// The date in the system's time zone at a time; nil if the time has no local form.
    static func systemDate(at timestamp: Timestamp) -> CalendarDate? {
        let seconds = timestamp.secondsSince1970
        return local(seconds).flatMap { systemDate(seconds, local: $0.day) }
    }

    private static let systemZone = "/etc/localtime"
    /// In bytes; zoneinfo files have at most some 4,000.
    private static let maximumZone = 1 << 20

    private static func systemDate(_ seconds: Int, local: CalendarDate) -> CalendarDate? {
        // Without TZ, the C library uses the same file.
        guard unsafe getenv("TZ") != nil else { return local }
        let file: [UInt8]?
        do throws(StoreError) {
            file = try ExternalFiles().settings(in: systemZone, limit: maximumZone)
        } catch { file = [] }
        guard let file else { return local }
        // Like the C library, use UTC if the file is unusable.
        return CalendarDate(secondsSince1970: seconds + (ZoneFile.offset(in: file, at: seconds) ?? 0))
    }
}
