import RegappCore
import RegappWording
import RegappJSON
import RegappTerminal

/// The account of the current user, read-only, with what can be done with it.
struct UserScreen: FormScreen {
    enum Action: String, FormAction {
        case edit, logOut, albums, undo, editor
    }

    private static let editKey = KeyBinding(
        [.character("e")], "edit", meaning: "edit the account, on Your account")
    private static let albumsKey = KeyBinding(
        [.character("a")], "albums", meaning: "the albums, on Your account")
    /// If there is nothing to undo, it says so.
    private static let undo = KeyBinding(
        [.character("u")], "undo", meaning: "show what undoing your last change would do, on Your account")
    static let keys = [editKey, albumsKey, undo, PageKeys.editor]

    private let account: AccountFile
    private let signIn: SignIn
    var page: FormPage<Action>

    init(_ account: AccountFile, _ signIn: SignIn, notice: Message? = nil) {
        self.account = account
        self.signIn = signIn
        page = FormPage(
            "Your account", Form(fields: Self.readOnlyFields(account, signIn.policy), isReadOnly: true),
            Self.buttons(signIn), escape: .quit,
            guidance: Guidance("as its file has it", path: account.path),
            notice:
                notice ?? (account.missing.isEmpty ? nil : .missing(account.missing)))
        page.detail = account.values[.email] ?? ""
    }

    mutating func update(_ event: Event, _ context: ScreenContext) -> ScreenEffect? {
        if let effect = page.update(event) { return follow(effect) }
        return Self.undo.matches(event) ? .work(.offerUndo(.own)) : nil
    }

    mutating func press(_ action: Action) -> ScreenEffect? {
        switch action {
        case .edit: .replace(UserEditScreen(account, signIn))
        case .logOut: .ask(.logOut(signIn.policy, logOut: .work(.logOut)))
        case .albums: .open(.albums)
        case .undo: .work(.offerUndo(.own))
        case .editor: .openEditor(.own)
        }
    }

    mutating func refresh(_ files: SignIn.Reading, _ context: ScreenContext) -> ScreenEffect? {
        guard case .success(let new) = files, let account = new.account,
            account.path == self.account.path
        else { return .outdated }
        let isSame =
            new.hasRules(of: signIn) && account.document.bytes == self.account.document.bytes
        // Nothing has changed, so the focus and a revealed password stay.
        if isSame, new.undoOffer == signIn.undoOffer { return nil }
        let old = self
        self = UserScreen(account, new, notice: isSame ? old.page.notice : nil)
        if isSame { page.form.adopt(old.page.form, mayMoveFocus: false) }
        if old.page.form.hasJustEscaped { page.form.hasJustEscaped = true }
        return nil
    }

    var policy: Policy? { signIn.policy }
    var copyable: String? { account.email }

    // MARK: The page

    private static func buttons(_ signIn: SignIn) -> [FormButton<Action>] {
        var buttons = [
            FormButton(Action.edit, title: "Edit", key: editKey), FormButton(.logOut, title: "Log out"),
        ]
        if signIn.policy.leadsToAlbums {
            buttons.append(FormButton(.albums, title: "Albums", key: albumsKey))
        }
        if signIn.undoOffer == .change {
            buttons.append(FormButton(.undo, title: "Undo", menuTitle: "Undo the last change", key: undo))
        }
        return buttons + [.editor(.editor)]
    }

    static func fields(_ account: AccountFile, _ policy: Policy) -> [Field] {
        Field.typedByPeople.filter { policy.fields.contains($0) || account.values[$0] != nil }
    }

    /// - Parameter isPast: whether the account no longer exists; its password stays hidden.
    static func readOnlyFields(
        _ account: AccountFile, _ policy: Policy, isPast: Bool = false
    ) -> [FormField] {
        fields(account, policy).map { field in
            let value = policy.displayed(account.value(field) ?? "", for: field)
            let isPlain = field == .password && !value.isEmpty && !isPast
            var result = FormField(
                field.rawValue, label: field.label, icon: field.icon,
                input: TextField(field == .password && !isPlain ? "" : value, isSecret: isPlain))
            if field == .password && !isPlain {
                // A hash has nothing to reveal.
                result.readOnlyText = account.hasNoPassword ? .notSet : FormField.hidden
            }
            return result
        }
    }
}
