import Accounts
import CommandParser
import DocumentStore
import RegappProcess
import StrictJSON
import TerminalUI

/// `regapp accounts list`.
struct AccountsListCommand: RegappCommand {
    static let words = ["accounts", "list"]

    static var page: CommandPage {
        CommandPage(
            "List the accounts",
            discussion: [
                "On a terminal it prints an aligned table. In a pipe each account is one line without a "
                    + "header, its columns separated by tabs, the e-mail first."
            ],
            examples: [Example("Count the accounts", "regapp accounts list | wc -l")],
            nicknames: ["ls", "users", "people", "accounts ls", "accounts all"])
    }

    private let json: Bool

    init(_ line: inout CommandLineReader) { json = line.flag("json", "print a JSON array") }

    func run(_ context: inout CommandContext) throws(Report) {
        let policy = try context.directory().policy
        var walk = try AcceptedAccounts(try context.registry())
        if json {
            try Self.printJSON(&walk, policy, &context)
        } else if Terminal.isTerminal(.standardOutput) {
            try Self.printTable(&walk, policy, &context)
        } else {
            while let accounts = walk.next() {
                for account in accounts {
                    let cells = AccountTable.cells(of: account, policy).map(\.printable)
                    try context.output.text(cells.joined(separator: "\t") + "\n")
                }
            }
        }
        try context.output.flush()
        try walk.finish()
    }

    private static func printJSON(
        _ walk: inout AcceptedAccounts, _ policy: Policy, _ context: inout CommandContext
    ) throws(Report) {
        var separator = "[\n  "
        while let accounts = walk.next() {
            for account in accounts {
                var bytes = Array(separator.utf8)
                let json = AccountText(file: account, policy: policy).json(reveal: false)
                json.write(to: &bytes, indentation: 1)
                try context.output.bytes(bytes)
                separator = ",\n  "
            }
        }
        try context.output.text(separator.hasPrefix(",") ? "\n]\n" : "[]\n")
    }

    private static func printTable(
        _ walk: inout AcceptedAccounts, _ policy: Policy, _ context: inout CommandContext
    ) throws(Report) {
        var table = AccountTable()
        let progress = ProgressLine()
        while let accounts = walk.next() {
            for account in accounts { table.add(account, policy) }
            progress.tick(.reading, table.count)
        }
        progress.clear()
        if table.count == 0 { Diagnostics.tell(Outcome.noAccounts) }
        let columns = Terminal.size(of: .standardOutput)?.columns ?? 80
        for line in table.lines(columns: columns) { try context.output.text(line + "\n") }
    }
}
