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
        guard text.utf8.count <= Self.longest else { return nil }
        let parts = Self.parts(of: text)
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
    private typealias Part = (kind: PartKind, text: Substring)

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
            parts.append((kind, text[start..<end]))
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
        return byte.isDigit ? .digits : byte.isLetter ? .word : .sign
    }

    /// `31051990` or `19900531`.
    private static func compact(_ digits: Substring, _ dayFirst: Bool?) -> TypedDate? {
        guard digits.count == 8 else { return nil }
        let pairs = [0, 2, 4, 6].map { Int(digits.dropFirst($0).prefix(2)) ?? 0 }
        let (first, last) = (100 * pairs[0] + pairs[1], 100 * pairs[2] + pairs[3])
        // `20121990` begins with a year too, but has no month after it.
        if years.contains(first), (1...12).contains(pairs[2]) { return day(first, pairs[2], pairs[3]) }
        return numbers(pairs[0], pairs[1], year: last, mayBeginWithMonth: true, dayFirst)
    }

    /// `1990-05-31`, `31.05.1990` or `31/05/1990`.
    private static func separated(_ parts: [Part], _ dayFirst: Bool?) -> TypedDate? {
        let (sign, numbers) = (parts[1].text, [parts[0], parts[2], parts[4]].map(\.text))
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
