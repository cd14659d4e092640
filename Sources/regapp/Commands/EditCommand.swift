import Accounts
import CommandParser
import DocumentStore
import RegappProcess
import StrictJSON
import TerminalUI

/// `regapp edit`: with values it saves at once, without any it asks for each field, then Save or Cancel.
struct EditCommand: RegappCommand {
    static let words = ["edit"]

    static var page: CommandPage {
        CommandPage(
            "Change the account that is logged in", section: .account,
            discussion: [
                "With values it saves them at once. Without any, on a terminal, it asks for each field, then "
                    + "whether to save. Only the values that change are replaced in the file; an empty value "
                    + "clears a field that is not required."
            ],
            examples: [
                Example("Change one value", "regapp edit --first-name Ann"),
                Example("Clear a value", "regapp edit --last-name \"\""),
                Example("Be asked for a new password", "regapp edit --password"),
            ])
    }

    private let options: FieldOptions

    init(_ line: inout CommandLineReader) {
        options = FieldOptions(&line, Field.typed.filter { $0 != .password }) { $0.optionHelp(isNew: true) }
    }

    func run(_ context: inout CommandContext) throws(Report) {
        let directory = try context.directory()
        let policy = directory.policy
        // Before standard input is read, which may take its time: the edit is of whoever is logged in now. What is
        // wrong is told afterwards, so that a visible password is warned of whatever comes of it.
        let account = Result { () throws(AccountsError) in try directory.current() }
        let values = try FieldValues(options, context, directory)
        guard let file = try reporting({ () throws(AccountsError) in try account.get() }) else {
            throw try context.nobodyLoggedIn()
        }
        var seen: JSONDocument?
        var changes = try values.values(asking: [], of: file)
        if values.isEmpty {
            seen = file.document
            guard let answers = try Self.ask(about: file, directory, &context) else {
                Diagnostics.tell(Outcome.edited(isChanged: false))
                return
            }
            changes = answers
        }
        let saved = try reporting { [changes, seen] () throws(AccountsError) in
            try directory.system.edit(changes, of: file.email, seen: seen)
        }
        // Told also where the output below fails: the change is made.
        defer { Self.tell(about: saved, changes, policy) }
        try ShowCommand.print(AccountText(file: saved.account, policy: policy), &context)
        try context.output.flush()
    }

    private static func tell(
        about saved: (account: AccountFile, isChanged: Bool), _ changes: AcceptedValues, _ policy: Policy
    ) {
        if saved.isChanged, changes.values[.password] == "" { saved.account.warnIfPasswordless(policy) }
        Diagnostics.tell(Outcome.edited(isChanged: saved.isChanged))
    }

    /// Asks for every field with its present value, then whether to save; nil where not.
    private static func ask(
        about file: AccountFile, _ directory: AccountsDirectory, _ context: inout CommandContext
    ) throws(Report) -> AcceptedValues? {
        guard let questions = context.questions() else {
            throw Report(.nothingToEdit)
        }
        questions.tell(.howToChange)
        var changes = directory.noValues
        for field in Field.typed {
            try questions.askChange(of: field, in: file) { changes.take($0, as: field) }
        }
        return try questions.choose(Question.save, among: Question.saveAnswers) == 0 ? changes : nil
    }
}
