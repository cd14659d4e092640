import Accounts
import CommandParser
import RegappProcess

/// `regapp register`.
enum RegisterCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        let policy = try context.policy(mayCreate: true)
        let registry = try context.registry(policy)
        let values = try FieldValues(context, policy).values(asking: policy.registrationFields)
        let account = try reporting { () throws(AccountsError) in try registry.register(values) }
        // Told also where the output below fails: the account is registered.
        defer { tell(about: account, policy) }
        try ShowCommand.print(AccountText(file: account, policy: policy), &context)
        try context.output.flush()
    }

    private static func tell(about account: AccountFile, _ policy: Policy) {
        account.warnIfPasswordless(policy)
        Diagnostics.hint(
            policy.logsInAtRegistration
                ? "registered and logged in" : "registered; log in with \(.regapp("login"))")
    }
}

extension AccountFile {
    /// Warns where the first login sets the password.
    func warnIfPasswordless(_ policy: Policy) {
        guard hasNoPassword, policy.allowsClaims else { return }
        Diagnostics.warning(
            policy.loginKey == .firstName
                ? "no password is set: whoever knows the first name can set it by logging in"
                    + " (with --email as well, where others bear that name)"
                : "no password is set: whoever knows the e-mail can set it by logging in")
    }
}
