/// Reads how long a service wants to be left alone.
enum RetryTime {
    /// What counts where the service gives no `retry-after`, in seconds: its limit is counted by the minute.
    static let unstated = 60
    /// The longest time that is honoured, in seconds: a day. More would be a slip of the service or of its clock.
    static let longest = 86_400

    /// Returns the seconds to wait, 1 … `longest`, from a `retry-after` (RFC 9110, 10.2.3): a number of seconds or
    /// a date. `now` is in seconds since 1970.
    static func seconds(_ field: String?, now: Int64) -> Int {
        guard let field = field?.trimmed else { return unstated }
        if !field.isEmpty && field.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            return min(max(Int(field) ?? longest, 1), longest)
        }
        guard let date = secondsSince1970(httpDate: field) else { return unstated }
        return Int(min(max(date - now, 1), Int64(longest)))
    }
}

/// Reads the preferred form of an HTTP date, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
private func secondsSince1970(httpDate text: String) -> Int64? {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let parts = text.split(separator: " ")
    guard parts.count == 6, parts[5] == "GMT", let day = number(parts[1], in: 1...31),
        let month = months.firstIndex(of: String(parts[2])), let year = number(parts[3], in: 1970...9999)
    else { return nil }
    let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 3, let hour = number(clock[0], in: 0...23),
        let minute = number(clock[1], in: 0...59),
        let second = number(clock[2], in: 0...60)
    else { return nil }
    return daysSince1970(year: year, month: Int64(month) + 1, day: day) * 86_400 + hour * 3600 + minute * 60
        + second
}

private func number(_ text: Substring, in range: ClosedRange<Int64>) -> Int64? {
    Int64(text).flatMap { range.contains($0) ? $0 : nil }
}

/// Counts the days of the Gregorian calendar, in years that begin in March so that leap days come last.
private func daysSince1970(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return 365 * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
}

extension String {
    /// Without the spaces and tabs around it.
    fileprivate var trimmed: String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) })
        else {
            return ""
        }
        return String(self[first...last])
    }
}
