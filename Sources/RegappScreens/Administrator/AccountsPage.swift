import RegappCore
import RegappStore
import RegappWording
import RegappJSON
import RegappTerminal

/// A page over the list of accounts: one account, or a form. Its `Action` names each of its buttons.
protocol AccountsPage: Sendable {
    associatedtype Action: FormAction

    var page: FormPage<Action> { get set }
    /// The account that it is about; empty for several, or a new one.
    var email: String { get }

    func isTouched(_ policy: Policy) -> Bool

    mutating func press(_ action: Action, _ directory: RuledDirectory) -> AccountsPageEffect?
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
        case .escaped where isTouched(directory.policy): askToLeave()
        case .escaped, .leave: return .leave
        case .quit: return .quit
        case nil: break
        }
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
    private let summary: AccountSummary?

    var email: String { summary?[.email] ?? "" }

    init(_ detail: AccountDetail, _ summary: AccountSummary?, _ policy: Policy) {
        self.summary = summary
        let isLocked = summary?.has(.locked) == true
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
        case .account(let account, _): page.guidance = Guidance(.showsAccount, path: account.path)
        case .invalid(let error): page.notice = .problem(error, advice: .correct)
        }
    }

    func press(_ action: AccountAction, _ directory: RuledDirectory) -> AccountsPageEffect? {
        summary.map { .act(action, .one($0)) }
    }
}

/// A form for a task: an edit of an account, an expiry, a password, or a new account.
struct AccountForm: AccountsPage {
    enum Action: String, FormAction {
        case perform, cancel
        /// Answers to the question about a conflict.
        case mine, theirs
    }

    private enum Purpose: Sendable {
        case edit(Edit)
        case expiry(AccountTargets)
        case password
        case register
    }

    var page: FormPage<Action>
    let email: String
    private var purpose: Purpose

    private init(
        _ purpose: Purpose, of email: String = "", _ form: Form, title: String, button: String,
        _ guidance: Guidance
    ) {
        (self.purpose, self.email) = (purpose, email)
        page = FormPage(
            title, form,
            [
                FormButton(.perform, title: button, needsValidFields: true),
                FormButton(.cancel, title: "Cancel"),
            ],
            escape: .back, guidance: guidance)
    }

    /// A password has a form of its own: one that is missing must not prevent other changes.
    init(editing account: AccountFile, _ directory: RuledDirectory) {
        let edit = Edit(
            .account(email: account.email), of: account, under: directory.policy, followsEmail: true)
        let fields = UserScreen.fields(account, directory.policy).filter { $0 != .password }
        let form = Form(editing: fields, of: account, directory.draft(over: account.values))
        self.init(
            .edit(edit), of: account.email, form, title: "Edit account", button: "Save",
            Guidance(.saves, path: account.path))
    }

    init(expiryOf targets: AccountTargets, _ directory: RuledDirectory) {
        let present = targets.one?[.expires] ?? ""
        var field = FormField(
            Field.expires.rawValue, label: Field.expires.label, icon: Field.expires.icon,
            input: TextField(present))
        field.given = present
        field.input.placeholder = "e.g. +1y, never"
        field.days = Calendar.Range(latest: directory.now.systemDate) { _ in nil }
        let form = Form(fields: [field], check: directory.draft().check([.expires]))
        self.init(
            .expiry(targets), of: targets.one?[.email] ?? "", form, title: "Expiry", button: "Save",
            .of(targets))
    }

    init(passwordOf account: AccountFile, _ directory: RuledDirectory) {
        let draft = directory.draft(over: account.values, needing: [.password])
        self.init(
            .password, of: account.email, Form(of: [.password], in: draft), title: "New password",
            button: "Set password", Guidance("for \(account.email)"))
    }

    init(registrationIn directory: RuledDirectory) {
        let form = Form(of: RegistrationScreen.fields(directory.policy), in: directory.draft())
        let path = directory.store.path(of: "\(StoreLayout.accounts)/EMAIL.json")
        self.init(
            .register, form, title: "Registration", button: "Register", Guidance(.registersAny, path: path))
    }

    func isTouched(_ policy: Policy) -> Bool {
        guard case .edit(let edit) = purpose, let account = edit.account else { return page.form.isTouched }
        return !page.form.changes(of: account, under: policy).isEmpty
    }

    mutating func press(_ action: Action, _ directory: RuledDirectory) -> AccountsPageEffect? {
        switch action {
        case .perform: .work(task(directory))
        case .cancel: .leave
        case .mine: resolve(as: .mine, directory.policy)
        case .theirs: resolve(as: .theirs, directory.policy)
        }
    }

    private mutating func task(_ directory: RuledDirectory) -> AccountTask {
        switch purpose {
        case .edit(var edit):
            var draft = directory.draft(over: edit.account?.values ?? [:])
            if let account = edit.account {
                draft.set(page.form.changes(of: account, under: directory.policy))
            }
            edit.write(draft)
            return .save(edit)
        case .expiry(let targets):
            let draft = directory.draft(page.form.values(of: [.expires]))
            return .administer(.expire(targets, draft.changes[.expires] ?? ""))
        case .password:
            return .administer(.setPassword(email: email, page.form.text(of: Field.password.rawValue)))
        case .register: return .administer(.register(page.form.values(of: page.form.accountFields)))
        }
    }

    /// Another process was faster: its changes are merged; what both changed is asked about.
    mutating func receive(unsaved edit: Edit, _ error: AccountsError?, _ policy: Policy) {
        purpose = .edit(edit)
        if let error { showFailure(.save(edit), error) } else { askAboutConflict(of: edit, policy) }
    }

    private mutating func resolve(as choice: Edit.Choice, _ policy: Policy) -> AccountsPageEffect? {
        guard case .edit(var edit) = purpose, let conflict = edit.conflicts.first else { return nil }
        edit.resolve(conflict, as: choice)
        purpose = .edit(edit)
        if edit.conflicts.isEmpty { return .work(.save(edit)) }
        askAboutConflict(of: edit, policy)
        return nil
    }

    private mutating func askAboutConflict(of edit: Edit, _ policy: Policy) {
        guard let conflict = edit.conflicts.first else { return }
        page.dialog = .conflict(conflict, policy, mine: .press(.mine), theirs: .press(.theirs))
    }
}

enum AccountFacts {
    static func rows(_ detail: AccountDetail, _ policy: Policy) -> [(
        key: String, label: String, text: String
    )] {
        guard case .account(let account, let admitsLogin) = detail else { return [] }
        let fields = Field.allCases.filter {
            !Field.secrets.contains($0) && (policy.fields.contains($0) || account.value($0) != nil)
        }
        var rows = fields.map { ($0.rawValue, $0.label, policy.displayed(account.value($0) ?? "", for: $0)) }
        let password = account.isPasswordSet ? FormField.hidden : .notSet
        rows.append((Field.password.rawValue, Field.password.label, password))
        let known = AccountColumn.known.map(\.key) + Field.secrets.map(\.rawValue)
        rows += account.ownMembers(besides: known).map { ($0.key, $0.key, $0.value.cell) }
        rows.append((AccountFile.canLogInLabel, AccountFile.canLogInLabel, answer(account, admitsLogin)))
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

    init(_ generated: GeneratedPasswords, _ size: Size) {
        self.generated = generated
        list = ListView(
            columns: [.init("Email", .flexible(1)), .init("Password", .flexible(1))],
            rows: generated.passwords.map { .init([$0.email, $0.password]) })
        fit(size)
    }

    mutating func fit(_ size: Size) { list.setHeight(Self.rect(in: size).rows) }

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
