internal import RegappJSON

extension CalendarDate {
    /// The text of a day in the form of files, whether or not it exists; nil for anything else.
    static func imported(_ text: String, dayFirst: Bool?) -> String? {
        guard case .day(let iso)? = TypedDate(text, dayFirst: dayFirst) else { return nil }
        return iso
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
    /// A date under an own key in the form of files, with the time of day that may follow it. Eight digits alone may be a
    /// number of anything.
    func withDay(dayFirst: Bool) -> JSONText.Member {
        guard case .string(let text) = value, text.contains(where: { "./-".contains($0) }) else {
            return self
        }
        if let iso = CalendarDate.imported(text, dayFirst: dayFirst) {
            return JSONText.Member(key, .string(iso))
        }
        let date = CalendarDate.partOfDate(in: text)
        guard let iso = CalendarDate.imported(date, dayFirst: dayFirst) else { return self }
        return JSONText.Member(key, .string(iso + text.dropFirst(date.count)))
    }
}

extension Timestamp {
    /// The time of a registration in UTC (RFC 3339).
    ///
    /// - Parameter text: the day, perhaps with the time after it.
    static func text(of day: CalendarDate, timeOf text: String) -> String {
        let time = text.drop { $0 != "T" && !$0.isWhitespace }.dropFirst().prefix(8)
        let candidate = "\(day.isoString)T\(time)Z"
        return Timestamp(rfc3339: candidate) == nil ? "\(day.isoString)T00:00:00Z" : candidate
    }
}

extension String {
    /// False means the same as no mark.
    var onlyTrue: String { self == Field.setFlag ? self : "" }
}

extension LoginFacts {
    /// The last day of an account by `accountExpires` of Active Directory; empty for never, nil for another text.
    static func day(inTicks text: String) -> String? {
        if ["0", String(Int.max), "never"].contains(text.lowercased()) { return "" }
        guard text.utf8.count >= 16, let ticks = Int(digits: Array(text.utf8)),
            let day = CalendarDate(dayNumber: (ticks - 1) / 864_000_000_000 - 134_774)
        else { return nil }
        return day.isoString
    }
}
