internal import RegappValues

/// A rule that a form lists under a field, and whether the typed text meets it.
public struct RuleCheck: Hashable, Sendable {
    package let rule: Rule
    /// As a phrase, such as `at least 6 characters`.
    public let requirement: String
    /// Whether the values meet it; an empty value meets no rule.
    public let isSatisfied: Bool

    fileprivate init?(_ rule: Rule, isSatisfied: Bool) {
        let requirement = rule.facts.requirement
        guard !requirement.isEmpty else { return nil }
        (self.rule, self.requirement, self.isSatisfied) = (rule, requirement, isSatisfied)
    }
}

extension Policy {
    /// The rules of a field and whether the draft meets them, in the order of a form's list.
    ///
    /// For an empty value every rule counts as unmet.
    package func checklist(of field: Field, in draft: Draft) -> [RuleCheck] {
        let value = draft.record[field] ?? ""
        let broken = brokenRules(of: field, in: draft)
        return field.listedRules(in: draft).compactMap { rule in
            RuleCheck(rule, isSatisfied: !value.isEmpty && isMet(rule, by: value, broken))
        }
            + broken.compactMap { rule in
                rule.listing == .whileBroken ? RuleCheck(rule, isSatisfied: false) : nil
            }
    }

    private func isMet(_ rule: Rule, by value: String, _ broken: [Rule]) -> Bool {
        switch rule {
        case .email(let email):
            !broken.contains(rule) && !broken.contains(.email(.atSign)) && email.concerns(value)
        // Only an existing day can be checked for being early enough.
        case .birthday: broken.isEmpty
        default: !broken.contains(rule)
        }
    }
}
