import Accounts
import CommandParser
import RegappProcess
import TerminalUI

// What screens say about what was done, in the words of the commands where they fit a screen.
extension Notice {
    static func saved(_ isChanged: Bool) -> Notice {
        .news(.edited(isChanged: isChanged))
    }

    /// What others changed while an account was edited: taken over, or changed here too.
    static func merged(taken: [Field], conflicts: [Field]) -> Notice? {
        func listed(_ fields: [Field]) -> String { fields.map(\.noun).joined(separator: ", ") }
        if !conflicts.isEmpty {
            return .problem("somebody else changed what you changed too: \(listed(conflicts))")
        }
        return taken.isEmpty ? nil : .news("changed meanwhile, and taken over here: \(prose: listed(taken))")
    }

    static func loggedOut(_ policy: Policy) -> Notice {
        .news(policy.isRegistry ? "logged out" : "logged out; \(.regapp("cancel")) brings the profile back")
    }

    static func loggedIn(_ login: LocalProfile.Login, path: String) -> Notice {
        .news(
            login == .created
                ? "saved in \(path), as plain text that only this user can read" : login.outcome)
    }

    static func loggedIn(_ attempt: LoginAttempt) -> Notice? {
        attempt.isClaim ? .news("logged in; this is your password from now on") : nil
    }

    static func registered(_ account: AccountFile, _ policy: Policy) -> Notice {
        guard policy.logsInAtRegistration else { return .news("registered; now log in") }
        guard account.hasNoPassword else { return .news("registered and logged in") }
        return .news(
            "registered and logged in; the first login sets the password, by whoever knows the first name")
    }
}

extension Alert {
    /// Asks which value of a field that both changed is to hold.
    ///
    /// - Parameter buttons: the ids of the buttons: mine, theirs, back.
    static func conflict(_ conflict: EditDialogue.Conflict, _ policy: Policy, buttons: [String]) -> Alert {
        let field = conflict.field
        let (mine, theirs) = (field.shown(conflict.mine, policy), field.shown(conflict.theirs, policy))
        let titles = ["Keep mine", "Take theirs", "Back to editing"]
        return Alert(
            title: "Changed meanwhile",
            text: "somebody else changed the \(field.noun); yours: \(mine); theirs: \(theirs)",
            buttons: zip(buttons, titles).map { Button($0, $1) })
    }
}

extension AccountTask {
    /// What is being done, for the line with the spinner.
    var words: String {
        switch self {
        case .read, .open: "reading the files"
        case .logIn, .save: "saving"
        case .logOut: "logging out"
        case .check: "checking the password"
        case .complete: "logging in"
        case .register: "registering"
        }
    }
}
