import RegappCore
import RegappCommandLine
import RegappWording
import RegappTerminal

struct AccountsRemoveCommand: RegappCommand {
    static let words = ["accounts", "remove"]

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

    private let accounts: NamedAccounts
    private let isConfirmed: Bool

    init(_ line: inout CommandLineReader) {
        accounts = NamedAccounts(&line)
        isConfirmed = line.flag("yes", "do not ask first")
    }

    func run(_ context: inout CommandContext) throws {
        let registry = try context.registry()
        let emails = try registry.removableAccounts(of: accounts.emails())
        let result = BulkResult(changed: emails.map { BulkResult.Changed($0) })
        if accounts.isDryRun { return try accounts.report(result, .remove, &context) }
        if !isConfirmed, !emails.isEmpty {
            guard let conversation = context.conversation() else {
                throw Report(
                    .data,
                    "cannot ask for confirmation to remove \(emails.count == 1 ? emails[0] : "\(emails.count) accounts")",
                    hint:
                        "add --yes to remove \(prose: emails.count == 1 ? "it" : "them") without being asked")
            }
            let isSure = try conversation.confirm(
                .removal(of: emails.count == 1 ? emails[0] : nil, count: emails.count))
            guard isSure else {
                Diagnostics.report(.done("nothing was removed"))
                return
            }
        }
        let left = try registry.remove(emails)
        try accounts.report(result, .remove, &context)
        for path in left { Diagnostics.report(.leftOfAccount(path: path)) }
    }
}
