/// A rule that a value breaks. Two violations are equal if they say the same about a field, wherever they come from.
public struct Violation: Hashable, Codable, Sendable {
    private enum Key: CodingKey { case field, ruleName, arguments, message, shortMessage, hint }

    /// What else is known of it: more words for the same, and the rule unless another program made the violation.
    private struct Details: Sendable {
        let shortMessage: String
        let hint: String?
        var rule: Rule?
    }

    /// The field whose value breaks the rule or is missing.
    public let field: Field
    /// The rule's name, such as `length`: the same in every version and for all numbers.
    public let ruleName: String
    /// The rule's numbers under the rules in force, in the order of its ``message``, such as the least length.
    public let arguments: [Int]
    /// A sentence: lowercase, without a period and without the value.
    public let message: String
    private var details: Uncompared<Details>

    /// What to do, for use where the field is already named: beside it, or after a question. It is a lowercase phrase
    /// without a period, such as `needs at least 6 characters`.
    public var shortMessage: String { details.value.shortMessage }
    /// What to type instead, if known: a lowercase phrase without a period.
    public var hint: String? { details.value.hint }
    package var rule: Rule? { details.value.rule }

    package init(field: Field, rule: Rule) {
        let facts = rule.facts
        self.init(
            field: field, ruleName: facts.name, arguments: facts.arguments, message: rule.message(of: field),
            shortMessage: facts.advice, hint: rule.hint(of: field))
        details.value.rule = rule
    }

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
        self.field = field
        self.ruleName = ruleName
        self.arguments = arguments
        self.message = message
        details = Uncompared(value: Details(shortMessage: shortMessage ?? message, hint: hint))
    }

    /// Decodes what any program encoded; what is missing is as in an initialiser's call without it.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        self.init(
            field: try values.decode(Field.self, forKey: .field),
            ruleName: try values.decode(String.self, forKey: .ruleName),
            arguments: try values.decodeIfPresent([Int].self, forKey: .arguments) ?? [],
            message: try values.decode(String.self, forKey: .message),
            shortMessage: try values.decodeIfPresent(String.self, forKey: .shortMessage),
            hint: try values.decodeIfPresent(String.self, forKey: .hint))
    }

    /// Encodes the field, the rule's name and numbers, the messages and the hint, but not the value.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(field, forKey: .field)
        try values.encode(ruleName, forKey: .ruleName)
        try values.encode(arguments, forKey: .arguments)
        try values.encode(message, forKey: .message)
        try values.encode(shortMessage, forKey: .shortMessage)
        try values.encodeIfPresent(hint, forKey: .hint)
    }
}

/// What does not count when its owner is compared or hashed.
struct Uncompared<Value: Sendable>: Hashable, Sendable {
    var value: Value

    static func == (left: Self, right: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
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

extension Rule {
    /// ``Violation/message``, with the value after the field's name if it may be shown.
    func message(of field: Field, _ value: String? = nil) -> String {
        let shown = value.map { " \"\($0)\"" } ?? ""
        return switch self {
        case .flag, .link: "\(field.rawValue) \(facts.sentence ?? "")"
        default: "\(field.noun)\(shown) \(facts.sentence ?? "must have " + facts.requirement)"
        }
    }

    /// ``Violation/hint``.
    fileprivate func hint(of field: Field) -> String? {
        switch self {
        case .email(.ascii): "write an international domain in punycode, such as xn--e1afmkfd.example"
        case .date(.earliest): nil
        case .date where field == .expires: Self.dateHint(field.dateFormats)
        case .date: "\(Self.dateHint()), such as 1990-12-31"
        case .phone(.mask(.russian)): "write the phone as +7 (916) 123-45-67 or 9161234567"
        case .phone(.mask(let mask)): "write the phone as \(mask.example)"
        case .phone(.international): "write the phone with its country code, as +49 30 901820"
        case .phone(.plain): nil
        case .phonePlan: "write the phone as +7 (916) 123-45-67 or 9161234567"
        default: nil
        }
    }

    static func dateHint(_ formats: String = "YYYY-MM-DD") -> String { "write the date as \(formats)" }
}
