import RegappCore
import RegappStore
import RegappWording
import RegappTerminal

// The pages over the list: an account, and forms.
extension AccountsScreen {
    mutating func updatePage(_ event: Event) -> ScreenEffect? {
        guard let effect = over?.page.update(event) else { return nil }
        switch effect {
        case .press(let action), .confirm(let action): return press(action)
        case .escaped:
            if hasTyped {
                askToLeavePage()
            } else {
                over = nil
            }
        case .leave: over = nil
        case .quit: return .quit
        case .showFiles, .openEditor, .stay: break
        }
        return nil
    }

    mutating func asksBeforeLeaving() -> Bool {
        guard dialog == nil, over?.page.dialog == nil else { return false }
        if passwords != nil {
            dialog = .discardsPasswords(back: .stay, discard: .discard)
        } else if hasTyped {
            askToLeavePage()
        } else {
            return false
        }
        return true
    }

    private mutating func askToLeavePage() {
        let question = over?.page.leavingDialog
        over?.page.dialog = question
    }

    /// Whether leaving the page would lose something.
    private var hasTyped: Bool {
        guard let over else { return false }
        guard case .edit(let edit) = over.purpose, let account = edit.account, let policy = roster?.policy
        else { return over.page.form.isTouched }
        return !over.page.form.changes(of: account, under: policy).isEmpty
    }

    private mutating func press(_ action: Action) -> ScreenEffect? {
        switch action {
        case .save: return save()
        case .cancel: over = nil
        case .keepMine, .takeTheirs:
            guard case .edit(var edit)? = over?.purpose, let conflict = edit.conflicts.first else {
                return nil
            }
            edit.resolve(conflict, as: action == .keepMine ? .mine : .theirs)
            over?.purpose = .edit(edit)
            return edit.conflicts.isEmpty ? .work(.administer(.save(edit))) : ask(edit)
        case .edit, .lock, .expiry, .password, .remove, .editor: return act(action)
        case .back, .filter, .state, .order, .register, .undo: break
        }
        return nil
    }

    private mutating func save() -> ScreenEffect? {
        guard let over, let directory = roster?.directory else { return nil }
        let form = over.page.form
        switch over.purpose {
        case .account: return nil
        case .edit(var edit):
            guard let account = edit.account else { return nil }
            var draft = directory.draft(over: account.values)
            draft.set(form.changes(of: account, under: directory.policy))
            edit.write(draft)
            self.over?.purpose = .edit(edit)
            return .work(.administer(.save(edit)))
        case .expiry(let targets):
            let draft = directory.draft(form.values(of: [.expires]))
            return .work(.administer(.expire(targets, draft.changes[.expires] ?? "")))
        case .password(let email):
            let password = form.text(of: Field.password.rawValue)
            return .work(.administer(.setPassword(email: email, password)))
        case .register: return .work(.administer(.register(form.values(of: form.accountFields))))
        }
    }

    /// Another process was faster: its changes are merged; what both changed is asked about.
    mutating func showUnsaved(_ edit: Edit, _ error: AccountsError?) {
        over?.purpose = .edit(edit)
        if let error {
            over?.page.dialog = .failure(.administer(.save(edit)), error, ok: .stay)
        } else {
            _ = ask(edit)
        }
    }

    private mutating func ask(_ edit: Edit) -> ScreenEffect? {
        guard let conflict = edit.conflicts.first else { return nil }
        over?.page.dialog = .conflict(
            conflict, roster?.policy, back: .stay, mine: .press(.keepMine), theirs: .press(.takeTheirs))
        return nil
    }

    // MARK: Making them

    private static let formButtons = [
        FormButton(Action.save, title: "Save", needsValidFields: true), FormButton(.cancel, title: "Cancel"),
    ]

    static func edit(_ account: AccountFile, _ directory: AccountsDirectory) -> Over {
        let draft = directory.draft(over: account.values)
        // A password has a form of its own; one that is missing must not prevent other changes.
        let fields = UserScreen.fields(account, directory.policy).filter { $0 != .password }
        let form = Form(editing: fields, of: account, draft)
        let page = FormPage(
            "Edit account", form, formButtons, escape: .back, guidance: .saves(account.path))
        let edit = Edit(
            .account(email: account.email), of: account, under: directory.policy, followsEmail: true)
        return Over(page: page, purpose: .edit(edit), email: account.email)
    }

    static func password(of account: AccountFile, _ directory: AccountsDirectory) -> Over {
        let draft = directory.draft(over: account.values, needing: [.password])
        let page = FormPage(
            "New password", Form(of: [.password], in: draft),
            [
                FormButton(Action.save, title: "Set password", needsValidFields: true),
                FormButton(.cancel, title: "Cancel"),
            ],
            escape: .back, guidance: Guidance("for \(account.email)"))
        return Over(page: page, purpose: .password(email: account.email), email: account.email)
    }

    static func expiry(of targets: AccountTargets, _ directory: AccountsDirectory) -> Over {
        let present = targets.one?[.expires] ?? ""
        let key = Field.expires.rawValue
        var field = FormField(
            key, label: Field.expires.label, icon: Field.expires.icon, input: TextField(present))
        field.given = present
        field.input.placeholder = "e.g. +1y, never"
        field.days = Calendar.Range(latest: directory.now.systemDate) { _ in nil }
        let form = Form(fields: [field], check: directory.draft().check([.expires]))
        let page = FormPage("Expiry", form, formButtons, escape: .back, guidance: .of(targets))
        return Over(page: page, purpose: .expiry(targets), email: targets.one?[.email] ?? "")
    }

    static func registration(_ directory: AccountsDirectory) -> Over {
        let policy = directory.policy
        let fields = policy.registrationFields.filter { $0 != .password || !policy.allowsFirstPassword }
        let page = FormPage(
            "Registration", Form(of: fields, in: directory.draft()),
            [
                FormButton(Action.save, title: "Register", needsValidFields: true),
                FormButton(.cancel, title: "Cancel"),
            ],
            escape: .back,
            guidance: .newAccount(directory.store.path(of: "\(StoreLayout.accounts)/EMAIL.json")))
        return Over(page: page, purpose: .register)
    }

    /// An account by itself, with its keys as buttons.
    static func account(_ detail: AccountDetail, _ summary: AccountSummary?, _ policy: Policy) -> Over {
        let email = summary?[.email] ?? ""
        let isLocked = summary?.has(.locked) == true
        var buttons = [
            FormButton(Action.edit, title: "Edit", key: AccountsKeys.edit),
            FormButton(.lock, title: isLocked ? "Unlock" : "Lock", key: AccountsKeys.lock),
            FormButton(.expiry, title: "Expiry", key: AccountsKeys.expiry),
            FormButton(.password, title: "Password", key: AccountsKeys.password),
            FormButton(.remove, title: "Remove", key: AccountsKeys.remove), .editorByKey(.editor),
        ]
        if case .invalid = detail { buttons = [.fixByKey(.editor)] + buttons.dropLast() }
        let fields = AccountFacts.rows(detail, policy).enumerated().map { index, row in
            FormField("\(index)", label: row.label, icon: "", input: TextField(row.text, limit: .max))
        }
        var page = FormPage(
            "Account", Form(fields: fields, isReadOnly: true), buttons, escape: .back)
        page.detail = email
        switch detail {
        case .account(let account, _): page.guidance = .account(account.path)
        case .invalid(let error): page.notice = .problem(error, advice: .correct)
        }
        return Over(page: page, purpose: .account, email: email, summary: summary)
    }
}

extension AdministratorTask {
    /// Whether it changes nothing.
    var isReading: Bool {
        switch self {
        case .find, .findLastChange, .generate: true
        default: false
        }
    }
}
