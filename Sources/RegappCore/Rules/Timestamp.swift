internal import RegappValues

/// A moment in UTC in the form of RFC 3339, as in an account's `registered`.
package struct Timestamp: Hashable, Sendable {
    private enum Form: Hashable, Sendable {
        case written(String)
        /// A day and the seconds since its midnight. The text is made only when needed, which is rare.
        case computed(CalendarDate, second: Int)
    }

    fileprivate static let secondsPerDay = 86_400

    private let form: Form

    /// The text, `2026-01-31T12:00:00Z` if regapp wrote it.
    package var text: String {
        switch form {
        case .written(let text): text
        case .computed(let date, let second):
            date.isoString + "T" + Self.time(second) + "Z"
        }
    }

    private static func time(_ second: Int) -> String {
        func digits(_ number: Int) -> String { number.zeroPadded(to: 2) }
        return "\(digits(second / 3600)):\(digits(second / 60 % 60)):\(digits(second % 60))"
    }

    /// The moment this many seconds after 1 January 1970, UTC; nil outside the years 0 to 9999.
    package init?(secondsSince1970 seconds: Int) {
        guard let date = CalendarDate(secondsSince1970: seconds) else { return nil }
        form = .computed(date, second: seconds - date.dayNumber * Self.secondsPerDay)
    }

    /// The seconds since 1 January 1970, UTC, without a fraction.
    var secondsSince1970: Int {
        switch form {
        case .computed(let date, let second): return date.dayNumber * Self.secondsPerDay + second
        case .written(let text):
            let bytes = text.utf8.span
            let day = CalendarDate(iso: bytes.extracting(first: 10))?.dayNumber ?? 0
            let time = Self.time(bytes.extracting(11..<19)).map { ($0 * 60 + $1) * 60 + $2 } ?? 0
            return day * Self.secondsPerDay + time
        }
    }

    /// Parses RFC 3339, 5.6, with the offset UTC: `Z`, `+00:00` or `-00:00`, with letters in either case, with or
    /// without a fraction, a leap second included; nil for anything else.
    package init?(rfc3339 text: String) {
        let bytes = text.utf8.span
        guard bytes.count >= 20, CalendarDate(iso: bytes.extracting(first: 10)) != nil,
            bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: "t"),
            Self.isTime(bytes.extracting(11..<19)), Self.isFractionAndZone(bytes.extracting(19...))
        else { return nil }
        form = .written(text)
    }

    private static func isTime(_ bytes: Span<UInt8>) -> Bool {
        guard let (hour, minute, second) = time(bytes) else { return false }
        // RFC 3339 writes a leap second as 23:59:60.
        let isLeapSecond = (hour, minute, second) == (23, 59, 60)
        return isLeapSecond || (hour < 24 && minute < 60 && second < 60)
    }

    /// The three numbers of eight bytes, `12:34:56`, whether or not a day has such a time.
    private static func time(_ bytes: Span<UInt8>) -> (hour: Int, minute: Int, second: Int)? {
        let colon = UInt8(ascii: ":")
        guard bytes[2] == colon, bytes[5] == colon, let hour = Int(digits: bytes, 0..<2),
            let minute = Int(digits: bytes, 3..<5), let second = Int(digits: bytes, 6..<8)
        else { return nil }
        return (hour, minute, second)
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
    /// The day of a time in seconds since 1 January 1970 by the same clock; nil outside the years 0 to 9999.
    init?(secondsSince1970 seconds: Int) {
        let (days, rest) = seconds.quotientAndRemainder(dividingBy: Timestamp.secondsPerDay)
        self.init(dayNumber: rest >= 0 ? days : days - 1)
    }
}
