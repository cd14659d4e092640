import Accounts
import CommandParser

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
                    + "--expires= removes the date. The day is that of the system's time zone, /etc/localtime, "
                    + "whatever TZ says. If the account expires by the change, or no longer does, its session "
                    + "ends.",
                "--set team=board puts a text under a key of your own, at the end of the file if the key is new; "
                    + "--set team= removes the key. A list or an object is not replaced. 'regapp accounts list --where "
                    + "team=board' finds the accounts again.",
            ],
            examples: [
                Example("Change a name", "regapp accounts edit ann@example.com --last-name Roe"),
                Example(
                    "Let an account expire at the end of the year",
                    "regapp accounts edit ann@example.com --expires 2026-12-31"),
                Example(
                    "Put an account into a team", "regapp accounts edit ann@example.com --set team=board"),
            ],
            nicknames: ["usermod", "accounts set", "accounts change", "accounts update", "accounts modify"])
    }

    private let email: String
    private let options: EditCommand.Options

    init(_ line: inout CommandLineReader) {
        email = line.account()
        options = EditCommand.Options(&line, of: Field.administered, setsOwnKeys: true)
    }

    func run(_ context: inout CommandContext) throws {
        try EditCommand.run(options, .account(email: email), &context)
    }
}
