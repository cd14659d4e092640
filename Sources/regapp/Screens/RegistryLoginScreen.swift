import CommandParser
import Accounts
import RegappProcess
import TerminalUI

/// Log in to a registry: by e-mail or first name, and password.
struct RegistryLoginScreen: Screen {
    private enum ID {
        static let logIn = "login"
        static let register = "register"
        static let setPassword = "set"
        static let cancel = "cancel"
        static let again = "again"
    }

    /// How often a login starts over because somebody changed the account between the check and the login.
    private static let maximumTries = 3

    /// A first password that is to be typed once more.
    private struct Claim {
        let attempt: LoginAttempt
        var page: FormPage
    }

    private var page: FormPage
    private var snapshot: Snapshot
    private var claim: Claim?
    /// Whether the first name was not enough.
    private var asksForEmail = false
    private var tries = 0

    init(_ snapshot: Snapshot, notice: Notice? = nil) {
        self.snapshot = snapshot
        page = FormPage(
            "Log in", Self.form(snapshot, asksForEmail: false), escape: .quit,
            notice: notice ?? Self.notice(snapshot.account))
    }

    private static func fields(_ snapshot: Snapshot, _ asksForEmail: Bool) -> [Field] {
        let key = snapshot.policy.loginKey.field
        return asksForEmail && key != .email ? [key, .email, .password] : [key, .password]
    }

    private static func form(_ snapshot: Snapshot, asksForEmail: Bool) -> Form {
        let fields = fields(snapshot, asksForEmail)
        return Form(
            fields: fields.map { FormField($0, snapshot.policy, today: snapshot.today, isNew: false) },
            buttons: [
                FormButton(ID.logIn, title: "LOGIN", needsValidFields: true),
                FormButton(ID.register, title: "Register"),
            ],
            check: Policy.checkPresence(of: fields))
    }

    private static func notice(_ account: Snapshot.Account) -> Notice? {
        switch account {
        case .nobodyRegistered: .news("nobody is registered yet: begin with Register")
        case .unusable(let error): .problem(error, advice: "correct it in an editor")
        case .loggedIn, .nobody: nil
        }
    }

    // MARK: Events

    mutating func update(_ event: Event) -> ScreenEffect? {
        if claim != nil { return updateClaim(event) }
        switch page.update(event) {
        case .pressed(ID.register): return .show(RegistrationScreen(snapshot.rules))
        case .pressed:
            tries = 0
            return .work(.check(credentials))
        case .answered(FormPage.showFiles): return .work(.open)
        case .escaped, .quit: return .quit
        case .answered, .changed, nil: return nil
        }
    }

    private var credentials: Credentials {
        let values = page.form.values(of: Self.fields(snapshot, asksForEmail))
        return Credentials(
            email: values[.email], firstName: values[.firstName], password: values[.password] ?? "")
    }

    mutating func receive(_ outcome: AccountOutcome) -> ScreenEffect? {
        switch outcome {
        case .checked(let attempt): return receive(attempt)
        case .outdated:
            tries += 1
            if tries < Self.maximumTries { return .work(.check(credentials)) }
            page.alert = Alert(title: "Not logged in", text: "the account is being changed by somebody else")
        case .failed(.homonyms(let count)) where !asksForEmail && snapshot.policy.loginKey != .email:
            askForEmail(among: count)
        case .failed(let error): page.alert = .failure("Not logged in", error)
        default: break
        }
        return nil
    }

    private mutating func receive(_ attempt: LoginAttempt) -> ScreenEffect? {
        // After a second check the password has been typed twice already.
        guard attempt.isClaim, tries == 0 else { return .work(.complete(attempt)) }
        claim = Claim(attempt: attempt, page: Self.claimPage(password: credentials.password))
        return nil
    }

    private mutating func askForEmail(among count: Int) {
        asksForEmail = true
        page.replaceForm(Self.form(snapshot, asksForEmail: true))
        page.form.setFocus(Field.email.rawValue)
        page.notice = .news("\(count) accounts have this first name: which e-mail is yours?")
    }

    mutating func take(_ files: Files) -> Bool {
        guard case .success(let new) = files, new.policy.isRegistry else { return page.keep(files) }
        if case .loggedIn = new.account {
            guard page.form.isTouched else { return false }
            page.offerFiles()
        }
        let notice = Self.notice(new.account)
        if notice != Self.notice(snapshot.account) { page.notice = notice }
        let isSame = new.hasRules(of: snapshot)
        snapshot = new
        if !isSame { page.replaceForm(Self.form(new, asksForEmail: asksForEmail)) }
        return true
    }

    func render(_ size: Size) -> Frame { (claim?.page ?? page).render(size) }
}

// MARK: A first password

extension RegistryLoginScreen {
    private static func claimPage(password: String) -> FormPage {
        let field = FormField(
            ID.again, label: "Password again", icon: Field.password.icon, input: TextField(isSecret: true))
        let form = Form(
            fields: [field],
            buttons: [
                FormButton(ID.setPassword, title: "Set password", needsValidFields: true),
                FormButton(ID.cancel, title: "Cancel", keys: [.escape]),
            ],
            check: { texts in
                let isSame = texts[ID.again]?.utf8.elementsEqual(password.utf8) ?? false
                return isSame ? [:] : [ID.again: ["the two passwords differ"]]
            })
        return FormPage(
            "Set the password", form, escape: nil,
            notice: .news("this account has no password yet; what you typed becomes its password"))
    }

    private mutating func updateClaim(_ event: Event) -> ScreenEffect? {
        guard var open = claim else { return nil }
        let effect = open.page.update(event)
        claim = open
        switch effect {
        case .pressed(ID.setPassword):
            claim = nil
            return .work(.complete(open.attempt))
        case .pressed:
            claim = nil
            return nil
        case .quit: return .quit
        default: return nil
        }
    }
}
