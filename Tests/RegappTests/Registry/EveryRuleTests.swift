import RegappTestSupport
import RegappValues
import Foundation
import Testing

@testable import RegappWording
@testable import RegappCore
@testable import RegappTerminal
@testable import regapp

/// Every rule holds at every entry point.
@Suite struct EveryRuleTests {
    @Test(arguments: RuleKind.allCases)
    func `a value that breaks a rule is refused everywhere, changing nothing`(rule: RuleKind) async throws {
        let (example, session) = (rule.example, try EntryPointSession(rule.example.rules))
        let violation = try #require(brokenRule(rule, in: session))
        let before = documents(session)
        // The program goes by a date of its own; an import shows the value after the field.
        let sentence = violation.message.components(separatedBy: " (born on")[0]
            .replacing(try Regex("^\(example.field.noun)(?= )"), with: "")
        for entryPoint in EntryPoint.allCases
        where entryPoint.takes(example.field, under: session.directory.policy) {
            let answer = try await session.answer(to: example, at: entryPoint)
            #expect(
                answer.contains { $0.contains(sentence) || $0 == violation.shortMessage },
                "\(entryPoint) lets it in: \(answer)")
            #expect(documents(session) == before, "\(entryPoint) changes something")
        }
    }

    @Test(arguments: RuleKind.allCases)
    func `a checklist shows a rule when it says so`(rule: RuleKind) throws {
        let (example, session) = (rule.example, try EntryPointSession(rule.example.rules))
        let violation = try #require(brokenRule(rule, in: session))
        func marks(_ draft: Draft) -> [Bool] {
            draft.judgement.checklist(of: example.field)
                .filter { $0.rule.map { RuleKind($0) } == rule }.map(\.isSatisfied)
        }
        let (empty, typed) = (marks(session.directory.draft()), marks(draft(example, session)))
        switch try #require(violation.rule).facts.listing {
        case .always: #expect(empty == [false] && typed == [false])
        case .whileBroken: #expect(empty == [] && typed == [false])
        case .never(let reason): #expect(empty == [] && typed == [] && !reason.isEmpty)
        }
    }

    @Test(arguments: RuleKind.allCases)
    func `policy show names a rule, as the help does`(rule: RuleKind) throws {
        guard case .says(let key, let words) = rule.line else { return }
        let policy = try EntryPointSession(rule.example.rules).directory.policy
        let line = try #require(
            policy.rulesInWords.first { $0.key == key }, "policy show has no line '\(key)'")
        #expect(line.words.contains(words), "the line '\(key)' does not name the rule")
    }

    @Test func `a rule has a sentence of its own, with its number`() throws {
        var (sentences, numbered): ([String: RuleKind], Int) = ([:], 0)
        for kind in RuleKind.allCases {
            let session = try EntryPointSession(kind.example.rules)
            let rule = try #require(brokenRule(kind, in: session)?.rule)
            let sentence = Violation(field: .firstName, rule: rule).message
            let other = sentences.updateValue(kind, forKey: sentence)
            #expect(other == nil, "\(kind) says what \(String(describing: other)) says")
            // The case of a rule with one number.
            guard let number = "\(rule)".firstMatch(of: /\((\d+)\)\)$/)?.1 else { continue }
            #expect(sentence.contains(number), "\(rule): \(sentence)")
            numbered += 1
        }
        #expect(numbered > 5)
    }

    @Test(arguments: RuleKind.allCases.filter { CalendarDate(iso: $0.example.value) != nil })
    func `the calendar offers no day that breaks a rule`(rule: RuleKind) throws {
        let (example, session) = (rule.example, try EntryPointSession(rule.example.rules))
        let violation = try #require(brokenRule(rule, in: session))
        let field = FormField(example.field, of: session.directory.draft())
        let day = try #require(CalendarDate(iso: example.value))
        #expect(try #require(field.days).refusal(day) == violation.shortMessage)
        let allowed = try #require(CalendarDate(iso: example.field.example))
        #expect(field.days?.refusal(allowed) == nil)
    }

    private func draft(_ example: RuleExample, _ session: EntryPointSession) -> Draft {
        var values: AccountRecord = [:]
        values[example.field] = example.value
        return session.directory.draft(values, over: session.account.values)
    }

    private func brokenRule(_ rule: RuleKind, in session: EntryPointSession) -> Violation? {
        let violations = session.directory.policy.violations(in: draft(rule.example, session))
        return violations.first { $0.field == rule.example.field && $0.rule.map { RuleKind($0) } == rule }
    }

    private func documents(_ session: EntryPointSession) -> [String: [UInt8]] {
        session.home.tree().filter { $0.key.hasSuffix(".json") && !$0.key.hasPrefix(".") }
    }
}

@Suite struct EveryFieldTests {
    @Test(arguments: Field.typedByPeople.filter { $0 != .password })
    func `a value that an option gives gets into the file`(field: Field) throws {
        let session = try RegistrySession()
        try session.put("zoe@x.example", "Zoe", hash: RegistrySession.hash)
        func value() throws -> String? {
            let file = try #require(session.accounts.values.first)
            return try (JSONSerialization.jsonObject(with: Data(file)) as? [String: String])?[field.rawValue]
        }
        let before = try value()
        let answer = try session("accounts edit zoe@x.example", "--\(field.optionName)", field.example)
        #expect(answer.status == 0, "\(answer)")
        let after = try value()
        let policy = try PolicyFile(parsing: Array(RegistrySession.cheap.utf8), path: "policy.json").policy
        #expect(after == policy.normalized(field.example, for: field) && after != before)
    }

    @Test(arguments: Field.allCases)
    func `the icon of a field shows in one column, and where only ASCII can be shown`(field: Field) throws {
        let icon = try #require(field.icon.first)
        #expect(
            field.icon.displayWidth == 1 && asciiGlyphs[icon]?.displayWidth == 1,
            "\(field) has no ASCII glyph")
    }
}
