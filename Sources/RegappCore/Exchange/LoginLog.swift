/// Reads the system's log: who was granted a login to a directory, and on which day. What strangers choose is one word
/// after the event, so no name can forge a line; but any program on the machine can write one.
package enum LoginLog {
    private static let events = ["granted", "login"]
    /// How many days another machine's clock or time zone may be ahead.
    private static let mostAhead = 1
    /// How many years to look back for a date: 29 February occurs at least once in eight.
    private static let leapYears = 8

    /// Reads lines with ISO or traditional timestamps; skips lines about other things.
    ///
    /// - Parameter directory: as it appears in the log.
    package static func reader(of directory: String, today: CalendarDate) -> any AccountReader {
        let end = Array(" directory=\(directory)".utf8)
        let parser = EachLine { line, _ throws(ImportProblem.Reason) in
            try record(of: line, ending: end, today)
        }
        return LineAccountReader(parser)
    }

    private static func record(
        of line: ArraySlice<UInt8>, ending: [UInt8], _ today: CalendarDate
    ) throws(ImportProblem.Reason) -> AccountRecord? {
        guard line.count > ending.count, line.suffix(ending.count).elementsEqual(ending) else { return nil }
        let words = line.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        // One or three words of time, the machine, `regapp[123]:`, and what happened.
        guard let tag = words.prefix(5).firstIndex(where: { $0.hasPrefix("regapp[") && $0.hasSuffix("]:") }),
            words.count > tag + 1, events.contains(words[tag + 1]),
            let email = words[(tag + 2)...].first(where: { $0.hasPrefix("account=") })?.dropFirst(8),
            EmailAddress.isCorrect(String(email))
        else { return nil }
        guard let day = day(of: Array(words.prefix(max(0, tag - 1))), today) else {
            throw .plain(unreadableDay)
        }
        return [.email: email.lowercased(), .lastSeen: day.isoString]
    }

    package static let unreadableDay = "the day cannot be read, or is in the future"

    /// Reads `2026-11-25T10:11:12+01:00` or `Nov 25 10:11:12` as a day no later than today.
    private static func day(of words: [String], _ today: CalendarDate) -> CalendarDate? {
        if words.count == 1 {
            guard words[0].dropFirst(10).first == "T",
                let day = CalendarDate(iso: String(words[0].prefix(10))),
                day <= today.adding(days: mostAhead)
            else { return nil }
            return min(day, today)
        }
        guard words.count == 3, let day = Int(words[1]),
            let month = (1...12).first(where: { CalendarDate.name(ofMonth: $0)?.prefix(3) == words[0][...] })
        else { return nil }
        return (0...leapYears).lazy
            .compactMap { CalendarDate(year: today.year - $0, month: month, day: day) }
            .first { $0 <= today }
    }
}
