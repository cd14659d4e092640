import RegappCore
import RegappStore
import RegappWording
import RegappTerminal

extension AccountsScreen {
    static let title = "Accounts"

    /// In columns: enough for the selected account beside the list.
    static let forPanel = 120
    /// In columns; a narrower list has a letter for each state.
    private static let forWords = 50

    var selected: AccountSummary? {
        roster.flatMap { visible.indices.contains(list.selected) ? $0[Int(visible[list.selected])] : nil }
    }

    private struct Column {
        let title: String
        /// Also the least width of a column that gets what the others leave.
        let columns: Int
        let text: @Sendable (AccountSummary, Policy) -> String
    }

    /// In columns: what the longest email and name claim at most where other columns would have to go, and at least.
    private static let (widestEmail, widestName, narrowest) = (40, 30, 12)
    /// In columns. They depend on nothing that is locked or expires, so that no column moves by that.
    private static func stateColumns(in width: Int) -> Int { width < 90 ? 13 : 20 }

    /// The columns of a list of this width, and those left out because they would not fit.
    private func columns(in width: Int, _ roster: AccountRoster) -> (shown: [Column], dropped: [Column]) {
        let email = min(max(roster.longest.email, Self.narrowest), Self.widestEmail)
        let name = min(max(roster.longest.name, Self.narrowest), Self.widestName)
        let state =
            width < Self.forWords
            ? Column(title: "S", columns: 1) { account, _ in account.statuses.named.first?.letter ?? "" }
            : Column(title: "State", columns: Self.stateColumns(in: width)) { account, _ in
                account.statuses.words
            }
        let custom = customKey.map { key in
            Column(title: key, columns: max(key.displayWidth, Self.narrowest)) { account, _ in
                account.custom(key)
            }
        }
        let all = [
            Column(title: Field.email.column, columns: email) { account, _ in account[.email] }, state,
            custom,
            Column(title: Self.name, columns: name) { account, _ in account.name },
            Column(title: Field.expires.column, columns: 10) { account, _ in account[.expires] },
            Column(title: Field.phone.column, columns: 18) { $1.displayed($0[.phone], for: .phone) },
            Column(title: Field.registered.column, columns: 10) { account, _ in account[.registered] },
        ].compactMap(\.self)
        // Two columns for the marks, and one between columns.
        var used = 1
        let count = all.prefix { column in
            used += column.columns + 1
            return used <= width
        }.count
        return (Array(all.prefix(max(2, count))), Array(all.dropFirst(max(2, count))))
    }

    private static let name = "Name"

    /// The custom key by which the list is filtered, as in `team=board`, or else the one that was changed last.
    private var customKey: String? {
        let words = field.text.split(whereSeparator: \.isWhitespace)
        let typed = words.lazy.compactMap { word in word.firstIndex(of: "=").map { String(word[..<$0]) } }
        return typed.first { !$0.isEmpty && Field(rawValue: $0) == nil } ?? changedKey
    }

    /// What stands out in the rows: the words of the filter, and the value of a condition.
    private var found: [String] {
        field.text.lowercased().split(whereSeparator: \.isWhitespace).map { word in
            word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) } ?? String(word)
        }
    }

    /// The email and the name share what the other columns leave; no email is cut for empty cells beside a name.
    private func widths(of columns: [Column], in width: Int, _ roster: AccountRoster) -> [ListView.Column
        .Width]
    {
        guard let name = columns.firstIndex(where: { $0.title == Self.name }) else {
            return columns.indices.map { $0 == 0 ? .flexible(1) : .fixed(columns[$0].columns) }
        }
        let others = columns.indices.filter { $0 != 0 && $0 != name }.reduce(0) { $0 + columns[$1].columns }
        let room = max(0, width - 1 - columns.count - others)
        let share = room * columns[0].columns / (columns[0].columns + columns[name].columns)
        let needed = min(roster.longest.email, room - min(roster.longest.name, columns[name].columns))
        return columns.indices.map { index in
            switch index {
            case 0: .fixed(max(share, needed))
            case name: .flexible(1)
            default: .fixed(columns[index].columns)
            }
        }
    }

    /// What is shown of how many, such as `locked · 3 of 300`.
    private var shown: String {
        guard let roster else { return "" }
        let count = visible.count == roster.count ? "\(roster.count)" : "\(visible.count) of \(roster.count)"
        return [status?.words, field.text.isEmpty ? nil : "“\(field.text)”", count].compactMap(\.self)
            .joined(separator: " · ")
    }

    private var count: String {
        let all = roster?.count ?? 0
        return (visible.count == all ? "" : "\(visible.count) of ") + all.counted("account")
    }

    private static func panelColumns(in size: Size) -> Int {
        size.columns < forPanel ? 0 : min(60, size.columns / 3)
    }

    func listRect(in size: Size) -> Rect {
        let panel = Self.panelColumns(in: size)
        return ListPage.rect(in: size).inset(right: panel == 0 ? 0 : panel + 2)
    }

    /// Below the title: the filter while it is typed, a notice, the filter in effect, or what keys act on.
    private func line(_ size: Size, home: String?, hasFocus: Bool) -> StyledLine {
        if !isTypingFilter, let notice { return notice.line(columns: size.columns - 3, home: home) }
        if isTypingFilter || !field.text.isEmpty {
            var line = StyledLine("⌕ ", .icon)
            line.append(
                field.line(
                    columns: min(60, size.columns - 6), isFocused: hasFocus && isTypingFilter,
                    id: Action.filter.id))
            return line
        }
        guard let roster else { return StyledLine(activity ?? "", .hint) }
        let isUseful = size.columns > Self.forWords && roster.count > 0
        return StyledLine(
            isUseful ? "The keys act on the marked accounts, or on the selected one" : "", .faint)
    }

    func render(_ size: Size, _ context: ScreenContext, hasFocus: Bool, question: Alert?) -> Frame {
        var frame = ListPage.head(
            size, context, Self.title + (roster == nil ? "" : " · " + shown), detail: "",
            line(size, home: context.home, hasFocus: hasFocus))
        drawList(on: &frame, in: listRect(in: size), hasFocus && !isTypingFilter)
        drawPanel(on: &frame)
        frame.drawHelp(bindings, last: KeyHelp.binding(isTyping: isTypingFilter))
        if let question { frame.draw(question) }
        return frame
    }

    private func drawList(on frame: inout Frame, in rect: Rect, _ isFocused: Bool) {
        let size = frame.size
        guard let roster else { return }
        let (columns, _) = columns(in: rect.columns, roster)
        var list = list
        let ordered = order == .lastName ? "Name" : order.column
        list.columns = zip(columns, widths(of: columns, in: rect.columns, roster)).map { column, width in
            ListView.Column(column.title + (column.title == ordered ? " ▲" : ""), width)
        }
        let found = found
        list.draw(on: &frame, in: rect, isFocused: isFocused) { index in
            let account = roster[Int(visible[index])]
            return ListView.Row(
                columns.map { $0.text(account, roster.policy) }, isMarked: marks.contains(visible[index]),
                styles: [.text, account.style], found: found)
        }
        list.drawScrollBar(on: &frame, in: rect)
        if visible.isEmpty, !isArranging {
            let missing =
                roster.count == 0
                ? Message.nobodyRegistered(.key(AccountsKeys.register.name))
                : .noAccountMatches(.key(AccountsKeys.showAll.name))
            let lines = StyledLine.wrapped(missing.texts.joined(), .hint, to: rect.columns - 3)
            frame.write(lines, column: rect.column + 2, row: rect.row + 1)
        }
        var facts = visible.isEmpty ? [] : ["\(list.selected + 1) of \(visible.count)"]
        if !marks.isEmpty { facts.append("\(marks.count) marked") }
        if order != .email { facts.append("by \(order.noun)") }
        frame.write(
            facts.joined(separator: " · ").truncated(to: rect.columns - 2), column: 3, row: size.rows - 2,
            style: .label)
    }

    private func drawPanel(on frame: inout Frame) {
        let size = frame.size
        let columns = Self.panelColumns(in: size)
        guard columns > 0, let roster, let selected else { return }
        let top = ListPage.rect(in: size).row - 1
        let box = Rect(
            column: size.columns - columns - 1, row: top, columns: columns, rows: size.rows - top - 2)
        frame.drawBox(in: box)
        let title = selected[.email].printable.truncatedInside(to: columns - 5)
        frame.write(title, column: box.column + 3, row: top + 1, style: .title)
        guard let detail, detail.email == selected[.email] else { return }
        let area = Rect(column: box.column + 1, row: top + 3, columns: columns - 2, rows: box.rows - 4)
        if case .failure(let error) = detail.1 {
            let problem = Message.problem(error, advice: .correct)
            let lines = problem.lines(columns: columns - 5, rows: area.rows, home: nil)
            frame.write(lines, column: box.column + 3, row: area.row)
        } else {
            // The email is the panel's title.
            let fields = AccountFacts.fields(detail.1, roster.policy)
                .filter { $0.id != Field.email.id }
            let form = Form(fields: fields, isReadOnly: true)
            form.draw(form.layout(columns: area.columns), on: &frame, in: area)
        }
    }

    var activity: String? {
        progress.map { AccountsProgress.reading.line($0) } ?? (isArranging ? "choosing the accounts" : nil)
    }

    /// The most useful ones; the overlay has all.
    var bindings: [KeyBinding] {
        if isTypingFilter { return [AccountsKeys.toList, AccountsKeys.showAll] }
        let back = roster?.count == 0 ? AlbumKeys.back : AccountsKeys.back
        let ways = [AccountsKeys.undo, back, AlbumKeys.quit]
        guard let targets = AccountTargets(roster, marks, or: selected) else {
            return [AccountsKeys.filter, AccountsKeys.register] + ways
        }
        return [
            AccountsKeys.filter, ListView.choose, AccountsKeys.mark,
            AccountAction.lock.key(isLocked: targets.areLocked),
        ] + ways
    }

    var isTyping: Bool { isTypingFilter }
    var copyable: String? { isTypingFilter ? field.text : selected?[.email] }

    var keyTables: [KeyTable] {
        if isTypingFilter { return [AccountsKeys.filterTable, .typing, .everywhere] }
        if selected == nil { return [KeyTable("Accounts: no account", bindings), .everywhere] }
        return [.list] + AccountsKeys.listTables + [.everywhere]
    }

    func facts(_ context: ScreenContext) -> [KeyHelp.Fact] {
        let width = listRect(in: size).columns
        let hidden = roster.map { columns(in: width, $0).dropped.map { $0.title.lowercased() } } ?? []
        let states = AccountStatus.filters.map { "\($0.letter) \($0.words)" }.joined(separator: ", ")
        return (width < Self.forWords ? [KeyHelp.Fact("S", states)] : [])
            + (hidden.isEmpty ? [] : [KeyHelp.Fact("No room for", hidden.joined(separator: ", "))])
            + context.facts(
                roster?.policy, file: roster?.directory.store.path(of: StoreLayout.accounts), notice)
    }

    /// The most accounts that a menu offers by their numbers; to find one among more, a filter is quicker.
    private static let mostRows = 1_000

    func conversation(_ context: ScreenContext) -> ConversationPage {
        let rows = roster.map { roster in visible.prefix(Self.mostRows).map { roster[Int($0)].row } } ?? []
        var typed = FormField(Action.filter.id, label: "Words to find", icon: "", input: field)
        typed.given = field.text
        let buttons = [
            FormButton(Action.filter, title: "Find", needsValidFields: true),
            FormButton(.state, title: "Choose a state"), FormButton(.order, title: "Sort"),
            FormButton(.register, title: "Register"), FormButton(.undo, title: "Undo the last change"),
            FormButton(.history, title: "History"),
        ]
        return ConversationPage(
            Self.title, lines: (notice?.texts ?? []) + [count], rows: rows,
            form: lineForm([typed], buttons), leaving: .section(title: "Back"))
    }
}

extension AccountSummary {
    fileprivate var name: String {
        [self[.firstName], self[.lastName]].filter { !$0.isEmpty }.joined(separator: " ")
    }

    fileprivate var style: Style {
        if has(.broken) { return .problem }
        return statuses.all.contains(where: \.keepsOut) ? .attention : .label
    }

    fileprivate var row: String {
        [self[.email], name, statuses.words].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension AccountStatuses {
    fileprivate var named: [AccountStatus] { all.filter { !($0.namedBy.map(contains) ?? false) } }

    var words: String { named.map(\.words).joined(separator: ", ") }
}

extension AccountStatus {
    /// For a list without room for words.
    fileprivate var letter: String { words.prefix(1).uppercased() }
}
