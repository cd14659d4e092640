import Accounts
import CommandParser
import RegappProcess
import TerminalUI

// What screens say about what was done, in the words of the commands where they fit a screen.
extension Notice {
    static func saved(_ isChanged: Bool) -> Notice {
        .news(isChanged ? "saved" : "nothing was changed")
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
        .news(policy.isRegistry ? "logged out" : "logged out; 'Undo log out' brings the profile back")
    }

    static let logOutUndone = news("the profile is back")

    static func loggedIn(_ login: LocalProfile.Login, path: String) -> Notice {
        switch login {
        case .created: .news("saved in \(path), as plain text that only this user can read")
        case .unchanged: .news("logged in; nothing was changed")
        case .passwordChanged: .news("logged in with a new password")
        case .replaced, .replacedInvalid: .news("this is a new profile")
        }
    }

    static func loggedIn(_ attempt: LoginAttempt) -> Notice? {
        attempt.isClaim ? .news("logged in; this is your password from now on") : nil
    }

    /// Lines of a paste for which a form has no fields.
    static func leftOut(_ lines: Int) -> Notice {
        .problem(
            lines == 1
                ? "a pasted line was left out: there is no field for it"
                : "\(lines) pasted lines were left out: there are no fields for them")
    }

    static let registeredNowLogIn = news("registered; now log in")

    /// An account that was registered and logged in.
    static func registered(_ account: AccountFile) -> Notice {
        guard account.hasNoPassword else { return .news("registered and logged in") }
        return .news(
            """
            registered and logged in; no password is set: whoever knows the first name can set it by logging in \
            (with the email as well, where others bear that name)
            """)
    }
}

extension Alert {
    /// Asks whether to log out; Enter stays.
    ///
    /// - Parameter buttons: the ids of the buttons: back, log out.
    static func logOut(_ policy: Policy, buttons: [String]) -> Alert {
        Alert(
            title: "Log out?",
            text: policy.isRegistry
                ? "logging in again takes the password"
                : "profile.json is removed; 'Undo log out' on the next page brings it back",
            buttons: zip(buttons, ["Back", "Log out"]).map { Button($0, $1) })
    }

    /// Asks which value of a field that both changed is to hold.
    ///
    /// - Parameter buttons: the ids of the buttons: back, mine, theirs.
    static func conflict(_ conflict: EditDialogue.Conflict, _ policy: Policy, buttons: [String]) -> Alert {
        let field = conflict.field
        let (mine, theirs) = (field.shown(conflict.mine, policy), field.shown(conflict.theirs, policy))
        let titles = ["Back to editing", "Keep mine", "Take theirs"]
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
        case .undoLogOut: "bringing the profile back"
        case .check: "checking the password"
        case .complete: "logging in"
        case .register: "registering"
        }
    }
}
