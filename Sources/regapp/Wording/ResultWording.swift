import RegappCore
import RegappCommandLine
import RegappValues
import RegappWording

// What commands print on standard output besides values, because they were asked for it.

extension Message {
}

extension Policy {
    var line: String { "Policy: \(system.rawValue), \(summary)" }
}

extension RuleInWords {
    /// The rule, with a mark if policy.json changes it.
    var markedWords: String { isOverridden ? words + " (changed in policy.json)" : words }
}
