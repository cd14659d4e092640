import RegappCore
import Testing

/// A row of a table test: a value, the machine names of the rules that it breaks, in their order.
struct RuleCase: CustomTestStringConvertible, Sendable {
    let value: String
    let broken: [String]

    init(_ value: String, _ broken: String...) {
        self.value = value
        self.broken = broken
    }

    var testDescription: String {
        let shown = value.count > 60 ? "\(value.prefix(40))… (\(value.count) characters)" : value
        return "\(shown.debugDescription) breaks \(broken)"
    }
}

extension Policy {
    func brokenRules(by value: String, for field: Field, today: String = "2026-07-15") -> [String] {
        guard let date = CalendarDate(iso: today) else { return ["today is not a date"] }
        return violations(of: value, for: field, today: date).map(\.ruleName)
    }

    /// The rules that a value breaks by itself, with nothing else known of the account.
    func violations(of value: String, for field: Field, today: CalendarDate) -> [Violation] {
        Draft(self, today: today, over: [field: value]).judgement.violations(about: [field])
    }

    /// The rules that an account breaks as a whole.
    func violations(in values: AccountRecord, today: CalendarDate) -> [Violation] {
        violations(in: Draft(self, today: today, over: values))
    }

    func checklist(of value: String, for field: Field, today: CalendarDate) -> [RuleCheck] {
        var draft = Draft(self, today: today)
        draft.set(value, as: field)
        return draft.judgement.checklist(of: field)
    }
}
