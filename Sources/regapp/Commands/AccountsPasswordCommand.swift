import Accounts
import CommandParser
import RegappProcess

/// `regapp accounts password`: gives an account another password.
enum AccountsPasswordCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        let registry = try context.registry()
        let email = context.invocation.accountEmail
        let account = try reporting { () throws(AccountsError) in try registry.accountToRepair(of: email) }
        let password = try newPassword(&context)
        try reporting { () throws(AccountsError) in
            try registry.setPassword(of: account.email, to: password)
        }
        Diagnostics.hint("the password of \(account.email) is set")
    }

    private static func newPassword(_ context: inout CommandContext) throws(Report) -> AcceptedValues {
        var values = try context.directory().noValues
        func violations(_ password: String) -> [Violation] {
            password.isEmpty
                ? [Violation(field: .password, rule: .required)] : values.take(password, as: .password)
        }
        if case .given(let password)? = try PasswordSource.value(context.invocation) {
            let violations = violations(password)
            guard violations.isEmpty else { throw Report(.violations(violations)) }
            return values
        }
        guard let questions = context.questions() else {
            throw Report(UsageError.needsValue(.password, of: .accountsPassword))
        }
        while true {
            let password = try questions.ask(.password, take: violations)
            questions.tell("Type it once more.")
            if try questions.once(.password).utf8.elementsEqual(password.utf8) { return values }
            questions.tell("The two passwords differ. Start again.")
        }
    }
}
