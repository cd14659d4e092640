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
    var snapshot: Snapshot
    private var dialogue = LoginDialogue(isTyped: true)
    /// The page that asks for a first password again, while it is open.
    private var repetition: FormPage?
    /// Whether the first name was ambiguous.
    private var asksForEmail = false

    /// - Parameter registered: an account that was just registered; only its password has to be typed.
    init(_ snapshot: Snapshot, notice: Notice? = nil, registered: AccountFile? = nil) {
        self.snapshot = snapshot
        page = FormPage(
            "Log in", Self.form(snapshot, asksForEmail: false), escape: .quit,
            guidance: Self.guidance(snapshot), notice: notice ?? Self.notice(snapshot.account))
        let key = snapshot.policy.loginKey.field
        guard let name = registered?.value(key) else { return }
        page.form.give(name, to: key.rawValue)
        page.form.setFocus(Field.password.rawValue)
    }

    static func guidance(_ snapshot: Snapshot) -> Guidance {
        .session(snapshot.path(StoreLayout.session))
    }

    private static func fields(_ snapshot: Snapshot, _ asksForEmail: Bool) -> [Field] {
        let key = snapshot.policy.loginKey.field
        return asksForEmail && key != .email ? [key, .email, .password] : [key, .password]
    }

    func form(_ snapshot: Snapshot) -> Form { Self.form(snapshot, asksForEmail: asksForEmail) }

    private static func form(_ snapshot: Snapshot, asksForEmail: Bool) -> Form {
        Form(
            loggingIn: fields(snapshot, asksForEmail), snapshot.draft(),
            buttons: [
                FormButton(ID.logIn, title: "LOGIN", needsValidFields: true),
                FormButton(ID.register, title: "Register"),
            ])
    }

    static func notice(_ account: Snapshot.Account) -> Notice? {
        switch account {
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
        let values = page.form.values(of: Self.fields(snapshot, asksForEmail))
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
        replaceForm(form(snapshot))
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
            guidance: .firstPassword(snapshot.path(StoreLayout.accounts)),
            notice: .news(Hint(prose: Question.firstPassword)))
    }
}
