import Accounts
import CommandParser
import DocumentStore
import RegappProcess
import StrictJSON
import TerminalUI

/// User info: the account that is logged in, to read and to edit.
struct UserScreen: Screen {
    private enum ID {
        static let edit = "edit"
        static let logOut = "logout"
        static let reallyLogOut = "really"
        static let albums = "albums"
        static let save = "save"
        static let cancel = "cancel"
        static let load = "load"
        static let back = "back"
        static let mine = "mine"
        static let theirs = "theirs"
    }

    private static let editKey = KeyBinding([.character("e")], "edit", meaning: "edit, on User info")
    private static let albumsKey = KeyBinding([.character("a")], "albums", meaning: "albums, on User info")
    /// The keys of its own.
    static let keys = [editKey, albumsKey]

    /// An edit on its way.
    private struct Editing {
        var dialogue: EditDialogue
        /// What the fields hold where nothing is changed: of the account as it was last seen.
        var before: AccountRecord
        /// Whether saving goes on as soon as the files have been read.
        var awaitsFiles = false
    }

    private let account: AccountFile
    private let snapshot: Snapshot
    private(set) var page: FormPage
    /// Nil while nothing is edited.
    private var editing: Editing?

    init(_ account: AccountFile, _ snapshot: Snapshot, notice: Notice? = nil) {
        self.account = account
        self.snapshot = snapshot
        page = Self.page(account, snapshot.policy, notice: notice ?? Self.notice(account))
    }

    /// Whether the fields are being edited.
    var isEditing: Bool { editing != nil }

    mutating func update(_ event: Event) -> ScreenEffect? {
        switch page.update(event) {
        case .pressed(let id), .answered(let id): return press(id)
        case .escaped, .quit: return .quit
        case nil: return nil
        }
    }

    private mutating func press(_ id: String) -> ScreenEffect? {
        switch id {
        case ID.edit: beginEditing()
        case ID.logOut: page.alert = .logOut(snapshot.policy, buttons: [ID.back, ID.reallyLogOut])
        case ID.reallyLogOut: return .work(.logOut)
        case ID.albums: return .openAlbums
        case ID.save: return go { [changes] in $0.begin(changes) }
        case ID.mine: return go { $0.choose(.mine) }
        case ID.theirs: return takeTheirs()
        case ID.cancel:
            endEditing()
            // The file may have been changed while it was edited here.
            return .work(.read)
        case ID.load: return .work(.open)
        default: break
        }
        return nil
    }

    mutating func receive(_ outcome: AccountOutcome) -> ScreenEffect? {
        switch outcome {
        case .read(let files): return goOn(with: files)
        case .failed(let error) where isEditing: return go { $0.saved(.failure(error)) }
        case .failed(.nobodyLoggedIn): return .work(.open)
        case .failed(let error): page.alert = .failure("Not logged out", Report(error))
        case .albumsFailed(let reason): page.alert = Alert(title: "Albums", text: reason)
        case .done, .registered, .checked, .completed: break
        }
        return nil
    }

    mutating func take(_ files: Files) -> Bool {
        guard !isEditing else {
            merge(files)
            return true
        }
        guard case .success(let snapshot) = files, case .loggedIn(let account) = snapshot.account else {
            return false
        }
        // Where nothing is new, the focus and a revealed password stay.
        let isSame =
            snapshot.hasRules(of: self.snapshot) && account.path == self.account.path
            && account.document.bytes == self.account.document.bytes
        if !isSame { self = UserScreen(account, snapshot) }
        return true
    }

    var policy: Policy? { snapshot.policy }

    var shown: FormPage { page }
}

// MARK: Reading

extension UserScreen {
    private static func notice(_ account: AccountFile) -> Notice? {
        guard !account.missing.isEmpty else { return nil }
        return .problem("missing: " + account.missing.map(\.noun).joined(separator: ", "))
    }

    private static func page(_ account: AccountFile, _ policy: Policy, notice: Notice?) -> FormPage {
        let form = Form(
            fields: fields(account, policy).map { readOnly($0, account, policy) },
            buttons: [
                FormButton(ID.edit, title: "Edit", keys: Self.editKey.keys),
                FormButton(ID.logOut, title: "Log out"),
                FormButton(ID.albums, title: "Albums", keys: Self.albumsKey.keys),
            ], isReadOnly: true)
        var page = FormPage(
            "User info", form, escape: .quit, guidance: Guidance("shows", path: account.path), notice: notice)
        page.detail = account.values[.email] ?? ""
        return page
    }

    /// The fields of the policy, and others that the file has.
    private static func fields(_ account: AccountFile, _ policy: Policy) -> [Field] {
        Field.typed.filter { policy.fields.contains($0) || account.values[$0] != nil }
    }

    private static func readOnly(_ field: Field, _ account: AccountFile, _ policy: Policy) -> FormField {
        let value = policy.displayed(account.value(field) ?? "", for: field)
        let isPlain = field == .password && !value.isEmpty
        var result = FormField(
            field.rawValue, label: field.label + ":", icon: field.icon,
            input: TextField(value, isSecret: isPlain))
        if field == .password && !isPlain {
            // Of a hash there is nothing to reveal.
            result.readOnlyText = account.hasNoPassword ? "not set" : FormField.hidden
        }
        return result
    }
}

// MARK: Editing

extension UserScreen {
    private mutating func beginEditing() {
        let fields = Self.fields(account, snapshot.policy)
        let form = Form(
            fields: fields.map { editable($0) },
            buttons: [
                FormButton(ID.save, title: "Save", needsValidFields: true),
                FormButton(ID.cancel, title: "Cancel", keys: [.escape]),
            ],
            check: snapshot.policy.check(
                fields, today: snapshot.today, mayBeEmpty: account.hasNoPassword ? [] : [.password]))
        editing = Editing(dialogue: EditDialogue(account), before: form.values(of: fields))
        let detail = page.detail
        page = FormPage(
            "Edit user info", form, escape: nil, guidance: Guidance("saves in", path: account.path))
        page.detail = detail
    }

    private mutating func endEditing() {
        editing = nil
        page = Self.page(account, snapshot.policy, notice: Self.notice(account))
    }

    private func editable(_ field: Field) -> FormField {
        var result = FormField(
            field, snapshot.policy, today: snapshot.today, label: field.label + ":",
            text: Self.typed(field, of: account))
        if field == .password, !account.hasNoPassword { result.input.placeholder = "unchanged" }
        return result
    }

    /// What a field holds where nothing is typed in it: of a password nothing, not even its length.
    private static func typed(_ field: Field, of account: AccountFile) -> String {
        field == .password ? "" : account.value(field) ?? ""
    }

    /// What was changed, by bytes: é in its other form is a change, a phone in another is none.
    private var changes: AccountRecord {
        let before = editing?.before ?? [:]
        let texts = page.form.values(of: before.fields)
        let policy = snapshot.policy
        return texts.filter { field, text in
            let old = policy.normalized(before[field] ?? "", for: field)
            return !policy.normalized(text, for: field).utf8.elementsEqual(old.utf8)
        }
    }

    // MARK: Saving

    private mutating func go(_ answer: (inout EditDialogue) -> EditDialogue.Step) -> ScreenEffect? {
        guard var open = editing else { return nil }
        let step = answer(&open.dialogue)
        editing = open
        switch step {
        case .save(let changes, let seen): return .work(.save(changes, seen: seen))
        case .read:
            editing?.awaitsFiles = true
            return .work(.read)
        case .choose(let conflict):
            page.alert = .conflict(conflict, snapshot.policy, buttons: [ID.back, ID.mine, ID.theirs])
        case .refused(.nobodyLoggedIn):
            page.alert = Alert(
                title: "Not saved", text: "this account is not logged in any more",
                buttons: [.init(ID.back, "Back to editing"), .init(ID.load, "Show what is there")])
        case .refused(let error):
            page.alert = .failure("Not saved", Report(error))
            if error == .emailTaken { page.form.setFocus(Field.email.rawValue) }
        // The files say what the account is now, and another screen shows it.
        case .finished: break
        }
        return nil
    }

    private mutating func goOn(with files: Files) -> ScreenEffect? {
        guard editing?.awaitsFiles == true else { return nil }
        editing?.awaitsFiles = false
        return go { $0.read(Self.account(in: files)) }
    }

    private static func account(in files: Files) -> Result<AccountFile?, AccountsError> {
        switch files {
        case .failure(let error): .failure(error)
        case .success(let snapshot):
            switch snapshot.account {
            case .loggedIn(let account): .success(account)
            case .unusable(let error): .failure(error)
            case .nobody, .nobodyRegistered: .success(nil)
            }
        }
    }

    // MARK: Changes of others

    /// Takes over what somebody else made of the account meanwhile, and says so; what is typed here stays.
    private mutating func merge(_ files: Files) {
        switch Self.account(in: files) {
        case .failure(let error): page.notice = .problem(error, advice: "your changes are kept here")
        case .success(let present?) where editing?.dialogue.isSame(present) == true: merge(present)
        case .success: page.notice = .problem("this account is not logged in any more")
        }
    }

    private mutating func merge(_ present: AccountFile) {
        guard var open = editing, open.dialogue.account.document.bytes != present.document.bytes else {
            return
        }
        let taken = open.dialogue.merge(with: present, changes)
        let conflicts = open.dialogue.conflicts.map(\.field)
        editing = open
        for field in taken { show(Self.typed(field, of: present), of: field) }
        for field in conflicts { editing?.before[field] = Self.typed(field, of: present) }
        page.notice = .merged(taken: taken, conflicts: conflicts)
    }

    /// Shows a value as what the file has.
    private mutating func show(_ value: String, of field: Field) {
        let shown = snapshot.policy.displayed(value, for: field)
        guard editing?.before[field] != nil else { return }
        page.form.setText(shown, of: field.rawValue)
        editing?.before[field] = page.form.text(of: field.rawValue)
    }

    private mutating func takeTheirs() -> ScreenEffect? {
        guard let conflict = editing?.dialogue.conflicts.first, let account = editing?.dialogue.account else {
            return nil
        }
        show(Self.typed(conflict.field, of: account), of: conflict.field)
        return go { $0.choose(.theirs) }
    }
}
