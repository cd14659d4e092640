import RegappCore
import RegappCommandLine
import RegappWording

struct AccountsRemoveCommand: BulkCommand {
    static let words = ["accounts", "remove"]
    static let (verb, changes) = (BulkVerb.remove, [AccountChange.remove])

    static let page = CommandPage(
        "Remove accounts, and log them out", discussion: [NamedAccounts.discussion],
        examples: [
            "Remove an account from a script": "regapp accounts remove ann@example.com --yes",
            "Remove everyone in a list": "regapp accounts remove --from leavers.txt --yes",
        ],
        nicknames: [
            "rm", "delete", "del", "userdel", "deluser", "unregister", "accounts rm", "accounts delete",
            "accounts del",
        ])

    let accounts: NamedAccounts

    func reportMore(of result: BulkResult, _ registry: Registry) {
        guard !accounts.isDryRun else { return }
        for path in registry.filesLeft(of: result.changed.map(\.email)) {
            Diagnostics.report(.leftOfAccount(path: path))
        }
    }
}
