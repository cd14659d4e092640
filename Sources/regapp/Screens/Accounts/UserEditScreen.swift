import Accounts
import CommandParser
import DocumentStore
import StrictJSON
import TerminalUI

/// The account that is logged in, to edit.
///
/// What others make of its file meanwhile is merged as soon as it is seen, by an ``EditDialogue``; nothing that was
/// typed is lost by it. Where the account is not logged in any more, the edit can be set aside until it is.
struct UserEditScreen: Screen {
    private enum ID {
        static let save = "save"
        static let cancel = "cancel"
        static let back = "back"
        static let mine = "mine"
        static let theirs = "theirs"
        static let logIn = "login"
        static let drop = "drop"
        static let leave = "leave"
    }

    private static let buttons = [
        FormButton(ID.save, title: "Save", needsValidFields: true),
        FormButton(ID.cancel, title: "Cancel", keys: [.escape]),
    ]

    /// Why nothing can be saved now.
    private enum Trouble: Equatable {
        /// Nobody is logged in, or another account, whose email this is.
        case loggedOut(other: String?)
        case unusable(AccountsError)
    }

    var page: FormPage
    private var snapshot: Snapshot
    private var dialogue: EditDialogue
    /// What the fields hold where nothing is changed: of the account as it was last seen.
    private var before: AccountRecord
    /// What others changed and nobody has touched here since: the values before.
    private var taken: [Field: String] = [:]
    private var trouble: Trouble?
    /// The trouble that an alert has told already, whether it was found by saving or in the files.
    private var toldTrouble: Trouble?
    /// The conflict that an alert asks about.
    private var asked: EditDialogue.Conflict?
    /// Whether what is typed has become wrong by a change of the rules.
    private var hasOutdatedValues = false
    /// Whether saving goes on as soon as the files have been read.
    private var awaitsFiles = false

    init(_ account: AccountFile, _ snapshot: Snapshot) {
        self.snapshot = snapshot
        dialogue = EditDialogue(account)
        let fields = UserScreen.fields(account, snapshot.policy)
        let form = Form(editing: fields, of: account, snapshot, buttons: Self.buttons)
        before = form.values(of: fields)
        page = FormPage(
            "Edit user info", form, escape: nil, guidance: Guidance("saves in", path: account.path))
        page.detail = account.email
    }

    var policy: Policy? { snapshot.policy }

    mutating func update(_ event: Event) -> ScreenEffect? {
        switch page.update(event) {
        case .pressed(let id), .answered(let id): return press(id)
        case .escaped, .quit: return nil
        case nil:
            if !taken.isEmpty || !dialogue.conflicts.isEmpty || hasOutdatedValues { noteChanges() }
            return nil
        }
    }

    private mutating func press(_ id: String) -> ScreenEffect? {
        switch id {
        // While something is in the way, only the files say whether it is still.
        case ID.save where trouble != nil: return readFiles()
        case ID.save: return go { [changes] in $0.begin(changes) }
        case ID.mine: return choose(.mine)
        case ID.theirs: return choose(.theirs)
        case ID.back: asked.map { page.form.setFocus($0.field.rawValue) }
        case ID.cancel where isLoggedOut && !changes.isEmpty: tellLoggedOut()
        case ID.cancel where trouble == nil: return .show(UserScreen(dialogue.account, snapshot))
        case ID.cancel, ID.drop: return .work(.open())
        case ID.logIn: return .setAside(self, email: dialogue.account.email)
        case ID.leave: return .quit
        default: break
        }
        return nil
    }

    mutating func receive(_ outcome: AccountOutcome) -> ScreenEffect? {
        switch outcome {
        case .read(let files):
            guard awaitsFiles else { return nil }
            awaitsFiles = false
            // What was typed since the last try to save is saved with the rest.
            return go { [changes] in
                $0.note(changes)
                return $0.read(files.account)
            }
        case .failed(let error): return go { $0.saved(.failure(error)) }
        default: return nil
        }
    }
}

// MARK: Saving

extension UserEditScreen {
    /// What was changed, by bytes: é in its other form is a change, a phone in another is none.
    private var changes: AccountRecord {
        let policy = snapshot.policy
        return page.form.values(of: before.fields).filter { field, text in
            let old = policy.normalized(before[field] ?? "", for: field)
            return !policy.normalized(text, for: field).utf8.elementsEqual(old.utf8)
        }
    }

    private mutating func readFiles() -> ScreenEffect {
        awaitsFiles = true
        return .work(.read)
    }

    private mutating func go(_ answer: (inout EditDialogue) -> EditDialogue.Step) -> ScreenEffect? {
        asked = nil
        switch answer(&dialogue) {
        case .save(let changes, let seen): return .work(.save(changes, seen: seen))
        case .read: return readFiles()
        case .choose(let conflict):
            asked = conflict
            page.alert = .conflict(conflict, snapshot.policy, buttons: [ID.back, ID.mine, ID.theirs])
        case .refused(let error): return refuse(error)
        // The files say what the account is now, and another screen shows it.
        case .finished: break
        }
        return nil
    }

    /// Says why nothing was saved; once only, where nothing has changed since.
    private mutating func refuse(_ error: AccountsError) -> ScreenEffect? {
        let isKnown = trouble != nil
        if error == .nobodyLoggedIn, !isLoggedOut { trouble = .loggedOut(other: nil) }
        guard trouble == nil || trouble != toldTrouble else {
            if case .loggedOut(let other) = trouble {
                page.notice = .stillLoggedOut(other: other)
            } else {
                page.notice = .notSaved(error)
            }
            return nil
        }
        toldTrouble = trouble ?? .unusable(error)
        if isLoggedOut {
            tellLoggedOut()
        } else {
            page.alert = .failure("Not saved", Report(error))
        }
        if error == .emailTaken { page.form.setFocus(Field.email.rawValue) }
        // The reason may be in the files: other rules, or another account.
        return isKnown ? nil : .work(.read)
    }

    private var isLoggedOut: Bool { if case .loggedOut = trouble { true } else { false } }

    private mutating func tellLoggedOut() {
        guard case .loggedOut(let other) = trouble else { return }
        page.alert = .loggedOutElsewhere(other: other, buttons: [ID.back, ID.logIn, ID.drop])
    }

    /// Goes on with the answer about a conflict, if it still is what was asked about.
    private mutating func choose(_ choice: EditDialogue.Choice) -> ScreenEffect? {
        guard let asked, dialogue.conflicts.first == asked else {
            return choice == .mine ? go { [changes] in $0.begin(changes) } : nil
        }
        if choice == .theirs { show(Form.typed(asked.field, of: dialogue.account), of: asked.field) }
        let effect = go { $0.choose(choice) }
        tell()
        return effect
    }

    /// Asks before the program ends and the edit with it.
    mutating func askToLeave() { page.alert = .losesForm(leaving: ID.leave) }
}

// MARK: Changes of others

extension UserEditScreen {
    mutating func take(_ files: Files) -> Bool {
        switch files.account {
        case .failure(let error): trouble = .unusable(error)
        case .success(let present?) where dialogue.isSame(present):
            trouble = nil
            if case .success(let new) = files { take(new, present) }
        case .success(let other): trouble = .loggedOut(other: other?.email)
        }
        if trouble != toldTrouble { toldTrouble = nil }
        tell()
        return true
    }

    /// Takes the edit up again, once its account is logged in.
    ///
    /// - Returns: whether the files are those of its account.
    mutating func resume(_ files: Files) -> Bool {
        guard case .success(let present?) = files.account, dialogue.isSame(present) else { return false }
        _ = take(files)
        if page.notice == nil { page.notice = .editResumed }
        return true
    }

    private mutating func take(_ new: Snapshot, _ present: AccountFile) {
        let hasOtherRules = !new.hasRules(of: snapshot)
        snapshot = new
        if hasOtherRules {
            replaceForm(present)
            hasOutdatedValues = true
        }
        merge(present)
        page.detail = present.email
    }

    /// Puts a form for the present rules in the place of this one, with what is typed kept.
    private mutating func replaceForm(_ present: AccountFile) {
        let typed = changes
        let present = UserScreen.fields(present, snapshot.policy)
        let fields = Field.typed.filter { present.contains($0) || typed[$0] != nil }
        let form = Form(editing: fields, of: dialogue.account, snapshot, buttons: Self.buttons)
        for field in fields where before[field] == nil { before[field] = form.text(of: field.rawValue) }
        before = before.filter { field, _ in fields.contains(field) }
        let old = page.form
        page.form = form
        page.form.takeOver(old, mayMoveFocus: page.alert != nil || !old.isTyping)
    }

    /// Takes over what somebody else made of the account; what is typed here stays.
    private mutating func merge(_ present: AccountFile) {
        let old = dialogue.account
        guard old.document.bytes != present.document.bytes || old.path != present.path else { return }
        let changes = changes
        for field in dialogue.merge(with: present, changes) {
            let value = old.values.held(field)
            if taken[field] == nil { taken[field] = value }
            if taken[field]?.utf8.elementsEqual(present.values.held(field).utf8) == true {
                taken[field] = nil
            }
            show(Form.typed(field, of: present), of: field)
        }
        for field in changes.fields { before[field] = Form.typed(field, of: present) }
        noteChanges()
    }

    /// Shows a value as what the file has.
    private mutating func show(_ value: String, of field: Field) {
        guard before[field] != nil else { return }
        page.form.setText(snapshot.policy.displayed(value, for: field), of: field.rawValue)
        before[field] = page.form.text(of: field.rawValue)
    }

    private mutating func noteChanges() {
        let changes = changes
        dialogue.note(changes)
        taken = taken.filter { changes[$0.key] == nil }
        if page.form.isValid { hasOutdatedValues = false }
        tell()
    }

    /// Says what others have changed, above the fields and at each.
    private mutating func tell() {
        let conflicts = dialogue.conflicts
        let notice: Notice? =
            switch trouble {
            case .loggedOut(let other): .loggedOutElsewhere(other: other)
            case .unusable(let error): .problem(error, advice: "your changes are kept here")
            case nil where hasOutdatedValues && !page.form.isValid: .rulesChanged
            case nil:
                .merged(
                    taken: Field.typed.filter { taken[$0] != nil }, conflicts: conflicts, snapshot.policy)
            }
        page.tell(notice)
        for field in before.fields {
            let conflict = conflicts.first { $0.field == field }
            let old = taken[field].map { field.shown($0, snapshot.policy) }
            page.form.remark(
                conflict.map { .conflict($0, snapshot.policy) } ?? old.map { .taken(field, from: $0) },
                about: field.rawValue)
        }
    }
}
