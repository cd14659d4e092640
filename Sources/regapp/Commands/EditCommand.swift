import Accounts
import CommandParser
import DocumentStore
import RegappProcess
import StrictJSON

/// `regapp edit`: with values it saves at once, without any it asks for each field, then Save or Cancel.
enum EditCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        let directory = try context.directory()
        let policy = directory.policy
        // Before standard input is read, which may take its time: the edit is of whoever is logged in now. What is
        // wrong is told afterwards, so that a visible password is warned of whatever comes of it.
        let account = Result { () throws(AccountsError) in try directory.current() }
        let values = try FieldValues(context, directory)
        guard let file = try reporting({ () throws(AccountsError) in try account.get() }) else {
            throw Report(.nobodyLoggedIn)
        }
        var seen: JSONDocument?
        var changes = try values.values(asking: [], of: file)
        if values.isEmpty {
            seen = file.document
            guard let answers = try ask(about: file, directory, &context) else {
                Diagnostics.hint("nothing was changed")
                return
            }
            changes = answers
        }
        let saved = try reporting { [changes, seen] () throws(AccountsError) in
            try directory.system.edit(changes, of: file.email, seen: seen)
        }
        // Told also where the output below fails: the change is made.
        defer { tell(about: saved, changes, policy) }
        try ShowCommand.print(AccountText(file: saved.account, policy: policy), &context)
        try context.output.flush()
    }

    private static func tell(
        about saved: (account: AccountFile, isChanged: Bool), _ changes: AcceptedValues, _ policy: Policy
    ) {
        if saved.isChanged, changes.values[.password] == "" { saved.account.warnIfPasswordless(policy) }
        Diagnostics.hint(saved.isChanged ? "saved; 'regapp cancel' takes it back" : "nothing was changed")
    }

    /// Asks for every field with its present value, then whether to save; nil where not.
    private static func ask(
        about file: AccountFile, _ directory: AccountsDirectory, _ context: inout CommandContext
    ) throws(Report) -> AcceptedValues? {
        guard let questions = context.questions() else {
            throw Report(.usage, "nothing to change", hint: "type for example 'regapp edit --first-name Ann'")
        }
        questions.tellHowToChange()
        var changes = directory.noValues
        for field in Field.typed {
            try questions.askChange(of: field, in: file) { changes.take($0, as: field) }
        }
        return try questions.choose("Save the changes?", among: ["Save", "Cancel"]) == 0 ? changes : nil
    }
}
