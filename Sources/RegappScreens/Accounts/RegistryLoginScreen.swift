import RegappValues
import RegappCore
import RegappStore
import RegappTerminal
import RegappWording

/// Logs in to a registry by email or first name, and password.
struct RegistryLoginScreen: LoggedOutScreen {
    enum Action: FormID {
        case logIn, register, accounts, profile
    }

    var page: FormPage<Action>
    var state: DirectoryState
    private var dialogue = LoginDialogue(isTyped: true)
    private var asksForEmail = false
    /// The email of the account that was just registered, as long as the page says that it can log in.
    private var registered: String?

    /// - Parameter registered: an account that was just registered; only its password has to be typed.
    init(_ state: DirectoryState, notice: Message? = nil, registered: AccountFile? = nil) {
        self.state = state
        page = Self.page(state, asksForEmail: false, news: notice)
        let key = state.policy.loginKey.field
        let name = registered.flatMap { $0.loginName(under: state.policy) ?? $0.value(key) }
        guard let name else { return }
        self.registered = registered?.email
        page.form.give(name, to: key.id)
        page.form.setFocus(Field.password.id)
    }

    private static func fields(_ state: DirectoryState, _ asksForEmail: Bool) -> [Field] {
        let key = state.policy.loginKey.field
        return asksForEmail && key != .email ? [key, .email, .password] : [key, .password]
    }

    func newPage(_ state: DirectoryState) -> FormPage<Action> { Self.page(state, asksForEmail: asksForEmail) }

    private static func page(
        _ state: DirectoryState, asksForEmail: Bool, news: Message? = nil
    ) -> FormPage<Action> {
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
            leaving: .program,
            guidance: Guidance(
                "checks your password and keeps you logged in on this computer",
                path: state.path(StoreLayout.session)),
            notice: notice, news: news)
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
        }
    }

    mutating func leave() -> ScreenEffect? { .quit }

    var look: AccountTask { registered.map(AccountTask.look(forRegistered:)) ?? .look }

    /// Somebody else has removed the account that was just registered.
    mutating func loseRegistered() -> ScreenEffect? {
        guard let email = registered else { return nil }
        registered = nil
        return announce(.lost(.noAccount(email)))
    }

    mutating func update(_ event: Event, _ context: ScreenContext) -> ScreenEffect? {
        let name = page.form.text(of: Field.firstName.id)
        let effect = page.update(event)
        // That several accounts have the former first name says nothing of this one.
        if page.form.text(of: Field.firstName.id) != name { page.withdrawNews() }
        return follow(effect)
    }

    mutating func goOn(_ step: (inout LoginDialogue) -> LoginDialogue.Step) -> ScreenEffect? {
        perform(step(&dialogue))
    }

    private mutating func perform(_ step: LoginDialogue.Step) -> ScreenEffect? {
        switch step {
        case .askEmail(let count):
            asksForEmail = true
            page.replaceForm(newPage(state).form)
            page.form.setFocus(Field.email.id)
            page.notice = .ambiguousFirstName(count)
        case .check(let credentials): return .work(.check(credentials))
        case .repeatPassword(let attempt, let password):
            return .replace(NewPasswordScreen(from: self, attempt, password, repeats: true))
        case .choosePassword(let attempt, let old):
            return .replace(NewPasswordScreen(from: self, attempt, old, repeats: false))
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
}

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

    /// - Parameter repeats: whether to ask for the typed password again, rather than for another one.
    init(from login: RegistryLoginScreen, _ attempt: LoginAttempt, _ typed: String, repeats: Bool) {
        self.login = login
        self.attempt = attempt
        self.typed = typed
        self.repeats = repeats
        state = login.state
        page = Self.page(login.state, attempt, typed, repeats)
    }

    func newPage(_ state: DirectoryState) -> FormPage<Action> { Self.page(state, attempt, typed, repeats) }

    private static func page(
        _ state: DirectoryState, _ attempt: LoginAttempt, _ typed: String, _ repeats: Bool
    ) -> FormPage<Action> {
        let needs = state.directory.draft(over: attempt.account.values, needing: [.password])
        return FormPage(
            "Set the password",
            repeats ? Form(repeating: typed) : Form(replacingPassword: typed, in: needs),
            [
                FormButton(.setPassword, title: "Set password", needsValidFields: true),
                FormButton(.cancel, title: "Cancel"),
            ],
            leaving: .back,
            guidance: Guidance(
                "for \(attempt.account.email); only a hash of the password is kept",
                path: state.path(StoreLayout.accounts)),
            notice: repeats ? .firstPassword : .passwordMustChange)
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
        case .cancel: return follow(.escaped)
        case .setPassword:
            let password = page.form.text(of: Field.password.id)
            let effect = login.goOn { [repeats] in repeats ? $0.repeated() : $0.chosen(password) }
            return .several([.replace(login), effect].compactMap(\.self))
        }
    }
}

/// Registers the current user in a registry.
struct RegistrationScreen: LoggedOutScreen {
    enum Action: FormID {
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
        page = Self.page(login.state, news: notice)
    }

    func newPage(_ state: DirectoryState) -> FormPage<Action> { Self.page(state) }

    private static func page(_ state: DirectoryState, news: Message? = nil) -> FormPage<Action> {
        let isFirst = if case .emptyRegistry = state.user { true } else { false }
        return FormPage(
            "Registration", Form(of: fields(state.policy), in: state.draft()),
            [FormButton(.register, title: "Register", needsValidFields: true)]
                + (state.undoOffer == .policyChoice ? [.profileOffer(.profile)] : []),
            leaving: .back,
            guidance: Guidance(
                "creates \(isFirst ? "the first" : "your") account on this computer",
                path: state.path("\(StoreLayout.accounts)/EMAIL.json")),
            news: news)
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
        let isTaken = (error as? AccountsError)?.isTakenEmail == true
        if isTaken { page.form.setFocus(Field.email.id) }
        return .ask(.failure(goal, isTaken ? Report(AccountsError.emailTaken) : Report(of: error)))
    }
}
