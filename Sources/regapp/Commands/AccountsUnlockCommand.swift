import RegappCore
import RegappCommandLine
import RegappWording

struct AccountsUnlockCommand: RegappCommand {
    static let words = ["accounts", "unlock"]

    static let page = CommandPage(
        "Unlock accounts",
        discussion: [
            "The account has its old password again, or the one that was set meanwhile.",
            NamedAccounts.discussion,
        ],
        examples: ["Unlock an account": "regapp accounts unlock ann@example.com"],
        nicknames: [
            "enable", "unblock", "unban", "accounts enable", "accounts unblock", "accounts unban",
        ])

    private let accounts: NamedAccounts

    init(_ line: inout CommandLineReader) { accounts = NamedAccounts(&line) }

    func run(_ context: inout CommandContext) throws {
        let registry = try context.registry()
        let result = try registry.unlock(accounts.emails(), isDryRun: accounts.isDryRun)
        try accounts.report(result, .unlock, &context)
        for email in result.changed.map(\.email) + result.unchanged { registry.warnIfBroken(email) }
    }
}
