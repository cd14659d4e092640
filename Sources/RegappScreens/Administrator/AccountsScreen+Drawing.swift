import RegappValues
import RegappCore
import RegappStore
import RegappWording
import RegappTerminal

extension AccountsScreen {
    static let title = "Accounts"

    /// In columns: enough for the selected account beside the list.
    static let forPanel = 120
    private static let narrowestPanel = 30
    /// What is free beside the panel: to its left, and at the window's edges.
    private static let besidePanel = 4
    /// In columns; a narrower list has a letter for each state.
    private static let forWords = 50

    var selected: AccountSummary? { account(inRow: list.selected) }

    private func account(inRow row: Int) -> AccountSummary? {
        roster.flatMap { visible.indices.contains(row) ? $0.accounts[Int(visible[row])] : nil }
    }

    private struct Column {
        let title: String
        /// Zero if it has no room.
        var columns: Int
        let text: @Sendable (AccountSummary, Policy) -> String
    }

    // In columns.
    private static let (widestEmail, widestName, narrowest) = (64, 30, 12)
    /// All words of a state, or most of them; in a narrow list, a state is a letter.
    private static let (wholeState, briefState) = (20, 13)

    /// No column moves by what is locked, expires or is filtered: the email comes first and is whole if it can be, then
    /// come the state and as many others as fit. The custom key is behind them.
    private func columns(in width: Int, _ roster: AccountRoster) -> [Column] {
        // Two columns for the marks, and one before the scroll bar.
        let room = width - 3
        let longest = roster.longest
        // The key by which the list is filtered, as in `team=board`, or else the one that was changed last.
        let custom = (roster.customKeys(in: field.text).first ?? changedKey).map { key in
            Column(title: key, columns: max(key.displayWidth, Self.narrowest)) { account, _ in
                account.shownTexts(key).joined(separator: ", ")
            }
        }
        let last = custom.map { $0.columns + 1 } ?? 0
        // One long email leaves room for what else is known of the others.
        let widest = min(room - 2 - last, max(Self.widestEmail, room * 2 / 3))
        let email = min(max(longest.email, Self.narrowest), max(Self.narrowest, widest))
        let state = width < Self.forWords ? 1 : stateColumns(room - email - 1, besides: last)
        var free = room - email - 1 - state - last
        let name = min(max(longest.name, Self.narrowest), max(Self.narrowest, min(Self.widestName, free - 1)))
        var others = [
            Column(title: Self.name, columns: name) { account, _ in account.name },
            Column(title: Field.expires.column, columns: 10) { account, _ in account[.expires] },
            Column(title: Field.phone.column, columns: 18) { $1.displayed($0[.phone], for: .phone) },
            Column(title: Field.registered.column, columns: 12) { account, _ in account[.registered] },
        ]
        for index in others.indices {
            free -= others[index].columns + 1
            if free < 0 { others[index].columns = 0 }
        }
        let first = [
            Column(title: Field.email.column, columns: email) { account, _ in account[.email] },
            state == 1
                ? Column(title: Self.letter, columns: 1) { account, _ in
                    account.statuses.named.first?.letter ?? ""
                }
                : Column(title: "State", columns: state) { account, _ in account.statuses.words },
        ]
        return first + others + [custom].compactMap(\.self)
    }

    /// As many as a name leaves, of those that are free; fewer only if else the custom key has not got its columns.
    private func stateColumns(_ free: Int, besides custom: Int) -> Int {
        let usual = [Self.wholeState, Self.briefState].first { $0 + 1 + Self.narrowest <= free } ?? 1
        return [usual, Self.briefState].first { $0 <= free - custom } ?? 1
    }

    private static let name = "Name"
    private static let letter = "S"

    /// What stands out in the rows: the words of the filter, and the value of a condition.
    private var found: [String] {
        field.text.lowercased().split(whereSeparator: \.isWhitespace).map { word in
            let sign = word.lastIndex { "<>=".contains($0) }
            return sign.map { String(word[word.index(after: $0)...]) } ?? String(word)
        }
    }

    /// What is shown of how many, such as `locked · 3 of 300`.
    private var shown: String {
        guard let roster else { return "" }
        let count =
            visible.count == roster.accounts.count
            ? "\(roster.accounts.count)" : "\(visible.count) of \(roster.accounts.count)"
        return [arrangement.status?.words, field.text.isEmpty ? nil : "“\(field.text)”", count].compactMap(
            \.self
        )
        .joined(separator: " · ")
    }

    private var count: String {
        let all = roster?.accounts.count ?? 0
        return (visible.count == all ? "" : "\(visible.count) of ") + all.counted("account")
    }

    /// A third of the window, or what the longest email needs, which is the panel's title; but less where the list
    /// would have to cut the email, its state or a custom key.
    private func panelColumns(in size: Size) -> Int {
        guard size.columns >= Self.forPanel else { return 0 }
        let email = roster?.longest.email ?? 0
        let title = min(email + 5, size.columns * 2 / 5)
        let list = 3 + email + 1 + Self.briefState + 1 + Self.narrowest + Self.besidePanel
        return min(60, max(size.columns / 3, title), max(Self.narrowestPanel, size.columns - list))
    }

    func listRect(in size: Size) -> Rect {
        let panel = panelColumns(in: size)
        return ListPage.rect(in: size).inset(right: panel == 0 ? 0 : panel + 2)
    }

    /// The most accounts that a menu offers by their numbers; to find one among more, a filter is quicker.
    private static let mostRows = 1_000

    func page(_ size: Size, _ context: ScreenContext) -> ListPage {
        let area = listRect(in: size)
        let columns = roster.map { self.columns(in: area.columns, $0) }?.filter { $0.columns > 0 } ?? []
        let ordered = arrangement.order == .lastName ? Self.name : arrangement.order.column
        var list = list
        list.columns = columns.map { column in
            ListView.Column(
                column.title + (column.title == ordered ? " ▲" : ""), .fixed(column.columns))
        }
        var words = FormField(Action.filter.id, label: "Words to find", icon: "⌕", input: field)
        words.given = field.text
        let find = FormButton(Action.filter, title: words.label, needsValidFields: true)
        let found = found
        return ListPage(
            title: Self.title, summary: roster == nil ? "" : " · " + shown, notice: notice,
            remark: remark(size), field: words, isTyping: isTypingFilter, list: list, area: area,
            row: { index in
                guard let roster, let account = account(inRow: index) else { return ListView.Row([]) }
                return ListView.Row(
                    columns.map { $0.text(account, roster.directory.policy) },
                    isMarked: marks.contains(visible[index]), styles: [.text, account.style], found: found)
            },
            words: { account(inRow: $0)?.row ?? "" }, mostRows: Self.mostRows,
            drawMore: { frame in
                drawBelow(on: &frame, in: area)
                drawPanel(on: &frame)
            },
            keys: bindings, keysNow: bindingsNow, lines: [count],
            buttons: ([find] + AccountsKeys.actions).map { $0.button },
            leaving: isFirst ? .program : .section(title: "Back"))
    }

    /// What is being read, or what keys act on.
    private func remark(_ size: Size) -> StyledLine {
        guard let roster else { return StyledLine(traits.activity ?? "", .hint) }
        let isUseful = size.columns > Self.forWords && !roster.accounts.isEmpty
        return StyledLine(
            isUseful ? "The keys act on the marked accounts, or on the selected one" : "", .faint)
    }

    /// Why no account shows, or which of how many is selected.
    private func drawBelow(on frame: inout Frame, in area: Rect) {
        guard let roster else { return }
        if visible.isEmpty, !isArranging {
            let missing =
                roster.accounts.isEmpty
                ? Message.nobodyRegistered(.key(AccountsKeys.register.name))
                : .noAccountMatches(.key(AccountsKeys.showAll.name))
            let lines = StyledLine.wrapped(missing.texts.joined(), .hint, to: area.columns - 3)
            frame.write(lines, column: area.column + 2, row: area.row + 1)
        }
        var facts = visible.isEmpty ? [] : ["\(list.selected + 1) of \(visible.count)"]
        if !marks.isEmpty { facts.append("\(marks.count) marked") }
        if arrangement.order != .email { facts.append("by \(arrangement.order.noun)") }
        frame.write(
            facts.joined(separator: " · ").truncated(to: area.columns - 2), column: 3,
            row: frame.size.rows - 2, style: .label)
    }

    private func drawPanel(on frame: inout Frame) {
        let size = frame.size
        let columns = panelColumns(in: size)
        guard columns > 0, let roster, let selected else { return }
        let top = ListPage.rect(in: size).row - 1
        let box = Rect(
            column: size.columns - columns - 1, row: top, columns: columns, rows: size.rows - top - 2)
        frame.drawBox(in: box)
        // As many rows as the longest email needs, so that nothing moves from account to account.
        let room = columns - 5
        let titleRows = min(3, max(1, (roster.longest.email + room - 1) / room))
        let title = StyledLine.wrapped(selected[.email].printable, .title, to: room).cut(to: titleRows)
        frame.write(title, column: box.column + 3, row: top + 1)
        guard let preview, preview.email == selected[.email], let account = preview.account else { return }
        let area = Rect(
            column: box.column + 1, row: top + 2 + titleRows, columns: columns - 2,
            rows: box.rows - 3 - titleRows)
        if case .failure(let error) = account {
            let problem = Message.problem(error, advice: .correct)
            let lines = problem.lines(columns: columns - 5, rows: area.rows, home: nil)
            frame.write(lines, column: box.column + 3, row: area.row)
        } else {
            // The email is the panel's title.
            let fields = AccountScreen.fields(account, roster.directory.policy)
                .filter { $0.id != Field.email.id }
                // A panel is narrow.
                .map { FormField($0.id, label: $0.label, input: $0.input) }
            let form = Form(fields: fields, isReadOnly: true)
            form.draw(form.layout(columns: area.columns), on: &frame, in: area)
        }
    }

    /// The most useful ones; the overlay has all.
    var bindings: [KeyBinding] {
        if isTypingFilter { return [AccountsKeys.toList, AccountsKeys.showAll] }
        let back = roster?.accounts.isEmpty == true ? PageKeys.back : AccountsKeys.back
        let ways = [AccountsKeys.undo, isFirst ? PageKeys.quit : back]
        guard let targets = AccountTargets(roster, marks, or: selected) else {
            return [AccountsKeys.filter, AccountsKeys.register] + ways
        }
        return [
            AccountsKeys.filter, ListView.choose, AccountsKeys.mark,
            AccountAction.lock.key(isLocked: targets.areLocked),
        ] + ways
    }

    /// What Escape does on the first page, where it never goes back; it comes and goes.
    private var bindingsNow: [KeyBinding] {
        guard isFirst, !isTypingFilter else { return [] }
        if !marks.isEmpty { return [AccountsKeys.unmark] }
        return isFiltered ? [AccountsKeys.all] : []
    }

    var copyable: String? { isTypingFilter ? field.text : selected?[.email] }

    var keyTables: [KeyTable] {
        if isTypingFilter { return [AccountsKeys.filterTable, .typing, .everywhere] }
        if selected == nil { return [KeyTable("Accounts: no account", bindings), .everywhere] }
        return [.list] + AccountsKeys.listTables(isFirst: isFirst) + [.everywhere]
    }

    func facts(_ context: ScreenContext) -> [KeyHelp.Fact] {
        let width = listRect(in: size).columns
        let columns = roster.map { self.columns(in: width, $0) } ?? []
        let hidden = columns.filter { $0.columns == 0 }.map { $0.title.lowercased() }
        let hasLetters = columns.contains { $0.title == Self.letter }
        let states = AccountStatus.filters.map { "\($0.letter) \($0.words)" }.joined(separator: ", ")
        return (hasLetters ? [KeyHelp.Fact(Self.letter, states)] : [])
            + (hidden.isEmpty ? [] : [KeyHelp.Fact("No room for", hidden.joined(separator: ", "))])
            + context.facts(
                roster?.directory.policy, file: roster?.directory.store.path(of: StoreLayout.accounts), notice
            )
    }
}

extension AccountSummary {
    fileprivate var name: String {
        [self[.firstName], self[.lastName]].filter { !$0.isEmpty }.joined(separator: " ")
    }

    fileprivate var style: Style {
        if has(.broken) { return .problem }
        return statuses.contains(where: \.keepsOut) ? .attention : .label
    }

    fileprivate var row: String {
        [self[.email], name, statuses.words].filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension [AccountStatus] {
    fileprivate var named: [AccountStatus] { filter { !($0.namedBy.map(contains) ?? false) } }

    var words: String { named.map(\.words).joined(separator: ", ") }
}

extension AccountStatus {
    /// For a list without room for words.
    fileprivate var letter: String { words.prefix(1).uppercased() }
}
