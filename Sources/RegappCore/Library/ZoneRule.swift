internal import RegappValues

/// A time zone as POSIX writes it in `TZ`, such as `CET-1CEST,M3.5.0,M10.5.0/3`, with the extensions of RFC 8536.
struct ZoneRule {
    private enum Day {
        /// 1 to 365; 29 February is never counted.
        case withoutLeapDay(Int)
        /// From 0.
        case ofYear(Int)
        /// The weekday, 0 for Sunday, of a week, of which 5 is the last.
        case weekday(Int, week: Int, month: Int)
    }

    private struct Change {
        let day: Day
        /// In seconds after midnight, perhaps on another day.
        let time: Int
    }

    /// In seconds east of UTC.
    private let offset: Int
    private let summer: (offset: Int, start: Change, end: Change)?

    init?(_ text: ArraySlice<UInt8>) {
        var rest = ZoneText(text)
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
        summer = (summerOffset, start, end)
    }

    private static func change(_ rest: inout ZoneText) -> Change? {
        guard rest.skip(","), let day = day(&rest) else { return nil }
        guard rest.skip("/") else { return Change(day: day, time: 2 * ZoneText.hour) }
        return rest.time().map { Change(day: day, time: $0) }
    }

    private static func day(_ rest: inout ZoneText) -> Day? {
        if rest.skip("J") { return rest.number(in: 1...365).map(Day.withoutLeapDay) }
        guard rest.skip("M") else { return rest.number(in: 0...365).map(Day.ofYear) }
        guard let month = rest.number(in: 1...12), rest.skip("."), let week = rest.number(in: 1...5),
            rest.skip("."), let weekday = rest.number(in: 0...6)
        else { return nil }
        return .weekday(weekday, week: week, month: month)
    }

    // MARK: A time

    /// The offset from UTC at a time, in seconds; that of winter outside the years 0 to 9999.
    func offset(at time: Int) -> Int {
        guard let summer, let year = CalendarDate(secondsSince1970: time + offset)?.year,
            let start = Self.time(of: summer.start, in: year).map({ $0 - offset }),
            let end = Self.time(of: summer.end, in: year).map({ $0 - summer.offset })
        else { return offset }
        let isSummer = start < end ? time >= start && time < end : time >= start || time < end
        return isSummer ? summer.offset : offset
    }

    private static func time(of change: Change, in year: Int) -> Int? {
        let newYear = CalendarDate.newYearsDay(of: year).dayNumber
        let day: Int
        switch change.day {
        case .withoutLeapDay(let number):
            let isAfterLeapDay = CalendarDate.days(inMonth: 2, ofYear: year) == 29 && number >= 60
            day = newYear + number - (isAfterLeapDay ? 0 : 1)
        case .ofYear(let number): day = newYear + number
        case .weekday(let weekday, let week, let month):
            guard let first = CalendarDate(year: year, month: month, day: 1) else { return nil }
            let last = CalendarDate.days(inMonth: month, ofYear: year)
            // ISO 8601 counts Sunday as 7.
            var number = 1 + (weekday - first.weekday % 7 + 7) % 7 + 7 * (week - 1)
            while number > last { number -= 7 }
            day = first.dayNumber + number - 1
        }
        return day * ZoneText.day + change.time
    }
}

private struct ZoneText {
    static let hour = 3_600
    static let day = 86_400

    private var rest: ArraySlice<UInt8>

    init(_ text: ArraySlice<UInt8>) { rest = text }

    var isEmpty: Bool { rest.isEmpty }

    func isAt(_ character: Unicode.Scalar) -> Bool { rest.first == UInt8(ascii: character) }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard isAt(character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Skips letters, or whatever is between angle brackets.
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

    /// `h`, `h:m` or `h:m:s`, perhaps with a sign, in seconds.
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
