import RegappCore
import RegappCommandLine
import RegappWording

struct AccountsLockCommand: RegappCommand {
    static let words = ["accounts", "lock"]

    static let page = CommandPage(
        "Lock accounts, and log them out",
        discussion: [
            "A login to a locked account fails as if the password were wrong, and a login cannot set a "
                + "first password for it. Its file has a ! before the hash, which 'regapp accounts "
                + "unlock' removes; setting a new password keeps the lock.",
            NamedAccounts.discussion,
        ],
        examples: [
            "Lock an account": "regapp accounts lock ann@example.com",
            "Lock everyone in a list": "regapp accounts lock --from leavers.txt",
        ],
        nicknames: [
            "disable", "block", "ban", "suspend", "accounts disable", "accounts block", "accounts ban",
            "accounts suspend",
        ])

    private let accounts: NamedAccounts

    init(_ line: inout CommandLineReader) { accounts = NamedAccounts(&line) }

    func run(_ context: inout CommandContext) throws {
        let registry = try context.registry()
        let result = try registry.lock(accounts.emails(), isDryRun: accounts.isDryRun)
        try accounts.report(result, .lock, &context)
    }
}

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
