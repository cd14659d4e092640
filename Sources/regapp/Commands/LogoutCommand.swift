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
        let profile = try context.profile(try context.policyFile().policy)
        try reporting { () throws(AccountsError) in try profile.logout() }
        Diagnostics.hint("logged out; 'regapp cancel' brings the profile back")
    }
}
