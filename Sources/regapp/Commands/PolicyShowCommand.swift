import RegappCore
import RegappCommandLine
import RegappJSON
import RegappTerminal

struct PolicyShowCommand: RegappCommand {
    static let words = ["policy", "show"]
    static let page = #"""
        # policy show
        Show the rules in force

        Rules that policy.json changes are marked. 'regapp policy' alone does the same.

        - Show the rules | regapp policy

            rules, config, settings, policy get, policy view, policy info, show rules, config list, config show, config get
        """#

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
            let values = PolicyKey.allCases.map { JSONText.Member($0.rawValue, policy.value(of: $0)) }
            let rules = policy.rulesInWords.map { rule in
                JSONText.object([
                    .init("key", .string(rule.key)), .init("rule", .string(rule.words)),
                    .init("changed", .boolean(rule.isOverridden)),
                ])
            }
            let object = JSONText.object(values + [.init("rules", .array(rules))])
            return try context.output.json(object.fileBytes)
        }
        try context.output.line(policy.line)
        for line in policy.rulesInWords.lines { try context.output.labelled(line, until: " ") }
    }
}

struct PolicyListCommand: RegappCommand {
    static let words = ["policy", "list"]
    static let page = #"""
        # policy list
        List the available policies

        - List the policies | regapp policy list

            policies, policy ls, policy all, show policies, list policies
        """#

    private let json: Bool

    init(_ line: inout CommandLineReader) { json = line.flag("json", "print a JSON array") }

    func run(_ context: inout CommandContext) throws {
        let policy = try context.directory().policy
        if json {
            let policies = Rules.PolicyName.allCases.map { kind in
                JSONText.object([
                    .init("name", .string(kind.rawValue)),
                    .init("summary", .string(Policy.builtIn(kind).summary)),
                    .init("inForce", .boolean(kind == policy.name)),
                ])
            }
            return try context.output.json(JSONText.array(policies).fileBytes)
        }
        let rows = Rules.PolicyName.allCases.map { kind in
            [(kind == policy.name ? "* " : "  ") + kind.rawValue, Policy.builtIn(kind).summary]
        }
        for line in TextTable.lines(rows) { try context.output.line(line) }
    }
}
