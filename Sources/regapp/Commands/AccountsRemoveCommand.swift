import Accounts
import CommandParser
import TerminalUI

/// `regapp accounts remove`: removes an account and its session, after asking.
struct AccountsRemoveCommand: RegappCommand {
    static let words = ["accounts", "remove"]

    static var page: CommandPage {
        CommandPage(
            "Remove an account, and log it out",
            examples: [
                Example("Remove an account from a script", "regapp accounts remove ann@example.com --yes")
            ],
            nicknames: [
                "rm", "delete", "del", "userdel", "deluser", "unregister", "accounts rm", "accounts delete",
                "accounts del",
            ])
    }

    private let typed: String
    private let isConfirmed: Bool

    init(_ line: inout CommandLineReader) {
        typed = line.account()
        isConfirmed = line.flag("yes", "do not ask first")
    }

    func run(_ context: inout CommandContext) throws {
        let registry = try context.registry()
        let email = try registry.removableAccount(of: typed)
        if !isConfirmed {
            guard let conversation = context.conversation() else {
                throw Report.nobodyToConfirmRemoval(email: email)
            }
            let isSure = try conversation.confirm(Question.removal(of: email))
            guard isSure else {
                Diagnostics.tell(.nothingWasRemoved)
                return
            }
        }
        let left = try registry.remove(email)
        Diagnostics.tell(.removed(email: email))
        for path in left { Diagnostics.tell(.leftOfAccount(path: path)) }
    }
}
