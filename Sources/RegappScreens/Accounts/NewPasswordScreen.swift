import RegappValues
import RegappCore
import RegappStore
import RegappTerminal
import RegappWording

/// Asks at a login for the first password again, or for another one in place of a password that has to be changed.
struct NewPasswordScreen: LoggedOutScreen {
    enum Action: FormID {
        case setPassword, cancel
    }

    var page: FormPage<Action>
    var state: DirectoryState
    /// The screen to go back to; it keeps its typed text.
    private var login: RegistryLoginScreen
    private let attempt: LoginAttempt
    private let typed: String
    private let repeats: Bool

    /// - Parameters:
    ///   - repeats: whether to ask for the typed password again, rather than for another one.
    ///   - files: what the page is made for; nil for what the other screen has seen.
    init(
        from login: RegistryLoginScreen, _ attempt: LoginAttempt, _ typed: String, repeats: Bool,
        _ files: DirectoryState? = nil
    ) {
        self.login = login
        self.attempt = attempt
        self.typed = typed
        self.repeats = repeats
        let state = files ?? login.state
        self.state = state
        let needs = state.directory.draft(over: attempt.account.values, needing: [.password])
        page = FormPage(
            "Set the password",
            repeats ? Form(repeating: typed) : Form(replacingPassword: typed, in: needs),
            [FormButton(.setPassword, title: "Set password", needsValidFields: true), .cancel(.cancel)],
            leaving: .button,
            guidance: Guidance(
                "for \(attempt.account.email); only a hash of the password is kept",
                path: state.directory.store.path(of: StoreLayout.accounts)),
            notice: repeats ? .firstPassword : .passwordMustChange)
    }

    func newPage(_ state: DirectoryState) -> FormPage<Action> {
        NewPasswordScreen(from: login, attempt, typed, repeats: repeats, state).page
    }

    /// The login to go back to always holds typed text.
    var isTouched: Bool { true }
    var leavingQuestion: Dialog? { page.form.isTouched ? leavingDialog : nil }

    mutating func leave() -> ScreenEffect? { .replace(login) }

    mutating func refresh(_ files: DirectoryState.Reading) -> ScreenEffect? {
        let effect = follow(files)
        // A first password that was typed before may break new rules.
        guard repeats, !state.hasRules(of: login.state) else { return effect }
        login.page.notice = .rulesChanged
        return leave()
    }

    mutating func press(_ action: Action) -> ScreenEffect? {
        switch action {
        case .cancel: return escape()
        case .setPassword:
            let password = page.form.text(of: Field.password.id)
            let effect = login.goOn { [repeats] in repeats ? $0.repeated() : $0.chosen(password) }
            return .several([.replace(login), effect].compactMap(\.self))
        }
    }
}
