import Accounts
import CommandParser
import RegappProcess

/// `regapp register`.
enum RegisterCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        let policy = try context.policy()
        let registry = try context.registry(policy)
        let values = try FieldValues(context, policy).values(asking: policy.registrationFields)
        let account = try reporting { () throws(AccountsError) in try registry.register(values) }
        // Told also where the output below fails: the account is registered.
        defer { tell(about: account, policy) }
        try ShowCommand.print(AccountText(file: account, policy: policy), &context)
        try context.output.flush()
    }

    private static func tell(about account: AccountFile, _ policy: Policy) {
        if account.hasNoPassword {
            Diagnostics.warning("no password is set: whoever knows the first name can set it by logging in")
        }
        Diagnostics.hint(
            policy.logsInAtRegistration
                ? "registered and logged in" : "registered; log in with 'regapp login'")
    }
}
