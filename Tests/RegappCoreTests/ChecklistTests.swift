import RegappValues
import RegappTestSupport
import Testing

@testable import RegappCore

/// The rules that a form lists under a field, and which of them a text meets while it is typed.
@Suite struct ChecklistTests {
    private static let today = CalendarDate(iso: "2026-11-20") ?? .earliest

    /// What is typed, and the marks of the rules: `+` for one that is met.
    struct Row: CustomTestStringConvertible, Sendable {
        let policy: Policy
        let field: Field
        let typed: String
        let marks: String
        var testDescription: String { "\(policy.system), \(field): \(typed.debugDescription)" }

        init(_ policy: Policy, _ field: Field, _ typed: String, _ marks: String) {
            (self.policy, self.field, self.typed, self.marks) = (policy, field, typed, marks)
        }
    }

    static let rows = [
        Row(.profile, .email, "", "---"), Row(.profile, .email, "ann", "---"),
        Row(.profile, .email, "an@", "---"), Row(.profile, .email, "ann@", "+--"),
        Row(.profile, .email, "ann@ma", "+--"), Row(.profile, .email, "ann@mai", "++-"),
        Row(.profile, .email, "ann@mai.", "++-"), Row(.profile, .email, "ann@mai.d", "++-"),
        Row(.profile, .email, "ann@mai.de", "+++"), Row(.profile, .email, "ann@.de", "+-+"),
        Row(.profile, .email, "ann@mai@", "---"), Row(.profile, .email, "ann @mai.de", "+++-"),
        Row(.albums, .email, "", "--"), Row(.albums, .email, "a@", "+-"),
        Row(.albums, .email, "a@b.de", "++"),
        Row(.albums, .email, "é@b.de", "++-"),
        Row(.profile, .firstName, "", ""), Row(.albums, .firstName, "", "-"),
        Row(.albums, .firstName, "Ann", "+"), Row(.albums, .lastName, "Анна", "-"),
        Row(.authorisation, .lastName, "Анна", ""), Row(.albums, .firstName, "An\u{200B}n", "+-"),
        Row(.albums, .birthday, "", "-"), Row(.albums, .birthday, "1990-05", "-"),
        Row(.albums, .birthday, "20.11.2008", "+"), Row(.albums, .birthday, "2008-11-21", "-"),
        Row(.profile, .birthday, "2008-11-21", ""),
        Row(.albums, .phone, "", "-"), Row(.albums, .phone, "+7 916 123-45-6", "-"),
        Row(.albums, .phone, "89161234567", "+"),
        Row(.authorisation, .password, "", "---"), Row(.authorisation, .password, "password", "+-+"),
        Row(.authorisation, .password, "password1-", "++-"), Row(.albums, .passwordHash, "x", ""),
    ]

    @Test(arguments: rows)
    func `rules are met as soon as what is typed meets them`(row: Row) {
        let checks = row.policy.checklist(of: row.typed, for: row.field, today: Self.today)
        #expect(checks.map { $0.isSatisfied ? "+" : "-" }.joined() == row.marks, "\(checks)")
    }

    @Test func `a value that breaks no rule meets all that are listed`() {
        for policy in Rules.System.allCases.map(Policy.builtIn) {
            for field in Field.typedByPeople {
                let checks = policy.checklist(of: field.example, for: field, today: Self.today)
                #expect(!checks.contains { !$0.isSatisfied }, "\(policy.system), \(field)")
            }
        }
    }

    @Test func `a list and a message say the same of a rule`() {
        for policy in Rules.System.allCases.map(Policy.builtIn) {
            for field in Field.typedByPeople {
                for check in policy.checklist(of: "", for: field, today: Self.today) {
                    let violation = Violation(field: field, rule: check.rule)
                    // What a colon introduces is the rule itself.
                    let facts = [violation.shortMessage, check.requirement].map {
                        $0.split(separator: ":").last
                    }
                    #expect(violation.shortMessage.hasSuffix(check.requirement) || facts[0] == facts[1])
                }
            }
        }
    }
}
