import RegappCore
import RegappStore
import RegappWording
import RegappTerminal

extension AccountsScreen {
    static let title = "Accounts"

    /// In columns: enough for the selected account beside the list.
    static let forPanel = 140
    /// In columns; a narrower list has a letter for each state.
    private static let forWords = 50

    var selected: AccountSummary? {
        roster.flatMap { visible.indices.contains(list.selected) ? $0[Int(visible[list.selected])] : nil }
    }

    private typealias Column = (
        title: String, width: ListView.Column.Width, minimum: Int, text: (AccountSummary, Policy) -> String
    )

    /// In columns: the longest email and name claim this much at most beside other columns, and `narrowest` at least.
    private static let (widestEmail, widestName, narrowest) = (40, 30, 12)

    /// The columns of a list of this width, and those left out. A column shows from its minimum width on, or earlier
    /// if the longest email and name leave room for it.
    private func columns(in width: Int, _ roster: AccountRoster) -> (shown: [Column], dropped: [Column]) {
        let email = min(max(roster.longest.email, Self.narrowest), Self.widestEmail)
        let name = min(max(roster.longest.name, Self.narrowest), Self.widestName)
        let isNarrow = width < Self.forWords
        let all: [Column] = [
            (Field.email.column, .flexible(email), 0, { account, _ in account[.email] }),
            isNarrow
                ? ("S", .fixed(1), 0, { account, _ in account.statuses.named.first?.letter ?? "" })
                : ("State", .fixed(stateColumns), 0, { account, _ in account.statuses.words }),
            ("Name", .flexible(name), 60, { account, _ in account.name }),
            (Field.expires.column, .fixed(10), 76, { account, _ in account[.expires] }),
            (Field.phone.column, .fixed(18), 96, { $1.displayed($0[.phone], for: .phone) }),
            (Field.registered.column, .fixed(10), 116, { account, _ in account[.registered] }),
        ]
        // Two columns for the marks, and one between columns.
        var used = 1
        let count = all.prefix { column in
            switch column.width {
            case .fixed(let columns), .flexible(let columns): used += columns + 1
            }
            return column.minimum <= width || used <= width
        }.count
        return (Array(all[..<count]), Array(all[count...]))
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
            size, context, Self.title, detail: roster == nil ? "" : count,
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
        list.columns = columns.map { ListView.Column($0.title + ($0.title == ordered ? " ▲" : ""), $0.width) }
        list.draw(on: &frame, in: rect, isFocused: isFocused) { index in
            let account = roster[Int(visible[index])]
            return ListView.Row(
                columns.map { $0.text(account, roster.policy) }, isMarked: marks.contains(visible[index]),
                styles: [.text, account.style])
        }
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
        if let state = status { facts.append("only \(state.words)") }
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
        frame.write(selected[.email], column: box.column + 3, row: top + 1, style: .title, limit: columns - 5)
        guard let detail, detail.email == selected[.email] else { return }
        let area = Rect(column: box.column + 1, row: top + 3, columns: columns - 2, rows: box.rows - 6)
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
        let keys = StyledLine(help: keysOfSelected, columns: columns - 5)
        frame.write(keys, column: box.column + 3, row: box.row + box.rows - 2)
    }

    var activity: String? {
        progress.map { AccountsProgress.reading.line($0) } ?? (isArranging ? "choosing the accounts" : nil)
    }

    var bindings: [KeyBinding] {
        if isTypingFilter { return [AccountsKeys.toList, AccountsKeys.showAll] }
        let onRows = selected == nil ? [] : [ListView.choose, AccountsKeys.mark] + keysOfSelected
        let all =
            [AccountsKeys.filter] + onRows + AccountsKeys.actions.map(\.0)
            + [roster?.count == 0 ? AlbumKeys.back : AccountsKeys.back, AlbumKeys.quit, AccountsKeys.again]
        return all.undoFirst(after: notice)
    }

    private var keysOfSelected: [KeyBinding] {
        let isBroken = marks.isEmpty && selected?.has(.broken) == true
        return isBroken ? AccountAction.buttons(isBroken: true).map(\.key) : AccountsKeys.each.dropLast()
    }

    var isTyping: Bool { isTypingFilter }
    var copyable: String? { isTypingFilter ? field.text : selected?[.email] }

    var keyTables: [KeyTable] {
        if isTypingFilter { return [AccountsKeys.filterTable, .typing, .everywhere] }
        let table = AccountsKeys.listTable
        return selected == nil
            ? [KeyTable(table.title, bindings), .everywhere] : [table, .list, .everywhere]
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
            form: lineForm([typed], buttons), leaving: .program(title: "Back"))
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
