import RegappCommandLine
import RegappCore
import RegappStore
import RegappTerminal
import RegappValues
import RegappWording

/// Logs in to a registry by email or first name, and password.
struct RegistryLoginScreen: LoggedOutScreen {
    enum Action: String, FormAction {
        case logIn, register, accounts, profile
        /// Of the page that asks for a first password again, or for another one.
        case setPassword, cancel
    }

    var page: FormPage<Action>
    var signIn: SignIn { didSet { if !signIn.hasRules(of: oldValue) { followRules() } } }
    private var dialogue = LoginDialogue(isTyped: true)
    /// The page that asks for a first password again, or for another one, while it is open.
    private var repetition: FormPage<Action>?
    /// Whether its account had changed when it was last looked at; a program may replace a file in two steps.
    private var isDoubtful = false
    /// The password that has to be changed, while another one is asked for.
    private var oldPassword: String?
    private var asksForEmail = false
    /// The login that waits for that page.
    private var pendingAttempt: LoginAttempt? { repetition == nil ? nil : dialogue.pending }

    /// - Parameter registered: an account that was just registered; only its password has to be typed.
    init(_ signIn: SignIn, notice: Message? = nil, registered: AccountFile? = nil) {
        self.signIn = signIn
        page = Self.page(signIn, asksForEmail: false)
        if let notice { page.notice = notice }
        let key = signIn.policy.loginKey.field
        guard let name = registered?.value(key) else { return }
        page.form.give(name, to: key.rawValue)
        page.form.setFocus(Field.password.rawValue)
    }

    private static func fields(_ signIn: SignIn, _ asksForEmail: Bool) -> [Field] {
        let key = signIn.policy.loginKey.field
        return asksForEmail && key != .email ? [key, .email, .password] : [key, .password]
    }

    func newPage(_ signIn: SignIn) -> FormPage<Action> { Self.page(signIn, asksForEmail: asksForEmail) }

    private static func page(_ signIn: SignIn, asksForEmail: Bool) -> FormPage<Action> {
        let register = FormButton(Action.register, title: "Register")
        let notice: Message? =
            switch signIn.user {
            case .emptyRegistry: .nobodyRegistered(.button(register.button.title))
            case .unusable(let error): .problem(error, advice: .correct)
            case .loggedIn, .loggedOut: nil
            }
        return FormPage(
            "Log in", Form(loggingIn: fields(signIn, asksForEmail), signIn.draft()),
            [
                FormButton(.logIn, title: .logIn, needsValidFields: true), register,
                FormButton(.accounts, title: "Accounts"),
            ] + (signIn.undoOffer == .policyChoice ? [.profileOffer(.profile)] : []),
            escape: .quit,
            guidance: Guidance(
                "checks your password and keeps you logged in on this computer",
                path: signIn.path(StoreLayout.session)),
            notice: notice)
    }

    // MARK: Events

    var visiblePage: FormPage<Action> {
        get { repetition ?? page }
        set { if repetition == nil { page = newValue } else { repetition = newValue } }
    }

    mutating func press(_ action: Action) -> ScreenEffect? {
        switch action {
        case .logIn:
            let values = page.form.values(of: Self.fields(signIn, asksForEmail))
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
        (repetition, oldPassword, isDoubtful) = (nil, nil, false)
        if let reason { page.notice = reason }
    }

    /// A first password, which was typed before, may break the present rules; another one is typed under them.
    private mutating func followRules() {
        guard let attempt = pendingAttempt else { return }
        if oldPassword == nil { return closeRepetition(.rulesChanged) }
        let (form, mayMoveFocus) = (newPasswordForm(attempt), !visiblePage.isTyping)
        repetition?.replaceForm(form, mayMoveFocus: mayMoveFocus)
    }

    var look: AccountTask { pendingAttempt.map(AccountTask.look) ?? .look }

    mutating func note(isOutdated: Bool) {
        if isOutdated, isDoubtful { closeRepetition(.kept("the account was changed elsewhere")) }
        isDoubtful = isOutdated && pendingAttempt != nil
    }

    mutating func goOn(_ step: (inout LoginDialogue) -> LoginDialogue.Step) -> ScreenEffect? {
        perform(step(&dialogue))
    }

    private mutating func perform(_ step: LoginDialogue.Step) -> ScreenEffect? {
        switch step {
        case .askEmail(let count):
            asksForEmail = true
            page.replaceForm(newPage(signIn).form)
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
        case .refused(let refusal):
            let isUnknown = if case .noMatch = refusal.error { true } else { false }
            let advice = "the administrator of these accounts can set a new password"
            return .ask(.failure("logged in", Report(refusal), isUnknown ? [advice] : []))
        }
        return nil
    }

    private func newPasswordForm(_ attempt: LoginAttempt) -> Form {
        Form(
            of: [.password],
            in: signIn.directory.draft(over: attempt.account.values, needing: [.password]))
    }

    private func passwordPage(_ form: Form, _ notice: Message) -> FormPage<Action> {
        FormPage(
            "Set the password", form,
            [
                FormButton(.setPassword, title: "Set password", needsValidFields: true),
                FormButton(.cancel, title: "Cancel"),
            ],
            escape: .back,
            guidance: Guidance(
                "sets the password for your account; only a hash of it is kept",
                path: signIn.path(StoreLayout.accounts)),
            notice: notice)
    }
}

/// Registers the person at the keyboard in a registry.
struct RegistrationScreen: LoggedOutScreen {
    enum Action: String, FormAction {
        case register, profile
    }

    var page: FormPage<Action>
    var signIn: SignIn
    /// The screen to go back to; it keeps its typed text.
    let login: RegistryLoginScreen

    /// The form is empty, and shows nothing about any account.
    init(from login: RegistryLoginScreen, notice: Message? = nil) {
        self.login = login
        signIn = login.signIn.loggedOut
        page = Self.page(login.signIn)
        page.notice = notice
    }

    func newPage(_ signIn: SignIn) -> FormPage<Action> { Self.page(signIn) }

    private static func page(_ signIn: SignIn) -> FormPage<Action> {
        let isFirst = if case .emptyRegistry = signIn.user { true } else { false }
        return FormPage(
            "Registration", Form(of: fields(signIn.policy), in: signIn.draft()),
            [FormButton(.register, title: "Register", needsValidFields: true)]
                + (signIn.undoOffer == .policyChoice ? [.profileOffer(.profile)] : []),
            escape: .back,
            guidance: Guidance(
                "creates \(isFirst ? "the first" : "your") account on this computer",
                path: signIn.path("\(StoreLayout.accounts)/EMAIL.json")))
    }

    /// Without a password if the first login may set it.
    static func fields(_ policy: Policy) -> [Field] {
        policy.registrationFields.filter { $0 != .password || !policy.allowsFirstPassword }
    }

    mutating func press(_ action: Action) -> ScreenEffect? {
        switch action {
        case .register: .work(.register(page.form.values(of: Self.fields(signIn.policy))))
        case .profile: leave(for: .undoPolicyChoice)
        }
    }

    mutating func leave() -> ScreenEffect? { .replace(login) }

    mutating func fail(_ goal: String, _ error: AccountsError) -> ScreenEffect? {
        guard error.isTakenEmail else { return .ask(.failure(goal, Report(error))) }
        page.form.setFocus(Field.email.rawValue)
        return .ask(.failure(goal, Report(AccountsError.emailTaken)))
    }
}
