/// A password rule and whether a value satisfies it: a line of the live list on a form.
public struct PasswordCheck: Hashable, Sendable {
    /// The rule; its ``Rule/requirement`` is the line's text.
    public let rule: Rule
    /// Whether the value passes the rule.
    public let isSatisfied: Bool
}

extension Policy {
    /// The password rules, each with whether the value satisfies it; the bound of bytes only once it is broken.
    public func passwordChecklist(for value: String) -> [PasswordCheck] {
        (passwordRules + [.control]).compactMap { rule in
            let isSatisfied = rule.isSatisfied(byPassword: value)
            return switch rule {
            case .maximumBytes, .control: isSatisfied ? nil : PasswordCheck(rule: rule, isSatisfied: false)
            default: PasswordCheck(rule: rule, isSatisfied: isSatisfied)
            }
        }
    }
}

extension Rule {
    /// Tells whether a password passes the rule; rules that are not about passwords are passed.
    ///
    /// Lengths and kinds count characters as a person sees them; control characters are not held against the
    /// alphabet too.
    func isSatisfied(byPassword value: String) -> Bool {
        switch self {
        case .control: !value.hasForbiddenControl
        case .minimumLength(let count): value.count >= count
        case .letters(let count): value.count(where: { $0.isEnglishLetter }) >= count
        case .digits(let count): value.count(where: CharacterKind.digit.contains) >= count
        case .kind(let kind): value.contains(where: kind.contains)
        case .alphanumeric:
            value.withoutForbiddenControls.allSatisfy {
                $0.isEnglishLetter || CharacterKind.digit.contains($0)
            }
        case .maximumBytes(let count): value.utf8.count <= count
        default: true
        }
    }
}
