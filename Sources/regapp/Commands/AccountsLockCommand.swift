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
        nicknames: ["disable", "block", "ban", "suspend"])

    let verb = BulkVerb.lock
    let accounts: AccountSelection

    init(_ line: inout CommandLineReader) { accounts = AccountSelection(&line, selects: true) }
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
        nicknames: ["enable", "unblock", "unban"])

    let verb = BulkVerb.unlock
    let accounts: AccountSelection

    init(_ line: inout CommandLineReader) { accounts = AccountSelection(&line, selects: true) }

    func reportMore(of result: BulkResult, _ registry: Registry) {
        for email in result.changed.map(\.email) + result.unchanged { registry.warnIfBroken(email) }
    }
}

struct AccountsRemoveCommand: BulkCommand {
    static let words = ["accounts", "remove"]
    static let changes = [AccountChange.remove]

    static let page = CommandPage(
        "Remove accounts, and log them out",
        examples: [
            "Remove an account from a script": "regapp accounts remove ann@example.com --yes",
            "Remove everyone in a list": "regapp accounts remove --from leavers.txt --yes",
        ],
        nicknames: ["rm", "delete", "del", "userdel", "deluser", "unregister"])

    let accounts: AccountSelection
    private let forgets: Bool
    var verb: BulkVerb { forgets ? .forget : .remove }

    init(_ line: inout CommandLineReader) {
        accounts = AccountSelection(&line, asks: true)
        forgets = line.flag("forget", "the history, too, forgets them; this cannot be undone")
    }

    func finish(_ result: BulkResult, _ registry: Registry) throws {
        let emails = result.changed.map(\.email)
        if forgets, !emails.isEmpty {
            try registry.directory.forget(emails, before: nil, by: Self.words.joined(separator: " "))
        }
    }

    func reportMore(of result: BulkResult, _ registry: Registry) {
        guard !accounts.isDryRun else { return }
        for path in registry.filesLeft(of: result.changed.map(\.email)) {
            Diagnostics.report(.leftOfAccount(path: path))
        }
    }
}
