/// Which rules an account breaks, found once: its violations and the checklists of forms are made of that.
package struct Judgement: Sendable {
    private let draft: Draft
    private let broken: [(field: Field, rules: [Rule])]

    fileprivate init(of draft: Draft) {
        self.draft = draft
        broken = Field.allCases.map { ($0, draft.policy.brokenRules(of: $0, in: draft)) }
    }

    /// Those that are about one of these fields, or depend on one.
    package func violations(about fields: [Field]) -> [Violation] {
        broken.flatMap { field, rules in
            rules.filter { fields.contains(field) || $0.reads.contains(where: fields.contains) }
                .map { Violation(field: field, rule: $0) }
        }
    }

    /// A field's rules in the order of a form's list, and whether the draft meets them; an empty value meets none.
    ///
    /// - Parameter takenAsEmpty: whether nothing is typed, whatever the account has.
    package func checklist(of field: Field, takenAsEmpty: Bool = false) -> [RuleCheck] {
        let value = takenAsEmpty ? "" : draft.record[field] ?? ""
        let broken = broken.first { $0.field == field && !takenAsEmpty }?.rules ?? []
        let listed = field.listedRules(in: draft).map { rule in
            RuleCheck(rule, isSatisfied: !value.isEmpty && Self.isMet(rule, by: value, broken))
        }
        return listed
            + broken.filter { $0.facts.listing == .whileBroken }.map {
                RuleCheck($0, isSatisfied: false)
            }
    }

    private static func isMet(_ rule: Rule, by value: String, _ broken: [Rule]) -> Bool {
        switch rule {
        case .email(let email):
            !broken.contains(rule) && !broken.contains(.email(.atSign)) && email.concerns(value)
        // Only a day that exists can be early enough.
        case .birthday: broken.isEmpty
        // A number of another country may have as many digits.
        case .phone, .phonePlan: broken.isEmpty
        default: !broken.contains(rule)
        }
    }
}

extension Draft {
    package var judgement: Judgement { Judgement(of: self) }

    /// What a field's checklist shows before anything is typed.
    package func requirements(of field: Field) -> [String] {
        field.listedRules(in: self).map(\.facts.requirement)
    }

    /// The rules that one field breaks by itself; the others are not judged.
    package func violations(of field: Field) -> [Violation] {
        policy.brokenRules(of: field, in: self).map { Violation(field: field, rule: $0) }
    }

    /// The rules that new values break, perhaps together with present ones.
    package var violations: [Violation] { judgement.violations(about: changes.fields) }
}
