import Accounts
import CommandParser
import DocumentStore
import RegappProcess
import StrictJSON

/// `regapp policy show`: the rules in force, those that `policy.json` changes marked.
enum PolicyShowCommand {
    static func run(_ context: inout CommandContext) throws(Report) {
        let policy = try context.policy()
        if context.invocation.has(.json) {
            return try context.output.bytes(json(policy).fileBytes)
        }
        try context.output.line("Policy: \(policy.kind.rawValue), \(policy.kind.summary)")
        for line in lines(policy.rulesInWords) { try context.output.line(line) }
    }

    /// One line per rule, the words aligned, and a mark where the file changes it.
    static func lines(_ rules: [RuleInWords]) -> [String] {
        let width = rules.map(\.key.count).max() ?? 0
        return rules.map { rule in
            let gap = String(repeating: " ", count: width - rule.key.count + 2)
            return rule.key + gap + rule.words + (rule.isOverridden ? " (changed in policy.json)" : "")
        }
    }

    private static func json(_ policy: Policy) -> JSONText {
        let values = PolicyKey.allCases.map { JSONText.Member($0.rawValue, policy.value(of: $0).json) }
        let rules = policy.rulesInWords.map { rule in
            JSONText.object([
                .init("key", .string(rule.key)), .init("rule", .string(rule.words)),
                .init("changed", .boolean(rule.isOverridden)),
            ])
        }
        return .object(values + [.init("rules", .array(rules))])
    }
}

extension PolicyValue {
    fileprivate var json: JSONText {
        switch self {
        case .string(let text): .string(text)
        case .integer(let number): .integer(number)
        case .strings(let texts): .array(texts.map(JSONText.string))
        case .mixed(let values): .array(values.map(\.json))
        case .null, .unsuitable: .null
        }
    }
}

extension Policy.Kind {
    /// What the policy is for, in a few words.
    var summary: String {
        switch self {
        case .profile: "one local profile; login is the registration form"
        case .albums: "a registry; logged in by e-mail and password, then album search"
        case .authorisation: "a registry; logged in by first name and password"
        }
    }
}
