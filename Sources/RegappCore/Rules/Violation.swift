/// A rule that a value breaks. Two violations are equal if they say the same about a field, wherever they come from.
public struct Violation: Hashable, Codable, Sendable {
    private enum Key: CodingKey { case field }

    private let broken: BrokenRule
    /// The field whose value breaks the rule or is missing.
    public var field: Field { broken.field }
    package var rule: Rule { broken.rule }

    package init(field: Field, rule: Rule) { broken = BrokenRule(field: field, rule: rule) }

    /// Makes a violation for a test.
    ///
    /// - Parameters:
    ///   - field: the field whose value breaks the rule.
    ///   - ruleName: the rule's name, such as `length`.
    ///   - arguments: the rule's numbers.
    ///   - message: what is wrong, as a sentence.
    ///   - shortMessage: the same beside the field; nil for the message.
    ///   - hint: what to type instead, if known.
    public init(
        field: Field, ruleName: String, arguments: [Int] = [], message: String, shortMessage: String? = nil,
        hint: String? = nil
    ) {
        let rule = DecodedRule(
            ruleName: ruleName, arguments: arguments, message: message, shortMessage: shortMessage ?? message,
            hint: hint)
        self.init(field: field, rule: .decoded(rule))
    }

    /// The rule's name, such as `length`: the same in every version and for all numbers.
    public var ruleName: String { rule.facts.name }

    /// The rule's numbers under the rules in force, in the order of its ``message``, such as the least length.
    public var arguments: [Int] { rule.facts.arguments }

    /// Decodes what any program encoded; what is missing is as in an initialiser's call without it.
    public init(from decoder: any Decoder) throws {
        let field = try decoder.container(keyedBy: Key.self).decode(Field.self, forKey: .field)
        self.init(field: field, rule: .decoded(try DecodedRule(from: decoder)))
    }

    /// Encodes the field, the rule's name and numbers, the messages and the hint, but not the value.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(field, forKey: .field)
        let words = DecodedRule(
            ruleName: ruleName, arguments: arguments, message: message, shortMessage: shortMessage, hint: hint
        )
        try words.encode(to: encoder)
    }
}

/// A rule and its field. Equal ones say the same, even if one of them was decoded.
private struct BrokenRule: Hashable, Sendable {
    let field: Field
    let rule: Rule

    private var message: String { Violation(field: field, rule: rule).message }

    static func == (left: BrokenRule, right: BrokenRule) -> Bool {
        left.field == right.field
            && (left.rule == right.rule
                || left.rule.facts.name == right.rule.facts.name
                    && left.rule.facts.arguments == right.rule.facts.arguments
                    && left.message == right.message)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(field)
        hasher.combine(rule.facts.name)
    }
}

/// A rule known only by its words, such as one that another program encoded.
package struct DecodedRule: Codable, Hashable, Sendable {
    let ruleName: String
    let arguments: [Int]
    let message: String
    let shortMessage: String
    let hint: String?

    var facts: RuleFacts {
        RuleFacts(
            name: ruleName, arguments: arguments, requirement: shortMessage, short: shortMessage,
            listing: .never(because: "no policy has it"))
    }
}

extension DecodedRule {
    /// What is missing is what ``Violation/init(field:ruleName:arguments:message:shortMessage:hint:)`` takes in its place.
    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        ruleName = try values.decode(String.self, forKey: .ruleName)
        arguments = try values.decodeIfPresent([Int].self, forKey: .arguments) ?? []
        message = try values.decode(String.self, forKey: .message)
        shortMessage = try values.decodeIfPresent(String.self, forKey: .shortMessage) ?? message
        hint = try values.decodeIfPresent(String.self, forKey: .hint)
    }
}

extension Policy {
    /// All rules that an account would break, in field order, including missing required fields. An empty value is
    /// `required` if the policy or the draft needs the field, and fine otherwise; a name with nothing to see counts as
    /// empty. A `passwordHash` satisfies a required password.
    package func violations(in draft: Draft) -> [Violation] {
        var violations: [Violation] = []
        for field in knownFields {
            for rule in brokenRules(of: field, in: draft) {
                violations.append(Violation(field: field, rule: rule))
            }
        }
        return violations
    }

    func brokenRules(of field: Field, in draft: Draft) -> [Rule] {
        let value = draft.record[field] ?? ""
        guard !value.isEmpty else {
            if field == .password, draft.record[.passwordHash]?.isEmpty == false { return [] }
            return isRequired(field, in: draft) ? [.required] : []
        }
        let sifted = SiftedValue(value, mayJoin: field.mayJoin)
        let rules = brokenRules(of: field, by: sifted.rest, in: draft)
        return sifted.broken.isEmpty ? rules : sifted.broken.map(Rule.characters) + rules
    }

    /// - Parameter value: without forbidden characters.
    private func brokenRules(of field: Field, by value: String, in draft: Draft) -> [Rule] {
        if value.isEmpty, field != .password { return [] }
        if field.entryStyle == .name, value.isBlank, isRequired(field, in: draft) { return [.required] }
        return field.brokenRules(by: value, in: draft)
    }

    private func isRequired(_ field: Field, in draft: Draft) -> Bool {
        required.contains(field) || draft.needed.contains(field)
    }
}

extension Violation {
    /// A sentence: lowercase, without a period and without the value.
    public var message: String { message(of: nil) }

    /// The same with the value, if it may be shown, after the field's name.
    func message(of value: String?) -> String {
        let facts = rule.facts
        let shown = value.map { " \"\($0)\"" } ?? ""
        return switch rule {
        case .decoded(let rule): rule.message
        case .flag, .link: "\(field.rawValue) \(facts.sentence ?? "")"
        default: "\(field.noun)\(shown) \(facts.sentence ?? "must have " + facts.requirement)"
        }
    }

    /// What to do, for use where the field is already named: beside it, or after a question. It is a lowercase phrase
    /// without a period, such as `needs at least 6 characters`.
    public var shortMessage: String { rule.facts.advice ?? message }

    /// What to type instead, if known: a lowercase phrase without a period.
    public var hint: String? {
        switch rule {
        case .email(.ascii): "write an international domain in punycode, such as xn--e1afmkfd.example"
        case .date(.earliest): nil
        case .date where field == .expires: Self.dateHint(field.dateFormats)
        case .date: "\(Self.dateHint()), such as 1990-12-31"
        case .phone(.mask(.russian)): "write the phone as +7 (916) 123-45-67 or 9161234567"
        case .phone(.mask(let mask)): "write the phone as \(mask.example)"
        case .phone(.international): "write the phone with its country code, as +49 30 901820"
        case .phone(.plain): nil
        case .phonePlan: "write the phone as +7 (916) 123-45-67 or 9161234567"
        case .required, .characters, .email, .password, .name, .birthday, .hash, .timestamp, .flag, .link: nil
        case .decoded(let rule): rule.hint
        }
    }

    static func dateHint(_ formats: String = "YYYY-MM-DD") -> String { "write the date as \(formats)" }
}
