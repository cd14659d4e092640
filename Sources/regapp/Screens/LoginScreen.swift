import CommandParser
import Accounts
import RegappProcess
import TerminalUI

/// `Register / Log in` of the local profile: whatever passes the rules is written, and shown.
struct LoginScreen: Screen {
    private static let logIn = "login"

    private var page: FormPage
    private var snapshot: Snapshot

    init(_ snapshot: Snapshot, notice: Notice? = nil) {
        self.snapshot = snapshot
        page = FormPage(
            "Register / Log in", Self.form(snapshot), escape: .quit,
            notice: notice ?? Self.notice(snapshot.account))
    }

    private static func form(_ snapshot: Snapshot) -> Form {
        let fields = snapshot.policy.registrationFields
        return Form(
            fields: fields.map { FormField($0, snapshot.policy, today: snapshot.today) },
            buttons: [FormButton(logIn, title: "LOGIN", needsValidFields: true)],
            check: snapshot.policy.check(fields, today: snapshot.today))
    }

    private static func notice(_ account: Snapshot.Account) -> Notice? {
        guard case .unusable(let error) = account else { return nil }
        return .problem(error, advice: "correct it in an editor, or log in to replace it")
    }

    mutating func update(_ event: Event) -> ScreenEffect? {
        switch page.update(event) {
        case .pressed: .work(.logIn(page.form.values(of: snapshot.policy.registrationFields)))
        case .answered(FormPage.showFiles): .work(.open)
        case .escaped, .quit: .quit
        case .answered, .changed, nil: nil
        }
    }

    mutating func receive(_ outcome: AccountOutcome) -> ScreenEffect? {
        if case .failed(let error) = outcome { page.alert = .failure("Not saved", Report(error)) }
        return nil
    }

    mutating func take(_ files: Files) -> Bool {
        guard case .success(let new) = files, !new.policy.isRegistry else { return page.keep(files) }
        if case .loggedIn = new.account {
            guard page.form.isTouched else { return false }
            page.offerFiles()
        }
        if !new.hasRules(of: snapshot) { page.replaceForm(Self.form(new)) }
        let notice = Self.notice(new.account)
        if notice != Self.notice(snapshot.account) { page.notice = notice }
        snapshot = new
        return true
    }

    func render(_ size: Size) -> Frame { page.render(size) }
}

extension FormPage {
    /// Keeps what is typed over files that this page cannot show, and says so; false where nothing is typed.
    mutating func keep(_ files: Files) -> Bool {
        guard form.isTouched else { return false }
        if case .failure(let error) = files {
            notice = .problem(error, advice: "correct it in an editor")
        } else {
            offerFiles()
        }
        return true
    }

    /// Puts a form of other rules in the place of this one, with what is typed and the focus kept.
    mutating func replaceForm(_ new: Form) {
        var new = new
        new.takeOver(form)
        form = new
    }
}

extension Alert {
    /// Says why something was not done.
    static func failure(_ title: String, _ report: Report) -> Alert {
        Alert(title: title, text: report.errors.joined(separator: "; "))
    }
}
