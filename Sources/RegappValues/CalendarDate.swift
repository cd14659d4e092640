/// A day of the proleptic Gregorian calendar, without a time or a zone; years 0 to 9999.
public struct CalendarDate: Hashable, Comparable, Sendable {
    /// How a day is written in files and shown in forms.
    package static let format = "YYYY-MM-DD"
    package static let typedFormats = "\(format), DD.MM.YYYY or 31 May 1990"

    /// The year, 0 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// Nil if the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (0...Self.lastYear).contains(year), (1...12).contains(month), day >= 1,
            day <= Self.days(inMonth: month, ofYear: year)
        else { return nil }
        self.init(uncheckedYear: year, month: month, day: day)
    }

    package init?(iso: String) { self.init(iso: iso.utf8.span) }

    /// Reads the ASCII codes of `YYYY-MM-DD`; nil for any other shape and for days that do not exist.
    package init?(iso: Span<UInt8>) {
        guard let parts = Self.components(ofISO: iso) else { return nil }
        self.init(year: parts.year, month: parts.month, day: parts.day)
    }

    package init?(dayNumber: Int) {
        guard Self.dayNumbers.contains(dayNumber) else { return nil }
        let fromMarch = dayNumber + 719_468
        let era = (fromMarch >= 0 ? fromMarch : fromMarch - 146_096) / 146_097
        let dayOfEra = fromMarch - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        self.init(
            uncheckedYear: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }

    private init(uncheckedYear year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// 1 January of a year; a year outside 0 to 9999 is clamped.
    package static func newYearsDay(of year: Int) -> CalendarDate {
        CalendarDate(uncheckedYear: min(max(0, year), lastYear), month: 1, day: 1)
    }

    private static let lastYear = 9999
    /// The day numbers of 0000-01-01 and 9999-12-31.
    private static let dayNumbers = -719_528...2_932_896

    package struct Components {
        package let year: Int
        package let month: Int
        package let day: Int
    }

    /// The three numbers of a `YYYY-MM-DD`, whether or not the day exists.
    package static func components(ofISO iso: Span<UInt8>) -> Components? {
        let hyphen = UInt8(ascii: "-")
        guard iso.count == 10, iso[4] == hyphen, iso[7] == hyphen, let year = Int(digits: iso, 0..<4),
            let month = Int(digits: iso, 5..<7), let day = Int(digits: iso, 8..<10)
        else { return nil }
        return Components(year: year, month: month, day: day)
    }

    package static func name(ofMonth month: Int) -> String? {
        months.indices.contains(month - 1) ? months[month - 1] : nil
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    package var inWords: String { "\(day) \(Self.name(ofMonth: month) ?? "") \(year)" }

    package var isoString: String {
        "\(year.zeroPadded(to: 4))-\(month.zeroPadded(to: 2))-\(day.zeroPadded(to: 2))"
    }

    /// The days since 1 January 1970, negative before it.
    package var dayNumber: Int {
        // Years counted from 1 March, so that the leap day is the last of its year.
        let shifted = month > 2 ? year : year - 1
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// 1 is Monday, 7 is Sunday (ISO 8601).
    package var weekday: Int {
        // Day 0, 1 January 1970, was a Thursday; the remainder of a negative number is negative.
        ((dayNumber + 3) % 7 + 7) % 7 + 1
    }

    /// The number of days in the month, 28 to 31; 0 for a month outside 1 to 12.
    package static func days(inMonth month: Int, ofYear year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        case 1...12: 31
        default: 0
        }
    }

    /// Clamped to the calendar.
    package func adding(days: Int) -> CalendarDate {
        let number = dayNumber
        let first = Self.dayNumbers.lowerBound
        let last = Self.dayNumbers.upperBound
        return CalendarDate(dayNumber: number + min(max(days, first - number), last - number)) ?? self
    }

    /// The last day of the target month if it has no such day; clamped to the calendar.
    package func adding(months: Int) -> CalendarDate {
        let current = year * 12 + month - 1
        let target = current + min(max(months, -current), Self.lastYear * 12 + 11 - current)
        let newYear = target / 12
        let newMonth = target % 12 + 1
        let newDay = min(day, Self.days(inMonth: newMonth, ofYear: newYear))
        return CalendarDate(uncheckedYear: newYear, month: newMonth, day: newDay)
    }

    /// The latest birthday of anyone at least `years` old on this day; nil outside the years 0 to 9999.
    package func latestBirthday(forAge years: Int) -> CalendarDate? {
        let (target, overflow) = year.subtractingReportingOverflow(years)
        guard !overflow else { return nil }
        return CalendarDate(year: target, month: month, day: day)
            ?? CalendarDate(year: target, month: 2, day: 28)
    }

    /// Whether a day is earlier than another.
    public static func < (left: Self, right: Self) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }
}

extension CalendarDate: Codable, CustomStringConvertible {
    /// The day as `YYYY-MM-DD`.
    public var description: String { isoString }

    /// Reads `YYYY-MM-DD`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let date = CalendarDate(iso: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a day is written YYYY-MM-DD")
        }
        self = date
    }

    /// Writes `YYYY-MM-DD`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(isoString)
    }
}

/// A span of days, weeks, months or years as people type it: `+14d`, `+2w`, `+6m`, `+1y`; a minus goes back in time.
package struct DateSpan: Hashable, Sendable {
    private enum Unit: Character, Sendable {
        case days = "d"
        case weeks = "w"
        case months = "m"
        case years = "y"
    }

    package static let typedFormats = "+14d, +6m or +1y"

    /// Any longer span would leave the calendar.
    private static let mostDigits = 7

    private let count: Int
    private let unit: Unit

    /// Nil for any other text; the letter may be a capital.
    package init?(_ text: String, sign: Unicode.Scalar = "+") {
        let digits = text.utf8.dropFirst().dropLast()
        guard text.unicodeScalars.first == sign, (1...Self.mostDigits).contains(digits.count),
            let count = Int(digits: digits),
            let unit = text.lowercased().last.flatMap(Unit.init)
        else { return nil }
        self.count = sign == "-" ? -count : count
        self.unit = unit
    }

    /// The last day of the target month if it has no such day; nil beyond the calendar.
    package func after(_ day: CalendarDate) -> CalendarDate? {
        switch unit {
        case .days: CalendarDate(dayNumber: day.dayNumber + count)
        case .weeks: CalendarDate(dayNumber: day.dayNumber + 7 * count)
        case .months: Self.months(count, after: day)
        case .years: Self.months(12 * count, after: day)
        }
    }

    private static func months(_ count: Int, after day: CalendarDate) -> CalendarDate? {
        let end = day.adding(months: count)
        let isClamped = 12 * (end.year - day.year) + end.month - day.month != count
        return isClamped ? nil : end
    }
}

extension CalendarDate {
    /// Where a day lies that its name leaves open: `friday` is the next one for an expiry date, and the last one for
    /// what was changed since.
    package enum Direction: Sendable {
        case ahead, back

        package var sign: Unicode.Scalar { self == .ahead ? "+" : "-" }
    }

    package static let wordsForDays = "tomorrow, in 3 days, friday"

    /// Reads a day that is counted from today: `today`, `yesterday`, `in 3 days`, `a week ago`, `next month`, a weekday
    /// such as `friday` or `last fri`, or a span such as `14d` in the direction, which may have its sign.
    ///
    /// - Returns: nil for any other text, and for a day beyond the calendar.
    package init?(words text: String, from today: CalendarDate, toward direction: Direction = .ahead) {
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        let day: CalendarDate?
        switch words.count {
        case 1 where ["today", "now"].contains(words[0]): day = today
        case 1 where words[0] == "tomorrow": day = Self.day("1", "day", .ahead, of: today)
        case 1 where words[0] == "yesterday": day = Self.day("1", "day", .back, of: today)
        case 1:
            day = Self.weekday(words[0], direction, of: today) ?? Self.span(words[0], direction, of: today)
        case 2 where words[0] == "next": day = Self.next(words[1], .ahead, of: today)
        case 2 where words[0] == "last": day = Self.next(words[1], .back, of: today)
        case 2 where ["on", "this"].contains(words[0]): day = Self.weekday(words[1], direction, of: today)
        case 2: day = Self.day(words[0], words[1], direction, of: today)
        case 3 where words[0] == "in": day = Self.day(words[1], words[2], .ahead, of: today)
        case 3 where words[2] == "ago": day = Self.day(words[0], words[1], .back, of: today)
        default: day = nil
        }
        guard let day else { return nil }
        self = day
    }

    /// A number of units from a day: `3` `days`, `a` `week`.
    private static func day(
        _ count: String, _ unit: String, _ direction: Direction, of today: CalendarDate
    ) -> CalendarDate? {
        let name = unit.hasSuffix("s") ? String(unit.dropLast()) : unit
        guard ["day", "week", "month", "year"].contains(name) else { return nil }
        let number = ["a", "an", "one"].contains(count) ? "1" : count
        return span("\(number)\(name.prefix(1))", direction, of: today)
    }

    private static func span(
        _ text: String, _ direction: Direction, of today: CalendarDate
    ) -> CalendarDate? {
        let sign = direction.sign
        return (DateSpan(text, sign: sign) ?? DateSpan("\(sign)\(text)", sign: sign)).flatMap {
            $0.after(today)
        }
    }

    private static func next(
        _ name: String, _ direction: Direction, of today: CalendarDate
    ) -> CalendarDate? {
        weekday(name, direction, of: today) ?? day("1", name, direction, of: today)
    }

    private static let weekdays = [
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]

    /// The nearest day with this name, which is never today.
    private static func weekday(
        _ name: String, _ direction: Direction, of today: CalendarDate
    ) -> CalendarDate? {
        guard let index = weekdays.firstIndex(where: { $0 == name || $0.prefix(3) == name }) else {
            return nil
        }
        let days = (index + 1 - today.weekday + 7) % 7
        return switch direction {
        case .ahead: CalendarDate(dayNumber: today.dayNumber + (days == 0 ? 7 : days))
        case .back: CalendarDate(dayNumber: today.dayNumber + days - 7)
        }
    }
}

/// A day as people type it: `1990-05-31`, `31.05.1990`, `31/05/1990`, `31051990`, `May 31 1990`, `31 мая 1990`.
///
/// If digits alone leave open which is the day and which the month, as in `05/06/1990`, there are two days. Between
/// dots the day always comes first.
package enum TypedDate: Hashable, Sendable {
    /// One day as `YYYY-MM-DD`, whether or not it exists.
    case day(iso: String)
    /// Two days: with the day first, and with the month first.
    case ambiguous(CalendarDate, CalendarDate)

    private static let longest = 40
    /// Years accepted in eight digits without separators.
    private static let years = 1900...2199

    /// Reads a text, ignoring space around it; nil if it is not a whole day.
    ///
    /// - Parameter dayFirst: whether the day comes first where digits leave that open, even if no such day exists.
    package init?(_ text: String, dayFirst: Bool? = nil) {
        // Most dates of an import are as files hold them, and it may have 100,000.
        guard CalendarDate(iso: text) == nil else {
            self = .day(iso: text)
            return
        }
        guard text.utf8.count <= Self.longest else { return nil }
        let parts = Self.parts(of: Self.withoutMidnight(text))
        let date =
            switch parts.map(\.kind) {
            case [.digits]: Self.compact(parts[0].text, dayFirst)
            case [.digits, .sign, .digits, .sign, .digits]: Self.separated(parts, dayFirst)
            case [.digits, .word, .digits]: Self.named(day: parts[0], month: parts[1], year: parts[2])
            case [.word, .digits, .digits]: Self.named(day: parts[1], month: parts[0], year: parts[2])
            default: nil as TypedDate?
            }
        guard let date else { return nil }
        self = date
    }

    /// Programs write a date as its midnight: `1990-05-31 00:00:00`, `1990-05-31T00:00:00.000Z`, `5/31/1990 12:00 AM`.
    private static func withoutMidnight(_ text: String) -> String {
        guard let colon = text.firstIndex(of: ":"),
            let start = text[..<colon].lastIndex(where: { $0 == "T" || $0.isWhitespace })
        else { return text }
        let time = text[text.index(after: start)...].uppercased()
        let digits = time.filter { !" :.Z+".contains($0) }
        let isMidnight =
            ["0000", "000000"].contains { digits.hasPrefix($0) } && digits.allSatisfy { $0 == "0" }
        return isMidnight || ["1200AM", "120000AM"].contains(digits) ? String(text[..<start]) : text
    }

    /// Whether a text begins like a date, such as `2026-01-31T12:00` or `31.12.`.
    package static func begins(_ text: String) -> Bool {
        let parts = parts(of: String(text.unicodeScalars.prefix(longest)))
        let kinds = parts.prefix(3).map(\.kind)
        switch (kinds.first, kinds.dropFirst().first) {
        case (.digits, .sign):
            return ".-/".holds(String(parts[1].text)) && kinds.last == .digits && parts[0].text.count <= 4
        // `parts` drops dots around words, as in `31. 12. (midnight)`.
        case (.digits, .digits): return parts[0].text.count <= 4 && parts[1].text.count <= 2
        case (.digits, .word): return month(parts[1].text) != nil || isWhole(parts[0].text)
        case (.word, .digits): return month(parts[0].text) != nil
        case (.digits, nil): return isWhole(parts[0].text)
        default: return false
        }
    }

    /// Whether digits can be a whole date (eight digits) or a year.
    private static func isWhole(_ digits: Substring) -> Bool {
        digits.count == 8 || digits.count == 4 && Int(digits).map(years.contains) == true
    }

    private enum PartKind { case digits, word, sign }
    private struct Part {
        let kind: PartKind
        let text: Substring
    }

    /// Splits a text into runs of digits, words and signs, without spaces and without commas and dots around words.
    private static func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        var start = text.startIndex
        while start < text.endIndex {
            let kind = kind(of: text[start])
            let end =
                kind == .sign
                ? text.index(after: start)
                : text[start...].firstIndex { Self.kind(of: $0) != kind } ?? text.endIndex
            parts.append(Part(kind: kind, text: text[start..<end]))
            start = end
        }
        let hasWord = parts.contains { $0.kind == .word }
        return parts.filter { part in
            part.kind != .sign
                || !(part.text.allSatisfy(\.isWhitespace) || hasWord && ",.".holds(String(part.text)))
        }
    }

    private static func kind(of character: Character) -> PartKind {
        guard let byte = character.asciiValue else { return character.isLetter ? .word : .sign }
        if byte.isDigit { return .digits }
        return byte.isLetter ? .word : .sign
    }

    /// `31051990` or `19900531`.
    private static func compact(_ digits: Substring, _ dayFirst: Bool?) -> TypedDate? {
        guard digits.count == 8 else { return nil }
        let pairs = [0, 2, 4, 6].map { Int(digits.dropFirst($0).prefix(2)) ?? 0 }
        let first = 100 * pairs[0] + pairs[1]
        let last = 100 * pairs[2] + pairs[3]
        // `20121990` begins with a year too, but has no month after it.
        if years.contains(first), (1...12).contains(pairs[2]) { return day(first, pairs[2], pairs[3]) }
        return numbers(pairs[0], pairs[1], year: last, mayBeginWithMonth: true, dayFirst)
    }

    /// `1990-05-31`, `31.05.1990` or `31/05/1990`.
    private static func separated(_ parts: [Part], _ dayFirst: Bool?) -> TypedDate? {
        let sign = parts[1].text
        let numbers = [parts[0], parts[2], parts[4]].map(\.text)
        guard parts[3].text == sign, [".", "/", "-"].contains(sign) else { return nil }
        let values = numbers.compactMap { Int($0) }
        guard values.count == 3, numbers[1].count <= 2 else { return nil }
        if numbers[0].count == 4, numbers[1].count == 2, numbers[2].count == 2, sign != "." {
            return day(values[0], values[1], values[2])
        }
        guard numbers[0].count <= 2, numbers[2].count == 4 else { return nil }
        return Self.numbers(
            values[0], values[1], year: values[2], mayBeginWithMonth: sign != ".", dayFirst)
    }

    /// `31 May 1990`; three letters of the month are enough.
    private static func named(day: Part, month: Part, year: Part) -> TypedDate? {
        guard day.text.count <= 2, year.text.count == 4, let day = Int(day.text), let year = Int(year.text),
            let month = Self.month(month.text)
        else { return nil }
        return Self.day(year, month, day)
    }

    private static func month(_ word: Substring) -> Int? {
        let name = word.lowercased()
        guard name.count >= 3 else { return nil }
        return (1...12).first { month in
            let english = CalendarDate.name(ofMonth: month)?.lowercased() ?? ""
            return english.hasPrefix(name) || russianMonths[month - 1].hasPrefix(name)
        }
    }

    private static let russianMonths = [
        "января", "февраля", "марта", "апреля", "мая", "июня", "июля", "августа", "сентября", "октября",
        "ноября", "декабря",
    ]

    private static func numbers(
        _ one: Int, _ other: Int, year: Int, mayBeginWithMonth: Bool, _ dayFirst: Bool?
    ) -> TypedDate {
        if mayBeginWithMonth, dayFirst == false { return day(year, one, other) }
        guard dayFirst == nil, mayBeginWithMonth, (1...12).contains(one), one != other else {
            return day(year, other, one)
        }
        guard let dayFirst = CalendarDate(year: year, month: other, day: one) else {
            return day(year, one, other)
        }
        guard let monthFirst = CalendarDate(year: year, month: one, day: other) else {
            return day(year, other, one)
        }
        return .ambiguous(dayFirst, monthFirst)
    }

    private static func day(_ year: Int, _ month: Int, _ day: Int) -> TypedDate {
        let parts = [year.zeroPadded(to: 4), month.zeroPadded(to: 2), day.zeroPadded(to: 2)]
        return .day(iso: parts.joined(separator: "-"))
    }
}

extension CalendarDate {
    /// Nil for anything but one day: for days that do not exist, and for texts that can be read as two days.
    package init?(typed text: String) {
        guard case .day(let iso)? = TypedDate(text) else { return nil }
        self.init(iso: iso)
    }
}
