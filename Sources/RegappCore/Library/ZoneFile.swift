/// Reads `/etc/localtime` (TZif, RFC 8536) to find the day. The C library could only do so by changing `TZ`, which is
/// not safe in a process with threads.
enum ZoneFile {
    /// Seconds east of UTC; nil if the content is not a zone's. Leap seconds are ignored.
    ///
    /// - Parameter time: seconds since 1 January 1970, UTC.
    static func offset(in bytes: [UInt8], at time: Int) -> Int? {
        guard let first = ZoneBlock(bytes[...], timeSize: 4) else { return nil }
        // Version 1 has only this block, in 32 bits; later ones repeat it in 64 bits and add a rule for later times.
        guard first.version >= UInt8(ascii: "2") else { return first.offset(at: time) }
        guard let second = ZoneBlock(bytes[first.end...], timeSize: 8) else { return nil }
        if second.isOver(at: time), let rule = rule(bytes[second.end...]) { return rule.offset(at: time) }
        return second.offset(at: time)
    }

    /// The rule in the footer, between two line feeds.
    private static func rule(_ footer: ArraySlice<UInt8>) -> ZoneRule? {
        guard footer.first == UInt8(ascii: "\n") else { return nil }
        let text = footer.dropFirst().prefix { $0 != UInt8(ascii: "\n") }
        return text.isEmpty ? nil : ZoneRule(text)
    }
}

/// A table of times at which the offset from UTC changes.
private struct ZoneBlock {
    private static let headerSize = 44
    private static let typeSize = 6

    let version: UInt8
    let end: Int
    private let bytes: ArraySlice<UInt8>
    private let timeSize: Int
    private let timeCount: Int
    private let typeCount: Int

    init?(_ bytes: ArraySlice<UInt8>, timeSize: Int) {
        let start = bytes.startIndex
        guard bytes.count >= Self.headerSize, bytes.starts(with: "TZif".utf8) else { return nil }
        // Counts of UTC and standard time indicators, leap seconds, times, types, and characters of names.
        let counts = (0..<6).map { Self.number(bytes, at: start + 20 + 4 * $0, size: 4) }
        guard counts.allSatisfy({ $0 >= 0 && $0 <= bytes.count }), counts[4] > 0 else { return nil }
        version = bytes[start + 4]
        self.bytes = bytes
        self.timeSize = timeSize
        timeCount = counts[3]
        typeCount = counts[4]
        let types = counts[3] * (timeSize + 1) + counts[4] * Self.typeSize
        end = start + Self.headerSize + types + counts[5] + counts[2] * (timeSize + 4) + counts[1] + counts[0]
        guard end <= bytes.endIndex else { return nil }
    }

    private var times: Int { bytes.startIndex + Self.headerSize }
    private var indices: Int { times + timeCount * timeSize }

    func isOver(at time: Int) -> Bool { changes(until: time) == timeCount }

    func offset(at time: Int) -> Int? {
        let count = changes(until: time)
        let type = count == 0 ? 0 : Int(bytes[indices + count - 1])
        guard type < typeCount else { return nil }
        return Self.number(bytes, at: indices + timeCount + type * Self.typeSize, size: 4)
    }

    private func changes(until time: Int) -> Int {
        (0..<timeCount).count { Self.number(bytes, at: times + $0 * timeSize, size: timeSize) <= time }
    }

    /// In two's complement, the highest byte first.
    private static func number(_ bytes: ArraySlice<UInt8>, at start: Int, size: Int) -> Int {
        bytes[start..<start + size].reduce(Int(Int8(bitPattern: bytes[start]) >> 7)) { $0 << 8 | Int($1) }
    }
}

/// A time zone in the POSIX format of `TZ`, such as `CET-1CEST,M3.5.0,M10.5.0/3`, with the extensions of RFC 8536.
struct ZoneRule {
    /// Returns a ``CalendarDate/dayNumber``.
    private typealias Day = (_ year: Int) -> Int?
    private struct Change {
        let day: Day
        /// In seconds after midnight; may exceed a day.
        let time: Int
    }

    private struct Summer {
        let offset: Int
        let start: Change
        let end: Change
    }

    private let offset: Int
    private let summer: Summer?

    init?(_ text: ArraySlice<UInt8>) {
        var rest = ZoneText(rest: text)
        guard rest.skipName(), let west = rest.time() else { return nil }
        offset = -west
        guard !rest.isEmpty else {
            summer = nil
            return
        }
        guard rest.skipName() else { return nil }
        var summerOffset = offset + ZoneText.hour
        if !rest.isEmpty, !rest.isAt(",") {
            guard let west = rest.time() else { return nil }
            summerOffset = -west
        }
        guard let start = Self.change(&rest), let end = Self.change(&rest), rest.isEmpty else { return nil }
        summer = Summer(offset: summerOffset, start: start, end: end)
    }

    private static func change(_ rest: inout ZoneText) -> Change? {
        guard rest.skip(","), let day = day(&rest) else { return nil }
        guard rest.skip("/") else { return Change(day: day, time: 2 * ZoneText.hour) }
        return rest.time().map { Change(day: day, time: $0) }
    }

    private static func day(_ rest: inout ZoneText) -> Day? {
        if rest.skip("J") {
            guard let number = rest.number(in: 1...365) else { return nil }
            // 29 February is never counted.
            return { year in
                let isAfterLeapDay = CalendarDate.days(inMonth: 2, ofYear: year) == 29 && number >= 60
                return CalendarDate.newYearsDay(of: year).dayNumber + number - (isAfterLeapDay ? 0 : 1)
            }
        }
        guard rest.skip("M") else {
            guard let number = rest.number(in: 0...365) else { return nil }
            return { CalendarDate.newYearsDay(of: $0).dayNumber + number }
        }
        // Month, week (5 is the last) and weekday (0 is Sunday).
        guard let month = rest.number(in: 1...12), rest.skip("."), let week = rest.number(in: 1...5),
            rest.skip("."), let weekday = rest.number(in: 0...6)
        else { return nil }
        return { year in
            guard let first = CalendarDate(year: year, month: month, day: 1) else { return nil }
            // ISO 8601 counts Sunday as 7.
            var number = 1 + (weekday - first.weekday % 7 + 7) % 7 + 7 * (week - 1)
            while number > CalendarDate.days(inMonth: month, ofYear: year) { number -= 7 }
            return first.dayNumber + number - 1
        }
    }

    /// Seconds east of UTC; the winter offset outside the years 0 to 9999.
    func offset(at time: Int) -> Int {
        guard let summer, let year = CalendarDate(secondsSince1970: time + offset)?.year,
            let start = Self.time(of: summer.start, in: year).map({ $0 - offset }),
            let end = Self.time(of: summer.end, in: year).map({ $0 - summer.offset })
        else { return offset }
        let isSummer = start < end ? time >= start && time < end : time >= start || time < end
        return isSummer ? summer.offset : offset
    }

    private static func time(of change: Change, in year: Int) -> Int? {
        change.day(year).map { $0 * ZoneText.day + change.time }
    }
}

private struct ZoneText {
    static let hour = 3_600
    static let day = 86_400

    private(set) var rest: ArraySlice<UInt8>

    var isEmpty: Bool { rest.isEmpty }

    func isAt(_ character: Unicode.Scalar) -> Bool { rest.first == UInt8(ascii: character) }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard isAt(character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// A name is letters, or anything between angle brackets.
    mutating func skipName() -> Bool {
        if skip("<") {
            rest = rest.drop { $0 != UInt8(ascii: ">") }
            return skip(">")
        }
        let letters = rest.prefix(while: \.isLetter)
        rest = rest[letters.endIndex...]
        return !letters.isEmpty
    }

    mutating func number(in range: ClosedRange<Int>) -> Int? {
        let digits = rest.prefix(while: \.isDigit)
        rest = rest[digits.endIndex...]
        guard let number = Int(digits: digits), range.contains(number) else { return nil }
        return number
    }

    /// Reads `h`, `h:m` or `h:m:s`, with an optional sign, as seconds.
    mutating func time() -> Int? {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        guard var seconds = number(in: 0...167).map({ $0 * Self.hour }) else { return nil }
        for unit in [60, 1] where skip(":") {
            guard let number = number(in: 0...59) else { return nil }
            seconds += number * unit
        }
        return isNegative ? -seconds : seconds
    }
}
