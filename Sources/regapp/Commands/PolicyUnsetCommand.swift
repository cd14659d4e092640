import RegappCore
import RegappCommandLine
import RegappWording

struct PolicyUnsetCommand: RegappCommand {
    static let words = ["policy", "unset"]

    static let page = CommandPage(
        "Give one rule the value of the policy again",
        discussion: ["Removes a key from policy.json.", RulesConsequences.discussion],
        examples: [Example("Give a rule its original value", "regapp policy unset passwordLength")],
        nicknames: ["policy reset", "policy remove"])

    private let key: PolicyKey
    private let isConfirmed: Bool

    init(_ line: inout CommandLineReader) {
        key = line.argument("KEY", .choice, "the key of the rule, such as passwordLength")
        isConfirmed = RulesConsequences.isConfirmed(&line)
    }

    func run(_ context: inout CommandContext) throws {
        guard key != .policy else { throw Report.policyIsUsed(nil) }
        try RulesConsequences.save(key, to: nil, isConfirmed, &context)
    }
}
