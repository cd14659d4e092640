/// A rule for values: one of several families, each an enum in the file with its check. A rule holds its numbers under
/// the policy in force; ``Violation/message`` puts it in words.
package enum Rule: Hashable, Sendable {
    case required
    case characters(CharacterRule)
    case email(EmailRule)
    case password(PasswordRule)
    case name(NameRule)
    case date(DateRule)
    case birthday(BirthdayRule)
    case phone(PhoneRule)
    case phonePlan(PhonePlanRule)
    case hash(HashRule)
    /// RFC 3339 in UTC.
    case timestamp
    /// `true`, a date, or absent.
    case flag
    /// ``PasswordLink``.
    case link

    /// All about the rule except its family's check, `broken(by:in:)`, which sees the whole account.
    var facts: RuleFacts {
        switch self {
        case .required:
            RuleFacts(
                name: "required", sentence: "is required",
                listing: .never(because: "an empty field says so itself"))
        case .timestamp:
            RuleFacts(
                name: "timestamp", sentence: "must be a time in UTC like 2026-01-31T12:00:00Z",
                listing: .never(because: "regapp writes the registration time"))
        case .flag:
            RuleFacts(
                name: "true", sentence: "must be true, a date like 2026-12-31, or left out",
                listing: .never(because: "regapp writes it"))
        case .link:
            RuleFacts(
                name: "link",
                sentence:
                    "must be a time in UTC and 64 digits, like \"2026-01-31T12:00:00Z 9f86d0…\", or left out",
                listing: .never(because: "regapp writes it"))
        case .characters(let rule): rule.facts
        case .email(let rule): rule.facts
        case .password(let rule): rule.facts
        case .name(let rule): rule.facts
        case .date(let rule): rule.facts
        case .birthday(let rule): rule.facts
        case .phone(let rule): rule.facts
        case .phonePlan(let rule): rule.facts
        case .hash(let rule): rule.facts
        }
    }

    package var reads: [Field] { facts.reads }
}

struct RuleFacts {
    /// Stable, and the same for all numbers; most limits of size are `length`.
    let name: String
    /// The rule's numbers, in the order of its words.
    var arguments: [Int] = []
    /// A phrase for a checklist, such as `at least 6 characters`; empty if no checklist has it.
    var requirement = ""
    /// What follows the field's name in a sentence; nil for `must have` and the requirement.
    var sentence: String?
    /// What to do, said where the field is already named, such as `needs a digit`; nil for `must have` and the
    /// requirement.
    var short: String?
    var listing: RuleListing = .whileBroken
    /// The other fields that the check reads.
    var reads: [Field] = []

    /// A limit of a count, such as `at least 3 characters before the @`.
    static func bound(
        _ side: String, _ count: Int, _ unit: String, _ rest: String = "", named name: String = "length",
        listing: RuleListing = .whileBroken
    ) -> RuleFacts {
        let requirement = "\(side) \(count.counted(unit))\(rest)"
        return RuleFacts(
            name: name, arguments: [count], requirement: requirement,
            short: side == "at least" ? "needs " + requirement : nil, listing: listing)
    }

    /// Something that the value has to have, which a checklist shows from the start.
    static func need(_ requirement: String, named name: String) -> RuleFacts {
        RuleFacts(name: name, requirement: requirement, short: "needs " + requirement, listing: .always)
    }

    /// What to do where the field is named already; nil if only the whole sentence says it.
    var advice: String? { short ?? (requirement.isEmpty ? nil : "must have " + requirement) }
}

package enum RuleListing: Equatable, Sendable {
    /// From the start, if the policy requires it (the family's `listed(in:)`).
    case always
    /// Only while it is broken, which is so rare that listing it would distract.
    case whileBroken
    /// Never, for this reason; a form then reports the mistake under the field only.
    case never(because: String)
}

/// A rule that a form lists under a field, and whether the typed text meets it.
public struct RuleCheck: Hashable, Codable, Sendable, Identifiable {
    /// A phrase such as `at least 6 characters`.
    public let requirement: String
    /// What to do while it is not met, such as `needs at least 6 characters`.
    package var advice: String { rule?.facts.advice ?? requirement }
    /// An empty value meets no rule.
    public let isSatisfied: Bool
    /// Nil if another program encoded the check.
    package var rule: Rule? { origin.value }

    /// Checks that say the same are equal, wherever they come from.
    private var origin = Uncompared<Rule?>(value: nil)

    private enum CodingKeys: CodingKey {
        case requirement, isSatisfied
    }

    /// The requirement: no form lists one twice.
    public var id: String { requirement }

    init(_ rule: Rule, isSatisfied: Bool) {
        requirement = rule.facts.requirement
        self.isSatisfied = isSatisfied
        origin = Uncompared(value: rule)
    }
}
