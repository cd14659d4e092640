import RegappCore
import RegappJSON
import RegappStore
import RegappTerminal
import RegappWording

/// A page over the list of accounts: one account, or a form. Its `Action` names each of its buttons.
protocol AccountsPage: Sendable {
    associatedtype Action: FormAction

    var page: FormPage<Action> { get set }
    /// The account that it is about; empty for several, or a new one.
    var email: String { get }

    func isTouched(_ policy: Policy) -> Bool

    mutating func press(_ action: Action, _ directory: RuledDirectory) -> AccountsPageEffect?

    /// Notes that something was typed.
    mutating func noteTyping(_ directory: RuledDirectory)

    /// Shows what others have changed. Typed text is kept.
    ///
    /// - Parameters:
    ///   - detail: its account as it is now; nil if only the rules may have changed.
    ///   - directory: under the rules in force.
    /// - Returns: why the page has to be left; nil if it stays.
    mutating func follow(_ detail: AccountDetail?, _ directory: RuledDirectory) -> Message?

    /// Goes on with the accounts that are still marked.
    mutating func follow(_ roster: AccountRoster, _ marks: AccountMarks) -> Message?
}

/// What a page asks of the list below it.
enum AccountsPageEffect: Sendable {
    case act(AccountAction, AccountTargets)
    case work(AccountTask)
    case leave
    case quit
}

extension AccountsPage {
    var isAsking: Bool { page.dialog != nil }
    var isTyping: Bool { page.isTyping }
    var keyTables: [KeyTable] { page.keyTables }
    var copyable: String? { page.copyable ?? (page.form.isReadOnly ? email : nil) }

    func isTouched(_ policy: Policy) -> Bool { page.form.isTouched }

    /// - Parameter directory: under the rules in force.
    mutating func update(_ event: Event, _ directory: RuledDirectory) -> AccountsPageEffect? {
        switch page.update(event) {
        case .press(let action): return press(action, directory)
        case .work(let task): return .work(task)
        case .escaped: return leave(directory)
        case .leave: return .leave
        case .quit: return .quit
        case nil: noteTyping(directory)
        }
        return nil
    }

    mutating func noteTyping(_ directory: RuledDirectory) {}
    mutating func follow(_ roster: AccountRoster, _ marks: AccountMarks) -> Message? { nil }

    /// Leaves, after a question if typed text would be lost.
    mutating func leave(_ directory: RuledDirectory) -> AccountsPageEffect? {
        guard isTouched(directory.policy) else { return .leave }
        askToLeave()
        return nil
    }

    mutating func askToLeave() { page.dialog = page.leavingDialog }

    mutating func showFailure(_ task: AccountTask, _ error: AccountsError) {
        page.dialog = .failure(task, error)
    }

    func render(_ size: Size, home: String?, hasFocus: Bool) -> Frame {
        page.render(size, home: home, hasFocus: hasFocus)
    }

    func conversation(home: String?) -> ConversationPage { page.conversation(home: home) }
}

/// An account by itself, with the list's keys as buttons.
struct AccountPage: AccountsPage {
    var page: FormPage<AccountAction>
    private let detail: AccountDetail
    private let summary: AccountSummary
    private let policy: Policy

    var email: String { summary[.email] }

    /// - Parameter summary: what the list shows of a file that cannot be accepted.
    init(_ detail: AccountDetail, _ summary: AccountSummary, _ policy: Policy) {
        (self.detail, self.policy) = (detail, policy)
        if case .account(let account) = detail {
            self.summary = AccountSummary(account)
        } else {
            self.summary = summary
        }
        let isLocked = self.summary.has(.locked)
        var buttons = AccountAction.allCases.dropLast().map { action in
            FormButton(
                action, title: action == .lock && isLocked ? "Unlock" : action.key.label.sentence,
                key: action.key)
        }
        if case .invalid = detail {
            buttons.insert(.fix(.editor, hasKey: true), at: 0)
        } else {
            buttons.append(.editor(.editor))
        }
        let fields = AccountFacts.rows(detail, policy).map { row in
            FormField(row.key, label: row.label, icon: "", input: TextField(row.text, limit: .max))
        }
        page = FormPage("Account", Form(fields: fields, isReadOnly: true), buttons, escape: .back)
        page.detail = email
        switch detail {
        case .account(let account):
            page.guidance = Guidance("the account, as its file has it", path: account.path)
        case .invalid(let error): page.notice = .problem(error, advice: .correct)
        }
    }

    func press(_ action: AccountAction, _ directory: RuledDirectory) -> AccountsPageEffect? {
        .act(action, .one(summary))
    }

    mutating func follow(_ detail: AccountDetail?, _ directory: RuledDirectory) -> Message? {
        let detail = detail ?? self.detail
        if case .noAccount? = detail.error { return .removedElsewhere(email) }
        guard !detail.isSame(as: self.detail) || directory.policy != policy else { return nil }
        let old = page.form
        self = AccountPage(detail, summary, directory.policy)
        page.form.adoptPlace(of: old)
        return nil
    }
}

enum AccountFacts {
    static func rows(_ detail: AccountDetail, _ policy: Policy) -> [(
        key: String, label: String, text: String
    )] {
        guard case .account(let account) = detail else { return [] }
        let fields = Field.allCases.filter {
            !Field.secrets.contains($0) && (policy.fields.contains($0) || account.value($0) != nil)
        }
        var rows = fields.map { ($0.rawValue, $0.label, policy.displayed(account.value($0) ?? "", for: $0)) }
        let password = account.isPasswordSet ? FormField.hidden : .notSet
        rows.append((Field.password.rawValue, Field.password.label, password))
        let known = AccountColumn.known.map(\.key) + Field.secrets.map(\.rawValue)
        rows += account.ownMembers(besides: known).map { ($0.key, $0.key, $0.value.cell) }
        let answer = account.isPasswordSet ? "yes" : "yes, and sets the password by that"
        let label = AccountFile.canLogInLabel
        rows.append((label, label, account.admitsLogin ? answer : account.obstacle))
        return rows.filter { !$0.2.isEmpty }
    }

    static func lines(_ detail: AccountDetail, _ policy: Policy, columns: Int) -> [StyledLine] {
        if case .invalid(let error) = detail {
            return Message.problem(error, advice: .correct).lines(columns: columns, rows: .max, home: nil)
        }
        // The email is the panel's title.
        let rows = rows(detail, policy).filter { $0.key != Field.email.rawValue }
        let width = rows.map(\.label.displayWidth).max() ?? 0
        return rows.flatMap { row in
            StyledLine.wrapped(row.text, .text, to: max(1, columns - width - 2)).enumerated().map {
                index, text in
                var line = StyledLine(index == 0 ? row.label : "", .label)
                line.pad(to: width + 2)
                line.append(text)
                return line
            }
        }
    }
}

/// Generated passwords, which are seen before they are set.
struct NewPasswords: Sendable {
    enum Action: String, FormAction {
        case set, discard
    }

    let generated: GeneratedPasswords
    private(set) var list: ListView

    init(_ generated: GeneratedPasswords, _ size: Size, selecting row: Int = 0) {
        self.generated = generated
        list = ListView(
            columns: [.init("Email", .flexible(1)), .init("Password", .flexible(1))],
            rows: generated.passwords.map { .init([$0.email, $0.password]) })
        fit(size)
        list.select(row)
    }

    mutating func fit(_ size: Size) { list.setHeight(Self.rect(in: size).rows) }

    /// The emails of the rows that show.
    func visible(in size: Size) -> [String] {
        generated.passwords[list.indices(in: Self.rect(in: size).rows)].map(\.email)
    }

    mutating func update(_ event: Event) -> Action? {
        if AccountsKeys.set.matches(event) { return .set }
        if AccountsKeys.discard.matches(event) { return .discard }
        if case .chosen(let id) = event { return Action(rawValue: id) }
        _ = list.update(event)
        return nil
    }

    var text: String { lines.map { $0 + "\n" }.joined() }
    var lines: [String] { generated.passwords.map { "\($0.email)\t\($0.password)" } }

    static func rect(in size: Size) -> Rect { Rect(size).inset(top: 4, bottom: 2, left: 1, right: 2) }
}

/// What an administrator does to one account, or to those that are marked.
enum AccountAction: String, FormAction, CaseIterable {
    case edit, lock, expiry, password, remove, editor

    var key: KeyBinding {
        switch self {
        case .edit:
            KeyBinding([.character("e")], "edit", meaning: "edit the account, if only one is selected")
        case .lock:
            KeyBinding(
                [.character("l")], "lock", meaning: "lock accounts; if all are locked already, unlock them")
        case .expiry: KeyBinding([.character("x")], "expiry", meaning: "set the last day, or none")
        case .password:
            KeyBinding(
                [.character("p")], "password",
                meaning: "set a new password, or generate those of several accounts")
        case .remove: KeyBinding([.character("d")], "remove", meaning: "remove accounts, after a question")
        case .editor: PageKeys.editor
        }
    }
}

extension AccountsScreen {
    /// What the list does besides what it does to accounts.
    enum Action: String, FormAction {
        case filter, state, order, register, undo
    }

    enum Answer: Sendable {
        case act(AccountAction, AccountTargets)
        case perform(AccountTask)
        case show(AccountStatus?)
        case sort(Field)
        case discard
    }
}

enum AccountsKeys {
    static let filter = KeyBinding(
        [.character("/")], "filter", meaning: "show only accounts that hold what is typed")
    static let mark = KeyBinding([.character(" ")], "mark", meaning: "mark the account, or unmark it")
    static let markAll = KeyBinding(
        [.character("a")], "mark all", meaning: "mark all that the list shows, or unmark them")
    static let again = KeyBinding([.character("r")], "read again", meaning: "read all accounts again")
    static let back = KeyBinding(
        [.escape], "back", meaning: "unmark all, then show all, then go back to where you came from")
    static let quit = AlbumKeys.quit

    static let register = KeyBinding([.character("n")], "new", meaning: "register an account")
    static let undo = KeyBinding(
        [.character("u")], "undo", meaning: "show what undoing the last change of the directory would do")
    static let state = KeyBinding(
        [.character("f")], "state",
        meaning: "show only accounts that are locked, expired or have another problem")
    static let order = KeyBinding([.character("s")], "sort", meaning: "sort the list by another field")
    static let actions: [(KeyBinding, AccountsScreen.Action)] = [
        (register, .register), (undo, .undo), (state, .state), (order, .order),
    ]
    static let each = AccountAction.allCases.map(\.key)

    // MARK: The filter, and new passwords

    static let toList = KeyBinding([.enter, .down, .tab], "list", meaning: "into the list")
    static let showAll = KeyBinding([.escape], "show all", meaning: "remove the filter")
    static let copy = KeyBinding(
        [.character("y")], "copy", meaning: "copy all to the clipboard, if the terminal has one")
    static let set = KeyBinding([.character("s")], "set them", meaning: "set these passwords")
    static let discard = KeyBinding([.escape], "discard", meaning: "set none of them, after a question")

    static let listTable = KeyTable(
        "Accounts: the list",
        [filter, state, order, mark, markAll] + each + [register, undo, again, back, quit])
    static let filterTable = KeyTable("Accounts: the filter", [toList, showAll])
    static let passwordsTable = KeyTable("Accounts: new passwords", [set, copy, discard])
    static let tables = [listTable, filterTable, passwordsTable]
}
