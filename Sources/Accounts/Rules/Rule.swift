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
    case date(DateRule)
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
        case .date(let rule): rule
        case .birthday(let rule): rule
        case .phone(let rule): rule
        case .hash(let rule): rule
        case .timestamp(let rule): rule
        }
    }

    /// When a checklist shows it.
    package var listing: RuleListing { member?.listing ?? .never(because: "an empty field says so itself") }

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
    /// When a checklist shows it.
    var listing: RuleListing { get }
    /// What it asks for, as a phrase for a checklist, such as `at least 6 characters`; empty where it is on none.
    var requirement: String { get }
}

/// When a checklist shows a rule.
package enum RuleListing: Equatable, Sendable {
    /// From the start: the family's `listed(in:)` names it where the policy asks for it.
    case always
    /// Only while it is broken: nobody comes near it by typing what the others ask for.
    case whileBroken
    /// Never, for this reason; a form then says what is wrong under the field alone.
    case never(because: String)
}

extension RuleFamily {
    var reads: [Field] { [] }
    var requirement: String { "" }
}
