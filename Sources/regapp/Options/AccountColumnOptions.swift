import RegappCore
import RegappCommandLine
import RegappValues
import RegappWording

extension ValueType<AccountColumn> {
    /// The key of anything about an account except its password.
    static var accountColumn: ValueType {
        ValueType(
            expected: "a key other than the password's, such as email or one of your own",
            completion: .answers { $0.columnKeys.map { Offer($0) } }, sample: .field(.email)
        ) { AccountColumn(key: $0) }
    }

    /// The key of anything in the file of one's own account except a hash.
    static var ownColumn: ValueType {
        ValueType(
            expected: "a key such as email or one of your own",
            completion: .answers { _ in Field.printed.map { Offer($0.rawValue) } }, sample: .field(.email)
        ) { $0 == Field.password.rawValue ? .field(.password) : AccountColumn(key: $0) }
    }
}

extension ValueType<[AccountColumn]> {
    static var accountColumns: ValueType {
        columns("keys other than the password's") { AccountColumn(key: $0) }
    }

    /// Those of letters with generated passwords.
    static var letterColumns: ValueType {
        columns("keys") { $0 == Field.password.rawValue ? .field(.password) : AccountColumn(key: $0) }
    }

    private static func columns(
        _ expected: String, _ column: @escaping @Sendable (String) -> AccountColumn?
    ) -> ValueType {
        ValueType(
            expected: "\(expected) with commas between them, such as email,phone",
            completion: .answers { context in
                let named = context.typed.lastIndex(of: ",").map { context.typed[...$0] } ?? ""
                let password = column(Field.password.rawValue).map { _ in [Field.password.rawValue] } ?? []
                return (context.columnKeys + password).map { Offer(named + $0) }
            }, sample: []
        ) { text in
            let keys = text.split(separator: ",", omittingEmptySubsequences: false)
            let columns = keys.map { column(String($0).trimmed) }
            guard !columns.contains(nil) else { return nil }
            // Each once, like the keys of an object.
            return columns.compactMap(\.self).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }
    }
}

extension CompletionContext {
    fileprivate var columnKeys: [String] { AccountColumn.knownKeys + ownKeys }
}

/// A day that may be given by how far off it is.
enum DayOption: Sendable {
    case day(CalendarDate)
    case later(DateSpan)

    /// - Throws: a report if a span ends beyond the calendar.
    func day(from today: CalendarDate) throws -> CalendarDate {
        switch self {
        case .day(let day): return day
        case .later(let span):
            guard let day = span.after(today) else {
                throw Report(
                    .usage, "a date must be \(CalendarDate.latest.isoString) or earlier",
                    hint: "give a shorter span")
            }
            return day
        }
    }
}

extension ValueType<DayOption> {
    static var dayOrSpan: ValueType { days(sign: "+") }

    static var dayOrPast: ValueType { days(sign: "-") }

    private static func days(sign: Unicode.Scalar) -> ValueType {
        ValueType(
            expected: "a day such as 2026-01-31, or \(sign)14d, \(sign)6m or \(sign)1y from today",
            sample: .day(.earliest)
        ) { text in
            if let span = DateSpan(text, sign: sign) { return .later(span) }
            return CalendarDate(iso: Policy.profile.normalized(text, for: .expires)).map { .day($0) }
        }
    }
}

extension ValueType<CalendarDate> {
    static var day: ValueType {
        ValueType(
            expected: "a day such as 2026-01-31", sample: .earliest
        ) { CalendarDate(iso: Policy.profile.normalized($0, for: .expires)) }
    }
}
