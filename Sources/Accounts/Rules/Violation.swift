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

    /// The violation as a sentence: lowercase, without a period, never with the value itself.
    public var message: String { rule.sentence(about: field) }

    /// What to type instead, where that is known.
    public var hint: String? { rule.hint }
}
