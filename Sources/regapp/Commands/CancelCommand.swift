import CommandParser
import Accounts
import RegappProcess

/// `regapp cancel`: takes back the last change.
enum CancelCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        // Not `signIn`: an account file that is broken now may be the very thing to take back.
        let policy = try context.policy()
        let system = policy.system(
            store: try context.store(), today: context.environment.today, now: context.environment.now)
        guard try reporting({ () throws(AccountsError) in try system.cancel() }) else {
            Diagnostics.hint("there is nothing to take back")
            return
        }
        Diagnostics.hint("taken back; see it with \(.regapp("show"))")
    }
}
