import Accounts
import CommandParser
import RegappProcess

/// `regapp accounts password`: gives an account another password.
enum AccountsPasswordCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        let policy = try context.policy()
        let registry = try context.registry(policy)
        let email = context.invocation.accountEmail
        let account = try reporting { () throws(AccountsError) in try registry.accountToRepair(of: email) }
        let password = try newPassword(&context, policy)
        try reporting { () throws(AccountsError) in
            try registry.setPassword(of: account.email, to: password)
        }
        Diagnostics.hint("the password of \(account.email) is set")
    }

    private static func newPassword(
        _ context: inout CommandContext, _ policy: Policy
    ) throws(Report) -> String {
        let today = context.environment.today
        func faults(_ password: String) -> [Violation] {
            password.isEmpty
                ? [Violation(field: .password, rule: .required)]
                : policy.violations(of: password, for: .password, today: today)
        }
        if case .given(let password)? = try PasswordSource.value(context.invocation) {
            guard faults(password).isEmpty else { throw Report(AccountsError.violations(faults(password))) }
            return password
        }
        guard let questions = context.questions() else {
            throw Report(UsageError.needsValue(.password, of: .accountsPassword))
        }
        while true {
            let password = try questions.ask(.password, faults: faults)
            questions.tell("Type it once more.")
            if try questions.once(.password).utf8.elementsEqual(password.utf8) { return password }
            questions.tell("The two passwords differ. Start again.")
        }
    }
}
