import Accounts
import CommandParser
import DocumentStore
import StrictJSON
import TerminalUI

/// `regapp accounts list`.
struct AccountsListCommand: RegappCommand {
    static let words = ["accounts", "list"]

    static var page: CommandPage {
        CommandPage(
            "List the accounts",
            discussion: [
                "On a terminal it prints an aligned table, without the columns that are empty or find no room. In a "
                    + "pipe each account is one line without a header. Its columns, separated by tabs, are always: "
                    + "\(AccountTable.columnNames.listed(last: "and")). The password is 'set', 'not set', "
                    + "'locked' or 'expired', the registration time is in UTC, and what an account lacks is empty.",
                AccountText.adminKeys,
            ],
            examples: [Example("Count the accounts", "regapp accounts list | wc -l")],
            nicknames: ["ls", "users", "people", "accounts ls", "accounts all"])
    }

    private let onlyExpired: Bool
    private let json: Bool

    init(_ line: inout CommandLineReader) {
        onlyExpired = line.flag("expired", "only accounts whose expiry date is over")
        json = line.flag("json", "print a JSON array")
    }

    func run(_ context: inout CommandContext) throws {
        let policy = try context.directory().policy
        var walk = try AcceptedAccounts(try context.registry()) { [onlyExpired] account in
            !onlyExpired || account.isExpired
        }
        if json {
            try Self.printJSON(&walk, policy, &context)
        } else if Terminal.isTerminal(.standardOutput) {
            try Self.printTable(&walk, policy, &context)
        } else {
            let add: @Sendable (inout String, AccountFile) -> Void = { lines, account in
                lines += AccountTable.cells(of: account, policy).joined(separator: "\t") + "\n"
            }
            while let parts = try walk.next("", add) {
                for lines in parts { try context.output.text(lines) }
            }
        }
        try context.output.flush()
        try walk.finish()
    }

    private static func printJSON(
        _ walk: inout AcceptedAccounts, _ policy: Policy, _ context: inout CommandContext
    ) throws {
        var isEmpty = true
        let add: @Sendable (inout [UInt8], AccountFile) -> Void = { elements, account in
            if !elements.isEmpty { elements.append(UInt8(ascii: ",")) }
            elements += AccountText(file: account, policy: policy).adminJSON.element
        }
        while let parts = try walk.next([], add) {
            for elements in parts where !elements.isEmpty {
                try context.output.text(isEmpty ? "[" : ",")
                try context.output.bytes(elements)
                isEmpty = false
            }
        }
        try context.output.text(isEmpty ? "[]\n" : "\n]\n")
    }

    private static func printTable(
        _ walk: inout AcceptedAccounts, _ policy: Policy, _ context: inout CommandContext
    ) throws {
        var table = AccountTable()
        let progress = ProgressLine(context.environment)
        while let parts = try walk.next([AccountFile](), { $0.append($1) }) {
            for account in parts.joined() { table.add(account, policy) }
            progress.tick(.reading, table.count)
        }
        progress.clear()
        if table.count == 0 { Diagnostics.tell(.noAccounts) }
        let columns = Terminal.size(of: .standardOutput)?.columns ?? 80
        for line in table.lines(columns: columns) { try context.output.text(line + "\n") }
    }
}
