import RegappCommandLine
import RegappCore
import RegappStore
import RegappTerminal
import RegappWording

/// Logs in to a registry by email or first name, and password.
struct RegistryLoginScreen: LoggedOutScreen {
    enum Action: String, FormAction {
        case logIn, register, accounts, profile
        /// Of the page that asks for a first password again, or for another one.
        case setPassword, cancel
    }

    var page: FormPage<Action>
    var state: DirectoryState { didSet { if !state.hasRules(of: oldValue) { followRules() } } }
    private var dialogue = LoginDialogue(isTyped: true)
    /// The page that asks for a first password again, or for another one, while it is open.
    private var repetition: FormPage<Action>?
    /// The password that has to be changed, while another one is asked for.
    private var oldPassword: String?
    private var asksForEmail = false

    /// - Parameter registered: an account that was just registered; only its password has to be typed.
    init(_ state: DirectoryState, notice: Message? = nil, registered: AccountFile? = nil) {
        self.state = state
        page = Self.page(state, asksForEmail: false)
        if let notice { page.notice = notice }
        let key = state.policy.loginKey.field
        guard let name = registered?.value(key) else { return }
        page.form.give(name, to: key.rawValue)
        page.form.setFocus(Field.password.rawValue)
    }

    private static func fields(_ state: DirectoryState, _ asksForEmail: Bool) -> [Field] {
        let key = state.policy.loginKey.field
        return asksForEmail && key != .email ? [key, .email, .password] : [key, .password]
    }

    func newPage(_ state: DirectoryState) -> FormPage<Action> {
        Self.page(state, asksForEmail: asksForEmail)
    }

    private static func page(_ state: DirectoryState, asksForEmail: Bool) -> FormPage<Action> {
        let register = FormButton(Action.register, title: "Register")
        let notice: Message? =
            switch state.user {
            case .emptyRegistry: .nobodyRegistered(.button(register.title))
            case .unusable(let error): .problem(error, advice: .correct)
            case .loggedIn, .loggedOut: nil
            }
        return FormPage(
            "Log in", Form(loggingIn: fields(state, asksForEmail), state.draft()),
            [
                FormButton(.logIn, title: .logIn, needsValidFields: true), register,
                FormButton(.accounts, title: "Accounts"),
            ] + (state.undoOffer == .policyChoice ? [.profileOffer(.profile)] : []),
            leaving: .quit,
            guidance: Guidance(
                "checks your password and keeps you logged in on this computer",
                path: state.path(StoreLayout.session)),
            notice: notice)
    }

    var visiblePage: FormPage<Action> {
        get { repetition ?? page }
        set { if repetition == nil { page = newValue } else { repetition = newValue } }
    }

    mutating func press(_ action: Action) -> ScreenEffect? {
        switch action {
        case .logIn:
            let values = page.form.values(of: Self.fields(state, asksForEmail))
            let credentials = Credentials(
                email: values[.email], firstName: values[.firstName], password: values[.password] ?? "")
            return perform(dialogue.begin(credentials))
        case .register: return .replace(RegistrationScreen(from: self))
        case .profile: return leave(for: .undoPolicyChoice)
        case .accounts: return .open(.accounts)
        case .setPassword:
            guard let old = oldPassword else {
                closeRepetition()
                return perform(dialogue.repeated())
            }
            let password = repetition?.form.text(of: Field.password.rawValue) ?? ""
            guard password != old else {
                repetition?.notice = .passwordIsOld
                return nil
            }
            closeRepetition()
            return perform(dialogue.chosen(password))
        case .cancel: return follow(.escaped)
        }
    }

    mutating func leave() -> ScreenEffect? {
        guard repetition != nil else { return .quit }
        closeRepetition()
        return nil
    }

    private mutating func closeRepetition(_ reason: Message? = nil) {
        (repetition, oldPassword) = (nil, nil)
        if let reason { page.notice = reason }
    }

    /// After a change of the rules: a first password typed before may break them, a new one is typed under them.
    private mutating func followRules() {
        guard repetition != nil, let attempt = dialogue.pending else { return }
        if oldPassword == nil { return closeRepetition(.rulesChanged) }
        let (form, mayMoveFocus) = (newPasswordForm(attempt), !visiblePage.isTyping)
        repetition?.replaceForm(form, mayMoveFocus: mayMoveFocus)
    }

    mutating func goOn(_ step: (inout LoginDialogue) -> LoginDialogue.Step) -> ScreenEffect? {
        perform(step(&dialogue))
    }

    private mutating func perform(_ step: LoginDialogue.Step) -> ScreenEffect? {
        switch step {
        case .askEmail(let count):
            asksForEmail = true
            page.replaceForm(newPage(state).form)
            page.form.setFocus(Field.email.rawValue)
            page.notice = .ambiguousFirstName(count)
        case .check(let credentials): return .work(.check(credentials))
        case .repeatPassword(let password):
            repetition = passwordPage(Form(repeating: password), .firstPassword)
        case .choosePassword(let attempt, let old):
            (repetition, oldPassword) = (passwordPage(newPasswordForm(attempt), .passwordMustChange), old)
        case .replacePassword(let attempt, let password):
            return .work(.replacePassword(attempt, by: password))
        case .complete(let attempt): return .work(.complete(attempt))
        // The files now say who is logged in, and another screen shows that.
        case .finished: break
        case .refused(let error):
            let isUnknown = if case .noMatch? = error { true } else { false }
            let advice = "the administrator of these accounts can set a new password"
            return .ask(.failure("logged in", Report(refusingLogin: error), isUnknown ? [advice] : []))
        }
        return nil
    }

    private func newPasswordForm(_ attempt: LoginAttempt) -> Form {
        Form(of: [.password], in: state.directory.draft(over: attempt.account.values, needing: [.password]))
    }

    private func passwordPage(_ form: Form, _ notice: Message) -> FormPage<Action> {
        FormPage(
            "Set the password", form,
            [
                FormButton(.setPassword, title: "Set password", needsValidFields: true),
                FormButton(.cancel, title: "Cancel"),
            ],
            leaving: .back,
            guidance: Guidance(
                "sets the password for your account; only a hash of it is kept",
                path: state.path(StoreLayout.accounts)),
            notice: notice)
    }
}

/// Registers the person at the keyboard in a registry.
struct RegistrationScreen: LoggedOutScreen {
    enum Action: String, FormAction {
        case register, profile
    }

    var page: FormPage<Action>
    var state: DirectoryState
    /// The screen to go back to; it keeps its typed text.
    let login: RegistryLoginScreen

    /// The form is empty, and shows nothing about any account.
    init(from login: RegistryLoginScreen, notice: Message? = nil) {
        self.login = login
        state = DirectoryState(directory: login.state.directory, user: .loggedOut)
        page = Self.page(login.state)
        page.notice = notice
    }

    func newPage(_ state: DirectoryState) -> FormPage<Action> { Self.page(state) }

    private static func page(_ state: DirectoryState) -> FormPage<Action> {
        let isFirst = if case .emptyRegistry = state.user { true } else { false }
        return FormPage(
            "Registration", Form(of: fields(state.policy), in: state.draft()),
            [FormButton(.register, title: "Register", needsValidFields: true)]
                + (state.undoOffer == .policyChoice ? [.profileOffer(.profile)] : []),
            leaving: .back,
            guidance: Guidance(
                "creates \(isFirst ? "the first" : "your") account on this computer",
                path: state.path("\(StoreLayout.accounts)/EMAIL.json")))
    }

    /// Without a password if the first login may set it.
    static func fields(_ policy: Policy) -> [Field] {
        policy.registrationFields.filter { $0 != .password || !policy.allowsFirstPassword }
    }

    mutating func press(_ action: Action) -> ScreenEffect? {
        switch action {
        case .register: .work(.register(page.form.values(of: Self.fields(state.policy))))
        case .profile: leave(for: .undoPolicyChoice)
        }
    }

    mutating func leave() -> ScreenEffect? { .replace(login) }

    mutating func fail(_ goal: String, _ error: any Error) -> ScreenEffect? {
        guard (error as? AccountsError)?.isTakenEmail == true else {
            return .ask(.failure(goal, Report(of: error)))
        }
        page.form.setFocus(Field.email.rawValue)
        return .ask(.failure(goal, Report(AccountsError.emailTaken)))
    }
}
