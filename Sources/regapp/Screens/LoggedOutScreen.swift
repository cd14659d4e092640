import Accounts
import CommandParser
import TerminalUI

/// A screen with a form for somebody who is not logged in.
///
/// What is typed in it is kept while files change.
protocol LoggedOutScreen: Screen {
    /// Whether it is shown where the policy has a registry; otherwise it is shown where the policy has none.
    static var isForRegistry: Bool { get }

    var page: FormPage { get set }
    /// The files as they were last seen.
    var snapshot: Snapshot { get set }

    /// The form under the rules of a snapshot.
    func form(_ snapshot: Snapshot) -> Form

    /// What the page does under the rules, and with the files, of a snapshot.
    static func guidance(_ snapshot: Snapshot) -> Guidance

    /// What is said of the files.
    static func notice(_ account: Snapshot.Account) -> Notice?
}

extension LoggedOutScreen {
    var policy: Policy? { snapshot.policy }

    mutating func take(_ files: Files) -> Bool {
        guard case .success(let new) = files, new.policy.isRegistry == Self.isForRegistry else {
            return keep(files)
        }
        if case .loggedIn = new.account {
            guard page.form.isTouched else { return false }
            page.offerFiles("Somebody is logged in now")
        }
        if !new.hasRules(of: snapshot) || new.loggedOutEmail != snapshot.loggedOutEmail {
            let form = form(new)
            guard page.form.fits(into: form) else { return keep(files) }
            replaceForm(form)
        }
        let notice = Self.notice(new.account)
        let isPromiseOver = snapshot.loggedOutEmail != nil && new.loggedOutEmail == nil
        if notice != Self.notice(snapshot.account) || isPromiseOver { page.notice = notice }
        page.guidance = Self.guidance(new)
        snapshot = new
        return true
    }

    /// Keeps what is typed over files that this screen cannot show, and says so; false where nothing is typed.
    private mutating func keep(_ files: Files) -> Bool {
        guard page.form.isTouched else { return false }
        if case .failure(let error) = files {
            page.notice = .problem(error, advice: "correct it in an editor")
        } else {
            page.offerFiles("The rules have changed")
        }
        return true
    }

    /// Puts another form in the place of this one, with what is typed and the focus kept.
    mutating func replaceForm(_ new: Form) {
        let old = page.form
        page.form = new
        page.form.takeOver(old)
    }

    var shown: FormPage { page }
}
