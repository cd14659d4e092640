import Accounts
import CommandParser
import RegappProcess

// What screens say about what was done, in the words of the commands where they fit a screen.
extension Notice {
    static func saved(_ isChanged: Bool) -> Notice {
        .news(.edited(isChanged: isChanged))
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
