import RegappValues
import RegappCore
import RegappJSON
import RegappTerminal
import RegappWording

/// A form over an ``Edit`` of the current user's account, or of another by its administrator. It merges others'
/// changes of the file as soon as they are seen, without losing typed text. If the current user is logged out
/// meanwhile, the edit can be set aside until that account is logged in again.
struct UserEditScreen: FormScreen {
    enum Action: FormID {
        case save, cancel
    }

    /// Why nothing can be saved now.
    private enum Obstacle {
        /// No account is logged in, or another one, with this email.
        case loggedOut(other: String?)
        case unusable(AccountsError)

        var error: AccountsError { if case .unusable(let error) = self { error } else { .nobodyLoggedIn } }
    }

    var page: FormPage<Action>
    private var state: DirectoryState
    private var edit: ValuesEdit
    private var obstacle: Obstacle?
    /// Whether typed text became wrong because the rules changed.
    private var hasOutdatedValues = false

    init(_ account: AccountFile, _ state: DirectoryState, _ subject: EditSubject = .currentUser) {
        self.state = state
        edit = ValuesEdit(subject, of: account, under: state.policy, followsEmail: true)
        let fields = Self.fields(account, state.policy, subject)
        let form = Form(editing: fields, of: account, state.directory.draft(over: account.values))
        page = FormPage(
            subject == .currentUser ? "Edit your account" : "Edit account", form,
            [FormButton(.save, title: "Save", needsValidFields: true), .cancel(.cancel)],
            leaving: .button,
            guidance: Guidance(Self.purpose, path: account.path))
        if subject == .currentUser { page.detail = account.email }
    }

    private static let purpose = "saving writes your changes to the file"

    /// For the administrator, a password has a form of its own: a missing one must not prevent other changes.
    private static func fields(_ account: AccountFile, _ policy: Policy, _ subject: EditSubject) -> [Field] {
        UserScreen.fields(account, policy).filter { subject == .currentUser || $0 != .password }
    }

    var traits: ScreenTraits {
        ScreenTraits(subject: edit.subject, policy: state.policy, isTyping: form.isTyping)
    }
    var isTouched: Bool { !changes.fields.isEmpty }
    var leavingQuestion: Dialog? {
        guard isTouched else { return nil }
        return logOutQuestion ?? leavingDialog
    }

    mutating func update(_ event: Event, _ context: ScreenContext) -> ScreenEffect? {
        if let effect = answer(event) { return effect }
        if isLoggedOut { hideData() }
        if !edit.merged.isEmpty || !edit.conflicts.isEmpty || hasOutdatedValues { noteChanges() }
        return nil
    }

    mutating func press(_ action: Action) -> ScreenEffect? {
        switch action {
        case .save: return save()
        case .cancel:
            return leavingQuestion.map(ScreenEffect.ask) ?? leave()
        }
    }

    mutating func leave() -> ScreenEffect? {
        if edit.subject != .currentUser { return .leave() }
        guard obstacle == nil else { return .work(.open()) }
        return .replace(UserScreen(edit.account, state))
    }

    /// Goes on with the edit, perhaps merged. `reason`: why it was not saved; nil if a conflict must be decided.
    mutating func goOn(_ edit: ValuesEdit, _ reason: AccountsError?) -> ScreenEffect? {
        self.edit = edit
        showValues()
        updateNotice()
        if let error = reason ?? obstacle?.error { return refuse(error) }
        // A conflict is asked about only when nothing else prevents saving.
        return save()
    }

    // MARK: Saving

    private var changes: AccountRecord {
        page.form.changes(of: edit.account, under: state.policy)
    }

    private mutating func write() {
        var draft = state.directory.draft(over: edit.account.values)
        draft.set(changes)
        edit.write(draft)
    }

    private mutating func save() -> ScreenEffect? {
        write()
        guard obstacle == nil, let asked = edit.conflicts.first else { return .work(.save(edit)) }
        func choosing(_ choice: EditChoice) -> ScreenEffect {
            .then { (screen: inout Self) in screen.choose(choice, of: asked) }
        }
        return .ask(
            .conflict(
                asked, state.policy,
                back: .then { (screen: inout Self) in
                    asked.field.map { screen.page.form.setFocus($0.id) }
                    return nil
                }, mine: choosing(.mine), theirs: choosing(.theirs)))
    }

    private mutating func refuse(_ error: AccountsError) -> ScreenEffect? {
        if error == .nobodyLoggedIn, !isLoggedOut { obstacle = .loggedOut(other: nil) }
        if error == .emailTaken { page.form.setFocus(Field.email.id) }
        return .ask(logOutQuestion ?? removalQuestion(error) ?? .failure("saved", Message(of: error)))
    }

    /// Offers to undo the removal of the account that is edited; what was typed stays.
    private func removalQuestion(_ error: AccountsError) -> Dialog? {
        guard case .noAccount(let email) = error, case .account = edit.subject else { return nil }
        return Dialog(
            title: "Not saved", texts: ["\(email) was removed elsewhere", "what you typed is kept here"],
            buttons: [("Back", nil), ("Undo the removal", .work(.offerUndo(.removal(of: email))))])
    }

    private var isLoggedOut: Bool { if case .loggedOut? = obstacle { true } else { false } }

    private var logOutQuestion: Dialog? {
        guard case .loggedOut(let other)? = obstacle else { return nil }
        let logIn = ScreenEffect.then { (screen: inout Self) in
            .setAside(screen, email: screen.edit.account.email)
        }
        return Dialog(
            title: "Not saved",
            texts: [.loggedOut(other: other), "what you typed is kept until it is logged in again"],
            buttons: [("Back", nil), ("Log in again", logIn), ("Drop it", .work(.open()))])
    }

    /// Resolves the conflict, if it is still the one that was asked about.
    private mutating func choose(_ choice: EditChoice, of asked: EditConflict) -> ScreenEffect? {
        guard edit.conflicts.first == asked else { return choice == .mine ? save() : nil }
        edit.resolve(asked, as: choice)
        showValues()
        let effect = save()
        updateNotice()
        return effect
    }

    // MARK: Changes of others

    mutating func refresh(_ files: DirectoryState.Reading) -> ScreenEffect? {
        switch files.account {
        case .failure(let error): obstacle = .unusable(error)
        case .success(let present?) where edit.isSame(present):
            if case .success(let new) = files { merge(new, present) }
            obstacle = nil
        case .success(let other):
            // Another account with the email that this one had is somebody else's.
            obstacle =
                if case .account(let email) = edit.subject { .unusable(.noAccount(email)) } else {
                    .loggedOut(other: other?.email)
                }
        }
        hideData()
        if edit.subject == .currentUser {
            page.wrongDocument = files.error?.wrongDocument
            page.detail = isLoggedOut ? "" : edit.account.email
        }
        updateNotice()
        guard let obstacle, !isTouched else { return nil }
        // Nothing was typed, so the screen that the files require may replace this one.
        return edit.subject == .currentUser ? .outdated : .leave(.lost(obstacle.error))
    }

    /// While the account is logged out, hides everything that was not typed.
    private mutating func hideData() {
        let typed = changes
        page.form.hidden =
            isLoggedOut ? Set(page.form.accountFields.filter { typed[$0] == nil }.map(\.id)) : []
    }

    /// Continues after being set aside, and merges what others changed; false if its account is not logged in.
    mutating func resume(_ files: DirectoryState.Reading) -> Bool {
        guard case .success(let present?) = files.account, edit.isSame(present) else { return false }
        _ = refresh(files)
        if page.notice == nil { page.notice = .done("what you typed is here again") }
        return true
    }

    private mutating func merge(_ new: DirectoryState, _ present: AccountFile) {
        let hasOtherRules = !new.hasRules(of: state)
        state = new
        if hasOtherRules {
            // The form for the present rules keeps typed text.
            let typed = changes
            let present = Self.fields(present, state.policy, edit.subject)
            let fields = Field.typedByPeople.filter { present.contains($0) || typed[$0] != nil }
            let form = Form(
                editing: fields, of: edit.account, state.directory.draft(over: edit.account.values))
            page.replaceForm(form, mayMoveFocus: !page.form.isTyping)
            hasOutdatedValues = true
        }
        let account = edit.account
        guard account.document.bytes != present.document.bytes || account.path != present.path else { return }
        write()
        edit.merge(present)
        showValues()
        noteChanges()
    }

    private mutating func showValues() {
        let policy = state.policy
        for field in page.form.accountFields {
            let text = TextField(of: field, holding: edit.formText(of: field), under: policy).text
            let typed = page.form.text(of: field.id)
            if !policy.normalized(typed, for: field).utf8.elementsEqual(
                policy.normalized(text, for: field).utf8)
            {
                page.form.setText(text, of: field.id)
            }
        }
    }

    private mutating func noteChanges() {
        write()
        if page.form.isValid { hasOutdatedValues = false }
        updateNotice()
    }

    /// What others changed meanwhile, the fields first that both sides changed.
    private var mergeNotice: Message? {
        let merged = Field.typedByPeople.filter(edit.merged.compactMap(\.field).contains)
        let news: Message? =
            merged.isEmpty ? nil : .mergedMeanwhile(merged.map(\.noun).joined(separator: ", "))
        guard !edit.conflicts.isEmpty else { return news }
        let both = edit.conflicts.map { Message.warning("\($0.sentence) (\($0.theirs(state.policy)))") }
        return Message(both).followed(by: news)
    }

    private mutating func updateNotice() {
        // The account may have moved to another email.
        page.guidance = Guidance(Self.purpose, path: edit.account.path)
        let notice: Message? =
            switch obstacle {
            case .loggedOut(let other): .kept(.loggedOut(other: other))
            case .unusable(let error): .lost(error, keeping: true)
            case nil where hasOutdatedValues && !page.form.isValid: .rulesChanged
            case nil: mergeNotice
            }
        page.setNotice(notice)
        // Each field says what others changed in it.
        for field in page.form.accountFields {
            let conflict = edit.conflicts.first { $0.field == field }
            let merged = edit.merged.last { $0.field == field }
            let news = merged.map { change in
                let old = change.mine.displayText(for: change.key, under: state.policy)
                return FormField.Remark(
                    field.entryStyle == .secret ? "changed meanwhile" : "changed: it was \(old)")
            }
            let theirs = conflict.map { FormField.Remark($0.theirs(state.policy), isProblem: true) }
            page.form.remark(theirs ?? news, about: field.id)
        }
    }
}
