import RegappCore
import RegappCommandLine
import RegappJSON

struct PolicyShowCommand: RegappCommand {
    static let words = ["policy", "show"]

    static let page = CommandPage(
        "Show the rules in force",
        discussion: ["Rules that policy.json changes are marked. 'regapp policy' alone does the same."],
        examples: ["Show the rules": "regapp policy"],
        nicknames: ["rules", "config", "settings", "policy get", "policy view", "policy info"])

    private let json: Bool
    private let time: String?

    init(_ line: inout CommandLineReader) {
        json = line.flag("json", "print JSON, for programs")
        time = line.asOf()
    }

    func run(_ context: inout CommandContext) throws {
        try context.lookBack(to: time)
        let policy = try context.directory().policy
        if json {
            return try context.output.json(Self.json(policy).fileBytes)
        }
        try context.output.line(policy.line)
        for line in policy.rulesInWords.lines { try context.output.labelled(line, until: " ") }
    }

    private static func json(_ policy: Policy) -> JSONText {
        let values = PolicyKey.allCases.map { JSONText.Member($0.rawValue, policy.value(of: $0)) }
        let rules = policy.rulesInWords.map { rule in
            JSONText.object([
                .init("key", .string(rule.key)), .init("rule", .string(rule.words)),
                .init("changed", .boolean(rule.isOverridden)),
            ])
        }
        return .object(values + [.init("rules", .array(rules))])
    }
}
