import RegappCore
import RegappStore
import RegappWording
import RegappTerminal

/// Registers the person at the keyboard in a registry.
struct RegistrationScreen: LoggedOutScreen {
    enum Action: String, FormAction {
        case fix, register, profile
    }

    var page: FormPage<Action>
    var signIn: SignIn
    /// The screen to go back to; it keeps its typed text.
    let login: RegistryLoginScreen

    /// The form is empty, and shows nothing about any account.
    init(from login: RegistryLoginScreen, notice: Message? = nil) {
        self.login = login
        signIn = login.signIn.loggedOut
        page = FormPage(
            "Registration", Self.form(signIn), Self.buttons(login.signIn), fix: .fix, escape: .back,
            guidance: Self.guidance(login.signIn), notice: notice)
    }

    static func guidance(_ signIn: SignIn) -> Guidance {
        let isFirst = if case .emptyRegistry = signIn.user { true } else { false }
        return Guidance(
            "creates \(isFirst ? "the first" : "your") account on this computer",
            path: signIn.path("\(StoreLayout.accounts)/EMAIL.json"))
    }

    /// Without a password if the first login may set it.
    static func fields(_ policy: Policy) -> [Field] {
        policy.registrationFields.filter { $0 != .password || !policy.allowsFirstPassword }
    }

    func form(_ signIn: SignIn) -> Form { Self.form(signIn) }

    private static func form(_ signIn: SignIn) -> Form {
        Form(of: fields(signIn.policy), in: signIn.draft())
    }

    static func buttons(_ signIn: SignIn) -> [FormButton<Action>] {
        [FormButton(.register, title: "Register", needsValidFields: true)]
            + (signIn.undoOffer == .policyChoice ? [.profileOffer(.profile)] : [])
    }

    mutating func press(_ action: Action) -> ScreenEffect? {
        switch action {
        case .fix: page.wrongDocument.map(ScreenEffect.openEditor)
        case .register: .work(.register(page.form.values(of: Self.fields(signIn.policy))))
        case .profile: leave(for: .undoPolicyChoice)
        }
    }

    mutating func leave() -> ScreenEffect? { .replace(login) }
}
