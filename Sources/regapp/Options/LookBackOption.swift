import RegappCore
import RegappCommandLine
import RegappStore
import RegappWording

extension ValueType<String> {
    static var time: ValueType {
        ValueType(
            expected: "a day such as 2026-01-31, or a time such as '2026-01-31 12:00'", sample: "2026-01-31"
        ) { Moment(text: $0) == nil ? nil : $0 }
    }
}

extension CommandLineReader {
    /// The moment that a command is to look back to.
    mutating func asOf() -> String? {
        option("as-of", .time, "TIME", "as it was at TIME, or at the end of a day, by the history")
    }
}

extension CommandContext {
    /// Has the command see the directory as it was, if it is to.
    ///
    /// - Parameter text: the value of `--as-of`.
    mutating func lookBack(to text: String?) throws {
        guard let text, let moment = Moment(text: text) else { return }
        let now = environment.now
        guard moment.timestamp.text <= now.timestamp.text || moment.today == now.today else {
            throw Report(.usage, "--as-of needs a time in the past", hint: "leave it out to see what is now")
        }
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
        case .tooOld(let oldest):
            let time = oldest.map { $0.author.localTime ?? $0.author.time }
            throw Report(
                .data, "the history does not reach back so far",
                hint: time.map { "its oldest change is from \(prose: $0)" } ?? "it has no change")
        }
    }
}
