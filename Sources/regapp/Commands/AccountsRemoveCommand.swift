import Accounts
import CommandParser
import RegappProcess

/// `regapp accounts remove`: removes an account and its session, after asking.
enum AccountsRemoveCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        let registry = try context.registry()
        let typed = context.invocation.accountEmail
        let email = try reporting { () throws(AccountsError) in try registry.removableAccount(of: typed) }
        if !context.invocation.has(.yes) {
            guard let questions = context.questions() else {
                throw Report(
                    .usage, "nobody can be asked whether to remove \(email)",
                    hint: "add --yes to remove it without being asked")
            }
            guard try questions.confirm("Remove the account of \(email) for good?") else {
                Diagnostics.hint("nothing was removed")
                return
            }
        }
        try reporting { () throws(AccountsError) in try registry.remove(email) }
        Diagnostics.hint("the account of \(email) is removed")
    }
}
