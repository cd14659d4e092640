/// A moment in UTC (RFC 3339), as in an account's `registered`.
package struct Timestamp: Hashable, Sendable {
    fileprivate static let secondsPerDay = 86_400

    private let day: CalendarDate
    /// Since midnight.
    private let second: Int
    private let written: String?

    /// In bytes, if regapp wrote it.
    static let textLength = 20

    /// `2026-01-31T12:00:00Z` if regapp wrote it.
    package var text: String {
        if let written { return written }
        let parts = [second / 3600, second / 60 % 60, second % 60].map { $0.zeroPadded(to: 2) }
        return "\(day.isoString)T\(parts.joined(separator: ":"))Z"
    }

    /// Nil outside the years 0 to 9999.
    package init?(secondsSince1970 seconds: Int) {
        guard let day = CalendarDate(secondsSince1970: seconds) else { return nil }
        self.day = day
        second = seconds - day.dayNumber * Self.secondsPerDay
        written = nil
    }

    /// Without a fraction.
    var secondsSince1970: Int { day.dayNumber * Self.secondsPerDay + second }

    /// Parses RFC 3339, 5.6, with the offset `Z`, `+00:00` or `-00:00`, letters in either case, with or without a
    /// fraction; leap seconds are allowed.
    package init?(rfc3339 text: String) {
        let bytes = text.utf8.span
        guard bytes.count >= 20, let day = CalendarDate(iso: bytes.extracting(first: 10)),
            bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: "t"),
            let second = Self.second(bytes.extracting(11..<19)),
            Self.isFractionAndZone(bytes.extracting(19...))
        else { return nil }
        self.day = day
        self.second = second
        written = text
    }

    /// Seconds since midnight, from eight bytes such as `12:34:56`.
    private static func second(_ bytes: Span<UInt8>) -> Int? {
        let colon = UInt8(ascii: ":")
        guard bytes[2] == colon, bytes[5] == colon, let hour = Int(digits: bytes, 0..<2),
            let minute = Int(digits: bytes, 3..<5), let second = Int(digits: bytes, 6..<8),
            hour < 24, minute < 60,
            // RFC 3339 writes a leap second as 23:59:60.
            second < 60 || (hour, minute, second) == (23, 59, 60)
        else { return nil }
        return (hour * 60 + minute) * 60 + second
    }

    private static func isFractionAndZone(_ bytes: Span<UInt8>) -> Bool {
        var start = 0
        if bytes[0] == UInt8(ascii: ".") {
            start = 1
            while start < bytes.count, bytes[start].isDigit { start += 1 }
            guard start > 1 else { return false }
        }
        let zone = bytes.extracting(start...)
        if zone.count == 1 { return zone[0] | 0x20 == UInt8(ascii: "z") }
        return "+00:00".hasBytes(zone) || "-00:00".hasBytes(zone)
    }
}

extension CalendarDate {
    /// The day of a time by the same clock; nil outside the years 0 to 9999.
    init?(secondsSince1970 seconds: Int) {
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: Timestamp.secondsPerDay)
        self.init(dayNumber: rest >= 0 ? days : days - 1)
    }
}
