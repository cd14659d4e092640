import Accounts
import CommandParser
import RegappProcess

/// `regapp accounts verify`: checks a password for a service; the exit code is the answer.
enum AccountsVerifyCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        let registry = try context.registry()
        let email = context.invocation.accountEmail
        let password = try typed(&context)
        guard try reporting({ () throws(AccountsError) in try registry.verify(email, password: password) })
        else { throw Report(.denied, "no account matches these details") }
    }

    private static func typed(_ context: inout CommandContext) throws(Report) -> String {
        if case .given(let password)? = try PasswordSource.value(context.invocation) { return password }
        guard let questions = context.questions() else {
            throw Report(
                .usage, "nobody can be asked for the password",
                hint: "give the password with --password-stdin or --password-file")
        }
        return try questions.once(.password)
    }
}
