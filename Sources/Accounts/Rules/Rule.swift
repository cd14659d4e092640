/// What a value can be held to: a sum of families, each an enum in the file with its check.
///
/// A rule is a fact with the numbers that it has under the policy in force. ``Violation/message`` is for people.
package enum Rule: Hashable, Sendable {
    /// The field must be there and not be empty.
    case required
    case characters(CharacterRule)
    case email(EmailRule)
    case password(PasswordRule)
    case name(NameRule)
    case birthday(BirthdayRule)
    case phone(PhoneRule)
    case hash(HashRule)
    case timestamp(TimestampRule)

    /// The rule as one of its family; nil of the one that has none.
    var member: (any RuleFamily)? {
        switch self {
        case .required: nil
        case .characters(let rule): rule
        case .email(let rule): rule
        case .password(let rule): rule
        case .name(let rule): rule
        case .birthday(let rule): rule
        case .phone(let rule): rule
        case .hash(let rule): rule
        case .timestamp(let rule): rule
        }
    }

    /// The fields that it reads besides the one that it is about.
    package var reads: [Field] { member?.reads ?? [] }

    /// The stable machine name, the same whatever the numbers; all bounds of size are `length`.
    package var name: String { member?.name ?? "required" }
}

/// Rules of one kind.
///
/// Each says here all that there is to know about it but its check, which its family has: `broken(by:in:)` of a field's,
/// which gets the whole account.
protocol RuleFamily: Hashable, Sendable {
    /// The stable machine name.
    var name: String { get }
    /// The other fields that it reads.
    var reads: [Field] { get }
    /// Whether a checklist shows it while it is broken, though not from the start: typing on never mends that.
    var isListedWhileBroken: Bool { get }
    /// What it asks for, as a phrase for a checklist, such as `at least 6 characters`; empty where it is on none.
    var requirement: String { get }
}

extension RuleFamily {
    var reads: [Field] { [] }
    var isListedWhileBroken: Bool { false }
    var requirement: String { "" }
}
