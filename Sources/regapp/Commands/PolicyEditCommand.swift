import RegappCore
import RegappCommandLine

struct PolicyEditCommand: RegappCommand {
    static let words = ["policy", "edit"]

    static let page = CommandPage(
        "Edit the rules in your editor",
        discussion: [
            "Opens policy.json as 'regapp edit --editor' opens an account, with every key of the rules "
                + "in force. Before it is saved, it says what the new rules mean for existing "
                + "accounts, and asks first if some could no longer log in, or would have to log in by "
                + "first name instead of email, or the other way round."
        ],
        examples: ["Change a rule": "regapp policy edit"],
        nicknames: ["policy editor", "policy modify"])

    private let isConfirmed: Bool

    init(_ line: inout CommandLineReader) { isConfirmed = RulesConsequences.isConfirmed(&line) }

    func run(_ context: inout CommandContext) throws {
        let saved = try EditorSession.run(.policy, &context) { change, context in
            let consequences = RulesConsequences(of: change, context)
            try consequences.print(&context)
            return try consequences.areAccepted(isConfirmed, context)
        }
        Diagnostics.report(.rulesSaved(isChanged: saved?.isChanged ?? false))
    }
}
