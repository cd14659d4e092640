extension Violation {
    /// The violation as a sentence: lowercase, without a period, without the value.
    public var message: String { message(of: nil) }

    /// The same with the value, if it may be shown, after the name of the field.
    func message(of value: String?) -> String {
        let (facts, shown) = (rule.facts, value.map { " \"\($0)\"" } ?? "")
        return switch rule {
        case .stated(let rule): rule.message
        case .flag: "\(field.rawValue) \(facts.sentence ?? "")"
        default: "\(field.noun)\(shown) \(facts.sentence ?? "must have " + facts.requirement)"
        }
    }

    /// The violation when its field is named already: beside the field, or after a question.
    public var shortMessage: String {
        let facts = rule.facts
        return facts.short ?? (facts.requirement.isEmpty ? message : facts.requirement)
    }

    /// What to type instead, if known: a lowercase phrase without a period.
    public var hint: String? {
        switch rule {
        case .email(.ascii): "write an international domain in punycode, such as xn--e1afmkfd.example"
        case .date(.earliest): nil
        case .date where field == .expires: "write the date as \(field.dateFormats)"
        case .date: "write the date as YYYY-MM-DD, such as 1990-12-31"
        case .phone(.mask(.russian)): "write the phone as +7 (916) 123-45-67 or 9161234567"
        case .phone(.mask(let mask)): "write the phone as \(mask.example)"
        case .phone(.international): "write the phone with its country code, as +49 30 901820"
        case .phone(.plain): nil
        case .required, .characters, .email, .password, .name, .birthday, .hash, .timestamp, .flag: nil
        case .stated(let rule): rule.hint
        }
    }
}
