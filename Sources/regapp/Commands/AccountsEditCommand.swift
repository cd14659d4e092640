import Accounts
import CommandParser

/// `regapp accounts edit`: what `regapp edit` does, for its administrator and to any account.
struct AccountsEditCommand: RegappCommand {
    static let words = ["accounts", "edit"]

    static var page: CommandPage {
        CommandPage(
            "Change an account",
            discussion: [
                "Like 'regapp edit', for any account and without being logged in. A new email renames the file and "
                    + "moves the session."
            ],
            examples: [Example("Change a name", "regapp accounts edit ann@example.com --last-name Roe")],
            nicknames: ["usermod", "accounts set", "accounts change", "accounts update", "accounts modify"])
    }

    private let email: String
    private let options: EditCommand.Options

    init(_ line: inout CommandLineReader) {
        email = line.account()
        options = EditCommand.Options(&line)
    }

    func run(_ context: inout CommandContext) throws {
        try EditCommand.run(options, .account(email: email), &context)
    }
}
