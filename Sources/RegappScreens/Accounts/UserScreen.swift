import RegappValues
import RegappCore
import RegappWording
import RegappJSON
import RegappTerminal

/// The account of the current user, read-only, with what can be done with it.
struct UserScreen: FormScreen {
    enum Action: FormID {
        case edit, logOut, albums, undo, editor
    }

    private static let editKey = KeyBinding(
        [.character("e")], "edit", meaning: "edit the account, on Your account")
    private static let albumsKey = KeyBinding(
        [.character("a")], "albums", meaning: "the albums, on Your account")
    /// If there is nothing to undo, the screen says so.
    private static let undo = KeyBinding(
        [.character("u")], "undo", meaning: "show what undoing your last change would do, on Your account")
    static let keys = [editKey, albumsKey, undo, PageKeys.editor]

    private let account: AccountFile
    private let state: DirectoryState
    var page: FormPage<Action>

    /// - Parameter old: the account as it was before a change, whose new values stand out.
    init(
        _ account: AccountFile, _ state: DirectoryState, notice: Message? = nil, since old: AccountFile? = nil
    ) {
        self.account = account
        self.state = state
        var buttons = [
            FormButton(Action.edit, title: "Edit", key: Self.editKey), FormButton(.logOut, title: "Log out"),
        ]
        if state.policy.leadsToAlbums {
            buttons.append(FormButton(.albums, title: "Albums", key: Self.albumsKey))
        }
        buttons.append(.editor(.editor))
        var purpose = state.policy.isRegistry ? "logged in to this registry" : "logged in"
        if case .change(let time) = state.undoOffer {
            purpose = "changed on \(time.dateInWords)"
            // Last, so that no other button moves.
            buttons.append(
                FormButton(.undo, title: "Undo", menuTitle: "Undo the last change", key: Self.undo))
        }
        page = FormPage(
            "Your account", Form(fields: Self.readOnlyFields(account, state.policy), isReadOnly: true),
            buttons, leaving: .program, guidance: Guidance(purpose, path: account.path),
            notice: account.missing.isEmpty ? nil : .missing(account.missing), news: notice)
        page.detail = account.values[.email] ?? ""
        let albums = state.policy.leadsToAlbums ? [Self.albumsKey] : []
        let reveal = page.form.hasSecret ? [Form.reveal] : []
        page.footer = [Self.editKey, Self.undo] + albums + [PageKeys.editor, PageKeys.quit] + reveal
        guard let old, old.path == account.path else { return }
        page.form.adoptPlace(of: Form(fields: Self.readOnlyFields(old, state.policy), isReadOnly: true))
    }

    mutating func update(_ event: Event, _ context: ScreenContext) -> ScreenEffect? {
        if let effect = answer(event) { return effect }
        return Self.undo.matches(event) ? .work(.offerUndo(.currentUser)) : nil
    }

    mutating func press(_ action: Action) -> ScreenEffect? {
        switch action {
        case .edit: .replace(UserEditScreen(account, state))
        case .logOut: .ask(.logOut(state.policy))
        case .albums: .open(.albums)
        case .undo: .work(.offerUndo(.currentUser))
        case .editor: .openEditor(.currentUser)
        }
    }

    mutating func refresh(_ files: DirectoryState.Reading) -> ScreenEffect? {
        guard case .success(let new) = files, let account = new.account,
            account.path == self.account.path
        else { return .outdated }
        // Nothing has changed, so the focus and a revealed password stay.
        let isSame =
            new.hasRules(of: state) && account.document.bytes == self.account.document.bytes
        if isSame, new.undoOffer == state.undoOffer { return nil }
        // What was said may not be true any more, such as that the change can be undone.
        let old = self
        self = UserScreen(account, new)
        if isSame {
            page.form.adopt(old.page.form, mayMoveFocus: false)
        } else {
            page.form.adoptPlace(of: old.page.form)
        }
        if old.page.form.hasJustEscaped { page.form.hasJustEscaped = true }
        return nil
    }

    var traits: ScreenTraits { ScreenTraits(policy: state.policy) }
    var copyable: String? { account.email }

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
            guard field == .password && !isPlain else {
                return FormField(field, input: TextField(value, isSecret: isPlain))
            }
            var result = FormField(field, input: TextField())
            // A hash has nothing to reveal.
            result.readOnlyText = account.hasNoPassword ? .notSet : FormField.hidden
            return result
        }
    }
}
