import RegappStore
import Testing

@testable import RegappCore

/// What a log gets of a change, as values.
@Suite struct ReportedChangeTests {
    private func account(_ email: String, _ more: String = "") -> [UInt8] {
        Array(#"{"email":"\#(email)"\#(more)}"#.utf8)
    }

    private func added(_ number: Int) -> DocumentChange {
        DocumentChange(
            "accounts/u\(number)@x.example.json", before: nil, after: account("u\(number)@x.example"))
    }

    @Test(arguments: [1, 20])
    func `up to twenty accounts are named one by one`(count: Int) {
        let changes = (1...count).map(added)
        let wanted = (1...count).map { ReportedChange.added(email: "u\($0)@x.example") }
        #expect(ReportedChange.all(in: MadeChange(changes, .regapp)) == wanted)
    }

    @Test(arguments: [21, 30, 5_000])
    func `more accounts are counted, beside the other changes`(count: Int) {
        let session = DocumentChange(
            "session.json", before: Array(#"{"account":"u1@x.example"}"#.utf8), after: nil)
        #expect(
            ReportedChange.all(in: MadeChange((1...count).map(added), .regapp)) == [
                .many([.registered: count])
            ])
        #expect(
            ReportedChange.all(in: MadeChange([session] + (1...count).map(added), .regapp))
                == [.many([.registered: count]), .loggedOut(email: "u1@x.example")])
    }

    @Test func `a lock of many tells its day and its reason, where all have the same`() {
        func lock(_ number: Int, _ reason: String) -> DocumentChange {
            let email = "u\(number)@x.example"
            let more = #","lockedUntil":"2027-01-31","lockReason":"\#(reason)""#
            return DocumentChange(
                "accounts/\(email).json", before: account(email), after: account(email, more))
        }
        let same = MadeChange((1...21).map { lock($0, "fees") }, .regapp)
        #expect(
            ReportedChange.all(in: same) == [.many([.locked: 21], until: "2027-01-31", reason: "fees")])
        let others = MadeChange((1...21).map { lock($0, "no \($0)") }, .regapp)
        #expect(ReportedChange.all(in: others) == [.many([.locked: 21], until: "2027-01-31")])
    }

    @Test func `the email is that of the file's name, and no value is quoted`() {
        let change = DocumentChange(
            "accounts/ann@x.example.json", before: account("secret word", #","team":"a""#),
            after: account("another", #","team":"b","password":"secret""#))
        #expect(
            ReportedChange.all(in: MadeChange([change], .regapp))
                == [.changed(email: "ann@x.example", keys: ["email", "password", "team"])])
        let text = DocumentChange("accounts/ann@x.example.json", before: Array("{".utf8), after: account("x"))
        #expect(
            ReportedChange.all(in: MadeChange([text], .regapp)) == [
                .changed(email: "ann@x.example", keys: [])
            ])
    }

    @Test func `each kind of change is told as what it is`() {
        let file = "accounts/ann@x.example.json"
        func hash(_ text: String) -> [UInt8] { account("ann@x.example", #","passwordHash":"\#(text)""#) }
        func told(_ change: DocumentChange, isRenewal: Bool = false) -> [ReportedChange] {
            ReportedChange.all(in: MadeChange([change], .regapp, isRenewal: isRenewal))
        }
        let email = "ann@x.example"
        let (open, locked) = (hash("$6$a$b"), hash("!$6$a$b"))
        #expect(told(DocumentChange(file, before: open, after: nil)) == [.removed(email: email)])
        #expect(told(DocumentChange(file, before: open, after: locked)) == [.locked(email: email)])
        #expect(told(DocumentChange(file, before: locked, after: open)) == [.unlocked(email: email)])
        let other = DocumentChange(file, before: open, after: hash("$6$c$d"))
        #expect(told(other, isRenewal: true) == [.rehashed(email: email)])
        func rules(_ text: String) -> [UInt8] { Array(#"{"policy":"\#(text)}"#.utf8) }
        let (old, new) = (rules(#"service""#), rules(#"service","passwordLength":9"#))
        #expect(
            told(DocumentChange("policy.json", before: old, after: new)) == [.rules(keys: ["passwordLength"])]
        )
        let system = DocumentChange("policy.json", before: old, after: rules(#"albums""#))
        #expect(told(system) == [.rules(keys: ["policy"])])
    }
}
