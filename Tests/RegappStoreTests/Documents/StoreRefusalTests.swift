@testable import RegappStore
import RegappTestSupport
import Testing

/// What stands at a document's name besides a plain file of this user.
@Suite struct StoreRefusalTests {
    private let fixture = StoreFixture()

    private static let main = StoreFixture.path("main.json")
    private static let target = "/home/ann/dotfiles/real.json"

    /// A row: what stands there, and why it is refused.
    struct Refused: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var document = "main.json"
        var path: String?
        let refusal: FileRefusal
        let arrange: @Sendable (SimulatedFileSystem) -> Void

        init(
            _ name: String, _ refusal: FileRefusal, at path: String? = nil, document: String = "main.json",
            _ arrange: @escaping @Sendable (SimulatedFileSystem) -> Void
        ) {
            testDescription = name
            self.refusal = refusal
            self.path = path
            self.document = document
            self.arrange = arrange
        }
    }

    private static let bob = SystemUser(id: 2000, name: nil)
    private static let limit = DocumentStore.maximumDocumentSize

    static let refused: [Refused] = [
        Refused("a FIFO", .notRegular) { $0.putSpecial(main) },
        Refused("a directory", .notRegular) { $0.putDirectory(main) },
        Refused("another user's file", .strayOwner(bob)) { $0.put(main, [1], mode: 0o666, owner: bob.id) },
        Refused("a byte more than the limit", .tooLarge(limit: limit)) {
            $0.put(main, [UInt8](repeating: 0x20, count: limit + 1))
        },
        Refused("a link to a FIFO", .notRegular, at: target) {
            $0.putSpecial(target)
            $0.putLink(main, to: target)
        },
        Refused("a link to a directory", .notRegular, at: "/home/ann") {
            $0.putDirectory("/home/ann")
            $0.putLink(main, to: "/home/ann")
        },
        Refused("a link to another user's file", .foreignOwner(bob), at: target) {
            $0.put(target, [1], mode: 0o644, owner: bob.id)
            $0.putLink(main, to: target)
        },
        Refused("a link to too large a file", .tooLarge(limit: limit), at: target) {
            $0.put(target, [UInt8](repeating: 0x20, count: limit + 1))
            $0.putLink(main, to: target)
        },
        Refused("a link to a link", .symbolicLink, at: StoreFixture.directory + "/../link") {
            $0.put(target, [1])
            $0.putLink("/home/ann/link", to: target)
            $0.putLink(main, to: "../link")
        },
        Refused("a link to itself", .symbolicLink, at: StoreFixture.directory + "/main.json") {
            $0.putLink(main, to: "main.json")
        },
        Refused("a link where none may be", .symbolicLink, document: "session.json") {
            $0.put(target, [1])
            $0.putLink(StoreFixture.path("session.json"), to: target)
        },
        Refused("a linked document in a folder", .symbolicLink, document: "accounts/a.json") {
            $0.put(target, [1])
            $0.putLink(StoreFixture.path("accounts/a.json"), to: target)
        },
        Refused(
            "a linked folder", .symbolicLink, at: StoreFixture.path("accounts"), document: "accounts/a.json"
        ) {
            $0.put("/home/ann/elsewhere/a.json", [1])
            $0.putLink(StoreFixture.path("accounts"), to: "/home/ann/elsewhere")
        },
        Refused(
            "a folder that is a file", .notDirectory, at: StoreFixture.path("accounts"),
            document: "accounts/a.json"
        ) { $0.put(StoreFixture.path("accounts"), [1]) },
    ]

    @Test(arguments: refused)
    func `readers and writers refuse it and leave it alone`(row: Refused) throws {
        let fixture = StoreFixture([".lock": ""])
        fixture.files.putDirectory("/home/ann/dotfiles")
        row.arrange(fixture.files)
        let (before, paths) = (fixture.files.tree(), fixture.files.paths())
        let error = StoreError.refused(path: row.path ?? StoreFixture.path(row.document), row.refusal)
        #expect(throws: error) { _ = try fixture.text(row.document) }
        #expect(throws: error) { try fixture.store().put(row.document, "new") }
        #expect(throws: error) {
            try fixture.store().commit([DocumentChange(row.document, from: nil, to: "new")])
        }
        #expect(fixture.files.tree() == before && fixture.files.paths() == paths)
        #expect(fixture.files.openFiles == 0)
    }

    // MARK: Links that are allowed

    @Test(arguments: [target, "../dotfiles/real.json", "/home/ann/./dotfiles/../dotfiles/real.json"])
    func `a linked document is replaced where it is, and its mode and the link stay`(link: String) throws {
        fixture.files.put(Self.target, "old", mode: 0o640)
        fixture.files.putLink(Self.main, to: link)
        try fixture.store().put("main.json", "new")
        #expect(fixture.files.contents(Self.target) == Array("new".utf8))
        #expect(fixture.files.mode(Self.target) == 0o640)
        #expect(fixture.files.contents(Self.main) == nil, "still a link")
        #expect(try fixture.store().undo() == ["main.json"])
        #expect(fixture.files.contents(Self.target) == Array("old".utf8))
        #expect(fixture.files.mode(Self.target) == 0o640 && fixture.leftovers.isEmpty)
    }

    @Test func `a dangling link counts as no document, and its target is created`() throws {
        fixture.files.putDirectory("/home/ann/dotfiles")
        fixture.files.putLink(Self.main, to: Self.target)
        #expect(try fixture.text("main.json") == nil)
        try fixture.store().put("main.json", "new")
        #expect(fixture.files.contents(Self.target) == Array("new".utf8))
        #expect(fixture.files.mode(Self.target) == 0o600)
        try fixture.store().put("main.json", nil)
        #expect(!fixture.files.exists(Self.target) && fixture.files.exists(Self.main))
        #expect(try fixture.store().undo() == ["main.json"])
        #expect(fixture.files.contents(Self.target) == Array("new".utf8))
    }

    @Test func `a link into a folder that is not there fails and names the place`() throws {
        fixture.files.putLink(Self.main, to: "/none/real.json")
        #expect(try fixture.text("main.json") == nil)
        #expect(throws: StoreError.failed(.write, path: "/none/real.json", .noEntry)) {
            try fixture.store().put("main.json", "new")
        }
    }

    @Test func `the directory itself may be a link`() throws {
        fixture.files.putDirectory("/data/regapp")
        fixture.files.putLink(StoreFixture.directory, to: "/data/regapp")
        try fixture.store().put("main.json", "new")
        try fixture.store().put("accounts/a.json", "a")
        #expect(fixture.files.contents("/data/regapp/main.json") == Array("new".utf8))
        #expect(try fixture.text("accounts/a.json") == "a")
    }

    // MARK: Modes

    @Test func `loose modes draw warnings and are left alone, replaced files get their own`() throws {
        fixture.files.put(Self.main, "old", mode: 0o664)
        fixture.files.put(StoreFixture.path("session.json"), "s", mode: 0o604)
        fixture.files.putDirectory(StoreFixture.directory, mode: 0o755)
        let store = fixture.store()
        _ = try store.reading { reader in try reader.contents(of: "main.json") }
        #expect(
            store.drainWarnings() == [
                .looseMode(path: StoreFixture.directory, mode: 0o755, instead: 0o700),
                .looseMode(path: Self.main, mode: 0o664, instead: 0o600),
            ])
        #expect(store.drainWarnings().isEmpty, "each once")
        try store.put("main.json", "new")
        #expect(fixture.files.mode(Self.main) == 0o600)
        #expect(fixture.files.mode(StoreFixture.directory) == 0o755)
        #expect(fixture.files.mode(StoreFixture.path("session.json")) == 0o604)
    }

    @Test func `the first ten of many files with loose modes are named, the others counted`() throws {
        fixture.files.putDirectory(StoreFixture.directory, mode: 0o751)
        fixture.files.putDirectory(StoreFixture.path("accounts"), mode: 0o751)
        fixture.files.put(StoreFixture.path("session.json"), "s")
        for number in 0..<25 {
            fixture.files.put(StoreFixture.path("accounts/\(number).json"), [1], mode: 0o644)
        }
        let store = fixture.store()
        try store.reading { reader in
            for name in try reader.names(in: "accounts") { _ = try reader.contents(of: "accounts/" + name) }
        }
        let warnings = store.drainWarnings()
        #expect(warnings.count == 11 && warnings.last == .looseModes(more: 16))
    }
}
