internal import RegappValues

/// A rule that a form lists under a field, and whether the typed text meets it.
public struct RuleCheck: Hashable, Sendable {
    package let rule: Rule
    /// As a phrase, such as `at least 6 characters`.
    public let requirement: String
    /// Whether the values meet it; an empty value meets no rule.
    public let isSatisfied: Bool

    fileprivate init?(_ rule: Rule, isSatisfied: Bool) {
        guard let requirement = rule.member?.requirement, !requirement.isEmpty else { return nil }
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
        let listed = field.listedRules(in: draft)
        return listed.compactMap { rule in
            RuleCheck(rule, isSatisfied: !value.isEmpty && isMet(rule, by: value, in: draft, broken))
        }
            + broken.compactMap { rule in
                rule.listing == .whileBroken ? RuleCheck(rule, isSatisfied: false) : nil
            }
    }

    private func isMet(_ rule: Rule, by value: String, in draft: Draft, _ broken: [Rule]) -> Bool {
        switch rule {
        case .email(let rule): rule.isMet(by: value, in: draft)
        // Only an existing day can be checked for being early enough.
        case .birthday: broken.isEmpty
        default: !broken.contains(rule)
        }
    }
}
