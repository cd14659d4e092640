import Accounts
import DocumentStore
import TerminalUI

struct RegistrationScreen: LoggedOutScreen {
    static let isForRegistry = true
    private static let register = "register"

    var page: FormPage
    var snapshot: Snapshot
    /// The screen to go back to; it keeps its typed text.
    let login: RegistryLoginScreen

    /// The form is empty, and shows nothing about anybody.
    init(from login: RegistryLoginScreen, notice: Notice? = nil) {
        self.login = login
        snapshot = login.snapshot.rules
        page = FormPage(
            "Registration", Self.form(snapshot), escape: .back, guidance: Self.guidance(login.snapshot),
            notice: notice)
    }

    static func guidance(_ snapshot: Snapshot) -> Guidance {
        let isFirst = if case .nobodyRegistered = snapshot.account { true } else { false }
        return .register(snapshot.path("\(StoreLayout.accounts)/EMAIL.json"), isFirst: isFirst)
    }

    /// Without a password if the first login may set it.
    private static func fields(_ policy: Policy) -> [Field] {
        policy.registrationFields.filter { $0 != .password || !policy.allowsFirstPassword }
    }

    static func notice(_ account: Snapshot.Account) -> Notice? { nil }

    func form(_ snapshot: Snapshot) -> Form { Self.form(snapshot) }

    private static func form(_ snapshot: Snapshot) -> Form {
        Form(
            of: fields(snapshot.policy), in: snapshot.draft(),
            buttons: [FormButton(register, title: "Register", needsValidFields: true)])
    }

    mutating func press(_ id: String) -> ScreenEffect? {
        id == Self.register ? .work(.register(page.form.values(of: Self.fields(snapshot.policy)))) : nil
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
