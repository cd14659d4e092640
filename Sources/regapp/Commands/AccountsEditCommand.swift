import RegappCore
import RegappCommandLine
import RegappValues
import RegappWording

struct AccountsEditCommand: RegappCommand {
    static let words = ["accounts", "edit"]
    static let isWriter = true

    private let accounts: AccountSelection
    private let options: EditCommand.Options

    init(_ line: inout CommandLineReader) {
        accounts = AccountSelection(&line, asks: true)
        options = EditCommand.Options(&line, of: Field.typedByAdministrators, setsOwnKeys: true)
    }

    func run(_ context: inout CommandContext) throws {
        if accounts.isOnlyOne {
            let email = try accounts.emails(&context)[0]
            return try EditCommand.run(options, .account(email: email), &context, accounts)
        }
        if options.isEmpty, !options.editor {
            throw Report.nothingToEdit(.account(email: "EMAIL"), accounts.typed)
        }
        let email = Field.email
        for (option, isGiven) in [
            ("--" + email.optionName, options.fields.values[email] != nil),
            ("--" + Field.password.optionName, options.fields.password.isGiven), ("--editor", options.editor),
        ] where isGiven {
            throw Report(.usage, .onlyForOneAccount(option))
        }
        let directory = try context.directory()
        let registry = try context.registry()
        let own = try options.own.judged()
        let emails = try accounts.emails(&context)
        let conversation = options.fields.areAsked ? context.conversation() : nil
        let values = try FieldValues(options.fields, context, directory, conversation)
        var draft = try values.values(asking: [])
        draft.set(AccountRecord(ownChanges: own))
        let result = try context.replacingLists(draft, accounts) {
            try registry.commit([.values($0.changes)], of: emails, isDryRun: accounts.isDryRun)
        }
        guard let result else { return Diagnostics.report(.saved(false)) }
        try accounts.report(result, .edit, &context)
    }
}
