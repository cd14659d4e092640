import RegappJSON
@testable import RegappStore
import RegappTestSupport
import RegappValues
import Testing

@Suite struct HistoryTests {
    private static func record(_ number: Int) -> String {
        StoreFixture.path("history/\(StoreLayout.record(number))")
    }

    @Test func `a record says who, what it was, what was set or removed, and no account's secret`() throws {
        let fixture = StoreFixture([
            "main.json": #"{"a":1,"secret":"mine"}"#, "accounts/a.json": #"{"secret":"s3cret","b":"é\n"}"#,
        ])
        let store = DocumentStore(
            directory: StoreFixture.directory, layout: StoreFixture.layout, fileSystem: fixture.files,
            author: {
                ChangeAuthor(time: "2026-11-25T09:12:03Z", command: "do it", loginUser: 7, sudoUser: "dana")
            })
        func inode(_ name: String) throws -> UInt64 {
            try fixture.files.linkStatus(StoreFixture.path(name)).inode
        }
        let seen = try inode("accounts/a.json")
        try store.commit([
            DocumentChange("main.json", from: #"{"a":1,"secret":"mine"}"#, to: #"{"a":2}"#),
            DocumentChange("session.json", from: nil, to: "s"),
            DocumentChange(
                "accounts/a.json", from: #"{"secret":"s3cret","b":"é\n"}"#,
                to: #"{"secret":"other","c":[1, 2]}"#),
        ])
        let text = try #require(fixture.files.contents(Self.record(1))).split(separator: UInt8(ascii: "\n"))
        func digest(_ text: String) -> String { SHA256Digest(Array(text.utf8)).text }
        let sum = ContentDigest(Array(text[1...3].joined())).text
        let old = Array(#"{"secret":"s3cret","b":"é\n"}"#.utf8)
        let modified = old.reduce(Int64(1)) { ($0 &* 31 &+ Int64($1)) & .max }
        #expect(
            text.map { String(decoding: $0, as: UTF8.self) } == [
                #"{"change":1,"time":"2026-11-25T09:12:03Z","command":"do it","uid":1000,"loginUid":7,"#
                    + #""sudoUser":"dana","accounts":1,"account":"a","undoes":null,"folders":{"accounts":""#
                    + "\(try inode("accounts"))\",\"history\":\"\(try inode("history"))\"},\"documents\":3,\"size\":"
                    + "\(text[1...].map { $0.count + 1 }.reduce(0, +))}",
                #"{"file":"main.json","before":"{\"a\":1,\"secret\":\"mine\"}","after":{"sha256":""#
                    + digest(#"{"a":2}"#) + #"","set":{"a":2},"removed":["secret"]}}"#,
                #"{"file":"session.json","before":null,"after":{"sha256":"\#(digest("s"))"}}"#,
                #"{"file":"accounts/a.json","before":"{\"secret\":\"\",\"b\":\"é\\n\"}","after":{"sha256":""#
                    + digest(#"{"secret":"","c":[1, 2]}"#)
                    + #"","size":29,"set":{"c":[1,2]},"removed":["b"]},"#
                    + #""seen":{"sha256":""# + digest(#"{"secret":"","b":"é\n"}"#)
                    + #"","size":\#(old.count),"inode":"\#(seen)","changed":"0","modified":"\#(modified)"}}"#,
                #"{"end":3,"sum":"\#(sum)"}"#,
            ])
        #expect(fixture.files.mode(Self.record(1)) == 0o600)
        #expect(fixture.files.mode(StoreFixture.path("history")) == 0o700)
        // Texts in which a secret may be anywhere: one that is no UTF-8, and one that cannot be read.
        fixture.files.put(StoreFixture.path("accounts/b.json"), [0xFF], mode: 0o600)
        fixture.files.put(StoreFixture.path("accounts/c.json"), "{\n\"secret\": \"s3cret\"\n")
        for name in ["accounts/b.json", "accounts/c.json"] { try fixture.store().put(name, nil) }
        #expect(
            String(decoding: fixture.files.contents(Self.record(2)) ?? [], as: UTF8.self).contains(
                #""before":"","cut":true,"after":null"#))
        #expect(
            !fixture.files.tree().filter { $0.key.contains("history") }.values.contains { bytes in
                String(decoding: bytes, as: UTF8.self).contains("s3cret")
            })
        #expect(try fixture.store().reading { try $0.documents(of: 3).map(\.isCut) } == [true])
        // Where there are no secrets, a text that is no UTF-8 is kept.
        fixture.files.put(StoreFixture.path("rules.json"), [0xFF], mode: 0o600)
        try fixture.store().put("rules.json", nil)
        #expect(
            String(decoding: fixture.files.contents(Self.record(4)) ?? [], as: UTF8.self).contains(
                #""beforeBase64":"/w==""#))
        #expect(try fixture.store().undo() == ["rules.json"])
        #expect(fixture.files.contents(StoreFixture.path("rules.json")) == [0xFF])
    }

    /// Rows: what each change undoes, from the oldest; those in effect; what would be undone next.
    static let orders: [(undoes: [Int?], inEffect: [Int], next: Int?)] = [
        ([], [], nil), ([nil, nil], [1, 2], 2), ([nil, nil, 2], [1, 3], 1), ([nil, nil, 2, 1], [3, 4], nil),
        // Undoing an undo makes its change again.
        ([nil, nil, 2, 3], [1, 2, 4], 2), ([nil, nil, 1], [2, 3], 2), ([nil, 1, nil], [2, 3], 3),
        ([nil, 1, 2, 3], [2, 4], nil),
    ]

    @Test(arguments: orders)
    func `a change is in effect unless a later one in effect undoes it`(
        order: (undoes: [Int?], inEffect: [Int], next: Int?)
    ) throws {
        let fixture = StoreFixture([:])
        for (number, undone) in zip(1..., order.undoes) {
            try fixture.store().put("main.json", "\(number)", as: undone.map { .undo(of: $0) } ?? .change)
        }
        let found = try fixture.store().reading { reader in
            var found: [Int] = []
            try reader.forEachRecord { record, isInEffect in
                if isInEffect { found.append(record.head.number) }
                return true
            }
            return found
        }
        #expect(found.reversed() == order.inEffect)
        #expect(try fixture.store().reading { try $0.changeToUndo()?.number } == order.next)
    }

    static let damages: [(text: String, line: Int)] = [
        ("", 1), ("[]", 1), (#"{"change":2}"#, 1), ("{", 1), (head(2) + entry, 1), (head(1), 2),
        (head(1) + entry, 3),
        (head(1) + entry + #"{"end":2}"#, 3), (head(1) + entry + #"{"end":1}"# + "\n" + entry, 3),
        (head(1) + entry + entry + #"{"end":2}"#, 3), (head(1) + entry.replacing("main", with: "other"), 2),
        (head(1) + entry.replacing("main", with: "../main"), 2),
        (head(1) + entry.replacing("null", with: "5"), 2),
        (head(1) + entry.replacing("main.json", with: "/etc/a.json"), 2),
        (head(1) + entry.replacing("main.json", with: "accounts/../main.json"), 2),
        (head(1) + entry.replacing("main.json", with: #"accounts/a\u0000.json"#), 2),
        (head(1) + entry.replacing("sha256\":\"", with: "sha256\":\"x"), 2),
        (head(1) + entry + #"{"end":1,"sum":"0123456789abcdef"}"# + "\n", 3),
    ]

    private static func head(_ number: Int) -> String {
        #"{"change":\#(number),"time":"t","command":"c","uid":0,"accounts":0}"# + "\n"
    }
    private static let entry =
        #"{"file":"main.json","before":null,"after":{"sha256":"\#(SHA256Digest(Array("old".utf8)).text)"}}"#
        + "\n"

    @Test(arguments: damages)
    func `a record that the store did not write is never used, and stops no change`(
        damage: (text: String, line: Int)
    ) throws {
        let fixture = StoreFixture([
            "main.json": "old", "history/00000001.json": damage.text, "history/last": "00000001\n",
        ])
        let expected = StoreError.damaged(path: Self.record(1), SourcePosition(line: damage.line, column: 1))
        #expect(throws: expected) { try fixture.store().reading { try $0.checkRecord(1) } }
        try fixture.store().put("main.json", "new")
        #expect(fixture.files.exists(Self.record(2)))
        #expect(try fixture.store().undo() == ["main.json"])
        #expect(try fixture.text("main.json") == "old")
        #expect(try fixture.text("history/00000001.json") == damage.text)
    }

    @Test func `undoing goes back step by step, and not over what was later changed`() throws {
        let fixture = StoreFixture(["main.json": "1"])
        for text in ["2", "3", "4"] { try fixture.store().put("main.json", text) }
        for text in ["3", "2"] {
            #expect(try fixture.store().undo() == ["main.json"])
            #expect(try fixture.text("main.json") == text)
        }
        fixture.files.put(StoreFixture.path("main.json"), "by hand")
        #expect(throws: StoreError.changedMeanwhile(path: StoreFixture.path("main.json"))) {
            _ = try fixture.store().undo()
        }
        #expect(try fixture.text("main.json") == "by hand")
        fixture.files.put(StoreFixture.path("main.json"), "1")
        #expect(try fixture.store().undo() == nil)
    }

    @Test func `what logins renew stops no undo, and what they do to other documents is none of it`() throws {
        // The history keeps only objects, in which it can tell a secret.
        func text(_ number: Int) -> String { "{\"a\":\(number)}" }
        let fixture = StoreFixture([
            "accounts/a.json": text(1), "accounts/b.json": text(1), "session.json": "s",
        ])
        try fixture.store().put("accounts/a.json", text(3), as: .renewal)
        #expect(!fixture.names.contains("history"), "there is nothing to undo yet")
        fixture.files.put(StoreFixture.path("accounts/a.json"), text(1))
        try fixture.store().commit([
            DocumentChange("session.json", from: "s", to: nil),
            DocumentChange("accounts/a.json", from: text(1), to: text(2)),
            DocumentChange("accounts/b.json", from: text(1), to: text(2)),
        ])
        for number in [3, 4] { try fixture.store().put("accounts/a.json", text(number), as: .renewal) }
        for session in ["t", nil, "u"] { try fixture.store().put("session.json", session, as: .renewal) }
        let lines = try #require(try fixture.text("history/renewals")).split(separator: "\n")
        #expect(lines.count == 2 && lines[0].hasSuffix(" accounts/a.json"), "\(lines)")
        // A line that a crash cut short.
        fixture.files.put(
            StoreFixture.path("history/renewals"), lines.joined(separator: "\n") + "\n" + lines[1].prefix(40))
        try fixture.store().put("accounts/a.json", text(5), as: .renewal)
        #expect(try fixture.store().undo() == ["accounts/a.json", "accounts/b.json"])
        #expect(try fixture.text("accounts/a.json") == text(1) && fixture.text("session.json") == "u")
        // Undoing what came before a renewal is possible too, and by hand nothing is renewed.
        fixture.files.put(StoreFixture.path("accounts/a.json"), text(4))
        #expect(try fixture.store().reading { try $0.changeToUndo() } == nil)
    }

    @Test func `numbers rise even if the note of the last one is lost, damaged or old`() throws {
        for note in [nil, "", "x", "00000009\n", "00000001\n", "0000000"] {
            let fixture = StoreFixture(["main.json": "0"])
            for text in ["1", "2", "3"] { try fixture.store().put("main.json", text) }
            let path = StoreFixture.path("history/last")
            if let note { fixture.files.put(path, note) } else { fixture.files.remove(path) }
            try fixture.store().put("main.json", "4")
            #expect(
                fixture.files.exists(Self.record(4)) && !fixture.files.exists(Self.record(5)),
                "\(note ?? "none")")
            let hint = fixture.files.contents(path).map { String(decoding: $0, as: UTF8.self) }
            // As long for each folder: a longer one in a copy would leave its end behind.
            #expect(hint?.hasPrefix("00000004 00000004 ") == true && hint?.count == 39)
        }
    }

    @Test func `the newest records are kept, and what undid one change before goes with the first`() throws {
        let fixture = StoreFixture(["main.json": "0"])
        // They are counted now and then.
        let (kept, pause) = (DocumentStore.usualHistory, 64)
        let count = kept + 2 * pause
        for number in 1...count { try fixture.store().put("main.json", "\(number)") }
        let numbers = try fixture.store().reading { try $0.changeNumbers() }
        #expect(
            numbers.count < kept + pause
                && Array(numbers.prefix(kept)) == (count - kept + 1...count).reversed()
        )
    }

    @Test func `a crash or a fault before the change leaves the step before`() throws {
        let trial = StoreFixture(["main.json": "1"])
        try trial.store().put("main.json", "2")
        let before = StoreFixture(trial.files.crashStates().first { _ in true } ?? trial.files)
        try before.store().put("rules.json", "new")
        var seen: Set<String?> = []
        for count in before.files.crashPoints {
            for state in before.files.crashStates(after: count) {
                let fixture = StoreFixture(state)
                let isDecided = ["json", "doing"].contains {
                    fixture.files.exists(StoreFixture.path("history/00000002.\($0)"))
                }
                // The single text may have had no name yet: then nothing was made.
                let isMakeable = ["rules.json", ".regapp-1.tmp"].contains {
                    fixture.files.exists(StoreFixture.path($0))
                }
                let file = isDecided && isMakeable ? "rules.json" : "main.json"
                // A reader passes over the record of a change that was never decided, too.
                let head = try fixture.store().reading { reader in
                    let head = try reader.changeToUndo()
                    if let head { try reader.checkRecord(head.number) }
                    return head
                }
                #expect(head?.number == (isDecided ? 2 : 1))
                #expect(try fixture.store().undo() == [file])
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
                try? fixture.store { _ in failing }.put("rules.json", "new")
                guard failing.fired else { break }
                try fixture.store().writing { _ in }
                let isMade = try fixture.text("rules.json") != nil
                #expect(try fixture.store().undo() == [isMade ? "rules.json" : "main.json"], "call \(number)")
            }
        }
    }

    @Test(arguments: [false, true])
    func `a document that cannot be read stops no writer after a crash`(isLink: Bool) throws {
        let fixture = StoreFixture(["main.json": "1"])
        try fixture.store().put("accounts/a.json", "a")
        fixture.files.put(StoreFixture.path("history/last"), "0")
        let account = StoreFixture.path("accounts/a.json")
        fixture.files.remove(account)
        if isLink {
            fixture.files.putLink(account, to: "../main.json")
        } else {
            fixture.files.put(account, "a", mode: 0)
        }
        try fixture.store().put("rules.json", "new")
        #expect(try fixture.store().undo() == ["rules.json"])
    }

    @Test func `hundreds of documents are changed and changed back as one`() throws {
        let fixture = StoreFixture([:])
        let changes = (0..<300).map { DocumentChange("accounts/\($0).json", from: nil, to: "\($0)") }
        try fixture.store().commit(changes)
        #expect(try fixture.text("accounts/299.json") == "299")
        #expect(try fixture.store().undo()?.count == 300)
        #expect(!fixture.names.contains { $0.hasPrefix("accounts/") })
    }

    @Test func `a change that changes nothing writes nothing`() throws {
        let fixture = StoreFixture(["main.json": "old", ".lock": ""])
        try fixture.store().put("main.json", "old")
        try fixture.store().commit([])
        #expect(!fixture.files.log.contains { if case .write = $0.call { true } else { false } })
        #expect(fixture.names == [".lock", "main.json"])
    }
}
