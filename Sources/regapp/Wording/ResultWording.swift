import RegappCore
import RegappValues

/// What a command prints on standard output besides values, because it was asked for it. How the work went is a
/// ``Message``, on standard error.
enum ResultLine {
    /// - Parameter count: how many accounts were checked; nil if there is no registry.
    static func nothingIsWrong(accounts count: Int?) -> String {
        count.map { "\($0.counted("account")), nothing is wrong" } ?? "nothing is wrong"
    }

    static func policy(_ policy: Policy) -> String { "Policy: \(policy.system.rawValue), \(policy.summary)" }

    static func policyIsNow(_ policy: Policy) -> String {
        "the policy is now '\(policy.system.rawValue)': \(policy.summary)"
    }

    static let rulesChanged = "policy.json changes these rules:"

    static func demoAccounts(_ emails: [String]) -> String {
        "demo accounts without a password: \(emails.joined(separator: ", "))"
    }

    static func accountsInRegistry(_ count: Int) -> String { "accounts in the registry: \(count)" }

    static func unusedAccounts(_ count: Int) -> String {
        "accounts in the registry, which this policy does not use: \(count)"
    }

    static func rule(_ words: String, isChanged: Bool) -> String {
        isChanged ? words + " (changed in policy.json)" : words
    }
}

extension ProgressLine {
    enum Work {
        case reading, comparing, hashing, writing, checking
        /// Waiting until the data is on the disk.
        case waiting
    }
}

extension ProgressLine.Work {
    /// - Parameter all: the amount of work, if known.
    func line(_ count: Int, of all: Int?) -> String {
        let counted = all.map { "\(count) of \($0)" } ?? "\(count)"
        return switch self {
        case .reading: "reading accounts: \(counted)"
        case .comparing: "comparing accounts: \(counted)"
        case .hashing: "hashing passwords: \(counted)"
        case .writing: "writing accounts: \(counted)"
        case .checking: "checking accounts: \(counted)"
        case .waiting: "waiting for the disk"
        }
    }
}
