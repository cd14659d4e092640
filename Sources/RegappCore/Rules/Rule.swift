/// A rule for values: one of several families, each an enum in the file with its check.
///
/// A rule holds the numbers that it has under the policy in force. ``Violation/message`` puts it in words.
package enum Rule: Hashable, Sendable {
    /// The field must not be missing or empty.
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
    case flag(FlagRule)
    case stated(StatedRule)

    /// The rule as one of its family; nil for the one without a family.
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
        case .flag(let rule): rule
        case .stated(let rule): rule
        }
    }

    package var listing: RuleListing { member?.listing ?? .never(because: "an empty field says so itself") }

    package var reads: [Field] { member?.reads ?? [] }

    /// The stable machine name, the same whatever the numbers; all bounds of size are `length`.
    package var name: String { member?.name ?? "required" }
}

/// Rules of one kind.
///
/// Each states here everything about it except its check, `broken(by:in:)`, which its family has and which gets the
/// whole account.
protocol RuleFamily: Hashable, Sendable {
    var name: String { get }
    /// Its numbers, in the order of its words.
    var arguments: [Int] { get }
    var reads: [Field] { get }
    var listing: RuleListing { get }
    /// What it requires, as a phrase for a checklist, such as `at least 6 characters`; empty if it is on none.
    var requirement: String { get }
}

/// When a checklist shows a rule.
package enum RuleListing: Equatable, Sendable {
    /// From the start: the family's `listed(in:)` names it if the policy requires it.
    case always
    /// Only while it is broken: a value that meets the others does not break it.
    case whileBroken
    /// Never, for this reason; a form then reports the mistake under the field only.
    case never(because: String)
}

extension RuleFamily {
    var arguments: [Int] { [] }
    var reads: [Field] { [] }
    var requirement: String { "" }
}
