import RegappCore
import RegappCommandLine
import RegappWording

struct AccountsEditCommand: RegappCommand {
    static let words = ["accounts", "edit"]

    static let page = CommandPage(
        "Change accounts",
        discussion: [
            "Like 'regapp edit', for any account and without being logged in. A new email renames the file and "
                + "moves the session.",
            "Several accounts get the same values; --email and --password are for one account only.",
            "The expiry date is the last day on which an account can log in; it can be in the past. "
                + "From the next day on, logging in fails as for a locked account, in every service. "
                + "+14d, +6m and +1y count from today; in a month that is too short, they stop at its "
                + "last day; 'never' and --expires= remove the date. If the change makes the account "
                + "expire, or valid again, its session ends.",
            "--set team=board stores a text under a key of your own, at the end of the file if the key "
                + "is new; --set team= removes the key. --add team=choir adds a value and --remove "
                + "team=board removes one: a second value makes a list of a text, and the last one of several becomes "
                + "a text again; a list of one value stays a list if another takes its place. --set asks before a text replaces "
                + "a list or an object (--yes; 65 without a terminal); --set-json sets any JSON. 'regapp "
                + "accounts list --where team=board' finds the accounts again, in lists too.",
        ],
        examples: [
            "Change a name": "regapp accounts edit ann@example.com --last-name Roe",
            "Let an account expire at the end of the year":
                "regapp accounts edit ann@example.com --expires 2026-12-31",
            "Give a team half a year more":
                "regapp accounts list --where team=board --fields email | regapp accounts edit --from - --expires +6m",
            "Put an account into a team": "regapp accounts edit ann@example.com --set team=board",
            "Put a team into another one too":
                "regapp accounts list --where team=board --fields email | regapp accounts edit --from - --add team=choir",
        ],
        nicknames: [
            Nickname("groups", options: ["--add"]), "usermod", "accounts set", "accounts change",
            "accounts update", "accounts modify",
        ])

    private let accounts: AccountSelection
    private let options: EditCommand.Options

    init(_ line: inout CommandLineReader) {
        accounts = AccountSelection(&line, asks: true)
        options = EditCommand.Options(&line, of: Field.typedByAdministrators, setsOwnKeys: true)
    }

    func run(_ context: inout CommandContext) throws {
        if let email = accounts.onlyOne {
            return try EditCommand.run(options, .account(email: email), &context, accounts)
        }
        try requireShared()
        let directory = try context.directory()
        let registry = try context.registry()
        let own = try options.own.judged()
        let emails = try accounts.emails()
        let conversation = options.fields.areAsked ? context.conversation() : nil
        let values = try FieldValues(options.fields, context, directory, conversation)
        let draft = try values.values(asking: [])
        let result = try context.replacingLists(own, accounts) {
            try registry.commit([.values(draft.changes, own: $0)], of: emails, isDryRun: accounts.isDryRun)
        }
        guard let result else { return Diagnostics.done("nothing was changed") }
        try accounts.report(result, .edit, &context)
    }

    private func requireShared() throws {
        if options.isEmpty, !options.editor { throw Report.nothingToEdit(.account(email: "EMAIL")) }
        let email = Field.email
        for (option, isGiven) in [
            ("--" + email.optionName, options.fields.values[email] != nil),
            ("--" + Field.password.optionName, options.fields.password.isGiven), ("--editor", options.editor),
        ] where isGiven {
            throw Report(.usage, .onlyForOneAccount(option))
        }
    }
}
