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
    private var asksForEmail: Bool
    /// The email of the account that was just registered, as long as the page says that it can log in.
    private var registered: String?

    /// - Parameters:
    ///   - asksForEmail: whether several accounts have the first name that was typed.
    ///   - registered: an account that was just registered; only its password has to be typed.
    init(
        _ state: DirectoryState, asksForEmail: Bool = false, notice news: Message? = nil,
        registered: AccountFile? = nil
    ) {
        self.state = state
        self.asksForEmail = asksForEmail
        let register = FormButton(Action.register, title: "Register")
        let notice: Message? =
            switch state.user {
            case .emptyRegistry: .nobodyRegistered(.button(register.title))
            case .unusable(let error): .problem(error, advice: .correct)
            case .loggedIn, .loggedOut: nil
            }
        page = FormPage(
            "Log in", Form(loggingIn: Self.fields(state, asksForEmail), state.directory.draft()),
            [
                FormButton(.logIn, title: .logIn, needsValidFields: true), register,
                FormButton(.accounts, title: "Accounts"),
            ] + (state.undoOffer == .policyChoice ? [.profileOffer(.profile)] : []),
            leaving: .program,
            guidance: Guidance(
                "checks your password and keeps you logged in to this registry",
                path: state.directory.store.path(of: StoreLayout.session)),
            notice: notice, news: news)
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

    func newPage(_ state: DirectoryState) -> FormPage<Action> {
        RegistryLoginScreen(state, asksForEmail: asksForEmail).page
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

    var traits: ScreenTraits {
        let look = registered.map(AccountTask.look(forRegistered:)) ?? .look
        return ScreenTraits(policy: state.policy, look: look, isTyping: form.isTyping)
    }

    /// Somebody else has removed the account that was just registered.
    mutating func loseRegistered() -> ScreenEffect? {
        guard let email = registered else { return nil }
        registered = nil
        return announce(.lost(.noAccount(email)))
    }

    mutating func update(_ event: Event, _ context: ScreenContext) -> ScreenEffect? {
        let name = page.form.text(of: Field.firstName.id)
        let effect = answer(event)
        // That several accounts have the former first name says nothing of this one.
        if page.form.text(of: Field.firstName.id) != name { page.withdrawNews() }
        return effect
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
            return .ask(.failure("logged in", Message(refusingLogin: error), isUnknown ? [advice] : []))
        }
        return nil
    }
}
