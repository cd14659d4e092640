internal import RegappJSON

extension CalendarDate {
    /// The text of a day in the form of files, whether or not it exists; nil for anything else.
    static func imported(_ text: String, dayFirst: Bool?) -> String? {
        guard case .day(let iso)? = TypedDate(text, dayFirst: dayFirst) else { return nil }
        return iso
    }

    /// The days that a text may mean, whatever its form; several if it can be read in two ways, none if it is no day.
    ///
    /// - Parameter dayFirst: which way is meant; nil if unknown.
    static func readings(of text: String, dayFirst: Bool?) -> [CalendarDate] {
        let date = partOfDate(in: text.trimmed)
        func day(_ dayFirst: Bool?) -> CalendarDate? {
            imported(date, dayFirst: dayFirst).flatMap { CalendarDate(iso: $0) }
        }
        if let meant = day(dayFirst) { return [meant] }
        let both = [day(true), day(false)].compactMap(\.self).withoutDuplicates
        // Which way is meant was said, and it is no day then.
        if !both.isEmpty { return dayFirst == nil ? both : [] }
        return [LoginName.day(of: text)].compactMap(\.self)
    }

    /// The date before a time of day, as in `05/06/2020 14:30:15`; the whole text if it has no time.
    static func partOfDate(in text: String) -> String {
        guard let colon = text.firstIndex(of: ":"),
            let end = text[..<colon].lastIndex(where: { $0 == "T" || $0.isWhitespace })
        else { return text }
        return String(text[..<end])
    }
}

extension JSONText.Member {
    /// A date under a custom key in the form of files, with the time of day that may follow it. Eight digits alone may be
    /// a number of anything, and so may what is no day.
    func withDay(dayFirst: Bool) -> JSONText.Member {
        guard case .string(let text) = value, text.contains(where: { "./-".contains($0) }) else {
            return self
        }
        if let iso = CalendarDate.imported(text, dayFirst: dayFirst) {
            return CalendarDate(iso: iso) == nil ? self : JSONText.Member(key, .string(iso))
        }
        let date = CalendarDate.partOfDate(in: text)
        guard let iso = CalendarDate.imported(date, dayFirst: dayFirst), CalendarDate(iso: iso) != nil else {
            return self
        }
        return JSONText.Member(key, .string(iso + text.dropFirst(date.count)))
    }
}

extension Timestamp {
    /// A time within a day as other programs write it: seconds or milliseconds since 1970, RFC 3339 in any zone, a local
    /// time, or `20241231235959Z` (RFC 4517, 3.3.13). Nil for anything else, and for a midnight that stands for the day.
    static func imported(_ text: String) -> Timestamp? {
        let text = text.uppercased()
        if let number = Int(text), [10, 13].contains(text.utf8.count) {
            return Timestamp(secondsSince1970: text.utf8.count == 13 ? number / 1_000 : number)
        }
        if let time = generalized(text) { return time }
        let clock = text.dropFirst(CalendarDate.partOfDate(in: text).count).drop { !$0.isNumber }
        guard clock.prefix(while: { $0.isNumber || $0 == ":" }).contains(where: { $0.isNumber && $0 != "0" })
        else { return nil }
        if let moment = Moment(text: text) { return moment.timestamp }
        // `2026-01-31T12:00:00+05:00`
        guard let offset = offset(ofZone: text.suffix(6)),
            let time = Timestamp(rfc3339: String(text.dropLast(6)).replacingEach(" ", with: "T") + "Z")
        else { return nil }
        return Timestamp(secondsSince1970: time.secondsSince1970 - offset)
    }

    /// LDAP's `20241231235959Z`, whose minutes, seconds and fraction may be missing, and which may have an offset such as
    /// `+0100`.
    private static func generalized(_ text: String) -> Timestamp? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard [10, 12, 14].contains(digits.count), let day = CalendarDate(iso: digits.prefix(8).asISODay),
            let offset = offset(
                ofZone: text.dropFirst(digits.count).drop { $0.isNumber || $0 == "." || $0 == "," })
        else { return nil }
        let clock = digits.dropFirst(8).asNumbers
        guard clock[0] <= 24, clock.dropFirst().allSatisfy({ $0 <= 60 }) else { return nil }
        let seconds = zip(clock, [3_600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
        return Timestamp(secondsSince1970: day.dayNumber * 86_400 + seconds - offset)
    }

    /// In seconds, of `Z`, `+01`, `+0100` or `+01:00`; nil for another text.
    private static func offset(ofZone zone: Substring) -> Int? {
        if zone == "Z" { return 0 }
        let digits = zone.dropFirst().filter { $0 != ":" }
        guard let sign = zone.first, "+-".contains(sign), [2, 4].contains(digits.count),
            digits.allSatisfy({ $0.isASCII && $0.isNumber })
        else { return nil }
        let seconds = zip(Substring(digits).asNumbers, [3_600, 60]).reduce(0) { $0 + $1.0 * $1.1 }
        return sign == "-" ? -seconds : seconds
    }

    /// The time of a registration in UTC (RFC 3339).
    ///
    /// - Parameter text: the day, perhaps with a time after it such as `14:30:15`, `14:30` or `2:30 PM`.
    static func text(of day: CalendarDate, timeOf text: String) -> String {
        let time = text.dropFirst(CalendarDate.partOfDate(in: text).count + 1).uppercased()
        var numbers = time.prefix { $0.isNumber || $0 == ":" }.split(separator: ":").map { Int($0) ?? 0 }
        if numbers.count > 1 {
            if time.contains("PM"), numbers[0] < 12 { numbers[0] += 12 }
            if time.contains("AM"), numbers[0] == 12 { numbers[0] = 0 }
        }
        let parts = (numbers + [0, 0, 0]).prefix(3).map { $0.zeroPadded(to: 2) }
        let candidate = "\(day.isoString)T\(parts.joined(separator: ":"))Z"
        return Timestamp(rfc3339: candidate) == nil ? "\(day.isoString)T00:00:00Z" : candidate
    }
}

extension Substring {
    /// `20241231` as `2024-12-31`.
    var asISODay: String { "\(prefix(4))-\(dropFirst(4).prefix(2))-\(dropFirst(6))" }

    /// The numbers of two digits each.
    fileprivate var asNumbers: [Int] {
        var rest = self
        var numbers: [Int] = []
        while let number = Int(rest.prefix(2)) {
            numbers.append(number)
            rest = rest.dropFirst(2)
        }
        return numbers
    }
}

extension LoginFacts {
    /// The end of an account by `accountExpires` of Active Directory: its last day, or a time within that day; empty for
    /// never, nil for another text.
    static func end(inTicks text: String) -> String? {
        let day = day(inTicks: text)
        guard day?.isEmpty == false, let second = Int(text).map(second(inTicks:)), second % 86_400 != 0 else {
            return day
        }
        return Timestamp(secondsSince1970: second)?.text ?? day
    }

    /// The seconds since 1970 of a number of 100 ns since 1601.
    static func second(inTicks ticks: Int) -> Int { ticks / 10_000_000 - 134_774 * 86_400 }

    /// The last day of an account by `accountExpires` of Active Directory; empty for never, nil for another text.
    static func day(inTicks text: String) -> String? {
        // SAP writes the latest date that it knows.
        if ["0", String(Int.max), "never", "99991231"].contains(text.lowercased()) { return "" }
        // As programs without large integers write the latest one.
        if text.lowercased().contains("e"), let ticks = Double(text), ticks >= 9.2e18 { return "" }
        guard text.utf8.count >= 16, let ticks = Int(digits: Array(text.utf8)),
            let day = CalendarDate(dayNumber: (ticks - 1) / 864_000_000_000 - 134_774)
        else { return nil }
        return day.isoString
    }
}
