import Accounts
import CommandParser
import RegappProcess

/// `regapp login`: the form of the local profile, or the door to a registry.
enum LoginCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        let directory = try context.directory()
        if directory.policy.isRegistry {
            try RegistryLogin.run(&context, directory)
        } else {
            try saveProfile(&context, directory)
        }
    }

    private static func saveProfile(
        _ context: inout CommandContext, _ directory: AccountsDirectory
    ) throws(Report) {
        let (profile, policy) = (directory.profile, directory.policy)
        let values = try FieldValues(context, directory).values(asking: policy.registrationFields)
        let (login, account) = try reporting { () throws(AccountsError) in try profile.login(values) }
        // Told also where the output below fails: the profile is saved.
        defer {
            Diagnostics.hint(outcome(of: login))
            let readers = profile.isPrivate() ? " that only this user can read" : ""
            Diagnostics.hint("it is in \(profile.path), as plain text\(readers)")
        }
        try ShowCommand.print(AccountText(file: account, policy: policy), &context)
        try context.output.flush()
    }

    private static func outcome(of login: LocalProfile.Login) -> String {
        switch login {
        case .created: "logged in; change the profile with 'regapp edit'"
        case .unchanged: "logged in; nothing was changed"
        case .passwordChanged: "logged in with a new password; 'regapp cancel' brings back the old one"
        case .replaced: "this is a new profile; 'regapp cancel' brings back the old one"
        case .replacedInvalid:
            "this is a new profile; 'regapp cancel' brings back the file that could not be accepted"
        }
    }
}
