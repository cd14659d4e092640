import RegappCore
import RegappValues
import RegappWording

enum RegistryLogin {
    static func run(
        _ context: inout CommandContext, _ directory: AccountsDirectory, _ options: FieldOptions
    ) throws {
        let registry = try context.registry()
        let policy = directory.policy
        let values = try FieldValues(options, context, directory, context.conversation())
        let credentials = try values.credentials(key: policy.loginKey.field)
        let log = try context.log()
        let (attempt, account) = try logIn(registry, credentials, values) { log.record($0, registry) }
        // Printed even if the output below fails: the account is logged in.
        defer {
            Diagnostics.tell(
                .loggedInToRegistry(email: account.email, setsFirstPassword: attempt.setsFirstPassword)
            )
        }
        try ShowCommand.printOutcome(AccountText(file: account, policy: policy), &context)
    }

    private static func logIn(
        _ registry: Registry, _ credentials: Credentials, _ values: FieldValues,
        tell: (LoginOutcome) -> Void
    ) throws -> (LoginAttempt, AccountFile) {
        var credentials = credentials
        var dialogue = LoginDialogue(isTyped: values.isPasswordTyped)
        var step = dialogue.begin(credentials)
        while true {
            switch step {
            case .askEmail(let count):
                guard let email = try values.askForEmail(among: count) else {
                    throw AccountsError.ambiguousFirstName(count)
                }
                step = dialogue.answer(email: email)
            case .check(let checked):
                credentials = checked
                step = dialogue.checked(Result(catching: try registry.attempt(credentials)))
            case .repeatPassword(let password):
                try values.askRepetition(of: password)
                step = dialogue.repeated()
            case .choosePassword(let attempt, let old):
                step = dialogue.chosen(try values.askNewPassword(of: attempt.account, insteadOf: old))
            case .replacePassword(let attempt, let password):
                step = dialogue.checked(
                    Result(catching: try registry.attempt(attempt, replacingPasswordBy: password)))
            case .complete(let attempt):
                step = dialogue.completed(attempt, Result(catching: try registry.complete(attempt)))
            case .finished(let attempt, let account):
                tell(.granted(email: account.email))
                return (attempt, account)
            case .refused(let refusal):
                tell(.refused(credentials, refusal.error))
                throw Report(refusal)
            }
        }
    }
}
