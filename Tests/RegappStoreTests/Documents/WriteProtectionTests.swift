@testable import RegappStore
import RegappTestSupport
import Testing

/// Documents whose mode forbids their owner to write them.
@Suite struct WriteProtectionTests {
    private static let main = StoreFixture.path("main.json")
    private static let account = StoreFixture.path("accounts/a.json")
    private static let target = "/home/ann/real.json"

    private func start(_ mode: UInt32, linked: Bool = false) -> StoreFixture {
        let fixture = StoreFixture([".lock": ""])
        fixture.files.put(linked ? Self.target : Self.main, "old", mode: mode)
        if linked { fixture.files.putLink(Self.main, to: Self.target) }
        fixture.files.put(Self.account, "old", mode: mode)
        return fixture
    }

    @Test(arguments: [0o400, 0o440, 0o444, 0o500], [false, true])
    func `a write-protected document is neither replaced nor removed`(mode: UInt32, linked: Bool) throws {
        let fixture = start(mode, linked: linked)
        let before = fixture.files.tree()
        let refused = StoreError.refused(path: linked ? Self.target : Self.main, .writeProtected(mode: mode))
        for text in ["new", nil] {
            #expect(throws: refused) { try fixture.store().put("main.json", text) }
        }
        let account = StoreError.refused(path: Self.account, .writeProtected(mode: mode))
        #expect(throws: account) { try fixture.store().put("accounts/a.json", "new") }
        #expect(throws: account) {
            try fixture.store().changeInBulk([DocumentChange("accounts/a.json", from: "old", to: "new")])
        }
        #expect(fixture.files.tree() == before)
        try fixture.store().put("main.json", "old")
        try fixture.store().put("session.json", "another document")
        #expect(try fixture.text("main.json") == "old", "what changes nothing is refused nothing")
    }

    @Test func `undoing a change does not replace it either`() throws {
        let fixture = start(0o600)
        try fixture.store().put("main.json", "new")
        fixture.files.put(Self.main, Array("new".utf8), mode: 0o400, inPlace: true)
        let before = fixture.files.tree()
        #expect(throws: StoreError.refused(path: Self.main, .writeProtected(mode: 0o400))) {
            _ = try fixture.store().undo()
        }
        #expect(fixture.files.tree() == before)
        fixture.files.put(Self.main, Array("new".utf8), inPlace: true)
        #expect(try fixture.store().undo() == ["main.json"])
    }

    @Test func `a folder that its owner may not write gets nothing new`() throws {
        let fixture = start(0o600)
        let accounts = StoreFixture.path("accounts")
        fixture.files.putDirectory(accounts, mode: 0o500)
        #expect(throws: StoreError.refused(path: accounts, .writeProtected(mode: 0o500))) {
            try fixture.store().changeInBulk([DocumentChange("accounts/b.json", from: nil, to: "new")])
        }
        #expect(fixture.leftovers.isEmpty)
    }

    // MARK: Forgetting, which removes names

    /// A byte, how many of it a file holds, and its mode.
    static let unreadable: [(name: String, byte: UInt8, count: Int, mode: UInt32)] = [
        ("protected", 0x31, 1, 0o400), ("unreadable", 0x31, 1, 0),
        ("too large", 0x20, DocumentStore.maximumDocumentSize + 1, 0o600), ("no JSON", 0xFF, 1, 0o600),
    ]

    private func forget(_ fixture: StoreFixture) throws {
        try fixture.store().writing { writer in
            try writer.forget(["history/00000001.json", "main.json", "session.json"])
        }
    }

    @Test(arguments: unreadable, [false, true])
    func `forgetting reads no document`(
        row: (name: String, byte: UInt8, count: Int, mode: UInt32), linked: Bool
    ) throws {
        let fixture = StoreFixture(["history/00000001.json": "damaged", "session.json": "ann"])
        let bytes = [UInt8](repeating: row.byte, count: row.count)
        fixture.files.put(linked ? Self.target : Self.main, bytes, mode: row.mode)
        if linked {
            fixture.files.putLink(Self.main, to: Self.target)
            fixture.files.put(
                StoreFixture.temporaryBesideTarget("/home/ann", 2), "left by a writer that died")
        }
        try forget(fixture)
        #expect(fixture.names == (linked ? [".lock", "history", "main.json"] : [".lock", "history"]))
        #expect(!fixture.files.exists(Self.target) && fixture.leftovers.isEmpty)
        try forget(fixture)
    }

    @Test func `if one of them is not a file of this user, nothing is forgotten`() throws {
        let arrangements: [(FileRefusal, (SimulatedFileSystem) -> Void)] = [
            (.notRegular, { $0.putSpecial(Self.main) }),
            (.strayOwner(SystemUser(id: 2000, name: nil)), { $0.put(Self.main, [1], owner: 2000) }),
        ]
        for (refusal, arrange) in arrangements {
            let fixture = StoreFixture([
                "history/00000001.json": "{}", "history/last": "00000001\n", "session.json": "ann",
                ".lock": "",
            ])
            arrange(fixture.files)
            let before = fixture.files.paths()
            #expect(throws: StoreError.refused(path: Self.main, refusal)) { try forget(fixture) }
            #expect(fixture.files.paths() == before)
        }
        let linked = StoreFixture(["history/00000001.json": "{}", "history/last": "00000001\n"])
        linked.files.putLink(StoreFixture.path("session.json"), to: Self.target)
        #expect(throws: StoreError.refused(path: StoreFixture.path("session.json"), .symbolicLink)) {
            try forget(linked)
        }
        #expect(linked.files.exists(StoreFixture.path("history/00000001.json")))
    }
}
