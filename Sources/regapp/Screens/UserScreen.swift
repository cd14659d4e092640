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
        static let albums = "albums"
        static let save = "save"
        static let cancel = "cancel"
        static let load = "load"
        static let back = "back"
        static let leave = "leave"
    }

    private let account: AccountFile
    private let snapshot: Snapshot
    private var page: FormPage
    /// What the fields held when editing began; nil while nothing is edited.
    private var before: [Field: String]?

    init(_ account: AccountFile, _ snapshot: Snapshot, notice: Notice? = nil) {
        self.account = account
        self.snapshot = snapshot
        page = Self.page(account, snapshot.policy, notice: notice ?? Self.notice(account))
    }

    /// Whether the fields are being edited.
    var isEditing: Bool { before != nil }

    mutating func update(_ event: Event) -> ScreenEffect? {
        switch page.update(event) {
        case .pressed(let id), .answered(let id): return press(id)
        case .escaped: return .quit
        case .quit: return leave()
        case .changed, nil: return nil
        }
    }

    private mutating func press(_ id: String) -> ScreenEffect? {
        switch id {
        case ID.edit: beginEditing()
        case ID.logOut: return .work(.logOut)
        case ID.albums: return .openAlbums
        case ID.save: return .work(.save(changes, seen: account))
        case ID.cancel:
            endEditing()
            // The file may have been changed while it was edited here.
            return .work(.read)
        case ID.load: return .work(.open)
        case ID.leave: return .quit
        default: break
        }
        return nil
    }

    private mutating func leave() -> ScreenEffect? {
        guard isEditing, !changes.isEmpty else { return .quit }
        page.alert = Alert(
            title: "Leave without saving?", text: "what you changed would be lost",
            buttons: [.init(ID.leave, "Leave"), .init(ID.back, "Back to editing")])
        return nil
    }

    mutating func receive(_ outcome: AccountOutcome) -> ScreenEffect? {
        switch outcome {
        case .failed(.nobodyLoggedIn) where !isEditing: return .work(.open)
        case .failed(let error): page.alert = alert(about: error)
        case .albumsFailed(let reason): page.alert = Alert(title: "Albums", text: reason)
        default: break
        }
        return nil
    }

    private func alert(about error: AccountsError) -> Alert {
        let text: String
        switch error {
        case .store(.changedMeanwhile): text = "the file was changed while you were editing it"
        case .invalidFile:
            text = "the file was changed while you were editing it, and cannot be accepted now"
        case .nobodyLoggedIn: text = "this account is not logged in any more"
        default: return .failure(isEditing ? "Not saved" : "Not logged out", error)
        }
        guard isEditing else { return .failure("Not logged out", error) }
        return Alert(
            title: "Changed meanwhile", text: text,
            buttons: [.init(ID.load, "Load it"), .init(ID.back, "Back to editing")])
    }

    mutating func take(_ files: Files) -> Bool {
        guard !isEditing else {
            page.notice = Self.notice(whileEditing: files)
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

    private static func notice(whileEditing files: Files) -> Notice? {
        let advice: Hint = "your changes are kept here"
        switch files {
        case .failure(let error): return .problem(error, advice: advice)
        case .success(let snapshot):
            switch snapshot.account {
            case .loggedIn: return nil
            case .unusable(let error): return .problem(error, advice: advice)
            case .nobody, .nobodyRegistered: return .problem("this account is not logged in any more")
            }
        }
    }

    func render(_ size: Size) -> Frame { page.render(size) }
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
                FormButton(ID.edit, title: "Edit", keys: [.character("e")]),
                FormButton(ID.logOut, title: "Log out"),
                FormButton(ID.albums, title: "Albums", keys: [.character("a")]),
            ], isReadOnly: true)
        var page = FormPage("User info", form, escape: .quit, notice: notice)
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
            field.rawValue, label: field.label, icon: field.icon,
            input: TextField(value, isSecret: isPlain))
        if field == .password && !isPlain {
            // Of a hash there is nothing to reveal.
            result.readOnlyText = account.hasNoPassword ? "not set" : "********"
        }
        return result
    }
}

// MARK: Editing

extension UserScreen {
    private mutating func beginEditing() {
        let fields = Self.fields(account, snapshot.policy)
        let hasHash = account.value(.passwordHash) != nil
        let form = Form(
            fields: fields.map { editable($0) },
            buttons: [
                FormButton(ID.save, title: "Save", needsValidFields: true),
                FormButton(ID.cancel, title: "Cancel", keys: [.escape]),
            ],
            check: snapshot.policy.check(
                fields, today: snapshot.today, mayBeEmpty: hasHash ? [.password] : []))
        before = form.values(of: fields)
        let detail = page.detail
        page = FormPage("Edit user info", form, escape: nil)
        page.detail = detail
    }

    private mutating func endEditing() {
        before = nil
        page = Self.page(account, snapshot.policy, notice: Self.notice(account))
    }

    private func editable(_ field: Field) -> FormField {
        var result = FormField(
            field, snapshot.policy, today: snapshot.today, label: field.label,
            text: account.value(field) ?? "")
        if field == .password, account.value(.passwordHash) != nil, account.value(.password) == nil {
            result.input.placeholder = "unchanged"
        }
        return result
    }

    /// What was changed, by bytes: é in its other form is a change.
    private var changes: [Field: String] {
        let texts = page.form.values(of: Array((before ?? [:]).keys))
        return texts.filter { !$0.value.utf8.elementsEqual((before?[$0.key] ?? "").utf8) }
    }
}
