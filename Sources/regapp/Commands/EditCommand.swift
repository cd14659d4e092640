import Accounts
import CommandParser
import DocumentStore
import RegappProcess
import StrictJSON
import TerminalUI

/// `regapp edit`: with values it saves at once, without any it asks for each field, then Save or Cancel.
enum EditCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        let policy = try context.policy()
        // Before standard input is read, which may take its time: the edit is of whoever is logged in now. What is
        // wrong is told afterwards, so that a visible password is warned of whatever comes of it.
        let start = Self.start(&context)
        let values = try FieldValues(context, policy)
        let signIn = try start.get()
        guard let file = signIn.account else { throw try context.nobodyLoggedIn() }
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
        let saved = try reporting { [changes, seen] () throws(AccountsError) in
            try signIn.system.edit(changes, of: file.email, seen: seen)
        }
        // Told also where the output below fails: the change is made.
        defer { tell(about: saved, changes, signIn.policy) }
        try ShowCommand.print(AccountText(file: saved.account, policy: signIn.policy), &context)
        try context.output.flush()
    }

    private static func start(_ context: inout CommandContext) -> Result<SignIn, Report> {
        do throws(Report) { return .success(try context.signIn()) } catch { return .failure(error) }
    }

    private static func tell(
        about saved: (account: AccountFile, isChanged: Bool), _ changes: [Field: String], _ policy: Policy
    ) {
        if saved.isChanged, changes[.password] == "" { saved.account.warnIfPasswordless(policy) }
        Diagnostics.hint(.edited(isChanged: saved.isChanged))
    }

    /// Asks for every field with its present value, then whether to save; nil where not.
    private static func ask(
        about file: AccountFile, _ policy: Policy, _ context: inout CommandContext
    ) throws(Report) -> [Field: String]? {
        guard let questions = context.questions() else {
            throw Report(
                .usage, "nothing to change",
                hint: "type for example \(.regapp("edit", "--first-name", "Ann"))")
        }
        let today = context.environment.today
        questions.tellHowToChange()
        var changes: [Field: String] = [:]
        for field in Field.typed {
            changes[field] = try questions.askChange(of: field, in: file) {
                policy.violations(of: $0, for: field, today: today)
            }
        }
        let choice = try questions.choose(
            "Save the changes?", among: [.init("Save", "s", "y", "yes"), .init("Cancel", "c", "n", "no")])
        return choice == 0 ? changes : nil
    }
}

extension Hint {
    /// What has become of an edit.
    static func edited(isChanged: Bool) -> Hint {
        isChanged ? "saved; \(.regapp("cancel")) takes it back" : "nothing was changed"
    }
}
