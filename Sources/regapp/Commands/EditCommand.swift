import Accounts
import CommandParser
import DocumentStore
import RegappProcess

/// `regapp edit`: with values it saves at once, without any it asks for each field, then Save or Cancel.
enum EditCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        // Before the account is read, so that a visible password is warned of whatever comes of it.
        let values = try FieldValues(context, try context.policy())
        let signIn = try context.signIn()
        guard let file = signIn.account else { throw Report(.nobodyLoggedIn) }
        var seen: JSONDocument?
        var changes = try values.values(asking: [], of: file)
        if values.isEmpty {
            seen = file.document
            guard let answers = try ask(about: file, signIn.policy, &context) else {
                Diagnostics.hint("nothing was changed")
                return
            }
            changes = answers
        }
        let isChanged = try reporting { [changes, seen] () throws(AccountsError) in
            try signIn.system.edit(changes, seen: seen)
        }
        // Told also where the output below fails: the change is made.
        defer { Diagnostics.hint(isChanged ? "saved; 'regapp cancel' takes it back" : "nothing was changed") }
        try ShowCommand.print(try ShowCommand.loggedIn(&context), &context)
        try context.output.flush()
    }

    /// Asks for every field with its present value, then whether to save; nil where not.
    private static func ask(
        about file: AccountFile, _ policy: Policy, _ context: inout CommandContext
    ) throws(Report) -> [Field: String]? {
        guard let questions = context.questions() else {
            throw Report(.usage, "nothing to change", hint: "type for example 'regapp edit --first-name Ann'")
        }
        let today = context.environment.today
        questions.tellHowToChange()
        var changes: [Field: String] = [:]
        for field in Field.typed where policy.fields.contains(field) || file.values[field] != nil {
            changes[field] = try questions.askChange(of: field, in: file) {
                policy.violations(of: $0, for: field, today: today)
            }
        }
        return try questions.choose("Save the changes?", among: ["Save", "Cancel"]) == 0 ? changes : nil
    }
}
