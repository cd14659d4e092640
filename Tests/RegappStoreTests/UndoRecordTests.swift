import RegappStore
import RegappJSON
import RegappTestSupport
import Testing

@Suite struct UndoRecordTests {
    private static let undo = StoreFixture.path("undo.json")

    @Test func `the undo record holds both sides in base64, in the order of the changes`() throws {
        let fixture = StoreFixture(["main.json": "old"])
        try fixture.store().commit(
            [
                DocumentChange("main.json", from: "old", to: "new"),
                DocumentChange("session.json", from: nil, to: "s"),
            ])
        let text = """
            {
              "account": null,
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
        let record = try fixture.store().reading { reader in try reader.undoRecord() }
        #expect(record?.changes.map(\.file) == ["main.json", "session.json"])
    }

    /// A row: a damaged undo.json, and where it is damaged.
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

        init(change: String, at column: Int = 14) {
            self.init(change, "{\"changes\": [" + change + "]}", at: column)
        }
    }

    static let damages: [Damage] = [
        Damage("empty", "", at: 1, .syntax(.empty)),
        Damage("a comma too much", "{\"changes\":[],}", at: 14, .syntax(.trailingComma)),
        Damage("an array", " []", at: 2),
        Damage("no changes", #"{"account":null}"#, at: 1),
        Damage("an account that is no text", #"{"account":5,"changes":[]}"#, at: 2),
        Damage("changes that are an object", #"{"changes":{}}"#, at: 1),
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
            "a document twice",
            #"{"changes":["#
                + Array(repeating: #"{"file":"main.json","before":null,"after":null}"#, count: 2).joined(
                    separator: ",") + "]}", at: 61),
    ]

    @Test(arguments: damages)
    func `a record that the store did not write is not undone, and stops no change`(damage: Damage) throws {
        let fixture = StoreFixture(["main.json": "old", "undo.json": damage.text])
        let expected = StoreError.damaged(path: Self.undo, damage.position, damage.reason)
        #expect(throws: expected) { _ = try fixture.store().undo() }
        #expect(try fixture.text("main.json") == "old")
        let store = fixture.store()
        try store.put("session.json", "s", undo: .keep)
        #expect(store.drainWarnings() == [.undoDamaged(path: Self.undo, damage.position)])
        #expect(try fixture.text("undo.json") == damage.text)
        // A change needs the name of the file, so it moves the damaged one aside.
        try store.put("main.json", "new")
        let aside = Self.undo + ".damaged"
        #expect(store.drainWarnings() == [.undoSetAside(path: Self.undo, damage.position, as: aside)])
        #expect(fixture.files.contents(aside) == Array(damage.text.utf8))
        #expect(try fixture.store().undo() == ["main.json"])
    }

    @Test func `only its beginning is read but for undoing, and has to be the store's`() throws {
        let size = UndoHead.size
        let whole = #"{"changes":[{"file":"main.json","before":"\#(String(repeating: "b2xk", count: size))"#
        for (text, isDamaged) in [
            (whole, false), (whole.replacing("main", with: "other"), true), ("x" + whole, true),
            (#"{"account":"\#(String(repeating: "é", count: size))"#, false),
            (#"{"account":"a"#, true), (String(repeating: #"{"x":"#, count: size), true),
            (String(repeating: " ", count: size) + "x", false),
        ] {
            let fixture = StoreFixture(["main.json": "old", "undo.json": text])
            let store = fixture.store()
            try store.put("main.json", "new")
            let warnings = store.drainWarnings()
            #expect(warnings.isEmpty != isDamaged, "\(text.prefix(20))")
            #expect(fixture.names.contains("undo.json.damaged") == isDamaged, "\(text.prefix(20))")
            let read = fixture.files.log.compactMap { record in
                if case .read(Self.undo, let count) = record.call { count } else { nil }
            }
            #expect(read.allSatisfy { $0 <= size } && !read.isEmpty)
        }
    }

    @Test func `each damaged one is kept under a name of its own`() throws {
        let fixture = StoreFixture(["main.json": "old"])
        for number in 1...3 {
            fixture.files.put(Self.undo, "damage \(number)")
            try fixture.store().put("main.json", "new \(number)")
        }
        let names = ["undo.json.damaged", "undo.json.damaged-2", "undo.json.damaged-3"]
        for (number, name) in zip(1..., names) { #expect(try fixture.text(name) == "damage \(number)") }
        #expect(try fixture.store().reading { try $0.undoFiles() } == ["undo.json"] + names)
    }

    @Test func `a record whose change never happened is only removed`() throws {
        let fixture = StoreFixture(["main.json": "old"])
        try fixture.store().put("main.json", "new")
        fixture.files.put(StoreFixture.path("main.json"), "old")
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

    @Test func `a change that is not undone keeps the record, or gives it another text`() throws {
        let fixture = StoreFixture(["main.json": "old"])
        try fixture.store().put("main.json", "new")
        let record = fixture.files.contents(Self.undo)
        try fixture.store().put("session.json", "s", undo: .keep)
        #expect(fixture.files.contents(Self.undo) == record)
        let other = UndoRecord([DocumentChange("main.json", from: "older", to: "new")])
        try fixture.store().put("session.json", "t", undo: .replace(by: other))
        #expect(try fixture.store().undo() == ["main.json"])
        #expect(try fixture.text("main.json") == "older")
        #expect(try fixture.text("session.json") == "t")
    }

    @Test func `an undo record without a change is not written`() throws {
        let fixture = StoreFixture(["main.json": "old"])
        try fixture.store().put("main.json", "new")
        try fixture.store().put("main.json", "newer", undo: .replace(by: UndoRecord([])))
        #expect(!fixture.files.exists(Self.undo))
        #expect(try fixture.text("main.json") == "newer")
    }

    @Test func `a document that is not undone is noted, and stops no undo`() throws {
        let fixture = StoreFixture(["accounts/a.json": "1", "accounts/b.json": "1", "session.json": "s"])
        try fixture.store().commit([
            DocumentChange("session.json", from: "s", to: nil),
            DocumentChange("accounts/a.json", from: "1", to: "2"),
            DocumentChange("accounts/b.json", from: "1", to: "2"),
        ])
        let record = fixture.files.contents(Self.undo)
        for text in ["3", "4"] { try fixture.store().put("accounts/a.json", text, undo: .keep) }
        for text in ["t", nil, "t", nil] { try fixture.store().put("session.json", text, undo: .keep) }
        #expect(fixture.files.contents(Self.undo) == record)
        let lines = try #require(try fixture.text("undo.notes")).split(separator: "\n")
        // The last two say nothing new.
        #expect(lines.count == 5, "\(lines)")
        #expect(lines[1].hasSuffix(" accounts/a.json") && lines[1].count == 64 * 2 + 2 + 15)
        // A line that a crash cut short, and notes of another record.
        fixture.files.put(
            StoreFixture.path("undo.notes"), lines.joined(separator: "\n") + "\n" + lines[1].prefix(40))
        #expect(try fixture.store().undo() == ["accounts/a.json", "accounts/b.json"])
        #expect(try fixture.text("accounts/a.json") == "1" && fixture.text("session.json") == nil)
        #expect(!fixture.names.contains("undo.notes"))
        try fixture.store().put("accounts/a.json", "2")
        fixture.files.put(StoreFixture.path("undo.notes"), lines.joined(separator: "\n") + "\n")
        fixture.files.put(StoreFixture.path("accounts/a.json"), "3")
        #expect(throws: StoreError.self) { _ = try fixture.store().undo() }
        #expect(try fixture.text("accounts/a.json") == "3")
    }

    @Test func `if a crash prevented a change, its note does not stop an undo`() throws {
        let fixture = StoreFixture(["accounts/a.json": "1", "session.json": "s"])
        try fixture.store().commit([
            DocumentChange("session.json", from: "s", to: "t"),
            DocumentChange("accounts/a.json", from: "1", to: "2"),
        ])
        let left = fixture.files
        try fixture.store().put("session.json", nil, undo: .keep)
        left.put(StoreFixture.path("session.json"), "t")
        #expect(try fixture.store().undo()?.count == 2)
        #expect(try fixture.text("session.json") == "s" && fixture.text("accounts/a.json") == "1")
    }

    @Test func `a crash or a fault before the change leaves the step before`() throws {
        for refused: Set<RefusingFileSystem.Refused> in [[], [.exchange]] {
            let trial = StoreFixture(["main.json": "1"])
            try trial.store().put("main.json", "2")
            let before = StoreFixture(trial.files.crashStates().first { _ in true } ?? trial.files)
            try before.store { RefusingFileSystem($0, refused, .invalid) }.put("rules.json", "new")
            var seen: Set<String?> = []
            for count in before.files.crashPoints {
                let states = before.files.crashStates(after: count)
                // Without the exchange, a power cut may lose both; a killed process, the first state, does not.
                for state in refused.isEmpty ? Array(states) : Array(states.prefix(1)) {
                    let fixture = StoreFixture(state)
                    let file = try fixture.text("rules.json") != nil ? "rules.json" : "main.json"
                    let store = fixture.store()
                    let (mayUndo, head, record) = try store.reading { reader in
                        (try reader.mayUndo(), try reader.undoHead(), try reader.undoRecord())
                    }
                    #expect(mayUndo && head?.firstFile == file && record?.changes.map(\.file) == [file])
                    #expect(try store.undo() == [file])
                    #expect(fixture.leftovers.isEmpty)
                    seen.insert(try fixture.text("main.json"))
                }
            }
            #expect(seen == ["1", "2"])
            for isForEver in [true, false] {
                for number in 1... {
                    let fixture = StoreFixture(trial.files.crashStates().first { _ in true } ?? trial.files)
                    let failing = FaultInjectingFileSystem(
                        fixture.files, at: number, .failure(.inputOutput), forEver: isForEver)
                    try? fixture.store { _ in RefusingFileSystem(failing, refused, .invalid) }.put(
                        "rules.json", "new")
                    guard failing.fired else { break }
                    let isMade = try fixture.text("rules.json") != nil
                    let undone = try fixture.store().undo()
                    #expect(undone == [isMade ? "rules.json" : "main.json"], "call \(number), \(refused)")
                }
            }
        }
    }

    @Test(arguments: [false, true])
    func `a document that cannot be read stops no writer after a crash`(isLink: Bool) throws {
        let fixture = StoreFixture(["main.json": "1"])
        try fixture.store().put("main.json", "2")
        let former = try #require(fixture.files.contents(Self.undo))
        try fixture.store().put("accounts/a.json", "a")
        fixture.files.put(StoreFixture.path(".regapp-0.tmp"), former)
        let account = StoreFixture.path("accounts/a.json")
        fixture.files.remove(account)
        if isLink {
            fixture.files.putLink(account, to: "../main.json")
        } else {
            fixture.files.put(account, "a", mode: 0)
        }
        let store = fixture.store()
        try store.put("rules.json", "new")
        #expect(try store.undo() == ["rules.json"])
        #expect(fixture.leftovers.isEmpty)
    }

    @Test func `hundreds of documents are changed and changed back as one`() throws {
        let fixture = StoreFixture([:])
        let changes = (0..<300).map { DocumentChange("accounts/\($0).json", from: nil, to: "\($0)") }
        try fixture.store().commit(changes)
        #expect(try fixture.text("accounts/299.json") == "299")
        let restored = try fixture.store().undo()
        #expect(restored?.count == 300)
        #expect(fixture.names.allSatisfy { !$0.hasSuffix(".json") }, "\(fixture.names)")
    }

    @Test func `a change that changes nothing writes nothing`() throws {
        let fixture = StoreFixture(["main.json": "old", ".lock": ""])
        try fixture.store().put("main.json", "old")
        try fixture.store().commit([])
        #expect(!fixture.files.log.contains { if case .write = $0.call { true } else { false } })
        #expect(fixture.names == [".lock", "main.json"])
    }
}
