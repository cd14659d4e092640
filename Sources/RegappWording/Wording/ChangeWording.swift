package import RegappCore
internal import RegappStore
internal import RegappValues

// Changes of an account's fields, in lines such as `First name: Ann → Anna`.

extension Field {
    /// A value for people's eyes: secrets as stars, whatever their length.
    package func displayText(_ value: String, _ policy: Policy) -> String {
        if value.isEmpty { return .notSet }
        return entryStyle == .secret ? .stars : policy.displayed(value, for: self)
    }
}

extension String {
    package static let notSet = "not set"
    fileprivate var orNotSet: String { isEmpty ? .notSet : self }
    package static let standardInput = ExternalFiles.standardInputName
}

extension FieldChange {
    package func line(_ policy: Policy) -> String {
        if let locks { return locks ? "Locked: no → yes" : "Locked: yes → no" }
        return switch key {
        case .field(let field):
            "\(field.label): \(field.displayText(old, policy)) → \(field.displayText(new, policy))"
        case .own(let key): "\(key): \(old.orNotSet) → \(new.orNotSet)"
        }
    }
}

extension DocumentDifference {
    /// What undoing the last change did, or would do, to the document.
    package func lines(_ policy: Policy, isDryRun: Bool) -> [String] {
        let verb = isDryRun ? "would be" : "is"
        return switch self {
        case .profile(let difference): difference.lines("the profile", policy, verb)
        case .account(let email, let difference):
            difference.lines("the account", policy, verb, of: email + ": ")
        case .rules(let old?, let new?): new.lines(since: old, verb)
        case .left(let path): ["\(path) was changed since and \(isDryRun ? "would stay" : "stays") as it is"]
        case .rules: ["the rules that could not be accepted: policy.json \(verb) as it was"]
        }
    }
}

extension AccountDifference {
    /// - Parameter owner: the start of lines that do not name the account.
    fileprivate func lines(
        _ subject: String, _ policy: Policy, _ verb: String, of owner: String = ""
    ) -> [String] {
        switch self {
        case .fields(let changes) where changes.isEmpty:
            ["\(owner)the text of the file \(verb) as it was; no field is different"]
        case .fields(let changes): changes.map { ($0.field == .email ? "" : owner) + $0.line(policy) }
        case .added(let email): ["\(subject) of \(email) \(verb) back"]
        case .removed(let email): ["\(subject) of \(email) \(verb) gone"]
        case .unknown: ["\(owner)the file that could not be accepted \(verb) back"]
        }
    }
}

extension Policy {
    /// The rules that differ from those of another policy.
    fileprivate func lines(since old: Policy, _ verb: String) -> [String] {
        guard system == old.system else {
            return ["Policy: \(old.system.rawValue) → \(system.rawValue)"]
        }
        let before = Dictionary(old.rulesInWords.map { ($0.key, $0.words) }) { first, _ in first }
        let lines = rulesInWords.filter { before[$0.key] != $0.words }
            .map { "\($0.key): \(before[$0.key] ?? .notSet) → \($0.words)" }
        return lines.isEmpty ? ["the text of policy.json \(verb) as it was; no rule is different"] : lines
    }
}
