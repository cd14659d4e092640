import RegappAlbums
import RegappCommandLine
import RegappValues
import RegappWording
import RegappCore
import RegappStore

struct CommonOptions: CommandLineReadable, Sendable {
    /// As it was typed.
    let documents: String?
    let noInput: Bool
    let isQuiet: Bool

    static let noColor = "no-color"
    static let color = "color"
    static let noMouse = "no-mouse"
    static let quiet = "quiet"

    init(_ line: inout CommandLineReader) {
        documents = line.option(
            Regapp.documentsOption, .directory, "DIR", "keep the files in DIR (see 'regapp help files')")
        noInput = line.flag("no-input", "never ask, as if there were no terminal")
        // Ignored here: `Appearance` reads it before parsing, so that it also applies to a usage error.
        let _: Wanted? = line.option(
            Self.color, .choice, "WHEN", "use colour: auto (the default), always or never")
        _ = line.flag(Self.noColor, "use no colour, and draw no covers")
        _ = line.flag(Self.noMouse, "leave the mouse to the terminal, for selecting text")
        isQuiet = line.flag(Self.quiet, "print only errors and the result")
    }
}

/// When there are colours or covers; the raw value is what one types.
enum Wanted: String, CaseIterable, Sendable {
    /// On a terminal with colours.
    case auto
    case always, never
}

extension CommandLineReader {
    mutating func covers() -> Wanted {
        option("covers", .choice, "WHEN", "draw covers: auto (on a terminal, the default), always or never")
            ?? .auto
    }

    mutating func country() -> Storefront? {
        let store = ValueType<Storefront>(expected: "two letters such as US", sample: .unitedStates) {
            Storefront($0)
        }
        return option("country", store, "CC", "the store to search, as two letters such as US")
    }

    /// The moment that a command is to look back to.
    mutating func asOf() -> String? {
        let time = ValueType<String>(
            expected: "a day such as 2026-01-31 or yesterday, or a time such as '2026-01-31 12:00'",
            sample: "2026-01-31"
        ) { Moment(past: $0, from: .earliest) == nil ? nil : $0 }
        return option("as-of", time, "TIME", "show what was there at TIME, or at the end of a day")
    }
}

extension CommandContext {
    /// Shows the command the directory as it was at the time in `text`, the value of `--as-of`, if there is one.
    ///
    /// - Parameters:
    ///   - names: the emails or login names of accounts.
    ///   - filter: the accounts that may be named by login names.
    /// - Returns: the emails that these persons had then.
    @discardableResult
    mutating func lookBack(
        to text: String?, for names: [String] = [], where filter: AccountFilter = AccountFilter()
    ) throws -> [String] {
        let now = environment.now
        let emails = names.isEmpty ? [] : try directory().emails(meantBy: names, where: filter)
        guard let text, let moment = Moment(past: text, from: now.today) else { return emails }
        guard moment.timestamp.text <= now.timestamp.text || moment.today == now.today else {
            throw Message(.usage, "--as-of needs a time in the past", hint: "leave it out to see what is now")
        }
        let book = try directory().addressBook(of: emails)
        switch try directory().lookBack(to: moment) {
        case .directory(let former, let damaged):
            openedDirectory = former
            Diagnostics.report(
                .done(
                    "as of \(prose: Moment.localText(moment.timestamp) ?? ""); edits by hand count from the change that found them"
                ))
            if !damaged.isEmpty {
                let changes =
                    "\(damaged.count == 1 ? "change" : "changes") \(damaged.map(String.init).listed(last: "and"))"
                Diagnostics.report(
                    .warning(
                        "the history cannot tell what \(changes) did",
                        hint: "\(.regapp("check")) says what is wrong"))
            }
            return emails.map { book.email(of: $0, at: former.now) }
        case .tooOld(let oldest):
            let time = oldest.map { $0.author.localTime ?? $0.author.time }
            throw Message(
                .data, "the history does not go back that far",
                hint: time.map { "its oldest change is from \(prose: $0)" } ?? "it has no change")
        }
    }
}

extension Moment {
    /// Reads a time, or a day, which may be counted back from today and have a time behind it: `yesterday 12:00`.
    init?(past text: String, from today: CalendarDate) {
        if let moment = Moment(text: text) {
            self = moment
            return
        }
        let words = text.split(separator: " ").map(String.init)
        let time = words.last.flatMap { $0.contains(":") ? $0 : nil }
        let day = DayOption((time == nil ? words : words.dropLast()).joined(separator: " "), toward: .back)
        guard let day = try? day?.day(from: today) else { return nil }
        self.init(text: ([day.isoString] + (time.map { [$0] } ?? [])).joined(separator: " "))
    }
}
