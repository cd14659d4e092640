import Accounts
import CommandParser
import RegappProcess

/// `regapp logout`.
enum LogoutCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        let store = try context.store()
        if context.invocation.has(.forget) {
            try reporting { () throws(AccountsError) in try store.forgetEverybody() }
            Diagnostics.hint("logged out; nothing is left that could bring the profile back")
            return
        }
        // Not `signIn`: whom nobody can accept may log out all the same.
        let policy = try context.policy()
        let system = policy.system(
            store: store, today: context.environment.today, now: context.environment.now)
        try reporting { () throws(AccountsError) in try system.logout() }
        Diagnostics.hint(
            policy.isRegistry
                ? "logged out; type \(.regapp("login")) to come back"
                : "logged out; \(.regapp("cancel")) brings the profile back")
    }
}
