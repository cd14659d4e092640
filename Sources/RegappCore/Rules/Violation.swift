/// One rule that one value breaks.
public struct Violation: Hashable, Encodable, Sendable {
    private enum Key: String, CodingKey { case field, ruleName, arguments, message, hint }

    /// The field whose value breaks the rule, or that is missing.
    public let field: Field
    package let rule: Rule

    package init(field: Field, rule: Rule) {
        self.field = field
        self.rule = rule
    }

    /// Makes a violation for a test; it equals none that rules find.
    ///
    /// - Parameters:
    ///   - field: the field whose value breaks the rule.
    ///   - ruleName: the name of the rule, such as `length`.
    ///   - arguments: the numbers of the rule.
    ///   - requirement: what it requires, as the end of its message.
    public init(field: Field, ruleName: String, arguments: [Int] = [], requirement: String = "") {
        let rule = FixtureRule(name: ruleName, arguments: arguments, requirement: requirement)
        self.init(field: field, rule: .fixture(rule))
    }

    /// The name of the rule, such as `length`: the same in every version and whatever its numbers.
    public var ruleName: String { rule.name }

    /// The numbers of the rule under the rules in force, in the order of its ``message``, such as the least length.
    public var arguments: [Int] { rule.member?.arguments ?? [] }

    /// Encodes the field, the rule's name and numbers, the message and the hint.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(field, forKey: .field)
        try values.encode(ruleName, forKey: .ruleName)
        try values.encode(arguments, forKey: .arguments)
        try values.encode(message, forKey: .message)
        try values.encodeIfPresent(hint, forKey: .hint)
    }
}

/// A rule that a test of a program names.
package struct FixtureRule: RuleFamily {
    package let name: String
    let arguments: [Int]
    let requirement: String

    var listing: RuleListing { .never(because: "no policy has it") }
}

extension Policy {
    /// Every rule that an account would break, in field order, including missing required fields.
    ///
    /// An empty value is `required` if the policy requires the field or the draft needs it, and fine otherwise; a name
    /// with nothing to see counts as empty. A `passwordHash` stands in for a required password.
    package func violations(in draft: Draft) -> [Violation] {
        var violations: [Violation] = []
        for field in knownFields {
            for rule in brokenRules(of: field, in: draft) {
                violations.append(Violation(field: field, rule: rule))
            }
        }
        return violations
    }

    /// The broken rules that are about one of these fields, or depend on one.
    package func violations(in draft: Draft, about fields: [Field]) -> [Violation] {
        Field.allCases.flatMap { violations(of: $0, in: draft) }.filter { violation in
            fields.contains(violation.field) || violation.rule.reads.contains(where: fields.contains)
        }
    }

    private func violations(of field: Field, in draft: Draft) -> [Violation] {
        brokenRules(of: field, in: draft).map { Violation(field: field, rule: $0) }
    }

    /// Every rule that a field's value breaks.
    func brokenRules(of field: Field, in draft: Draft) -> [Rule] {
        let value = draft.record[field] ?? ""
        let isRequired = required.contains(field) || draft.needed.contains(field)
        guard !value.isEmpty else {
            if field == .password, draft.record[.passwordHash]?.isEmpty == false { return [] }
            return isRequired ? [.required] : []
        }
        let sifted = SiftedValue(value, mayJoin: field.mayJoin)
        let rules = ownRules(of: field, sifted.rest, in: draft, isRequired: isRequired)
        return sifted.broken.isEmpty ? rules : sifted.broken.map(Rule.characters) + rules
    }

    /// - Parameter rest: the value without forbidden characters.
    private func ownRules(
        of field: Field, _ rest: String, in draft: Draft, isRequired: Bool
    ) -> [Rule] {
        guard field == .password || !rest.isEmpty else { return [] }
        if isRequired, field.entryStyle == .name, rest.isBlank { return [.required] }
        return field.brokenRules(by: rest, in: draft)
    }
}
