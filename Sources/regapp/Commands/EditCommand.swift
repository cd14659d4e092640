import Accounts
import CommandParser
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
                    + "clears a field that is not required.",
                "With --editor it opens the whole text in $VISUAL or $EDITOR, else, on a terminal, in 'editor' or "
                    + "'vi'. What is right is saved as it was written; each mistake is named with its place, and "
                    + "you may edit again, keep the text for the next 'regapp edit --editor' (65), or discard it "
                    + "(1). What others changed meanwhile is merged, key by key.",
            ],
            examples: [
                Example("Change one value", "regapp edit --first-name Ann"),
                Example("Clear a value", "regapp edit --last-name \"\""),
                Example("Be asked for a new password", "regapp edit --password"),
                Example("Edit the file itself", "regapp edit --editor"),
            ],
            nicknames: [
                "set", "update", "change", "modify", "rename", "chfn",
                Nickname("passwd", options: ["--password"]),
                Nickname("password", options: ["--password"]),
                Nickname("setpassword", options: ["--password"]),
            ])
    }

    private let options: Options

    init(_ line: inout CommandLineReader) { options = Options(&line) }

    func run(_ context: inout CommandContext) throws { try Self.run(options, .own, &context) }

    /// What an edit takes: values of fields, or the editor.
    struct Options {
        let fields: FieldOptions
        let editor: Bool

        init(_ line: inout CommandLineReader) {
            fields = FieldOptions(&line, Field.typed.filter { $0 != .password }) {
                $0.optionHelp(isNew: true)
            }
            editor = line.flag("editor", "open the whole text in your editor")
        }
    }

    /// Edits an account with the values of the options, or asks for them.
    static func run(
        _ options: Options, _ subject: Edit.Subject, _ context: inout CommandContext
    ) throws {
        guard !options.editor else { return try runEditor(options, subject, &context) }
        let directory = try context.directory()
        // Before standard input is read, which may take its time: the edit is of whoever is logged in now. What is
        // wrong is told afterwards, so that a visible password is warned of whatever comes of it.
        let account = Result { try subject.account(in: directory) }
        let values = try FieldValues(options.fields, context, directory)
        guard let file = try account.get() else { throw try context.nobodyLoggedIn() }
        let conversation = values.isEmpty ? try Self.conversation(context) : nil
        let draft = try values.values(asking: conversation == nil ? [] : Field.typed, of: file)
        if let conversation, try !isToBeSaved(conversation) {
            Diagnostics.tell(
                .edited([], directory.policy, isChanged: false, isOwn: subject == .own))
            return
        }
        var edit = Edit(subject, of: file, under: directory.policy, followsEmail: conversation != nil)
        edit.write(draft.changes)
        try finish(try save(&edit, in: directory, conversation), subject, directory.policy, &context)
    }

    private static func runEditor(
        _ options: Options, _ subject: Edit.Subject, _ context: inout CommandContext
    ) throws {
        guard options.fields.isEmpty else { throw Report.editorTakesNoValues }
        guard case .account(let saved, let policy)? = try EditorSession.run(subject, &context) else {
            return Diagnostics.tell(
                .edited([], .profile, isChanged: false, isOwn: subject == .own))
        }
        try finish(saved, subject, policy, &context)
    }

    private static func finish(
        _ saved: EditedAccount, _ subject: Edit.Subject, _ policy: Policy, _ context: inout CommandContext
    ) throws {
        // Told also where the output below fails: the change is made.
        defer {
            if saved.changes.contains(where: { $0.field == .password && $0.new.isEmpty }) {
                saved.account.warnIfPasswordless(policy)
            }
            Diagnostics.tell(
                .edited(saved.changes, policy, isChanged: saved.isChanged, isOwn: subject == .own))
        }
        try ShowCommand.print(AccountText(file: saved.account, policy: policy), &context)
        try context.output.flush()
    }

    private static func conversation(_ context: borrowing CommandContext) throws -> Conversation {
        guard let conversation = context.conversation() else { throw Report.nothingToEdit }
        return conversation
    }

    /// Saves; of a field that somebody else changed meanwhile too, the options hold, or the person chooses.
    private static func save(
        _ edit: inout Edit, in directory: AccountsDirectory, _ conversation: Conversation?
    ) throws -> EditedAccount {
        while true {
            switch edit.advance(in: directory) {
            case .saved(.account(let saved, _)): return saved
            case .saved(.policy), .merged: continue
            case .conflict(let conflict):
                let choice = try conversation?.choose(about: conflict, directory.policy)
                edit.settle(conflict, as: choice ?? .mine)
            case .refused(let obstacle): throw edit.error(of: obstacle, in: directory)
            }
        }
    }

    private static func isToBeSaved(_ conversation: Conversation) throws -> Bool {
        try conversation.choose(Question.save, among: Question.saveAnswers) == 0
    }
}

extension Edit.Subject {
    /// The account; nil where nobody is logged in.
    fileprivate func account(in directory: AccountsDirectory) throws(AccountsError) -> AccountFile? {
        guard case .account(let email) = self else { return try directory.current() }
        guard let account = try directory.registry().account(of: email) else { throw .noAccount(email) }
        return account
    }
}
