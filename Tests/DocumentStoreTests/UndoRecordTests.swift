import DocumentStore
import StrictJSON
import TestSupport
import Testing

@Suite struct UndoRecordTests {
    private static let undo = StoreFixture.path("undo.json")

    @Test func `it holds both sides in base64, one change in the order they were made`() throws {
        let fixture = StoreFixture(["main.json": "old"])
        try fixture.store().commit(
            [
                DocumentChange("main.json", from: "old", to: "new"),
                DocumentChange("session.json", from: nil, to: "s"),
            ], undo: .record(account: "é@x"))
        let text = """
            {
              "account": "é@x",
              "changes": [
                {
                  "file": "main.json",
                  "before": "b2xk",
                  "after": "bmV3"
                },
                {
                  "file": "session.json",
                  "before": null,
                  "after": "cw=="
                }
              ]
            }

            """
        #expect(fixture.files.contents(Self.undo) == Array(text.utf8))
        let record = try fixture.store().writing { writer throws(StoreError) in try writer.undoRecord() }
        #expect(record?.account == "é@x")
        #expect(record?.changes.map(\.file) == ["main.json", "session.json"])
    }

    /// A row: what somebody made of undo.json, and where it is damaged.
    struct Damage: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        let position: SourcePosition
        var reason = DamageReason.shape

        init(_ name: String, _ text: String, at column: Int, _ reason: DamageReason = .shape) {
            testDescription = name
            self.text = text
            position = SourcePosition(line: 1, column: column)
            self.reason = reason
        }

        init(change: String, at column: Int = 29) {
            self.init(change, "{\"account\":null,\"changes\": [" + change + "]}", at: column)
        }
    }

    static let damages: [Damage] = [
        Damage("empty", "", at: 1, .syntax(.empty)),
        Damage("a comma too much", "{\"account\":null,}", at: 16, .syntax(.extraComma(.afterLast))),
        Damage("an array", " []", at: 2),
        Damage("no account", #"{"changes":[]}"#, at: 1),
        Damage("no changes", #"{"account":null}"#, at: 1),
        Damage("an account that is a number", #"{"account":1,"changes":[]}"#, at: 12),
        Damage("changes that are an object", #"{"account":null,"changes":{}}"#, at: 1),
        Damage(change: "1"), Damage(change: "{}"),
        Damage(change: #"{"file":"main.json","before":null}"#),
        Damage(change: #"{"file":"main.json","before":1,"after":null}"#),
        Damage(change: #"{"file":"main.json","before":"A","after":null}"#),
        Damage(change: #"{"file":"other.json","before":null,"after":null}"#),
        Damage(change: #"{"file":"../main.json","before":null,"after":null}"#),
        Damage(change: #"{"file":"accounts/../main.json","before":null,"after":null}"#),
        Damage(change: #"{"file":"accounts/.hidden.json","before":null,"after":null}"#),
        Damage(change: #"{"file":"accounts/a.txt","before":null,"after":null}"#),
        Damage(change: #"{"file":"accounts/a\u0000.json","before":null,"after":null}"#),
        Damage(change: #"{"file":"/etc/a.json","before":null,"after":null}"#),
        Damage(change: #"{"file":"undo.json","before":null,"after":null}"#),
        Damage(
            "more changes than are ever made",
            #"{"account":null,"changes":["#
                + Array(repeating: #"{"file":"main.json","before":null,"after":null}"#, count: 4).joined(
                    separator: ",") + "]}", at: 27),
    ]

    @Test(arguments: damages)
    func `one that the store does not write is refused with its place, and nothing is changed`(damage: Damage)
        throws
    {
        let fixture = StoreFixture(["main.json": "old", "undo.json": damage.text])
        let expected = StoreError.damaged(path: Self.undo, damage.position, damage.reason)
        #expect(throws: expected) { try fixture.store().put("main.json", "new") }
        #expect(throws: expected) { _ = try fixture.store().undo() }
        #expect(try fixture.text("main.json") == "old")
        #expect(try fixture.text("undo.json") == damage.text)
        // Who removes everything anyway is not kept from it.
        try fixture.store().writing(sparingUndo: false) { writer throws(StoreError) in
            try writer.forget(["undo.json", "main.json", "session.json"])
        }
        #expect(fixture.names == [".lock"])
    }

    @Test func `another account's record and one whose change never happened are only removed`() throws {
        let fixture = StoreFixture(["main.json": "old"])
        try fixture.store().put("main.json", "new", undo: .record(account: "ann"))
        #expect(try fixture.store().undo(account: "eve") == nil)
        #expect(try fixture.text("main.json") == "new")
        #expect(!fixture.files.exists(Self.undo))
        try fixture.store().put("main.json", "newer")
        fixture.files.put(StoreFixture.path("main.json"), "new")
        #expect(try fixture.store().undo() == nil)
        #expect(!fixture.files.exists(Self.undo))
        #expect(try fixture.store().undo() == nil)
    }

    @Test func `a document changed since is not overwritten`() throws {
        let fixture = StoreFixture(["main.json": "old"])
        try fixture.store().put("main.json", "new")
        fixture.files.put(StoreFixture.path("main.json"), "by hand")
        #expect(throws: StoreError.changedMeanwhile(path: StoreFixture.path("main.json"))) {
            _ = try fixture.store().undo()
        }
        #expect(try fixture.text("main.json") == "by hand")
        #expect(fixture.files.exists(Self.undo))
    }

    @Test func `a change that cannot be undone leaves no record`() throws {
        let fixture = StoreFixture(["main.json": "old"])
        try fixture.store().put("main.json", "new")
        try fixture.store().put("main.json", "newer", undo: .clear)
        #expect(!fixture.files.exists(Self.undo))
    }

    @Test func `nothing is written where nothing changes`() throws {
        let fixture = StoreFixture(["main.json": "old", ".lock": ""])
        try fixture.store().put("main.json", "old")
        try fixture.store().commit([])
        #expect(!fixture.files.log.contains { if case .write = $0.call { true } else { false } })
        #expect(fixture.names == [".lock", "main.json"])
    }
}
