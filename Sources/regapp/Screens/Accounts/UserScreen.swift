import Accounts
import CommandParser
import DocumentStore
import StrictJSON
import TerminalUI

/// The current user's account, read-only.
struct UserScreen: FormScreen {
    private enum ID {
        static let edit = "edit"
        static let logOut = "logout"
        static let reallyLogOut = "really"
        static let albums = "albums"
        static let undo = "undo"
        static let reallyUndo = "really-undo"
        static let editor = "editor"
        static let back = "back"
    }

    private static let editKey = KeyBinding(
        [.character("e")], "edit", meaning: "edit the account, on User info")
    private static let albumsKey = KeyBinding(
        [.character("a")], "albums", meaning: "the albums, on User info")
    /// If there is nothing to undo, it says so.
    private static let undo = KeyBinding(
        [.character("u")], "undo", meaning: "show what undoing the last change would do, on User info")
    static let keys = [editKey, albumsKey, undo, FormButton.editorKey]

    private let account: AccountFile
    private let signIn: SignIn
    var page: FormPage
    /// The change that is being shown for undoing.
    private var lastChange: LastChange?

    init(_ account: AccountFile, _ signIn: SignIn, notice: Notice? = nil) {
        self.account = account
        self.signIn = signIn
        page = FormPage(
            "User info", Self.form(account, signIn), escape: .quit,
            guidance: .shows(account.path), notice: notice ?? Self.notice(account))
        page.detail = account.values[.email] ?? ""
    }

    mutating func update(_ event: Event) -> ScreenEffect? {
        follow(page.update(event)) ?? (Self.undo.matches(event) ? .work(.findLastChange) : nil)
    }

    mutating func press(_ id: String) -> ScreenEffect? {
        switch id {
        case ID.edit: .show(UserEditScreen(account, signIn))
        case ID.logOut: .alert(.logOut(signIn.policy, buttons: [ID.back, ID.reallyLogOut]))
        case ID.reallyLogOut: .work(.logOut)
        case ID.albums: .openAlbums
        case ID.undo: .work(.findLastChange)
        case ID.reallyUndo: lastChange.map { .work(.undo($0)) }
        case ID.editor: .openEditor(.own)
        default: nil
        }
    }

    mutating func receive(_ outcome: AccountOutcome) -> ScreenEffect? {
        switch outcome {
        case .failed(.nobodyLoggedIn): return .work(.open())
        case .failed(let error): return .alert(.failure(.logOut, error))
        case .lastChange(_, .success(let change?)):
            lastChange = change
            return .alert(
                .undo(change.differences, signIn.policy, buttons: [ID.back, ID.reallyUndo]))
        case .lastChange(_, .success(nil)): page.notice = .nothingToUndo
        case .lastChange(_, .failure(let error)): return .alert(.failure(.undo, error))
        // Under this policy, people log in for the album screens.
        case .loggedIn: return signIn.policy.kind == .albums ? .openAlbums : nil
        case .read, .notDone, .notSaved, .looked, .done, .registered, .checked, .completed, .edited,
            .editorNeeds:
            break
        }
        return nil
    }

    mutating func take(_ files: Files, hasFocus: Bool) -> Bool {
        guard case .success(let new) = files, let account = new.account,
            account.path == self.account.path
        else { return false }
        let isSame =
            new.hasRules(of: signIn) && account.document.bytes == self.account.document.bytes
        // Nothing has changed, so the focus and a revealed password stay.
        if isSame, new.offersUndo == signIn.offersUndo { return true }
        let old = self
        self = UserScreen(account, new, notice: isSame ? old.page.notice : nil)
        if isSame { page.form.takeOver(old.page.form, mayMoveFocus: false) }
        if old.page.form.hasJustEscaped { page.form.noteEscape() }
        lastChange = old.lastChange
        return true
    }

    var policy: Policy? { signIn.policy }
}

// MARK: The page

extension UserScreen {
    private static func notice(_ account: AccountFile) -> Notice? {
        guard !account.missing.isEmpty else { return nil }
        return .missing(account.missing)
    }

    private static func form(_ account: AccountFile, _ signIn: SignIn) -> Form {
        var buttons = [
            FormButton(ID.edit, title: "Edit", key: editKey),
            FormButton(ID.logOut, title: "Log out"),
            FormButton(ID.albums, title: "Albums", key: albumsKey),
        ]
        if signIn.offersUndo {
            buttons.append(
                FormButton(ID.undo, title: "Undo", menuTitle: "Undo the last change", key: undo))
        }
        buttons.append(.editorByKey(ID.editor))
        return Form(
            fields: readOnlyFields(account, signIn.policy), buttons: buttons, isReadOnly: true)
    }

    /// The fields of the policy, and any others in the file.
    static func fields(_ account: AccountFile, _ policy: Policy) -> [Field] {
        Field.typed.filter { policy.fields.contains($0) || account.values[$0] != nil }
    }

    /// - Parameter isPast: whether the account no longer exists; its password stays hidden.
    static func readOnlyFields(
        _ account: AccountFile, _ policy: Policy, isPast: Bool = false
    ) -> [FormField] {
        fields(account, policy).map { readOnly($0, account, policy, isPast: isPast) }
    }

    private static func readOnly(
        _ field: Field, _ account: AccountFile, _ policy: Policy, isPast: Bool
    ) -> FormField {
        let value = policy.displayed(account.value(field) ?? "", for: field)
        let isPlain = field == .password && !value.isEmpty && !isPast
        var result = FormField(
            field.rawValue, label: field.label + ":", icon: field.icon,
            input: TextField(field == .password && !isPlain ? "" : value, isSecret: isPlain))
        if field == .password && !isPlain {
            // A hash has nothing to reveal.
            result.readOnlyText = account.hasNoPassword ? "not set" : FormField.hidden
        }
        return result
    }
}
