import Accounts
import CommandParser
import TerminalUI

/// `regapp accounts password`: gives an account another password.
struct AccountsPasswordCommand: RegappCommand {
    static let words = ["accounts", "password"]

    static var page: CommandPage {
        CommandPage(
            "Set the password of an account",
            discussion: ["Without an option the new password is asked for twice, on a terminal."],
            examples: [Example("Set a password", "regapp accounts password ann@example.com")],
            nicknames: ["chpasswd", "accounts passwd", "accounts reset"])
    }

    private let email: String
    private let password: PasswordSource

    init(_ line: inout CommandLineReader) {
        email = line.account()
        password = PasswordSource(&line)
    }

    func run(_ context: inout CommandContext) throws {
        let registry = try context.registry()
        let account = try registry.accountToRepair(of: email)
        let password = try newPassword(of: account, &context)
        try registry.setPassword(of: account.email, to: password)
        Diagnostics.tell(.passwordIsSet(email: account.email))
        registry.warnIfBroken(account.email)
    }

    private func newPassword(
        of account: AccountFile, _ context: inout CommandContext
    ) throws -> String {
        if case .given(let password)? = try password.read() { return password }
        guard let conversation = context.conversation() else {
            throw context.line.missingValue(of: Field.password.optionName)
        }
        let draft = try context.directory().draft(over: account.values, needing: [.password])
        var form = Form(of: [.password], in: draft)
        try conversation.ask(.password, in: &form)
        return form.text(of: Field.password.rawValue)
    }
}
