import Accounts
import DocumentStore
import TerminalUI

struct RegistrationScreen: LoggedOutScreen {
    static let isForRegistry = true
    private static let register = "register"

    var page: FormPage
    var signIn: SignIn
    /// The screen to go back to; it keeps its typed text.
    let login: RegistryLoginScreen

    /// The form is empty, and shows nothing about anybody.
    init(from login: RegistryLoginScreen, notice: Notice? = nil) {
        self.login = login
        signIn = login.signIn.withNobody
        page = FormPage(
            "Registration", Self.form(signIn), escape: .back, guidance: Self.guidance(login.signIn),
            notice: notice)
    }

    static func guidance(_ signIn: SignIn) -> Guidance {
        let isFirst = if case .nobodyRegistered = signIn.user { true } else { false }
        return .register(signIn.path("\(StoreLayout.accounts)/EMAIL.json"), isFirst: isFirst)
    }

    /// Without a password if the first login may set it.
    private static func fields(_ policy: Policy) -> [Field] {
        policy.registrationFields.filter { $0 != .password || !policy.allowsFirstPassword }
    }

    static func notice(_ user: SignIn.User) -> Notice? { nil }

    func form(_ signIn: SignIn) -> Form { Self.form(signIn) }

    private static func form(_ signIn: SignIn) -> Form {
        Form(
            of: fields(signIn.policy), in: signIn.draft(),
            buttons: [FormButton(register, title: "Register", needsValidFields: true)])
    }

    mutating func press(_ id: String) -> ScreenEffect? {
        id == Self.register ? .work(.register(page.form.values(of: Self.fields(signIn.policy)))) : nil
    }

    mutating func leave() -> ScreenEffect? { .show(login) }

    mutating func receive(_ outcome: AccountOutcome) -> ScreenEffect? {
        if case .notDone = outcome { return askToLeave }
        guard case .failed(let error) = outcome else { return nil }
        if error.isTakenEmail { page.form.setFocus(Field.email.rawValue) }
        let alert = error.isTakenEmail ? Alert.emailTaken : .failure(.register, error)
        // The rules may have changed.
        return .several([.alert(alert), .work(.read)])
    }
}
