import RegappCore
import RegappCommandLine
import RegappWording

struct AccountsLockCommand: BulkCommand {
    static let words = ["accounts", "lock"]
    static let changes = [AccountChange.lock]

    static let page = CommandPage(
        "Lock accounts, and log them out",
        discussion: [
            "A login to a locked account fails as if the password were wrong, and a login cannot set a "
                + "first password for it. Its file has a ! before the hash, which 'regapp accounts "
                + "unlock' removes; setting a new password keeps the lock."
        ],
        examples: [
            "Lock an account": "regapp accounts lock ann@example.com",
            "Lock everyone in a list": "regapp accounts lock --from leavers.txt",
        ],
        nicknames: [
            "disable", "block", "ban", "suspend", "accounts disable", "accounts block", "accounts ban",
            "accounts suspend",
        ])

    let verb = BulkVerb.lock
    let accounts: NamedAccounts

    init(_ line: inout CommandLineReader) { accounts = NamedAccounts(&line, selects: true) }
}

struct AccountsUnlockCommand: BulkCommand {
    static let words = ["accounts", "unlock"]
    static let changes = [AccountChange.unlock]

    static let page = CommandPage(
        "Unlock accounts",
        discussion: [
            "The account has its old password again, or the one that was set meanwhile."
        ],
        examples: ["Unlock an account": "regapp accounts unlock ann@example.com"],
        nicknames: [
            "enable", "unblock", "unban", "accounts enable", "accounts unblock", "accounts unban",
        ])

    let verb = BulkVerb.unlock
    let accounts: NamedAccounts

    init(_ line: inout CommandLineReader) { accounts = NamedAccounts(&line, selects: true) }

    func reportMore(of result: BulkResult, _ registry: Registry) {
        for email in result.changed.map(\.email) + result.unchanged { registry.warnIfBroken(email) }
    }
}
