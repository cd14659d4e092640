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
