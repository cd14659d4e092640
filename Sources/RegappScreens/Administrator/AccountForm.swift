import RegappCore
import RegappJSON
import RegappStore
import RegappTerminal
import RegappWording

/// A form for a task: an edit of an account, an expiry, a password, or a new account.
struct AccountForm: AccountsPage {
    enum Action: String, FormAction {
        case perform, cancel
        /// Answers to the question about a conflict.
        case mine, theirs
    }

    enum Purpose: Sendable {
        case edit(Edit)
        case expiry(AccountTargets)
        case password(AccountFile)
        case register
    }

    var page: FormPage<Action>
    let email: String
    private var purpose: Purpose
    /// The rules that the form was made by.
    private var policy: Policy

    init(_ purpose: Purpose, _ directory: RuledDirectory) {
        let (title, button, guidance): (String, String, Guidance)
        switch purpose {
        case .edit(let edit):
            email = edit.account?.email ?? ""
            (title, button, guidance) = ("Edit account", "Save", .saving(to: edit.account?.path ?? ""))
        case .expiry(let targets):
            email = targets.one?[.email] ?? ""
            (title, button, guidance) = ("Expiry", "Save", .of(targets))
        case .password(let account):
            email = account.email
            (title, button, guidance) = ("New password", "Set password", Guidance("for \(email)"))
        case .register:
            email = ""
            let path = directory.store.path(of: "\(StoreLayout.accounts)/EMAIL.json")
            guidance = Guidance("creates an account in this registry", path: path)
            (title, button) = ("Registration", "Register")
        }
        (self.purpose, policy) = (purpose, directory.policy)
        page = FormPage(
            title, Self.form(purpose, directory),
            [
                FormButton(.perform, title: button, needsValidFields: true),
                FormButton(.cancel, title: "Cancel"),
            ],
            escape: .back, guidance: guidance)
    }

    private static func form(_ purpose: Purpose, _ directory: RuledDirectory) -> Form {
        switch purpose {
        case .edit(let edit):
            guard let account = edit.account else { return Form(fields: []) }
            // A password has a form of its own: one that is missing must not prevent other changes.
            let fields = UserScreen.fields(account, directory.policy).filter { $0 != .password }
            return Form(editing: fields, of: account, directory.draft(over: account.values))
        case .expiry(let targets): return form(expiryOf: targets, directory)
        case .password(let account):
            return Form(of: [.password], in: directory.draft(over: account.values, needing: [.password]))
        case .register: return Form(of: RegistrationScreen.fields(directory.policy), in: directory.draft())
        }
    }

    private static func form(expiryOf targets: AccountTargets, _ directory: RuledDirectory) -> Form {
        let present = targets.one?[.expires] ?? ""
        var field = FormField(
            Field.expires.rawValue, label: Field.expires.label, icon: Field.expires.icon,
            input: TextField(present))
        field.given = present
        field.input.placeholder = "e.g. +1y, never"
        field.days = Calendar.Range(latest: directory.now.systemDate) { _ in nil }
        let check = directory.draft().check([.expires])
        guard targets.one == nil else { return Form(fields: [field], check: check) }
        // An empty field shows nobody's date here, so leaving it empty takes none away.
        return Form(fields: [field]) { texts in
            let isEmpty = texts[Field.expires.rawValue]?.allSatisfy(\.isWhitespace) != false
            return isEmpty ? [Field.expires.rawValue: ["type a date, or never"]] : check(texts)
        }
    }

    func isTouched(_ policy: Policy) -> Bool {
        guard case .edit(let edit) = purpose, let account = edit.account else { return page.form.isTouched }
        return !page.form.changes(of: account, under: policy).isEmpty
    }

    mutating func press(_ action: Action, _ directory: RuledDirectory) -> AccountsPageEffect? {
        switch action {
        case .perform: .work(task(directory))
        case .cancel: leave(directory)
        case .mine: resolve(as: .mine, directory.policy)
        case .theirs: resolve(as: .theirs, directory.policy)
        }
    }

    private mutating func task(_ directory: RuledDirectory) -> AccountTask {
        switch purpose {
        case .edit(var edit):
            page.form.write(to: &edit, directory.draft(over: edit.account?.values ?? [:]))
            return .save(edit)
        case .expiry(let targets):
            let draft = directory.draft(page.form.values(of: [.expires]))
            return .expire(targets, draft.changes[.expires] ?? "")
        case .password:
            return .setPassword(email: email, page.form.text(of: Field.password.rawValue))
        case .register: return .registerOther(page.form.values(of: page.form.accountFields))
        }
    }

    /// Another process was faster: its changes are merged; what both changed is asked about.
    mutating func receive(unsaved edit: Edit, _ error: AccountsError?, _ policy: Policy) {
        show(edit)
        if let error { showFailure(.save(edit), error) } else { askAboutConflict(of: edit, policy) }
    }

    private mutating func resolve(as choice: Edit.Choice, _ policy: Policy) -> AccountsPageEffect? {
        guard case .edit(var edit) = purpose, let conflict = edit.conflicts.first else { return nil }
        edit.resolve(conflict, as: choice)
        show(edit)
        if edit.conflicts.isEmpty { return .work(.save(edit)) }
        askAboutConflict(of: edit, policy)
        return nil
    }

    private mutating func askAboutConflict(of edit: Edit, _ policy: Policy) {
        guard let conflict = edit.conflicts.first else { return }
        page.dialog = .conflict(conflict, policy, mine: .press(.mine), theirs: .press(.theirs))
    }

    // MARK: Changes of others

    mutating func follow(_ detail: AccountDetail?, _ directory: RuledDirectory) -> Message? {
        if let error = detail?.error {
            let isGone = if case .noAccount = error { true } else { false }
            guard isTouched(policy) else {
                return isGone ? .removedElsewhere(email) : .problem(error, advice: .correct)
            }
            page.setNotice(
                isGone ? .removedElsewhere(email, keeping: true) : .problem(error, advice: .keptHere))
            return nil
        }
        let hasOtherRules = directory.policy != policy
        policy = directory.policy
        if case .account(let account)? = detail {
            page.setNotice(nil)
            follow(account, directory)
        }
        if hasOtherRules { replaceForm(directory) }
        return nil
    }

    private mutating func follow(_ account: AccountFile, _ directory: RuledDirectory) {
        switch purpose {
        case .edit(var edit):
            guard let old = edit.account else { return }
            if old.document.bytes != account.document.bytes {
                page.form.write(to: &edit, directory.draft(over: old.values))
                edit.merge(account)
            }
            show(edit)
        case .expiry(let targets):
            let (old, new) = (targets.one?[.expires], account.value(.expires) ?? "")
            guard old != new else { return }
            purpose = .expiry(.one(AccountSummary(account)))
            if page.form.isTouched {
                page.form.remark(
                    .init("changed meanwhile: it is \(new.isEmpty ? "not set" : new) now", isProblem: true),
                    about: Field.expires.rawValue)
            } else {
                page.form.give(new, to: Field.expires.rawValue)
            }
        case .password(let old):
            guard old.document.bytes != account.document.bytes else { return }
            purpose = .password(account)
            replaceForm(directory)
        case .register: break
        }
    }

    mutating func follow(_ roster: AccountRoster, _ marks: AccountMarks) -> Message? {
        guard case .expiry(.several(_, let old)) = purpose, marks.count != old.count else { return nil }
        let targets = AccountTargets.several(roster, marks)
        purpose = .expiry(targets)
        page.guidance = .of(targets)
        return marks.count == 0 ? .warning("the marked accounts were removed elsewhere") : nil
    }

    mutating func noteTyping(_ directory: RuledDirectory) {
        guard case .edit(var edit) = purpose, !edit.merged.isEmpty || !edit.conflicts.isEmpty else { return }
        page.form.write(to: &edit, directory.draft(over: edit.account?.values ?? [:]))
        purpose = .edit(edit)
        remark(on: edit)
    }

    /// Replaces the form by one for the present rules and account, keeping typed text.
    private mutating func replaceForm(_ directory: RuledDirectory) {
        page.replaceForm(Self.form(purpose, directory), mayMoveFocus: !page.isTyping)
    }

    private mutating func show(_ edit: Edit) {
        purpose = .edit(edit)
        page.form.show(edit, policy)
        remark(on: edit)
    }

    private mutating func remark(on edit: Edit) {
        page.setNotice(.merged(edit, policy))
        page.form.remark(on: edit, policy)
    }
}
