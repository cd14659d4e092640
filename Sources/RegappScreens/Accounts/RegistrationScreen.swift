import RegappValues
import RegappCore
import RegappStore
import RegappTerminal
import RegappWording

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
    ///
    /// - Parameter files: what the page is made for; nil for what the other screen has seen.
    init(from login: RegistryLoginScreen, _ files: DirectoryState? = nil, notice: Message? = nil) {
        self.login = login
        let state = files ?? login.state
        self.state = DirectoryState(directory: state.directory, user: .loggedOut)
        let isFirst = if case .emptyRegistry = state.user { true } else { false }
        page = FormPage(
            "Registration", Form(of: Self.fields(state.policy), in: state.directory.draft()),
            [FormButton(.register, title: "Register", needsValidFields: true)]
                + (state.undoOffer == .policyChoice ? [.profileOffer(.profile)] : []),
            leaving: .back,
            guidance: Guidance(
                "creates \(isFirst ? "the first" : "your") account in this registry",
                path: state.directory.store.path(of: "\(StoreLayout.accounts)/EMAIL.json")),
            news: notice)
    }

    func newPage(_ state: DirectoryState) -> FormPage<Action> {
        RegistrationScreen(from: login, state).page
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
}
