import RegappValues
import Testing

@testable import RegappCore

/// The rules that a form lists under a field, and which of them a text meets while it is typed.
@Suite struct DraftTests {
    private static let today = CalendarDate(iso: "2026-11-20") ?? .earliest

    /// What is typed, and the marks of the rules: `+` for one that is met.
    static let rows: [(Policy, Field, String, String)] = [
        (.profile, .email, "", "---"), (.profile, .email, "ann", "---"), (.profile, .email, "an@", "---"),
        (.profile, .email, "ann@", "+--"), (.profile, .email, "ann@ma", "+--"),
        (.profile, .email, "ann@mai", "++-"), (.profile, .email, "ann@mai.", "++-"),
        (.profile, .email, "ann@mai.d", "++-"), (.profile, .email, "ann@mai.de", "+++"),
        (.profile, .email, "ann@.de", "+-+"), (.profile, .email, "ann@mai@", "---"),
        (.profile, .email, "ann @mai.de", "+++-"), (.albums, .email, "", "--"), (.albums, .email, "a@", "+-"),
        (.albums, .email, "a@b.de", "++"), (.albums, .email, "é@b.de", "++-"), (.profile, .firstName, "", ""),
        (.albums, .firstName, "", "-"), (.albums, .firstName, "Ann", "+"), (.albums, .lastName, "Анна", "-"),
        (.authorisation, .lastName, "Анна", ""), (.albums, .firstName, "An\u{200B}n", "+-"),
        (.albums, .birthday, "", "-"), (.albums, .birthday, "1990-05", "-"),
        (.albums, .birthday, "20.11.2008", "+"), (.albums, .birthday, "2008-11-21", "-"),
        (.profile, .birthday, "2008-11-21", ""), (.albums, .phone, "", "--"),
        (.albums, .phone, "+7 916 123-45-6", "--"), (.albums, .phone, "89161234567", "++"),
        (.albums, .phone, "0612345678", "--"),
        (.authorisation, .password, "", "---"), (.authorisation, .password, "password", "+-+"),
        (.authorisation, .password, "password1-", "++-"), (.albums, .passwordHash, "x", ""),
    ]

    @Test(arguments: rows)
    func `rules are met as soon as what is typed meets them`(
        policy: Policy, field: Field, typed: String, marks: String
    ) {
        let checks = policy.checklist(of: typed, for: field, today: Self.today)
        #expect(checks.map { $0.isSatisfied ? "+" : "-" }.joined() == marks, "\(checks)")
    }

    @Test func `a value that breaks no rule meets all that are listed`() {
        for policy in Rules.PolicyName.allCases.map(Policy.builtIn) {
            for field in Field.typedByPeople {
                let checks = policy.checklist(of: field.example, for: field, today: Self.today)
                #expect(!checks.contains { !$0.isSatisfied }, "\(policy.name), \(field)")
            }
        }
    }

    @Test func `a list and a message say the same of a rule`() throws {
        for policy in Rules.PolicyName.allCases.map(Policy.builtIn) {
            for field in Field.typedByPeople {
                for check in policy.checklist(of: "", for: field, today: Self.today) {
                    let rule = try #require(check.rule)
                    // The name of a country is what a number shows of it, not what is wrong with another.
                    if case .phonePlan = rule { continue }
                    let violation = Violation(field: field, rule: rule)
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
