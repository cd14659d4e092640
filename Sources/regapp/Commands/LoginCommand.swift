import Accounts
import CommandParser
import RegappProcess

/// `regapp login`: the form of the local profile, or the door to a registry.
enum LoginCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        let policy = try context.policy(mayCreate: true)
        if policy.isRegistry {
            try RegistryLogin.run(&context, policy)
        } else {
            try saveProfile(&context, policy)
        }
    }

    private static func saveProfile(_ context: inout CommandContext, _ policy: Policy) throws(Report) {
        let profile = try context.profile(policy)
        let values = try FieldValues(context, policy).values(asking: policy.registrationFields)
        let (login, account) = try reporting { () throws(AccountsError) in try profile.login(values) }
        // Told also where the output below fails: the profile is saved.
        defer {
            Diagnostics.hint(login.outcome)
            let readers = profile.isPrivate() ? " that only this user can read" : ""
            Diagnostics.hint("it is in \(profile.path), as plain text\(prose: readers)")
        }
        try ShowCommand.print(AccountText(file: account, policy: policy), &context)
        try context.output.flush()
    }

}

extension LocalProfile.Login {
    /// What has become of the login.
    var outcome: Hint {
        switch self {
        case .created: "logged in; change the profile with \(.regapp("edit"))"
        case .unchanged: "logged in; nothing was changed"
        case .passwordChanged: "logged in with a new password; \(.regapp("cancel")) brings back the old one"
        case .replaced: "this is a new profile; \(.regapp("cancel")) brings back the old one"
        case .replacedInvalid:
            "this is a new profile; \(.regapp("cancel")) brings back the file that could not be accepted"
        }
    }
}
