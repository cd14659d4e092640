import Accounts
import CommandParser

// Messages about the current user's account: login, edit, undo, logout, and missing fields.

extension Message {
    static func loggedIn(_ login: LocalProfile.Login, path: String, isPrivate: Bool) -> Message {
        let place: Hint =
            isPrivate
            ? "it is in \(path), as plain text that only this user can read"
            : "it is in \(path), as plain text"
        return Message(.done(login.outcome), .done(place))
    }

    static func loggedInToRegistry(email: String, setsFirstPassword: Bool) -> Message {
        Message(
            .done(
                setsFirstPassword
                    ? "logged in; this is the password of \(email) from now on" : "logged in as \(email)"))
    }

    static func registered(isLoggedIn: Bool) -> Message {
        Message(
            .done(isLoggedIn ? "registered and logged in" : "registered; log in with \(.regapp("login"))"))
    }

    static func edited(_ changes: [FieldChange], _ policy: Policy, isChanged: Bool) -> Message {
        Message(
            changes.map { .done(Hint(prose: $0.line(policy))) } + [.done(.edited(isChanged: isChanged))])
    }

    static func loggedOut(ofRegistry: Bool) -> Message {
        Message(
            .done(
                ofRegistry
                    ? "logged out; type \(.regapp("login")) to come back"
                    : "logged out; \(.regapp("cancel")) brings the profile back"))
    }

    static let forgotten = Message(.done("logged out; nothing is left that could bring the profile back"))

    static func undone(_ differences: [DocumentDifference], isDryRun: Bool) -> Message {
        if isDryRun { return Message(.done("nothing was changed; \(.regapp("cancel")) does it")) }
        return switch differences.first {
        case .profile: Message(.done("undone; see it with \(.regapp("show"))"))
        case .rules: Message(.done("undone; see it with \(.regapp("policy"))"))
        case .account, .left, nil: Message(.done("undone"))
        }
    }

    static let nothingToUndo = Message(.done("there is nothing to undo"))

    /// - Parameter isOwn: whether the account is the current user's.
    static func missing(_ fields: [Field], path: String, isOwn: Bool) -> Message {
        let names = fields.map(\.noun).joined(separator: ", ")
        let them = fields.count == 1 ? "it" : "them"
        let hint: Hint =
            isOwn
            ? "add \(prose: them) with \(.regapp("edit")), or in \(path)" : "add \(prose: them) in \(path)"
        return Message(.warning("missing: \(names)"), .hint(hint))
    }

    /// - Parameter keys: keys that seem to be meant for fields.
    static func misspelt(_ keys: [FileProblem]) -> Message {
        Message(keys.map { .warning($0.sentence) })
    }

    static let onlyHashIsKept = Message(.warning(.onlyHashIsKept))

    /// - Parameter key: the field with which the first login names the account.
    static func mayTakeFirstPassword(by key: Policy.LoginKey) -> Message {
        switch key {
        case .firstName:
            Message(
                .warning(
                    "no password is set: whoever knows the first name can set it by logging in"
                        + " (with --email as well, where others bear that name)"))
        case .email:
            Message(.warning("no password is set: whoever knows the email can set it by logging in"))
        }
    }

    static let visiblePassword = Message(
        .warning("other users of this machine can see a password given with --password"))
}

extension String {
    static let onlyHashIsKept = "the password cannot be shown: only its hash is kept"
}

extension LocalProfile.Login {
    fileprivate var outcome: Hint {
        switch self {
        case .created: "logged in; change the profile with \(.regapp("edit"))"
        case .unchanged: "logged in; nothing was changed"
        case .passwordChanged: "logged in with a new password; \(.regapp("cancel")) brings back the old one"
        case .replaced: "this is a new profile; \(.regapp("cancel")) brings back the old one"
        case .restored: "logged in; the profile is back as it was before the logout"
        case .replacedInvalid:
            "this is a new profile; \(.regapp("cancel")) brings back the file that could not be accepted"
        }
    }
}

extension Hint {
    static func edited(isChanged: Bool) -> Hint {
        isChanged ? "saved; \(.regapp("cancel")) undoes it" : "nothing was changed"
    }
}
