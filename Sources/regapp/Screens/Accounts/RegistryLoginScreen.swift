import Accounts
import CommandParser
import DocumentStore
import TerminalUI

/// Logs in to a registry by email or first name, and password.
struct RegistryLoginScreen: LoggedOutScreen {
    static let isForRegistry = true

    private enum ID {
        static let logIn = "login"
        static let register = "register"
        static let setPassword = "set"
        static let cancel = "cancel"
    }

    var page: FormPage
    var signIn: SignIn
    private var dialogue = LoginDialogue(isTyped: true)
    /// The page that asks for a first password again, while it is open.
    private var repetition: FormPage?
    /// Whether the first name was ambiguous.
    private var asksForEmail = false

    /// - Parameter registered: an account that was just registered; only its password has to be typed.
    init(_ signIn: SignIn, notice: Notice? = nil, registered: AccountFile? = nil) {
        self.signIn = signIn
        page = FormPage(
            "Log in", Self.form(signIn, asksForEmail: false), escape: .quit,
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
        Form(
            loggingIn: fields(signIn, asksForEmail), signIn.draft(),
            buttons: [
                FormButton(ID.logIn, title: "LOGIN", needsValidFields: true),
                FormButton(ID.register, title: "Register"),
            ])
    }

    static func notice(_ user: SignIn.User) -> Notice? {
        switch user {
        case .nobodyRegistered: .nobodyRegistered
        case .unusable(let error): .problem(error, advice: .correct)
        case .loggedIn, .nobody: nil
        }
    }

    // MARK: Events

    mutating func update(_ event: Event) -> ScreenEffect? {
        follow(repetition == nil ? page.update(event) : repetition?.update(event) ?? nil)
    }

    mutating func press(_ id: String) -> ScreenEffect? {
        switch id {
        case ID.logIn: return perform(dialogue.begin(credentials))
        case ID.register: return .show(RegistrationScreen(from: self))
        case ID.setPassword:
            repetition = nil
            return perform(dialogue.repeated())
        case ID.cancel: return leave()
        default: return nil
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

    mutating func receive(_ outcome: AccountOutcome) -> ScreenEffect? {
        switch outcome {
        case .checked(let attempt): return perform(dialogue.checked(attempt))
        case .completed(let attempt, let account): return perform(dialogue.completed(attempt, account))
        case .failed(let error):
            // The rules may have changed.
            return .several([.alert(.notLoggedIn(.error(error))), .work(.read)])
        case .notDone: return askToLeave
        default: return nil
        }
    }

    private mutating func perform(_ step: LoginDialogue.Step) -> ScreenEffect? {
        switch step {
        case .askEmail(let count): askForEmail(among: count)
        case .check(let credentials): return .work(.check(credentials))
        case .repeatPassword(let password): repetition = repetitionPage(password)
        case .complete(let attempt): return .work(.complete(attempt))
        // The files now say who is logged in, and another screen shows that.
        case .finished: break
        case .refused(let refusal): return .alert(.notLoggedIn(refusal))
        }
        return nil
    }

    private mutating func askForEmail(among count: Int) {
        asksForEmail = true
        replaceForm(form(signIn))
        page.form.setFocus(Field.email.rawValue)
        page.notice = .news(Hint(prose: Question.ambiguousFirstName(count)))
    }

    var shown: FormPage { repetition ?? page }
}

// MARK: A first password

extension RegistryLoginScreen {
    private func repetitionPage(_ password: String) -> FormPage {
        let form = Form(
            repeating: password,
            buttons: [
                FormButton(ID.setPassword, title: "Set password", needsValidFields: true),
                FormButton(ID.cancel, title: "Cancel"),
            ])
        return FormPage(
            "Set the password", form, escape: .back,
            guidance: .firstPassword(signIn.path(StoreLayout.accounts)),
            notice: .news(Hint(prose: Question.firstPassword)))
    }
}
