import RegappCore
import RegappJSON
import RegappTerminal
import RegappWording

/// A form over an ``Edit``, which merges changes of the file by others as soon as they are seen without losing typed
/// text. If the account is logged out meanwhile, the edit can be set aside until it is logged in again.
struct UserEditScreen: FormScreen {
    enum Action: String, FormAction {
        case fix, save, cancel
        case drop, back, mine, theirs, logIn
    }

    private static let buttons = [
        FormButton(Action.save, title: "Save", needsValidFields: true),
        FormButton(.cancel, title: "Cancel", key: KeyBinding([.escape], "cancel", meaning: "Cancel")),
    ]

    /// Why nothing can be saved now.
    private enum Obstacle: Equatable {
        /// No account is logged in, or the one with this email.
        case loggedOut(other: String?)
        case unusable(AccountsError)

        var error: AccountsError { if case .unusable(let error) = self { error } else { .nobodyLoggedIn } }
    }

    var page: FormPage<Action>
    private var signIn: SignIn
    private var edit: Edit
    private var obstacle: Obstacle? { didSet { if obstacle != oldValue { hasToldObstacle = false } } }
    /// Whether an alert has already said so.
    private var hasToldObstacle = false
    /// The conflict in the present alert.
    private var asked: Edit.Conflict?
    /// Whether typed text became wrong because the rules changed.
    private var hasOutdatedValues = false

    init(_ account: AccountFile, _ signIn: SignIn) {
        self.signIn = signIn
        edit = Edit(.own, of: account, under: signIn.policy, followsEmail: true)
        let fields = UserScreen.fields(account, signIn.policy)
        let form = Form(editing: fields, of: account, signIn.draft(over: account))
        page = FormPage(
            "Edit user info", form, Self.buttons, fix: .fix, escape: nil,
            guidance: .saving(to: account.path))
        page.detail = account.email
    }

    var policy: Policy? { signIn.policy }
    var isTouched: Bool { !changes.isEmpty }

    mutating func update(_ event: Event, _ context: ScreenContext) -> ScreenEffect? {
        if let effect = page.update(event) { return follow(effect) }
        if isLoggedOut { hideData() }
        if !edit.merged.isEmpty || !edit.conflicts.isEmpty || hasOutdatedValues { noteChanges() }
        return nil
    }

    mutating func press(_ action: Action) -> ScreenEffect? {
        switch action {
        case .fix: return page.wrongDocument.map(ScreenEffect.openEditor)
        case .save: return save()
        case .mine: return choose(.mine)
        case .theirs: return choose(.theirs)
        case .back: asked?.field.map { page.form.setFocus($0.rawValue) }
        case .cancel:
            guard isTouched else { return press(.drop) }
            return isLoggedOut ? askAboutLogOut() : ask(.losesForm(leave: .press(.drop)))
        case .drop:
            guard obstacle == nil else { return .work(.open()) }
            return edit.account.map { .replace(UserScreen($0, signIn)) }
        case .logIn: return edit.account.map { .setAside(self, email: $0.email) }
        }
        return nil
    }

    mutating func asksBeforeLeaving() -> Bool {
        guard page.dialog == nil, isTouched else { return false }
        if isLoggedOut { _ = askAboutLogOut() } else { askToLeave() }
        return true
    }

    mutating func receive(_ outcome: TaskOutcome, _ context: ScreenContext) -> ScreenEffect? {
        guard case .notSaved(let edit, let error) = outcome.result else { return nil }
        self.edit = edit
        showValues()
        _ = refresh(outcome.files, context)
        if let error = error ?? obstacle?.error { return refuse(error) }
        // A conflict is asked about only when nothing else prevents saving.
        return save()
    }

    // MARK: Saving

    private var changes: AccountRecord {
        edit.account.map { page.form.changes(of: $0, under: signIn.policy) } ?? [:]
    }

    private mutating func write() { page.form.write(to: &edit, signIn.draft(over: edit.account)) }

    private mutating func save() -> ScreenEffect? {
        write()
        asked = obstacle == nil ? edit.conflicts.first : nil
        guard let asked else { return .work(.save(edit)) }
        return ask(
            .conflict(
                asked, signIn.policy, back: .press(.back), mine: .press(.mine), theirs: .press(.theirs)))
    }

    /// Says why nothing was saved, but only once until something changes.
    private mutating func refuse(_ error: AccountsError) -> ScreenEffect? {
        if error == .nobodyLoggedIn, !isLoggedOut { obstacle = .loggedOut(other: nil) }
        if hasToldObstacle {
            page.notice =
                if case .loggedOut(let other) = obstacle { .stillLoggedOut(other: other) } else {
                    .notSaved(error)
                }
            return nil
        }
        hasToldObstacle = obstacle != nil
        if error == .emailTaken { page.form.setFocus(Field.email.rawValue) }
        return isLoggedOut ? askAboutLogOut() : ask(.failure(.save(edit), error))
    }

    private var isLoggedOut: Bool { if case .loggedOut? = obstacle { true } else { false } }

    private mutating func askAboutLogOut() -> ScreenEffect? {
        guard case .loggedOut(let other)? = obstacle else { return nil }
        return ask(.loggedOutElsewhere(other: other, logIn: .press(.logIn), drop: .work(.open())))
    }

    /// Resolves the conflict, if it is still the one that was asked about.
    private mutating func choose(_ choice: Edit.Choice) -> ScreenEffect? {
        guard let asked, edit.conflicts.first == asked else { return choice == .mine ? save() : nil }
        edit.resolve(asked, as: choice)
        showValues()
        let effect = save()
        updateNotice()
        return effect
    }

    // MARK: Changes of others

    mutating func refresh(_ files: SignIn.Reading, _ context: ScreenContext) -> Bool {
        switch files.account {
        case .failure(let error): obstacle = .unusable(error)
        case .success(let present?) where edit.isSame(present):
            if case .success(let new) = files { merge(new, present) }
            obstacle = nil
        case .success(let other): obstacle = .loggedOut(other: other?.email)
        }
        page.wrongDocument = files.error?.wrongDocument
        hideData()
        page.detail = isLoggedOut ? "" : edit.account?.email ?? ""
        updateNotice()
        // Nothing was typed, so the screen that the files require may replace this one.
        return obstacle == nil || isTouched
    }

    /// While the account is logged out, hides everything that was not typed.
    private mutating func hideData() {
        let typed = changes
        page.form.hidden =
            isLoggedOut ? Set(page.form.accountFields.filter { typed[$0] == nil }.map(\.rawValue)) : []
    }

    /// Shows what was typed before, with what others have changed since.
    mutating func resume(_ files: SignIn.Reading, _ context: ScreenContext) -> Bool {
        guard case .success(let present?) = files.account, edit.isSame(present) else { return false }
        _ = refresh(files, context)
        if page.notice == nil { page.notice = .editResumed }
        return true
    }

    private mutating func merge(_ new: SignIn, _ present: AccountFile) {
        let hasOtherRules = !new.hasRules(of: signIn)
        signIn = new
        if hasOtherRules {
            replaceForm(present)
            hasOutdatedValues = true
        }
        guard let account = edit.account,
            account.document.bytes != present.document.bytes || account.path != present.path
        else { return }
        write()
        edit.merge(present)
        showValues()
        noteChanges()
    }

    /// Replaces the form by one for the present rules, keeping typed text.
    private mutating func replaceForm(_ present: AccountFile) {
        guard let account = edit.account else { return }
        let typed = changes
        let present = UserScreen.fields(present, signIn.policy)
        let fields = Field.typedByPeople.filter { present.contains($0) || typed[$0] != nil }
        let form = Form(editing: fields, of: account, signIn.draft(over: account))
        page.replaceForm(form, Self.buttons, mayMoveFocus: !page.isTyping)
    }

    private mutating func showValues() { page.form.show(edit, signIn.policy) }

    private mutating func noteChanges() {
        write()
        if page.form.isValid { hasOutdatedValues = false }
        updateNotice()
    }

    private mutating func updateNotice() {
        let notice: Message? =
            switch obstacle {
            case .loggedOut(let other): .loggedOutElsewhere(other: other)
            case .unusable(let error): .problem(error, advice: .keptHere)
            case nil where hasOutdatedValues && !page.form.isValid: .rulesChanged
            case nil: .merged(edit, signIn.policy)
            }
        page.setNotice(notice)
        page.form.remark(on: edit, signIn.policy)
    }
}

// A form over an edit into which changes of the file by others are merged.
extension Form {
    /// Gives the edit what was typed.
    ///
    /// - Parameter draft: the edit's account, under the rules in force.
    func write(to edit: inout Edit, _ draft: Draft) {
        var draft = draft
        if let account = edit.account { draft.set(changes(of: account, under: draft.policy)) }
        edit.write(draft)
    }

    /// Shows the values of the edit where others are shown.
    mutating func show(_ edit: Edit, _ policy: Policy) {
        for field in accountFields {
            let text = TextField(of: field, holding: edit.formText(of: field), under: policy).text
            let typed = self.text(of: field.rawValue)
            if !policy.normalized(typed, for: field).utf8.elementsEqual(
                policy.normalized(text, for: field).utf8)
            {
                setText(text, of: field.rawValue)
            }
        }
    }

    /// Remarks at each field what others changed in it.
    mutating func remark(on edit: Edit, _ policy: Policy) {
        for field in accountFields {
            let conflict = edit.conflicts.first { $0.field == field }
            let merged = edit.merged.last { $0.field == field }
            let news = merged.map { change in
                let old = change.mine.displayText(for: change.key, under: policy)
                return FormField.Remark(
                    "changed meanwhile" + (field.entryStyle == .secret ? "" : "; it was \(old)"))
            }
            let theirs = conflict.map { FormField.Remark($0.theirs(policy), isProblem: true) }
            remark(theirs ?? news, about: field.rawValue)
        }
    }
}
