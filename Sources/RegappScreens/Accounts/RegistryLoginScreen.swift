import Accounts
import CommandParser
import DocumentStore
import RegappWording
import TerminalUI

/// Logs in to a registry by email or first name, and password.
struct RegistryLoginScreen: LoggedOutScreen {
    static let isForRegistry = true

    enum Action: String, FormAction {
        case logIn, register
        /// Of the page that asks for a first password again.
        case setPassword, cancel
    }

    var page: FormPage<Action>
    var signIn: SignIn
    private var dialogue = LoginDialogue(isTyped: true)
    /// The page that asks for a first password again, while it is open.
    private var repetition: FormPage<Action>?
    /// Whether the first name was ambiguous.
    private var asksForEmail = false

    /// - Parameter registered: an account that was just registered; only its password has to be typed.
    init(_ signIn: SignIn, notice: Message? = nil, registered: AccountFile? = nil) {
        self.signIn = signIn
        page = FormPage(
            "Log in", Self.form(signIn, asksForEmail: false), Self.buttons(signIn), escape: .quit,
            guidance: Self.guidance(signIn), notice: notice ?? Self.notice(signIn.user))
        let key = signIn.policy.loginKey.field
        guard let name = registered?.value(key) else { return }
        page.form.give(name, to: key.rawValue)
        page.form.setFocus(Field.password.rawValue)
    }

    static func guidance(_ signIn: SignIn) -> Guidance {
        .session(signIn.path(StoreLayout.session))
    }

    private static func fields(_ signIn: SignIn, _ asksForEmail: Bool) -> [Field] {
        let key = signIn.policy.loginKey.field
        return asksForEmail && key != .email ? [key, .email, .password] : [key, .password]
    }

    func form(_ signIn: SignIn) -> Form { Self.form(signIn, asksForEmail: asksForEmail) }

    private static func form(_ signIn: SignIn, asksForEmail: Bool) -> Form {
        Form(loggingIn: fields(signIn, asksForEmail), signIn.draft())
    }

    static func buttons(_ signIn: SignIn) -> [FormButton<Action>] {
        [
            FormButton(.logIn, title: "LOGIN", needsValidFields: true),
            FormButton(.register, title: "Register"),
        ]
    }

    static func notice(_ user: SignIn.User) -> Message? {
        switch user {
        case .nobodyRegistered: .nobodyRegistered
        case .unusable(let error): .problem(error, advice: .correct)
        case .loggedIn, .nobody: nil
        }
    }

    // MARK: Events

    var shown: FormPage<Action> {
        get { repetition ?? page }
        set { if repetition == nil { page = newValue } else { repetition = newValue } }
    }

    mutating func press(_ action: Action) -> ScreenEffect? {
        switch action {
        case .logIn: return perform(dialogue.begin(credentials))
        case .register: return .replace(RegistrationScreen(from: self))
        case .setPassword:
            repetition = nil
            return perform(dialogue.repeated())
        case .cancel: return leave()
        }
    }

    mutating func leave() -> ScreenEffect? {
        defer { repetition = nil }
        return repetition == nil ? .quit : nil
    }

    private var credentials: Credentials {
        let values = page.form.values(of: Self.fields(signIn, asksForEmail))
        return Credentials(
            email: values[.email], firstName: values[.firstName], password: values[.password] ?? "")
    }

    mutating func receive(_ result: TaskOutcome.Result, of task: AccountTask) -> ScreenEffect? {
        switch (task, result) {
        case (_, .checked(let attempt)): return perform(dialogue.checked(.success(attempt)))
        case (_, .changedSinceCheck(let attempt)): return perform(dialogue.completed(attempt, .success(nil)))
        case (.check, .failed(let error)): return perform(dialogue.checked(.failure(error)))
        case (.complete(let attempt), .failed(let error)):
            return perform(dialogue.completed(attempt, .failure(error)))
        case (_, .failed(let error)): return ask(.failure(task, error, ok: .stay))
        case (_, .notDone): askToLeave()
        case (_, .read), (_, .done), (_, .lastChange), (_, .notSaved): break
        }
        return nil
    }

    private mutating func perform(_ step: LoginDialogue.Step) -> ScreenEffect? {
        switch step {
        case .askEmail(let count): askForEmail(among: count)
        case .check(let credentials): return .work(.check(credentials))
        case .repeatPassword(let password): repetition = repetitionPage(password)
        case .complete(let attempt): return .work(.complete(attempt))
        // The files now say who is logged in, and another screen shows that.
        case .finished: break
        case .refused(let refusal): return ask(.notLoggedIn(refusal, ok: .stay))
        }
        return nil
    }

    private mutating func askForEmail(among count: Int) {
        asksForEmail = true
        page.replaceForm(form(signIn), Self.buttons(signIn))
        page.form.setFocus(Field.email.rawValue)
        page.notice = .ambiguousFirstName(count)
    }
}

// MARK: A first password

extension RegistryLoginScreen {
    private func repetitionPage(_ password: String) -> FormPage<Action> {
        FormPage(
            "Set the password", Form(repeating: password),
            [
                FormButton(.setPassword, title: "Set password", needsValidFields: true),
                FormButton(.cancel, title: "Cancel"),
            ],
            escape: .back, guidance: .firstPassword(signIn.path(StoreLayout.accounts)),
            notice: .firstPassword)
    }
}
