internal import RegappValues

enum RetryTime {
    /// The time if the service states none, in seconds: its limit is counted by the minute.
    static let unstated = 60
    /// The longest time that is accepted, in seconds: a day. More would be a mistake of the service or of its clock.
    static let longest = 86_400

    /// Returns the seconds to wait, 1 … `longest`, from a `retry-after` (RFC 9110, 10.2.3): a number of seconds or
    /// a date. `now` is in seconds since 1970.
    static func seconds(_ field: String?, now: Int64) -> Int {
        let words = field?.split { $0 == " " || $0 == "\t" } ?? []
        if words.count == 1, words[0].utf8.allSatisfy(\.isDigit) {
            return min(max(Int(words[0]) ?? longest, 1), longest)
        }
        guard let date = secondsSince1970(httpDate: words) else { return unstated }
        return Int(min(max(date - now, 1), Int64(longest)))
    }
}

/// Reads the words of an HTTP date in its preferred form, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
private func secondsSince1970(httpDate parts: [Substring]) -> Int64? {
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    guard parts.count == 6, parts[5] == "GMT", let day = number(parts[1], in: 1...31),
        let month = months.firstIndex(of: String(parts[2])), let year = number(parts[3], in: 1970...9999)
    else { return nil }
    let clock = parts[4].split(separator: ":", omittingEmptySubsequences: false)
    guard clock.count == 3, let hour = number(clock[0], in: 0...23),
        let minute = number(clock[1], in: 0...59),
        let second = number(clock[2], in: 0...60),
        let date = CalendarDate(year: Int(year), month: month + 1, day: Int(day))
    else { return nil }
    return Int64(date.dayNumber) * 86_400 + hour * 3600 + minute * 60 + second
}

private func number(_ text: Substring, in range: ClosedRange<Int64>) -> Int64? {
    Int64(text).flatMap { range.contains($0) ? $0 : nil }
}
