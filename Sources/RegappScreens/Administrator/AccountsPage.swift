import RegappCore
import RegappStore
import RegappWording
import RegappTerminal

/// A page over the list of accounts: one account, or a form. Its `Action` names each of its buttons.
protocol AccountsPage: Sendable {
    associatedtype Action: FormAction

    var page: FormPage<Action> { get set }
    /// The account that it is about; empty for several, or a new one.
    var email: String { get }

    /// Whether leaving it would lose something.
    func isTouched(_ policy: Policy) -> Bool

    /// Does what a button says.
    mutating func press(_ action: Action, _ directory: AccountsDirectory) -> AccountsPageEffect?
}

/// What a page asks of the list below it.
enum AccountsPageEffect: Sendable {
    case act(AccountAction, AccountTargets)
    case work(AdministratorTask)
    case leave
    /// End the program.
    case quit
}

extension AccountsPage {
    var isAsking: Bool { page.dialog != nil }
    var isTyping: Bool { page.isTyping }
    var keyTables: [KeyTable] { page.keyTables }
    var copyable: String? { page.copyable ?? (page.form.isReadOnly ? email : nil) }

    func isTouched(_ policy: Policy) -> Bool { page.form.isTouched }

    /// - Parameter directory: under the rules in force.
    mutating func update(_ event: Event, _ directory: AccountsDirectory) -> AccountsPageEffect? {
        switch page.update(event) {
        case .press(let action), .confirm(let action): return press(action, directory)
        case .escaped where isTouched(directory.policy): askToLeave()
        case .escaped, .leave: return .leave
        case .quit: return .quit
        case .openEditor, .showFiles, .stay, nil: break
        }
        return nil
    }

    mutating func askToLeave() { page.dialog = page.leavingDialog }

    mutating func showFailure(_ task: AdministratorTask, _ error: AccountsError) {
        page.dialog = .failure(.administer(task), error, ok: .stay)
    }

    func render(_ size: Size, home: String?, hasFocus: Bool) -> Frame {
        page.render(size, home: home, hasFocus: hasFocus)
    }

    func conversation(home: String?) -> ConversationPage { page.conversation(home: home) }
}

/// What an administrator does to one account, or to those that are marked.
enum AccountAction: String, FormAction {
    case edit, lock, expiry, password, remove, editor
}

/// An account by itself, with the list's keys as buttons.
struct AccountPage: AccountsPage {
    var page: FormPage<AccountAction>
    /// The account as the list had it.
    private let summary: AccountSummary?

    var email: String { summary?[.email] ?? "" }

    init(_ detail: AccountDetail, _ summary: AccountSummary?, _ policy: Policy) {
        self.summary = summary
        let isLocked = summary?.has(.locked) == true
        var buttons = [
            FormButton(AccountAction.edit, title: "Edit", key: AccountsKeys.edit),
            FormButton(.lock, title: isLocked ? "Unlock" : "Lock", key: AccountsKeys.lock),
            FormButton(.expiry, title: "Expiry", key: AccountsKeys.expiry),
            FormButton(.password, title: "Password", key: AccountsKeys.password),
            FormButton(.remove, title: "Remove", key: AccountsKeys.remove), .editor(.editor),
        ]
        if case .invalid = detail { buttons = [.fix(.editor, hasKey: true)] + buttons.dropLast() }
        let fields = AccountFacts.rows(detail, policy).enumerated().map { index, row in
            FormField("\(index)", label: row.label, icon: "", input: TextField(row.text, limit: .max))
        }
        page = FormPage("Account", Form(fields: fields, isReadOnly: true), buttons, escape: .back)
        page.detail = email
        switch detail {
        case .account(let account, _): page.guidance = Guidance(.showsAccount, path: account.path)
        case .invalid(let error): page.notice = .problem(error, advice: .correct)
        }
    }

    func press(_ action: AccountAction, _ directory: AccountsDirectory) -> AccountsPageEffect? {
        summary.map { .act(action, .one($0)) }
    }
}

/// A form over an edit of an account. A password has a form of its own: one that is missing must not prevent other
/// changes.
struct AccountEditForm: AccountsPage {
    enum Action: String, FormAction {
        case save, cancel
        /// Answers to the question about a conflict.
        case mine, theirs
    }

    var page: FormPage<Action>
    let email: String
    private var edit: Edit

    init(_ account: AccountFile, _ directory: AccountsDirectory) {
        email = account.email
        edit = Edit(
            .account(email: account.email), of: account, under: directory.policy, followsEmail: true)
        let fields = UserScreen.fields(account, directory.policy).filter { $0 != .password }
        page = FormPage(
            "Edit account",
            Form(editing: fields, of: account, directory.draft(over: account.values)),
            [FormButton(.save, title: "Save", needsValidFields: true), FormButton(.cancel, title: "Cancel")],
            escape: .back, guidance: Guidance(.saves, path: account.path))
    }

    func isTouched(_ policy: Policy) -> Bool {
        edit.account.map { !page.form.changes(of: $0, under: policy).isEmpty } ?? page.form.isTouched
    }

    mutating func press(_ action: Action, _ directory: AccountsDirectory) -> AccountsPageEffect? {
        switch action {
        case .save:
            guard let account = edit.account else { return nil }
            var draft = directory.draft(over: account.values)
            draft.set(page.form.changes(of: account, under: directory.policy))
            edit.write(draft)
            return .work(.save(edit))
        case .cancel: return .leave
        case .mine: return resolve(as: .mine, directory.policy)
        case .theirs: return resolve(as: .theirs, directory.policy)
        }
    }

    /// Another process was faster: its changes are merged; what both changed is asked about.
    mutating func receive(unsaved edit: Edit, _ error: AccountsError?, _ policy: Policy) {
        self.edit = edit
        if let error { showFailure(.save(edit), error) } else { askAboutConflict(policy) }
    }

    private mutating func resolve(as choice: Edit.Choice, _ policy: Policy) -> AccountsPageEffect? {
        guard let conflict = edit.conflicts.first else { return nil }
        edit.resolve(conflict, as: choice)
        if edit.conflicts.isEmpty { return .work(.save(edit)) }
        askAboutConflict(policy)
        return nil
    }

    private mutating func askAboutConflict(_ policy: Policy) {
        guard let conflict = edit.conflicts.first else { return }
        page.dialog = .conflict(
            conflict, policy, back: .stay, mine: .press(.mine), theirs: .press(.theirs))
    }
}

/// A form with the value of one task: an expiry, a password, or a new account.
struct AccountTaskForm: AccountsPage {
    enum Action: String, FormAction {
        case perform, cancel
    }

    private enum Purpose: Sendable {
        case expiry(AccountTargets)
        case password(email: String)
        case register
    }

    var page: FormPage<Action>
    private let purpose: Purpose

    var email: String {
        switch purpose {
        case .expiry(let targets): targets.one?[.email] ?? ""
        case .password(let email): email
        case .register: ""
        }
    }

    private init(_ purpose: Purpose, _ form: Form, title: String, button: String, _ guidance: Guidance) {
        self.purpose = purpose
        page = FormPage(
            title, form,
            [
                FormButton(.perform, title: button, needsValidFields: true),
                FormButton(.cancel, title: "Cancel"),
            ],
            escape: .back, guidance: guidance)
    }

    init(expiryOf targets: AccountTargets, _ directory: AccountsDirectory) {
        let present = targets.one?[.expires] ?? ""
        var field = FormField(
            Field.expires.rawValue, label: Field.expires.label, icon: Field.expires.icon,
            input: TextField(present))
        field.given = present
        field.input.placeholder = "e.g. +1y, never"
        field.days = Calendar.Range(latest: directory.now.systemDate) { _ in nil }
        let form = Form(fields: [field], check: directory.draft().check([.expires]))
        self.init(.expiry(targets), form, title: "Expiry", button: "Save", .of(targets))
    }

    init(passwordOf account: AccountFile, _ directory: AccountsDirectory) {
        let draft = directory.draft(over: account.values, needing: [.password])
        self.init(
            .password(email: account.email), Form(of: [.password], in: draft),
            title: "New password", button: "Set password", Guidance("for \(account.email)"))
    }

    init(registrationIn directory: AccountsDirectory) {
        let form = Form(of: RegistrationScreen.fields(directory.policy), in: directory.draft())
        let path = directory.store.path(of: "\(StoreLayout.accounts)/EMAIL.json")
        self.init(
            .register, form, title: "Registration", button: "Register", Guidance(.registersAny, path: path))
    }

    func press(_ action: Action, _ directory: AccountsDirectory) -> AccountsPageEffect? {
        switch action {
        case .cancel: .leave
        case .perform: .work(task(directory))
        }
    }

    private func task(_ directory: AccountsDirectory) -> AdministratorTask {
        switch purpose {
        case .expiry(let targets):
            let draft = directory.draft(page.form.values(of: [.expires]))
            return .expire(targets, draft.changes[.expires] ?? "")
        case .password(let email):
            return .setPassword(email: email, page.form.text(of: Field.password.rawValue))
        case .register: return .register(page.form.values(of: page.form.accountFields))
        }
    }
}
