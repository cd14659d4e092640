import RegappCore
import RegappStore
import RegappTerminal
import RegappWording

/// What was changed, the newest first: in the directory, or of one account.
///
/// The newest changes are read at once, and older ones when the selection comes near them.
struct HistoryScreen: Screen {
    /// How many rows before the last one that was read older ones are asked for; more than a window has.
    private static let ahead = 100

    private static let reading = "reading the history"

    private let email: String?
    private let policy: Policy
    /// Nil until they have been read.
    private(set) var changes: [ShownChange]?
    /// The number of the newest change of the directory.
    private var newest = 0
    private var limit = 256
    private var isReading = false
    private(set) var list = ListView(columns: [])
    private var notice: Message?
    private var size = ScreenSession.minimumSize

    /// - Parameter email: that of an account, to show its changes alone.
    init(of email: String?, _ policy: Policy) { (self.email, self.policy) = (email, policy) }

    var subject: Edit.Subject { .policy }
    var isTyping: Bool { false }
    var keyTables: [KeyTable] { [AccountsKeys.historyTable, .list, .everywhere] }
    var copyable: String? { selected?.cells.joined(separator: "\t") }
    var activity: ScreenActivity? { changes == nil ? .waiting(Self.reading) : nil }
    private var title: String { email.map { "History of \($0)" } ?? "History" }

    private var selected: ShownChange? {
        changes.flatMap { $0.indices.contains(list.selected) ? $0[list.selected] : nil }
    }

    func facts(_ context: ScreenContext) -> [KeyHelp.Fact] { context.facts(policy, file: nil) }

    mutating func update(_ event: Event, _ context: ScreenContext) -> ScreenEffect? {
        switch event {
        case .resize(let size):
            self.size = size
            list.setHeight(ListPage.rect(in: size).rows)
            return changes == nil ? read() : nil
        case .tick, .resumed, .focusGained: return read(after: changes == nil ? nil : newest)
        case .opened(let row): list.select(row)
        default: break
        }
        guard event.isInput else { return nil }
        notice = nil
        if AlbumKeys.back.matches(event) { return .leave() }
        if AlbumKeys.quit.matches(event) { return .quit }
        if AccountsKeys.undo.matches(event) {
            return selected.map { .work(.offerUndo(.change($0.number))) }
        }
        if list.update(event) != nil || event == .opened(row: list.selected) {
            return selected.map { .work(.open(change: $0.number)) }
        }
        return readOlder()
    }

    /// - Parameter known: reads nothing if this is still the number of the newest change.
    private mutating func read(after known: Int? = nil) -> ScreenEffect? {
        guard !isReading else { return nil }
        isReading = true
        return .accounts(.history(of: email, limit: limit, after: known))
    }

    private mutating func readOlder() -> ScreenEffect? {
        guard !isReading, changes?.count == limit, list.selected + Self.ahead > limit else { return nil }
        limit *= 4
        return read()
    }

    mutating func receive(_ message: ScreenMessage, _ context: ScreenContext) -> ScreenEffect? {
        guard case .accounts(let outcome) = message else { return nil }
        switch outcome {
        case .history(let new, let newest):
            let number = selected?.number
            (changes, self.newest, isReading) = (new, newest, false)
            list.setCount(new.count, selecting: new.firstIndex { $0.number == number } ?? list.selected)
        case .unchanged: isReading = false
        case .failed(let error): (notice, isReading) = (Report(error).message, false)
        case .progress, .read, .arranged, .shown, .reviewed: return nil
        }
        return readOlder()
    }

    /// The list below shows it too.
    mutating func announce(_ news: Message) -> ScreenEffect? {
        notice = news
        return .several([read(), .accounts(.read)].compactMap(\.self))
    }

    mutating func refresh(_ files: SignIn.Reading, _ context: ScreenContext) -> ScreenEffect? { nil }

    // MARK: Drawing

    /// The columns, each from a width of the window on.
    private static let columns: [(column: ListView.Column, minimum: Int)] = [
        (.init("No.", .fixed(5)), 0), (.init("When", .fixed(16)), 60), (.init("Who", .fixed(12)), 76),
        (.init("Command", .fixed(16)), 110), (.init("What", .flexible(1)), 0),
    ]

    func render(_ size: Size, _ context: ScreenContext, hasFocus: Bool, question: Alert?) -> Frame {
        let shown = Self.columns.indices.filter { Self.columns[$0].minimum <= size.columns }
        var list = list
        list.columns = shown.map { Self.columns[$0].column }
        let remark =
            changes.map { $0.isEmpty ? "no change is known" : "the newest first; what was undone is faint" }
            ?? Self.reading
        return ListPage.frame(
            size, title,
            detail: changes.map {
                "\($0.isEmpty ? 0 : list.selected + 1) of \($0.count)\($0.count == limit ? "+" : "")"
            } ?? "",
            notice?.lines(columns: size.columns - 4, rows: 2, home: nil)
                ?? [StyledLine(remark.sentence, .faint)],
            list, [ListView.choose, AccountsKeys.undo, AlbumKeys.back, AlbumKeys.quit, ListView.page],
            hasFocus: hasFocus, question
        ) { index in
            let change = changes?[index]
            // The title says of whom.
            let of = email.map { "\($0): " } ?? ""
            let texts = shown.compactMap { change?.cells[$0] }.map {
                $0.hasPrefix(of) ? String($0.dropFirst(of.count)) : $0
            }
            let style: Style = change?.isInEffect == false ? .faint : .text
            return ListView.Row(texts, styles: texts.map { _ in style })
        }
    }

    func conversation(_ context: ScreenContext) -> ConversationPage {
        ConversationPage(
            title, lines: notice?.texts ?? [],
            rows: changes?.map { $0.cells.joined(separator: ", ") } ?? [],
            form: Form(fields: [], isReadOnly: true), leaving: .page(title: "Back"))
    }
}

/// All that a change did.
struct ChangeScreen: FormScreen {
    enum Action: String, FormAction {
        case undo
    }

    /// More lines are only counted.
    private static let mostLines = 500

    var page: FormPage<Action>
    let policy: Policy?
    private let number: Int

    init(_ change: PastChange, _ directory: RuledDirectory) {
        (policy, number) = (directory.policy, change.head.number)
        let lines = change.lines(directory.policy, UserNames(directory.store))
        let rest = lines.count - Self.mostLines
        let shown = lines.prefix(Self.mostLines) + (rest > 0 ? ["and \(rest) more"] : [])
        page = FormPage(
            "Change \(number)",
            Form(
                fields: shown.enumerated().map { index, line in
                    FormField("\(index)", label: "", input: TextField(line, limit: .max))
                }, isReadOnly: true),
            change.isInEffect ? [FormButton(.undo, title: "Undo", key: AccountsKeys.undo)] : [],
            escape: .back)
    }

    var subject: Edit.Subject { .policy }

    func press(_ action: Action) -> ScreenEffect? { .work(.offerUndo(.change(number))) }

    mutating func comeBack(_ context: ScreenContext) -> ScreenEffect? { nil }

    mutating func refresh(_ files: SignIn.Reading, _ context: ScreenContext) -> ScreenEffect? { nil }
}
