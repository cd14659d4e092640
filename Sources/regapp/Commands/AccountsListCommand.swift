import RegappCore
import RegappCommandLine
import RegappValues
import RegappJSON
import RegappTerminal
import RegappWording

struct AccountsListCommand: RegappCommand {
    static let words = ["accounts", "list"]
    static let page = #"""
        # accounts list
        List the accounts

        Only accounts that match TEXT and every option are listed. Each word of TEXT must be in the email, a name, the
        phone or the value of a custom key; case, accents and apostrophes do not matter. DATE can also be today, yesterday,
        'in 3 days', '2 weeks ago' or a weekday.

        On a terminal you see a table, without columns that are empty or do not fit. In a pipe, each account is one line,
        without a header. The columns, separated by tabs, are always: {columns}. The password is 'set', 'not set', 'locked'
        or 'expired', the registration time is in UTC, and missing values are empty. --locked adds the lock's end and
        reason, --must-change 'true' or the last day on which servers accept the password.

        {keys}

        {conditions}

        --fields chooses the columns. --csv adds a header and ends lines in CR LF (RFC 4180). No list holds a password or a
        hash.

        --not-seen-since reads lastSeen, which 'regapp accounts seen' writes, and adds it as the last column. Without
        lastSeen, the day of registration counts.

        --count-by team prints each value of the key with the number of accounts that have it, the most frequent first. A
        list counts once for each of its values; accounts without the key count for the empty value.

        - Find a person | regapp accounts list lee
        - Count the people of each team | regapp accounts list --count-by team
        - See who expires in the next two weeks | regapp accounts list --expires-before +14d
        - Make a table of a team | regapp accounts list --where team=board --fields email,lastName,phone --csv
        - See who could log in on 1 May | regapp accounts list --as-of 2026-05-01

            list, ls, ll, users, people, find, search, grep, finger, getent, getent passwd, accounts all, accounts search
            accounts count = --count, count = --count, locked = --locked, expired = --expired
            inactive = --not-seen-since DATE, show accounts, show users, teams = --count-by KEY, roles = --count-by KEY
            groups = --count-by KEY, group list = --count-by KEY, group ls = --count-by KEY, team list = --count-by KEY
            get users, get accounts, lastlog = --sort KEY, prune = --not-seen-since DATE
            accounts prune = --not-seen-since DATE, ldapsearch, pdbedit
            --all =, -a =, --long =, -l =, --table =, --no-header =, --order = --sort, --order-by = --sort
            --sort-by = --sort
            --columns = --fields, --search = TEXT, --find = TEXT, --grep = TEXT, --name = TEXT, --email = TEXT
            --group-by = --count-by, --inactive = --not-seen-since, -o = --json, --number = --count, --yaml = --json
            --status = --where locked=true, --state = --where locked=true, --disabled = --locked
            --active = --where locked=false, --enabled = --where locked=false, --unlocked = --where locked=false
            --output = accounts export --output FILE
        """#

    enum Form { case text, csv, json, count }

    private let words: [String]
    private let statuses: [AccountStatus]
    private let since: DayOption?
    private let expiresBefore: DayOption?
    private let notSeenSince: DayOption?
    private let conditions: ConditionOptions
    private let sortColumn: AccountColumn?
    private let columns: [AccountColumn]?
    private let countColumn: AccountColumn?
    private let form: Form
    private let csvForm: CSVForm
    private let time: String?

    init(_ line: inout CommandLineReader) {
        words = line.arguments(
            "TEXT", .text, isRequired: false,
            "words to look for in emails, names, phones and custom keys")
        statuses = AccountStatus.allCases.filter { status in
            status.option.map { line.flag($0.name, $0.help) } ?? false
        }
        since = line.option(
            "since", .day(.back), "DATE", "only accounts registered on DATE (in UTC) or later, such as -14d")
        expiresBefore = line.option(
            "expires-before", .day(.ahead), "DATE",
            "only accounts that have expired or will by DATE, such as +14d")
        notSeenSince = line.option(
            "not-seen-since", .day(.back), "DATE",
            "only accounts registered before DATE, such as -1y, and not seen from then on")
        conditions = ConditionOptions(&line)
        sortColumn = line.option(
            "sort", .accountColumn, "KEY", "sort by a field or key; the default is the email")
        columns = line.option(
            "fields", .columns(), "KEY,...", oneOf: "columns",
            "print these fields or keys only, in this order")
        countColumn = line.option(
            "count-by", .accountColumn, "KEY", oneOf: "columns",
            "print how many accounts have each value under KEY")
        let isCSV = line.csv(oneOf: "form")
        let isJSON = line.flag("json", oneOf: "form", "print a JSON array")
        // `--count` prints the same whatever the format.
        let isCount = line.flag("count", "print only how many accounts there are")
        if isCount {
            form = .count
        } else if isCSV {
            form = .csv
        } else {
            form = isJSON ? .json : .text
        }
        let isSafeForSpreadsheets = line.flag(
            "safe-for-spreadsheets", with: ["csv"],
            "quote every cell, and put an apostrophe before formulas, as 'export' does")
        csvForm = line.csvForm(with: ["csv"], isSafeForSpreadsheets: isSafeForSpreadsheets)
        time = line.asOf()
    }

    func run(_ context: inout CommandContext) throws {
        try checkFields()
        // `--as-of 2026-01-31 12:00` without quotes looks for accounts with 12:00.
        if let time, let word = words.first, Moment(past: "\(time) \(word)", from: .earliest) != nil {
            throw Message(
                .usage, "'\(word)' is taken as a word to look for",
                hint: "write \(.words("--as-of", "\(time) \(word)"))")
        }
        // So does `--where team=board and locked=false`.
        if !conditions.isEmpty, let word = words.first(where: { ["and", "or"].contains($0.lowercased()) }) {
            throw Message(
                .usage, "'\(word)' is taken as a word to look for",
                hint: "give --where again for each further condition")
        }
        conditions.reportSlips()
        try context.lookBack(to: time)
        let policy = try context.directory().policy
        let today = context.environment.now.systemDate
        let filter = AccountFilter(
            text: words.joined(separator: " "), statuses: statuses, since: try since?.day(from: today),
            expiringUntil: try expiresBefore?.day(from: today),
            notSeenSince: try notSeenSince?.day(from: today),
            conditions: try conditions.conditions(under: policy))
        if countColumn != nil {
            for (option, isGiven) in [("--sort", sortColumn != nil), ("--count", form == .count)]
            where isGiven {
                throw UsageError.conflictingOptions("--count-by", option)
            }
        }
        let named = countColumn.map { [$0] } ?? (columns ?? []) + (sortColumn.map { [$0] } ?? [])
        // With --where, messages must reveal nothing about the files of other accounts.
        let hidesOthers = !conditions.isEmpty
        try AccountListing.read(&context, hidesOthers: hidesOthers, where: filter, columns: named) {
            guard let countColumn else { return try printAll(policy, filter, &$0, &$1) }
            try count(by: countColumn, &$0, &$1)
        }
    }

    /// `--fields email firstName` means `email,firstName`, and would look for the text `firstName`.
    private func checkFields() throws {
        guard let columns else { return }
        let named = columns.map(\.key)
        let fields = words.filter { word in
            AccountColumn.known.contains { $0.key == word } && Field(rawValue: word) != nil
                && !named.contains(word)
        }
        guard let word = fields.first else { return }
        let keys = (named + fields).joined(separator: ",")
        throw Message(
            .usage, "unexpected argument '\(word)'",
            hint: "did you mean \(.words("--fields", keys))?")
    }

    private func printAll(
        _ policy: Policy, _ filter: AccountFilter, _ walk: inout AccountListing,
        _ context: inout CommandContext
    ) throws {
        let shown = AccountColumns(
            named: columns, policy: policy,
            shown: AccountColumns.usual
                + (statuses.contains(.locked) ? [.lockedUntil, .lockReason] : [])
                + (statuses.contains(.mustChange) || statuses.contains(.overdue) ? [.mustChange] : [])
                + (notSeenSince == nil ? [] : [.lastSeen]))
        switch form {
        case .text where context.output.isTerminal: try printTable(shown, filter, &walk, &context)
        case .text:
            // Rows without any value are printed before the first other one: all of them may only be a misspelt key.
            var empty = 0
            try each(&walk) {
                shown.cells(of: $0)
            } consume: { cells in
                guard !cells.allSatisfy(\.isEmpty) else { return empty += 1 }
                try context.output.text(
                    String(repeating: "\n", count: empty) + cells.joined(separator: "\t") + "\n")
                empty = 0
            }
        case .csv: try printCSV(columns ?? AccountColumn.known, &walk, &context)
        case .json: try printJSON(&walk, &context)
        case .count:
            var count = 0
            try walk.forEach { _ in
            } consume: {
                count += 1
            }
            try context.output.text("\(count)\n")
        }
    }

    private func count(
        by column: AccountColumn, _ walk: inout AccountListing, _ context: inout CommandContext
    ) throws {
        var counts: [String: Int] = [:]
        try walk.forEach {
            column.values(of: $0)
        } consume: {
            for value in $0 { counts[value, default: 0] += 1 }
        }
        let rows = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let header = [column.key, "accounts"]
        switch form {
        case .json:
            let objects = rows.map { value, count in
                JSONText.object([
                    .init("value", value.isEmpty ? .null : .string(value)),
                    .init("accounts", .integer(count)),
                ])
            }
            try context.output.json(JSONText.array(objects).fileBytes)
        case .csv:
            try context.output.lines(csvForm.mark)
            for row in [header] + rows.map({ [$0.key, "\($0.value)"] }) {
                try context.output.lines(csvForm.bytes(row))
            }
        case .text, .count:
            guard context.output.isTerminal else {
                for (value, count) in rows { try context.output.text("\(value.printable)\t\(count)\n") }
                return
            }
            if rows.isEmpty { return Diagnostics.report(.noAccountMatches()) }
            let cells = rows.map { [$0.key.isEmpty ? "-" : $0.key.printable, "\($0.value)"] }
            for line in TextTable.lines([header] + cells) { try context.output.text(line + "\n") }
        }
    }

    private func printTable(
        _ columns: AccountColumns, _ filter: AccountFilter, _ walk: inout AccountListing,
        _ context: inout CommandContext
    ) throws {
        var table = AccountTable(columns)
        let progress = ProgressLine()
        try each(&walk) {
            columns.cells(of: $0)
        } consume: { cells in
            table.add(cells)
            progress.tick(.reading, table.count)
        }
        progress.clear()
        if table.count == 0, walk.rejected == 0 {
            Diagnostics.report(filter.isEmpty ? .nobodyRegistered() : .noAccountMatches())
        }
        let width = Terminal.columns(of: .standardOutput)
        let (lines, dropped) = table.lines(columns: width)
        for line in lines { try context.output.text(line + "\n") }
        if !dropped.isEmpty {
            let names = dropped.map { $0.lowercased() }.listed(last: "and")
            Diagnostics.report(.hint("not shown: \(prose: names)", next: "choose columns with --fields"))
        }
    }

    private func printCSV(
        _ columns: [AccountColumn], _ walk: inout AccountListing, _ context: inout CommandContext
    ) throws {
        let isTerminal = context.output.isTerminal
        try context.output.lines(csvForm.mark)
        try context.output.lines(csvForm.bytes(columns.map { context.output.exact($0.key) }))
        try each(&walk) { account in
            let cells = columns.map { column in
                let value = column.shown(of: account)
                return (column.key == AccountStatus.incomplete.key ? value?.cell : value?.listCell) ?? ""
            }
            return csvForm.bytes(isTerminal ? cells.map(\.printable) : cells)
        } consume: {
            try context.output.lines($0)
        }
    }

    private func printJSON(
        _ walk: inout AccountListing, _ context: inout CommandContext
    ) throws {
        var isEmpty = true
        try each(&walk) { [columns] account in
            account.json(columns).elementBytes
        } consume: { element in
            try context.output.text(isEmpty ? "[" : ",")
            try context.output.json(element)
            isEmpty = false
        }
        try context.output.text(isEmpty ? "[]\n" : "\n]\n")
    }

    private func each<Row: Sendable>(
        _ walk: inout AccountListing, _ row: @escaping @Sendable (AccountFile) -> Row,
        consume: (Row) throws -> Void
    ) throws {
        guard let sortColumn else { return try walk.forEach(row, consume: consume) }
        var sorted: [(key: SortKey, row: Row)] = []
        try walk.forEach {
            (SortKey(of: $0, by: sortColumn), row($0))
        } consume: {
            sorted.append($0)
        }
        // Accounts with equal keys stay in the order of their files.
        let indices = sorted.indices.sorted { (sorted[$0].key, $0) < (sorted[$1].key, $1) }
        for index in indices { try consume(sorted[index].row) }
    }
}
