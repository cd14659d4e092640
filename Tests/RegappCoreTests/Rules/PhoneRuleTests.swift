import Testing

@testable import RegappCore

/// Under +7, a number of another country that is typed without its code is refused, and never becomes a Russian one.
@Suite struct PhoneRuleTests {
    private static let foreign = "no number of +7: begin with + and the country's code"
    private static let short = "one digit is missing"

    /// What is typed, and what is said of it; nil where it is a number.
    static let rows: [(typed: String, said: String?)] = [
        ("0612345678", foreign), ("1551234567", foreign), ("2025550143", foreign), ("5551234567", foreign),
        ("14155552671", foreign), ("40612345678", foreign), ("+70612345678", foreign), ("0612", foreign),
        ("7916123456", short), ("8916123456", short), ("+77916123456", short), ("791 612-34-56", short),
        ("9161234567", nil), ("79161234567", nil), ("89161234567", nil), ("+79161234567", nil),
        ("7001234567", nil), ("8001234567", nil), ("4155552671", nil), ("3432123456", nil),
    ]

    @Test(arguments: rows)
    func `a number of no plan of +7 is refused, with what to do`(row: (typed: String, said: String?)) {
        var draft = Draft(.albums, today: .earliest)
        draft.set(row.typed, as: .phone)
        let violations = draft.violations(of: .phone)
        #expect(violations.map(\.shortMessage) == [row.said].compactMap { $0 })
        // What a file holds is judged in the same way, whatever wrote it.
        var stored = AccountRecord()
        stored[.phone] = draft.record[.phone]
        let inFile = Draft(.albums, today: .earliest, over: stored).violations(of: .phone)
        #expect(inFile.map(\.shortMessage) == violations.map(\.shortMessage))
        #expect((draft.record[.phone] == row.typed) == (row.said != nil || row.typed.hasPrefix("+")))
    }

    @Test func `a list of rules names the countries beside a number`() {
        let checks = Policy.albums.checklist(of: "4155552671", for: .phone, today: .earliest)
        #expect(checks.map(\.requirement) == ["+7 and 10 digits", "Russia or Kazakhstan"])
        #expect(checks.allSatisfy { $0.isSatisfied })
        let foreign = Policy.albums.checklist(of: "0612345678", for: .phone, today: .earliest)
        #expect(!foreign.contains { $0.isSatisfied }, "nothing wrong is ticked")
    }

    @Test func `a national number of no plan of +7 gets no code`() {
        #expect(CallingCode("+7")?.stored("0612345678") == nil)
        #expect(CallingCode("+7")?.stored("8 916 123-45-67") == "+79161234567")
    }
}
