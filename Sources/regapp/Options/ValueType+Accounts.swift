import RegappCore
import RegappCommandLine
import RegappStore
import RegappValues
import RegappWording

extension CommandLineReader {
    mutating func account() -> String { argument("EMAIL", .account(), "the email of the account") }

    /// Whether a command that changes accounts only says what it would do.
    mutating func dryRun() -> Bool {
        flag("dry-run", "say what would happen to each account, and change nothing")
    }

    mutating func changesAsJSON() -> Bool {
        flag("json", "print one JSON object that says which accounts changed")
    }

    /// How a table is written.
    mutating func csvForm(with need: OptionNeed, isSafeForSpreadsheets: Bool) -> CSVForm {
        var form = CSVForm()
        form.isSafeForSpreadsheets = isSafeForSpreadsheets
        form.separator =
            option(
                "separator", .choice(of: CSVForm.Separator.allCases), "SIGN", with: need,
                orElse: { line in
                    let isTSV = line.text("output")?.lowercased().hasSuffix(".tsv") == true
                    return isTSV ? CSVForm.Separator.tab.rawValue : nil
                },
                "the sign between cells: , or ; for Excel in many countries, or tab") ?? .comma
        form.hasMark = flag(
            "bom", with: need, "begin with a byte order mark, which tells Excel that the text is UTF-8")
        return form
    }

    mutating func preview(_ name: String) -> Bool { flag(name, "say what would change, and change nothing") }

    mutating func csv(oneOf group: String? = nil, with need: OptionNeed = []) -> Bool {
        flag("csv", oneOf: group, with: need, "print CSV with the keys in the first line; lines end in CR LF")
    }
}

extension ValueType<Int> {
    static var changeNumber: ValueType {
        ValueType(expected: "the number of a change", listedBy: ["history"], sample: 1) { text in
            let isNumber = text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            return isNumber ? Int(text).flatMap { $0 > 0 ? $0 : nil } : nil
        }
    }
}

extension ValueType<String> {
    /// The email of a registered account; any text is taken.
    ///
    /// - Parameter isOrChange: whether a number is meant, too: that of a change.
    static func account(orChange isOrChange: Bool = false) -> ValueType {
        ValueType(
            completion: .answers { context in
                // No file is opened, since the names suffice. If there are too many, offers their beginnings: what all
                // have in common, and one character more.
                context.namesInDirectory { store, _ in
                    let emails = try store.emails(beginningWith: context.typed)
                    guard emails.count > mostEmails, let first = emails.min(), let last = emails.max()
                    else { return emails }
                    let length = zip(first, last).prefix { $0 == $1 }.count + 1
                    return Set(emails.map { String($0.prefix(length)) }).sorted()
                }.map { Offer($0) }
            },
            looksLike: { $0.looksLikeEmail || isOrChange && Int($0).map { $0 > 0 } ?? false },
            mayAlsoBe: { !$0.contains("@") && !$0.contains("=") && Self.takesLoginNames }, sample: ""
        ) { $0 }
    }

    /// Whether people log in by a custom key here, so that any word may name an account.
    private static let takesLoginNames: Bool = {
        guard let environment = ProcessEnvironment.live(),
            let directory = try? DocumentsDirectory.resolve(
                option: ProcessArguments.everywhere.documents, environment),
            let accounts = try? AccountStore(
                DocumentStore(directory: directory, layout: .regapp), now: environment.now)
        else { return false }
        return accounts.policy.loginKey.ownKey != nil
    }()

    static var domain: ValueType {
        ValueType(expected: "the name of a host such as example.org", sample: "") {
            EmailAddress.isCorrect("a@" + $0) ? $0 : nil
        }
    }
}

extension String {
    /// Whether it has an @ before a host with a dot, and no password behind it, as in `ann@example.com:sunny-day`, or before
    /// it, as a web address may have. `P@ssw0rd` is a password.
    var looksLikeEmail: Bool {
        guard let at = lastIndex(of: "@"), self[at...].contains(".") else { return false }
        return !holds("://") && withoutPassword.utf8.count == utf8.count
    }
}

/// More than a person reads through.
private let mostEmails = 200

/// What `--map` says of a column or key.
struct ColumnMapping: Sendable {
    let typed: String
    let column: String
    let target: ColumnMap.Target
}

extension ValueType<ColumnMapping> {
    /// The column may hold an `=`, the key may not.
    static var columnMapping: ValueType {
        ValueType(
            expected: "COLUMN=KEY, or COLUMN= to leave the column out",
            sample: ColumnMapping(typed: "", column: "", target: .dropped)
        ) { typed in
            guard let (column, key) = typed.parts(around: typed.lastIndex(of: "=")),
                let target = ColumnMap.Target(key)
            else { return nil }
            return ColumnMapping(typed: typed, column: column, target: target)
        }
    }
}

extension ValueType<AccountColumn> {
    /// The key of anything about an account except its password.
    static var accountColumn: ValueType {
        ValueType(
            expected: "a key other than the password's, such as email or a custom key",
            completion: .answers { $0.columnKeys.map { Offer($0) } }, sample: .field(.email)
        ) { AccountColumn(key: $0) }
    }
}

extension ValueType<[AccountColumn]> {
    /// - Parameter isOfLetters: whether they may be the passwords or links that are generated, too.
    static func columns(ofLetters isOfLetters: Bool = false) -> ValueType {
        let secrets: [AccountColumn] = isOfLetters ? [.field(.password), .field(.passwordLink)] : []
        let keys = isOfLetters ? "keys" : "keys other than the password's"
        return ValueType(
            expected: "\(keys) with commas between them, such as email,phone",
            completion: .answers { context in
                let named = context.typed.lastIndex(of: ",").map { context.typed[...$0] } ?? ""
                return (context.columnKeys + secrets.map(\.letterKey)).map { Offer(named + $0) }
            }, sample: []
        ) { text in
            let columns = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
                let key = String(part).trimmed
                return secrets.first { $0.letterKey == key } ?? AccountColumn(key: key)
            }
            guard !columns.contains(nil) else { return nil }
            // Each once, like the keys of an object.
            return columns.compactMap(\.self).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }
    }
}

extension CompletionContext {
    fileprivate var columnKeys: [String] { AccountColumn.knownKeys + ownKeys }
}

extension ValueType<PageAddress> {
    static var pageAddress: ValueType {
        ValueType(
            expected: "an address such as https://accounts.example.org/password",
            sample: PageAddress.sample
        ) { PageAddress($0) }
    }
}

extension ValueType<LinkValidity> {
    static var linkValidity: ValueType {
        ValueType(expected: "hours or days such as 12h or 3d, at most 30d", sample: .usual) {
            LinkValidity($0)
        }
    }
}

/// A day as it was typed, which may be counted from today.
struct DayOption: Sendable {
    let text: String
    let direction: CalendarDate.Direction

    private var written: CalendarDate? {
        CalendarDate(iso: Policy.profile.normalized(text, for: .expires))
    }

    /// - Throws: a message if a span ends beyond the calendar.
    func day(from today: CalendarDate) throws -> CalendarDate {
        guard let day = written ?? CalendarDate(words: text, from: today, toward: direction) else {
            throw Message(
                .usage, "a date must be \(CalendarDate.latest.isoString) or earlier",
                hint: "give a shorter span")
        }
        return day
    }
}

extension DayOption {
    /// Nil for what is no day, whatever today is.
    init?(_ text: String, toward direction: CalendarDate.Direction) {
        self.init(text: text, direction: direction)
        guard
            written != nil || DateSpan(text, sign: direction.sign) != nil
                || CalendarDate(words: text, from: .earliest, toward: direction) != nil
        else { return nil }
    }
}

extension ValueType<DayOption> {
    /// - Parameter direction: where a weekday or a span lies.
    static func day(_ direction: CalendarDate.Direction) -> ValueType {
        let name = direction == .ahead ? "friday" : "yesterday"
        return ValueType(
            expected: "a day such as 2026-01-31, \(name) or \(direction.sign)14d",
            looksLike: { DayOption($0, toward: direction) != nil },
            sample: DayOption(text: "today", direction: direction)
        ) { DayOption($0, toward: direction) }
    }
}
