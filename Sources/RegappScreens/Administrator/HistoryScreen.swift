import RegappValues
import RegappCore
import RegappStore
import RegappTerminal
import RegappWording

/// What was changed, the newest first: in the directory, or of one account. The newest changes are read at once, and
/// older ones when the selection comes near them.
struct HistoryScreen: ListScreen {
    struct ShownChange: Sendable {
        let number: Int
        let isInEffect: Bool
        /// Its number, time, person and command, and what it did.
        let cells: [String]
    }

    /// Older changes are read once the selection is this many rows from the end; more than a window has.
    private static let ahead = 100

    private static let reading = "reading the history"

    private let email: String?
    private let policy: Policy
    private(set) var changes: [ShownChange]?
    private var newest = 0
    /// The names of records that cannot be read.
    private var damaged: [String] = []
    private var limit = 256
    private(set) var list = ListView(columns: columns)
    private var notice: Message?

    init(of email: String?, _ policy: Policy) {
        self.email = email
        self.policy = policy
    }

    var traits: ScreenTraits {
        ScreenTraits(subject: .policy, policy: policy, look: read(isPoll: true, after: newest))
    }
    var keyTables: [KeyTable] { [AccountsKeys.historyTable, .list, .everywhere] }
    var copyable: String? { selected?.cells.joined(separator: "\t") }

    private var selected: ShownChange? {
        changes.flatMap { $0.indices.contains(list.selected) ? $0[list.selected] : nil }
    }

    mutating func update(_ event: Event, _ context: ScreenContext) -> ScreenEffect? {
        switch event {
        case .resize(let size):
            list.setHeight(ListPage.rect(in: size).rows)
            return changes == nil ? .work(read()) : nil
        case .opened(let row): list.select(row)
        default: break
        }
        guard event.isInput else { return nil }
        notice = nil
        if PageKeys.back.matches(event) { return .leave() }
        if PageKeys.quit.matches(event) { return .quit }
        if AccountsKeys.undo.matches(event) {
            return selected.map { .work(.offerUndo(.change($0.number))) }
        }
        if list.update(event) != nil || event == .opened(row: list.selected) {
            guard let number = selected?.number else { return nil }
            return .work(
                AccountTask(Self.reading, to: "read") { files in
                    let directory = try files.directoryOfHistory()
                    return .push(ChangeScreen(try directory.pastChange(number), directory))
                })
        }
        return readOlder()
    }

    /// - Parameter known: reads nothing if this is still the number of the newest change.
    private func read(isPoll: Bool = false, after known: Int? = nil) -> AccountTask {
        AccountTask(Self.reading, to: "read", isPoll: isPoll) { [email, limit] files in
            do {
                let directory = try files.directoryOfHistory()
                let newest = try directory.history(limit: 1).changes.first?.head.number ?? 0
                guard newest != known else { return nil }
                let names = UserNames(directory.store)
                let (found, errors) = try directory.history(of: email, limit: limit)
                let changes = found.map {
                    ShownChange(
                        number: $0.head.number, isInEffect: $0.isInEffect,
                        cells: $0.cells(directory.policy, names, directory.now.today))
                }
                let damaged = errors.compactMap { $0.path.map(FileAccess.name(of:)) }
                return .then { (screen: inout Self) in
                    // Others have changed something since it was said.
                    if isPoll { screen.notice = nil }
                    return screen.show(changes, damaged, newest: newest)
                }
            } catch {
                return .then { (screen: inout Self) in
                    screen.notice = Message(of: error)
                    return nil
                }
            }
        }
    }

    private mutating func show(_ new: [ShownChange], _ damaged: [String], newest: Int) -> ScreenEffect? {
        let number = selected?.number
        changes = new
        self.newest = newest
        self.damaged = damaged
        list.setCount(new.count, selecting: new.firstIndex { $0.number == number } ?? list.selected)
        return readOlder()
    }

    private mutating func readOlder() -> ScreenEffect? {
        guard changes?.count == limit, list.selected + Self.ahead > limit else { return nil }
        limit *= 4
        return .work(read())
    }

    /// The list of accounts below has changed too.
    mutating func announce(_ news: Message) -> ScreenEffect? {
        notice = news
        return .several([.work(read()), .accounts(.read)])
    }

    private var missing: String { "Cannot be read: \(damaged.joined(separator: ", "))" }

    private static let columns = [
        ListView.Column("No.", .fixed(5)), .init("When", .fixed(18), narrowest: 58),
        .init("Who", .fixed(12), narrowest: 74), .init("Command", .fixed(16), narrowest: 108),
        .init("What", .flexible(1)),
    ]

    func page(_ size: Size, _ context: ScreenContext) -> ListPage {
        let count = changes?.count ?? 0
        let number = count == 0 ? 0 : list.selected + 1
        let position = "\(number) of \(count)" + (count == limit ? "+" : "")
        let remark = changes.map { $0.isEmpty ? String.noChanges : "newest first" } ?? Self.reading
        let isWhole = damaged.isEmpty || changes == nil
        return ListPage(
            title: email.map { "History of \($0)" } ?? "History", detail: changes == nil ? "" : position,
            notice: notice,
            remark: isWhole ? StyledLine(remark.sentenceCased, .faint) : StyledLine(missing, .problem),
            list: list, area: ListPage.rect(in: size),
            row: { index in
                let style: Style = changes?[index].isInEffect == false ? .faint : .text
                return ListView.Row(cells(of: index), styles: Self.columns.map { _ in style })
            },
            words: { cells(of: $0).joined(separator: ", ") },
            keys: [ListView.choose, AccountsKeys.undo, PageKeys.back, PageKeys.quit, ListView.page],
            lines: damaged.isEmpty ? [] : [missing], leaving: .back)
    }

    private func cells(of row: Int) -> [String] {
        // The title already names the account.
        let of = email.map { "\($0): " } ?? ""
        return (changes?[row].cells ?? []).map { $0.hasPrefix(of) ? String($0.dropFirst(of.count)) : $0 }
    }
}

/// All that a change did.
struct ChangeScreen: FormScreen {
    enum Action: FormID {
        case undo
    }

    /// More lines are only counted.
    private static let mostLines = 500

    var page: FormPage<Action>
    private let policy: Policy
    private let number: Int

    init(_ change: PastChange, _ directory: AccountStore) {
        policy = directory.policy
        number = change.head.number
        let lines = change.lines(directory.policy, UserNames(directory.store), directory.now.today)
        // The first says when, by whom and by which command it was made.
        let told = lines.dropFirst()
        let rest = told.count - Self.mostLines
        let shown = told.prefix(Self.mostLines) + (rest > 0 ? ["and \(rest) more"] : [])
        page = FormPage(
            "Change \(number)",
            Form(
                fields: shown.enumerated().map { index, line in
                    FormField(index.id, label: "", input: TextField(line, limit: .max))
                }, isReadOnly: true),
            change.isInEffect ? [FormButton(.undo, title: "Undo", key: AccountsKeys.undo)] : [],
            leaving: .back, guidance: lines.first.map { Guidance($0) })
    }

    var traits: ScreenTraits { ScreenTraits(subject: .policy, policy: policy) }

    func press(_ action: Action) -> ScreenEffect? { .work(.offerUndo(.change(number))) }

    mutating func comeBack() -> ScreenEffect? { nil }
}
