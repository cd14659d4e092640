import Accounts
import CommandParser
import RegappProcess

/// `regapp login` to a registry.
enum RegistryLogin {
    /// How often a login starts over because somebody changed the account between the check and the session.
    private static let maximumTries = 3

    static func run(
        _ context: inout CommandContext, _ directory: AccountsDirectory, _ options: FieldOptions
    ) throws(Report) {
        let registry = try context.registry()
        let policy = directory.policy
        let values = try FieldValues(options, context, directory)
        let credentials = try values.credentials(key: policy.loginKey.field)
        let (attempt, account) = try logIn(registry, credentials, values)
        // Told also where the output below fails: the account is logged in.
        defer {
            Diagnostics.tell(Outcome.loggedInToRegistry(email: account.email, isClaim: attempt.isClaim))
        }
        try ShowCommand.print(AccountText(file: account, policy: policy), &context)
        try context.output.flush()
    }

    private static func logIn(
        _ registry: Registry, _ credentials: Credentials, _ values: FieldValues
    ) throws(Report) -> (LoginAttempt, AccountFile) {
        var credentials = credentials
        for _ in 0..<maximumTries {
            let attempt = try check(registry, &credentials, values)
            if attempt.isClaim { try values.repeatPassword(credentials.password) }
            let account = try reporting { () throws(AccountsError) in try registry.complete(attempt) }
            if let account { return (attempt, account) }
        }
        throw Report(.accountKeepsChanging)
    }

    /// Checks the credentials; where several accounts bear the name, the person is asked for the e-mail.
    private static func check(
        _ registry: Registry, _ credentials: inout Credentials, _ values: FieldValues
    ) throws(Report) -> LoginAttempt {
        do throws(AccountsError) {
            return try registry.attempt(credentials)
        } catch {
            guard case .homonyms(let count) = error, credentials.email == nil,
                let email = try values.askForEmail(.homonyms(count))
            else { throw Report(error) }
            credentials = Credentials(
                email: email, firstName: credentials.firstName, password: credentials.password)
        }
        return try reporting { [credentials] () throws(AccountsError) in try registry.attempt(credentials) }
    }
}
