import Accounts

// The lines that commands print on standard output, but for the values themselves.

extension AccountImport.Result {
    /// What an import did, or would do, in one line.
    func summary(isRehearsal: Bool) -> String {
        var parts = [
            isRehearsal ? "\(accounts(created)) would be registered" : "\(accounts(created)) registered"
        ]
        if updated > 0 {
            parts.append(
                isRehearsal ? "\(accounts(updated)) would be updated" : "\(accounts(updated)) updated")
        }
        switch (unchanged, isRehearsal) {
        case (0, _): break
        case (1, true): parts.append("1 account would stay as it is")
        case (_, true): parts.append("\(accounts(unchanged)) would stay as they are")
        case (_, false): parts.append("\(accounts(unchanged)) unchanged")
        }
        return parts.joined(separator: ", ")
    }
}

/// The lines of commands that are not values alone.
enum ResultLine {
    /// - Parameter count: how many accounts were checked; nil where there is no registry.
    static func nothingIsWrong(accounts count: Int?) -> String {
        count.map { "\(accounts($0)), nothing is wrong" } ?? "nothing is wrong"
    }

    static func policy(_ kind: Policy.Kind) -> String { "Policy: \(kind.rawValue), \(kind.summary)" }

    static func policyIsNow(_ kind: Policy.Kind) -> String {
        "the policy is now '\(kind.rawValue)': \(kind.summary)"
    }

    static let rulesChanged = "policy.json changes these of its rules:"

    static func demoAccounts(_ emails: [String]) -> String {
        "demo accounts without a password: \(emails.joined(separator: ", "))"
    }

    static func accountsInRegistry(_ count: Int) -> String { "accounts in the registry: \(count)" }

    static func unusedAccounts(_ count: Int) -> String {
        "accounts in the registry, which this policy does not use: \(count)"
    }

    /// The words of a rule, and whether `policy.json` has changed it.
    static func rule(_ words: String, isChanged: Bool) -> String {
        isChanged ? words + " (changed in policy.json)" : words
    }
}

extension ProgressLine {
    /// What takes its time.
    enum Work {
        case reading, comparing, hashing, writing, checking
    }

    /// Says how far the work is, if it is time to.
    func tick(_ work: Work, _ count: Int) {
        tick {
            switch work {
            case .reading: "reading accounts: \(count)"
            case .comparing: "comparing accounts: \(count)"
            case .hashing: "hashing passwords: \(count)"
            case .writing: "writing accounts: \(count)"
            case .checking: "checking accounts: \(count)"
            }
        }
    }
}
