import Accounts

// What became of the fields of an account, in lines such as `First name: Ann → Anna`.

extension Field {
    /// A value as people may see it: secrets as stars, whatever their length.
    func shown(_ value: String, _ policy: Policy) -> String {
        if value.isEmpty { return .notSet }
        return entryStyle == .secret ? .stars : policy.displayed(value, for: self)
    }
}

extension String {
    /// What stands for a value that there is none of.
    static let notSet = "not set"
    /// What messages call standard input.
    static let standardInput = "standard input"
    /// What stands for a secret, whatever its length.
    static let stars = "********"
}

extension FieldChange {
    func line(_ policy: Policy) -> String {
        "\(field.label): \(field.shown(old, policy)) → \(field.shown(new, policy))"
    }
}

extension AccountDifference {
    /// What undoing the last change made of the account, or would make of it.
    func lines(_ policy: Policy, isDryRun: Bool) -> [String] {
        let verb = isDryRun ? "would be" : "is"
        switch self {
        case .fields(let changes) where changes.isEmpty:
            return ["the text of the file \(verb) as it was; no field is different"]
        case .fields(let changes): return changes.map { $0.line(policy) }
        case .comes(let email): return ["the profile of \(email) \(verb) back"]
        case .goes(let email): return ["the profile of \(email) \(verb) gone"]
        case .unknown: return ["the file that could not be accepted \(verb) back"]
        }
    }
}
