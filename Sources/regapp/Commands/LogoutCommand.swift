import Accounts
import CommandParser
import RegappProcess

/// `regapp logout`.
enum LogoutCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        if context.invocation.has(.forget) {
            let store = try context.store()
            try reporting { () throws(AccountsError) in try store.forgetEverybody() }
            Diagnostics.hint("logged out; nothing is left that could bring the profile back")
            return
        }
        // Not `signIn`: whom nobody can accept may log out all the same.
        let directory = try context.directory()
        try reporting { () throws(AccountsError) in try directory.system.logout() }
        Diagnostics.hint(
            directory.policy.isRegistry
                ? "logged out; type 'regapp login' to come back"
                : "logged out; 'regapp cancel' brings the profile back")
    }
}
