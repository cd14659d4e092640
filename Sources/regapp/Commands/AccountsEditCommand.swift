import Accounts
import CommandParser
import RegappWording

struct AccountsEditCommand: RegappCommand {
    static let words = ["accounts", "edit"]

    static var page: CommandPage {
        CommandPage(
            "Change an account",
            discussion: [
                "Like 'regapp edit', for any account and without being logged in. A new email renames the file and "
                    + "moves the session.",
                "The expiry date is the last day on which an account can log in, and may be in the past. "
                    + "From the next day on, logging in fails as for a locked account, in every service. "
                    + "--expires= removes the date.",
            ],
            examples: [
                Example("Change a name", "regapp accounts edit ann@example.com --last-name Roe"),
                Example(
                    "Let an account expire at the end of the year",
                    "regapp accounts edit ann@example.com --expires 2026-12-31"),
            ],
            nicknames: ["usermod", "accounts set", "accounts change", "accounts update", "accounts modify"])
    }

    private let email: String
    private let options: EditCommand.Options

    init(_ line: inout CommandLineReader) {
        email = line.account()
        options = EditCommand.Options(&line, of: Field.administered)
    }

    func run(_ context: inout CommandContext) throws {
        try EditCommand.run(options, .account(email: email), &context)
    }
}
