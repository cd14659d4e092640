public import PlainValues

/// One rule that one value breaks.
public struct Violation: Hashable, Sendable {
    /// The field whose value breaks the rule, or that is missing.
    public let field: Field
    /// The broken rule, with its numbers.
    public let rule: Rule

    /// States that the field breaks the rule.
    public init(field: Field, rule: Rule) {
        self.field = field
        self.rule = rule
    }
}

extension Policy {
    /// Every rule that the value breaks as this field, in the order of the rules.
    ///
    /// An empty value is `required` where the policy requires the field and fine elsewhere; a name in which there
    /// is nothing to see is as good as empty. `today` is the local date.
    public func violations(of value: String, for field: Field, today: CalendarDate) -> [Violation] {
        brokenRules(of: value, for: field, today: today).map { Violation(field: field, rule: $0) }
    }

    /// Every rule that the values break, in field order, missing required fields included.
    ///
    /// A `passwordHash` stands in for a required password.
    public func violations(in values: AccountRecord, today: CalendarDate) -> [Violation] {
        var violations: [Violation] = []
        for field in knownFields {
            let value = values[field] ?? ""
            if value.isEmpty, field == .password, values[.passwordHash]?.isEmpty == false { continue }
            violations += self.violations(of: value, for: field, today: today)
        }
        return violations
    }

    private func brokenRules(of value: String, for field: Field, today: CalendarDate) -> [Rule] {
        let isRequired = required.contains(field)
        guard !value.isEmpty else { return isRequired ? [.required] : [] }
        let sifted = SiftedValue(value, mayJoin: field.mayJoin)
        let rules = ownRules(of: sifted.rest, for: field, isRequired: isRequired, today: today)
        return sifted.broken.isEmpty ? rules : sifted.broken.map(Rule.characters) + rules
    }

    /// - Parameter rest: what the value holds besides forbidden characters.
    private func ownRules(
        of rest: String, for field: Field, isRequired: Bool, today: CalendarDate
    ) -> [Rule] {
        guard field == .password || !rest.isEmpty else { return [] }
        let isName = field == .firstName || field == .lastName
        if isRequired, isName, rest.isBlank { return [.required] }
        return field.brokenRules(by: rest, under: self, today: today)
    }
}
