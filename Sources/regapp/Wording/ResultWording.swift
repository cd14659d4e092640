import RegappCore
import RegappCommandLine
import RegappValues
import RegappWording

// What commands print on standard output besides values, because they were asked for it.

extension Message {
    /// - Parameter count: how many accounts were checked; nil if there is no registry.
    static func nothingIsWrong(accounts count: Int?) -> Message {
        .done(Sentence(prose: (count.map { "\($0.counted("account")), " } ?? "") + "nothing is wrong"))
    }

    static func policyIsNow(_ policy: Policy) -> Message {
        .done(Sentence(prose: "the policy is now '\(policy.system.rawValue)': \(policy.summary)"))
    }

    static let fileChangesRules = done("policy.json changes these rules:")

    static func demoAccounts(_ emails: [String]) -> Message {
        .done(Sentence(prose: "demo accounts without a password: \(emails.joined(separator: ", "))"))
    }

    static func accountsInRegistry(_ count: Int) -> Message { .done("accounts in the registry: \(count)") }

    static func unusedAccounts(_ count: Int) -> Message {
        .done("accounts in the registry, which this policy does not use: \(count)")
    }
}

extension Policy {
    var line: String { "Policy: \(system.rawValue), \(summary)" }
}

extension RuleInWords {
    /// The rule, with a mark if policy.json changes it.
    var markedWords: String { isOverridden ? words + " (changed in policy.json)" : words }
}
