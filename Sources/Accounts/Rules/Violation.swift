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
        knownFields.flatMap { field -> [Violation] in
            if let value = values[field], !value.isEmpty {
                return violations(of: value, for: field, today: today)
            }
            let hasHash = values[.passwordHash].map { !$0.isEmpty } ?? false
            return field == .password && hasHash ? [] : violations(of: "", for: field, today: today)
        }
    }

    private func brokenRules(of value: String, for field: Field, today: CalendarDate) -> [Rule] {
        let isRequired = required.contains(field)
        guard !value.isEmpty else { return isRequired ? [.required] : [] }
        let sifted = SiftedValue(value, isRegistryEmail: field == .email && emailForm == .registry)
        let forbidden = sifted.broken.map(Rule.characters)
        guard field == .password || !sifted.rest.isEmpty else { return forbidden }
        let isName = field == .firstName || field == .lastName
        if isRequired, isName, sifted.rest.isBlank { return forbidden + [.required] }
        return forbidden + field.brokenRules(by: sifted.rest, under: self, today: today)
    }
}
