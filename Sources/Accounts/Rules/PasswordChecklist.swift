/// A password rule and whether a value satisfies it: a line of the live list on a form.
public struct PasswordCheck: Hashable, Sendable {
    /// The rule; its ``Rule/requirement`` is the line's text.
    public let rule: Rule
    /// Whether the value passes the rule.
    public let isSatisfied: Bool
}

extension Policy {
    /// The password rules, each with whether the value satisfies it; the bound of bytes and the forbidden
    /// characters only once they are broken.
    public func passwordChecklist(for value: String) -> [PasswordCheck] {
        let value = SiftedValue(value)
        let checks = passwordRules.compactMap { rule -> PasswordCheck? in
            let isSatisfied = rule.isSatisfied(byPassword: value.rest)
            if case .maximumBytes = rule, isSatisfied { return nil }
            return PasswordCheck(rule: rule, isSatisfied: isSatisfied)
        }
        return checks + value.broken.map { PasswordCheck(rule: $0, isSatisfied: false) }
    }
}

extension Rule {
    /// Tells whether a password without forbidden characters passes the rule; rules that are not about passwords
    /// are passed. Lengths and kinds count characters as a person sees them.
    func isSatisfied(byPassword value: String) -> Bool {
        switch self {
        case .minimumLength(let count): value.count >= count
        case .letters(let count): value.count(where: { $0.isEnglishLetter }) >= count
        case .digits(let count): value.count(where: CharacterKind.digit.contains) >= count
        case .kind(let kind): value.contains(where: kind.contains)
        case .alphanumeric:
            value.allSatisfy { $0.isEnglishLetter || CharacterKind.digit.contains($0) }
        case .maximumBytes(let count): value.utf8.count <= count
        default: true
        }
    }
}
