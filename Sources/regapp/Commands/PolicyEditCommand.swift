import Accounts
import CommandParser

/// `regapp policy edit`: the rules in the person's editor.
struct PolicyEditCommand: RegappCommand {
    static let words = ["policy", "edit"]

    static var page: CommandPage {
        CommandPage(
            "Edit the rules in your editor",
            discussion: [
                "Opens policy.json as 'regapp edit --editor' opens an account; without that file, the rules that "
                    + "hold, each with its key. Before it is saved, it says what the new rules mean for existing "
                    + "accounts."
            ],
            examples: [Example("Change a rule", "regapp policy edit")],
            nicknames: ["policy editor", "policy modify"])
    }

    init(_ line: inout CommandLineReader) {}

    func run(_ context: inout CommandContext) throws {
        let saved = try EditorSession.run(.policy, &context)
        Diagnostics.tell(.rulesSaved(isChanged: saved?.isChanged ?? false))
    }

    /// Says what rules are and mean, before they are saved.
    static func announce(
        _ directory: AccountsDirectory, _ context: inout CommandContext
    ) throws {
        try context.output.line(ResultLine.policy(directory.policy.kind))
        try PolicyUseCommand.printChangedRules(directory.policy, &context)
        try context.output.flush()
        try PolicyUseCommand.tellConsequences(directory, &context)
        try context.output.flush()
    }
}
