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
        let changes = try values.values(asking: [], of: file)
        guard values.isEmpty else {
            let saved = try reporting { () throws(AccountsError) in
                try directory.system.edit(changes, of: file.email, seen: nil)
            }
            return try Self.finish(saved, changes, policy, &context)
        }
        let questions = try Self.questions(context)
        guard let answers = try Self.ask(questions, about: file, directory) else {
            Diagnostics.tell(Outcome.edited(isChanged: false))
            return
        }
        let saved = try Self.save(answers, of: file, directory, questions)
        try Self.finish(saved, answers, policy, &context)
    }

    private static func finish(
        _ saved: (account: AccountFile, isChanged: Bool), _ changes: AcceptedValues, _ policy: Policy,
        _ context: inout CommandContext
    ) throws(Report) {
        // Told also where the output below fails: the change is made.
        defer { tell(about: saved, changes, policy) }
        try ShowCommand.print(AccountText(file: saved.account, policy: policy), &context)
        try context.output.flush()
    }

    private static func tell(
        about saved: (account: AccountFile, isChanged: Bool), _ changes: AcceptedValues, _ policy: Policy
    ) {
        if saved.isChanged, changes.values[.password] == "" { saved.account.warnIfPasswordless(policy) }
        Diagnostics.tell(Outcome.edited(isChanged: saved.isChanged))
    }

    private static func questions(_ context: borrowing CommandContext) throws(Report) -> Questions {
        guard let questions = context.questions() else {
            throw Report(.nothingToEdit)
        }
        return questions
    }

    /// Saves the answers; of a field that somebody else changed meanwhile too, the person chooses the value.
    private static func save(
        _ answers: AcceptedValues, of file: AccountFile, _ directory: AccountsDirectory,
        _ questions: Questions
    ) throws(Report) -> (account: AccountFile, isChanged: Bool) {
        var dialogue = EditDialogue(file)
        var step = dialogue.begin(answers.values)
        while true {
            switch step {
            case .save(let changes, let seen):
                let accepted = answers.only(Set(changes.keys))
                step = dialogue.saved(
                    Result { () throws(AccountsError) in
                        try directory.system.edit(accepted, of: seen.email, seen: seen.document)
                    })
            case .read:
                step = dialogue.read(Result { () throws(AccountsError) in try directory.current() })
            case .choose(let conflict):
                step = dialogue.choose(try questions.choose(about: conflict, directory.policy))
            case .finished(let account, let isChanged): return (account, isChanged)
            case .refused(let error): throw Report(error)
            }
        }
    }

    /// Asks for every field with its present value, then whether to save; nil where not.
    private static func ask(
        _ questions: Questions, about file: AccountFile, _ directory: AccountsDirectory
    ) throws(Report) -> AcceptedValues? {
        questions.tell(.howToChange)
        var changes = directory.noValues
        for field in Field.typed {
            try questions.askChange(of: field, in: file) { changes.take($0, as: field) }
        }
        return try questions.choose(Question.save, among: Question.saveAnswers) == 0 ? changes : nil
    }
}

extension Questions {
    /// Asks which value of a field that both changed is to hold.
    fileprivate func choose(
        about conflict: EditDialogue.Conflict, _ policy: Policy
    ) throws(Report) -> EditDialogue.Choice {
        let shown = conflict.shown(policy)
        let answers = Question.choiceAnswers(mine: shown.mine, theirs: shown.theirs)
        return try choose(Question.choice(of: conflict.field), among: answers) == 0 ? .mine : .theirs
    }
}
