import Accounts
import CommandParser
import RegappProcess

/// `regapp accounts password`: gives an account another password.
struct AccountsPasswordCommand: RegappCommand {
    static let words = ["accounts", "password"]

    static var page: CommandPage {
        CommandPage(
            "Set the password of an account",
            discussion: ["Without an option the new password is asked for twice, on a terminal."],
            examples: [Example("Set a password", "regapp accounts password ann@example.com")])
    }

    private let email: String
    private let password: PasswordSource

    init(_ line: inout CommandLineReader) {
        email = line.account()
        password = PasswordSource(&line)
    }

    func run(_ context: inout CommandContext) throws(Report) {
        let policy = try context.policy()
        let registry = try context.registry(policy)
        let account = try reporting { () throws(AccountsError) in try registry.accountToRepair(of: email) }
        let password = try newPassword(&context, policy)
        try reporting { () throws(AccountsError) in
            try registry.setPassword(of: account.email, to: password)
        }
        Diagnostics.hint("the password of \(account.email) is set")
    }

    private func newPassword(
        _ context: inout CommandContext, _ policy: Policy
    ) throws(Report) -> String {
        let today = context.environment.today
        func faults(_ password: String) -> [Violation] {
            password.isEmpty
                ? [Violation(field: .password, rule: .required)]
                : policy.violations(of: password, for: .password, today: today)
        }
        if case .given(let password)? = try self.password.read() {
            guard faults(password).isEmpty else { throw Report(AccountsError.violations(faults(password))) }
            return password
        }
        guard let questions = context.questions() else {
            throw Report(context.line.missingValue(of: Field.password.optionWord))
        }
        while true {
            let password = try questions.ask(.password, faults: faults)
            questions.tell("Type it once more.")
            if try questions.once(.password).utf8.elementsEqual(password.utf8) { return password }
            questions.tell("The two passwords differ. Start again.")
        }
    }
}
