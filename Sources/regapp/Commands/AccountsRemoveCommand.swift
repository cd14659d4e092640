import RegappCore
import RegappCommandLine
import RegappWording

struct AccountsRemoveCommand: BulkCommand {
    static let words = ["accounts", "remove"]
    static let changes = [AccountChange.remove]

    static let page = CommandPage(
        "Remove accounts, and log them out",
        examples: [
            "Remove an account from a script": "regapp accounts remove ann@example.com --yes",
            "Remove everyone in a list": "regapp accounts remove --from leavers.txt --yes",
        ],
        nicknames: [
            "rm", "delete", "del", "userdel", "deluser", "unregister", "accounts rm", "accounts delete",
            "accounts del",
        ])

    let accounts: NamedAccounts
    private let forgets: Bool
    var verb: BulkVerb { forgets ? .forget : .remove }

    init(_ line: inout CommandLineReader) {
        accounts = NamedAccounts(&line, asks: true)
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
