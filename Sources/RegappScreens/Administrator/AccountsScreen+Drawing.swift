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

    var selected: AccountSummary? {
        roster.flatMap { visible.indices.contains(list.selected) ? $0[Int(visible[list.selected])] : nil }
    }

    private struct Column {
        let title: String
        /// In columns: at first what the column has to have, then what it gets.
        var columns: Int
        /// In columns, if there is room.
        let wanted: Int
        let text: @Sendable (AccountSummary, Policy) -> String
    }

    private struct Columns {
        var shown: [Column]
        /// Left out because they would not fit.
        let dropped: [Column]
    }

    /// In columns: what the longest email and name claim at most where other columns would have to go, and at least.
    private static let (widestEmail, widestName, narrowest) = (40, 30, 12)
    /// In columns. They depend on nothing that is locked or expires, so that no column moves by that.
    private static func stateColumns(in width: Int) -> Int { width < 90 ? 13 : widestState }
    private static let widestState = 20

    private func columns(in width: Int, _ roster: AccountRoster) -> Columns {
        let isNarrow = width < Self.forWords
        let longest = roster.longest
        let state =
            isNarrow
            ? Column(title: "S", columns: 1, wanted: 1) { account, _ in
                account.statuses.named.first?.letter ?? ""
            }
            : Column(
                title: "State",
                columns: Self.stateColumns(in: width - max(0, longest.email - Self.widestEmail)),
                wanted: Self.widestState
            ) { account, _ in account.statuses.words }
        let custom = customKey.map { key in
            let columns = max(key.displayWidth, Self.narrowest)
            return Column(title: key, columns: columns, wanted: columns) { account, _ in account.custom(key) }
        }
        let fixed = [state, custom].compactMap(\.self)
        // The email is cut last, and a name rather than left out, unless the panel has it.
        let room = width - 2 - fixed.reduce(0) { $0 + $1.columns + 1 }
        let leastName = size.columns < Self.forPanel ? Self.narrowest + 1 : 0
        let mostEmail = max(Self.widestEmail, room - leastName)
        let emailColumns = min(max(longest.email, Self.narrowest), mostEmail)
        let email = Column(title: Field.email.column, columns: emailColumns, wanted: longest.email) {
            account, _ in account[.email]
        }
        let left = max(Self.narrowest, room - 1 - emailColumns)
        let name = min(max(longest.name, Self.narrowest), Self.widestName, left)
        let all =
            [email] + fixed + [
                Column(title: Self.name, columns: name, wanted: longest.name) { account, _ in account.name },
                Column(title: Field.expires.column, columns: 10, wanted: 10) { account, _ in
                    account[.expires]
                },
                Column(title: Field.phone.column, columns: 18, wanted: 18) {
                    $1.displayed($0[.phone], for: .phone)
                },
                Column(title: Field.registered.column, columns: 10, wanted: 10) { account, _ in
                    account[.registered]
                },
            ]
        return Self.fitted(all, in: width)
    }

    /// As many of the columns as fit. What they leave goes to those that want more, the first before the others.
    private static func fitted(_ all: [Column], in width: Int) -> Columns {
        // Two columns for the marks, and one between columns.
        var used = 1
        let fitting = all.prefix { column in
            used += column.columns + 1
            return used <= width
        }
        let count = max(2, fitting.count)
        var shown = Array(all.prefix(count))
        var free = width - 1 - shown.reduce(0) { $0 + $1.columns + 1 }
        for index in [0] + shown.indices.filter({ shown[$0].title == name }) + Array(shown.indices) {
            let more = max(0, min(free, shown[index].wanted - shown[index].columns))
            shown[index].columns += more
            free -= more
        }
        let last = shown.firstIndex { $0.title == name } ?? 0
        shown[last].columns = max(1, shown[last].columns + free)
        return Columns(shown: shown, dropped: Array(all.dropFirst(count)))
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

    /// A third of the window, or what the longest email needs, which is the panel's title; but less where the list
    /// would have to cut the email, its state or a custom key.
    private func panelColumns(in size: Size) -> Int {
        guard size.columns >= Self.forPanel else { return 0 }
        let email = roster?.longest.email ?? 0
        let title = min(email + 5, size.columns * 2 / 5)
        let list = 3 + email + 1 + Self.stateColumns(in: 0) + 1 + Self.narrowest + Self.besidePanel
        return min(60, max(size.columns / 3, title), max(Self.narrowestPanel, size.columns - list))
    }

    func listRect(in size: Size) -> Rect {
        let panel = panelColumns(in: size)
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
        frame.drawHelp(
            bindings, last: KeyHelp.binding(isTyping: isTypingFilter), situational: bindingsNow)
        if let question { frame.draw(question) }
        return frame
    }

    private func drawList(on frame: inout Frame, in rect: Rect, _ isFocused: Bool) {
        let size = frame.size
        guard let roster else { return }
        let columns = columns(in: rect.columns, roster).shown
        var list = list
        let ordered = order == .lastName ? Self.name : order.column
        list.columns = columns.map { column in
            ListView.Column(
                column.title + (column.title == ordered ? " ▲" : ""), .fixed(column.columns))
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
            let fields = AccountFacts.fields(account, roster.policy)
                .filter { $0.id != Field.email.id }
            let form = Form(fields: fields, isReadOnly: true)
            form.draw(form.layout(columns: area.columns), on: &frame, in: area)
        }
    }

    var activity: String? {
        progress.map { AccountsProgress.reading.line($0) }
            ?? (isArranging ? "choosing the accounts" : nil)
    }

    /// The most useful ones; the overlay has all.
    var bindings: [KeyBinding] {
        if isTypingFilter { return [AccountsKeys.toList, AccountsKeys.showAll] }
        let back = roster?.count == 0 ? PageKeys.back : AccountsKeys.back
        let ways = [AccountsKeys.undo] + (isFirst ? [] : [back]) + [PageKeys.quit]
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

    var isTyping: Bool { isTypingFilter }
    var copyable: String? { isTypingFilter ? field.text : selected?[.email] }

    var keyTables: [KeyTable] {
        if isTypingFilter { return [AccountsKeys.filterTable, .typing, .everywhere] }
        if selected == nil { return [KeyTable("Accounts: no account", bindings), .everywhere] }
        return [.list] + AccountsKeys.listTables(isFirst: isFirst) + [.everywhere]
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
        let find = FormButton(Action.filter, title: "Words to find", needsValidFields: true)
        let buttons = AccountsKeys.actions.map { action in
            FormButton(action.action, title: action.title, key: action.key)
        }
        return ConversationPage(
            Self.title, lines: (notice?.texts ?? []) + [count], rows: rows,
            form: lineForm([typed], [find] + buttons),
            leaving: isFirst ? .program : .section(title: "Back"))
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
