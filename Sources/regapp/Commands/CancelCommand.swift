import Accounts
import RegappProcess

/// `regapp cancel`: takes back the last change.
enum CancelCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        let policy = try context.policyFile().policy
        let profile = try context.profile(policy)
        guard try reporting({ () throws(AccountsError) in try profile.cancel() }) else {
            Diagnostics.hint("there is nothing to take back")
            return
        }
        Diagnostics.hint("taken back; see it with 'regapp show'")
    }
}
