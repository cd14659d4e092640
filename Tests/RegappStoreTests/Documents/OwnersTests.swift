@testable import RegappStore
import RegappTestSupport
import Testing

/// The owners of the directories, files and links that a store works with. The program runs as user 1000.
@Suite struct OwnersTests {
    private static let directory = StoreFixture.directory
    private static let main = StoreFixture.path("main.json")
    private static let bob = SystemUser.bob
    private static let nameless = SystemUser(id: 3000, name: nil)

    /// A row: what is another user's, and what is said about it.
    struct Foreign: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let path: String
        let refusal: FileRefusal
        let arrange: @Sendable (SimulatedFileSystem) -> Void

        init(
            _ name: String, at path: String, _ refusal: FileRefusal,
            _ arrange: @escaping @Sendable (SimulatedFileSystem) -> Void
        ) {
            testDescription = name
            self.path = path
            self.refusal = refusal
            self.arrange = arrange
        }
    }

    static let directories: [Foreign] = [
        Foreign("another user's directory", at: directory, .foreignOwner(bob)) {
            $0.putDirectory("/home/ann")
            $0.putDirectory(directory, mode: 0o777, owner: bob.id)
        },
        Foreign("a directory of a user without a name", at: directory, .foreignOwner(nameless)) {
            $0.putDirectory("/home/ann")
            $0.putDirectory(directory, mode: 0o777, owner: nameless.id)
        },
        Foreign("the superuser's directory", at: directory, .foreignOwner(SystemUser(id: 0, name: "root"))) {
            $0.putDirectory("/home/ann")
            $0.putDirectory(directory, mode: 0o777, owner: 0)
        },
        Foreign("no directory yet, below another user's", at: "/home/ann", .foreignOwner(bob)) {
            $0.putDirectory("/home/ann", mode: 0o777, owner: bob.id)
        },
        Foreign("no directory yet, far below another user's", at: "/home", .foreignOwner(bob)) {
            $0.putDirectory("/home", mode: 0o777, owner: bob.id)
        },
        Foreign("another user's link to an own directory", at: directory, .foreignOwner(bob)) {
            $0.put("/mine/main.json", "mine")
            $0.putDirectory("/home/ann", mode: 0o777, owner: bob.id)
            $0.putLink(directory, to: "/mine", owner: bob.id)
        },
        Foreign("another user's link on the way", at: "/home/ann", .foreignOwner(bob)) {
            $0.put("/mine/regapp/main.json", "mine")
            $0.putDirectory("/home", mode: 0o777, owner: bob.id)
            $0.putLink("/home/ann", to: "/mine", owner: bob.id)
        },
        Foreign("another user's link behind an own one", at: "/there", .foreignOwner(bob)) {
            $0.put("/mine/main.json", "mine")
            $0.putLink("/there", to: "mine", owner: bob.id)
            $0.putDirectory("/home/ann")
            $0.putLink(directory, to: "../.././there")
        },
    ]

    @Test(arguments: directories)
    func `a writer makes and changes nothing there`(row: Foreign) throws {
        let fixture = StoreFixture(arrange: row.arrange)
        let (before, paths) = (fixture.files.tree(), fixture.files.paths())
        let error = StoreError.refused(path: row.path, row.refusal)
        #expect(throws: error) { try fixture.store().put("main.json", "new") }
        #expect(throws: error) { try fixture.store().put("accounts/a.json", "new") }
        #expect(throws: error) {
            try fixture.store().writing { writer in
                try writer.forget(["main.json"])
            }
        }
        #expect(fixture.files.tree() == before && fixture.files.paths() == paths)
        #expect(fixture.files.openFiles == 0 && !fixture.files.log.contains { $0.call.changes })
    }

    struct Allowed: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let arrange: @Sendable (SimulatedFileSystem) -> Void
    }

    @Test(arguments: [
        Allowed(testDescription: "an own directory in the superuser's, where all may create") {
            $0.putDirectory("/home", mode: 0o1777, owner: 0)
        },
        Allowed(testDescription: "an own directory in another user's") {
            $0.putDirectory("/home", mode: 0o755, owner: bob.id)
            $0.putDirectory("/home/ann")
            $0.putDirectory(directory)
        },
        Allowed(testDescription: "the superuser's link") {
            $0.putDirectory("/mine")
            $0.putDirectory("/home/ann", mode: 0o755, owner: 0)
            $0.putLink(directory, to: "/mine", owner: 0)
        },
        Allowed(testDescription: "an own link") {
            $0.putDirectory("/mine/regapp")
            $0.putDirectory("/home", mode: 0o755, owner: 0)
            $0.putLink("/home/ann", to: "../mine/regapp/..")
        },
    ])
    func `a writer works there`(row: Allowed) throws {
        let fixture = StoreFixture(arrange: row.arrange)
        try fixture.store().put("main.json", "new")
        try fixture.store().put("accounts/a.json", "new")
        #expect(try fixture.text("main.json") == "new" && fixture.text("accounts/a.json") == "new")
    }

    @Test func `in a directory that all users share a faster process is detected`() throws {
        let fixture = StoreFixture { $0.putDirectory("/home", mode: 0o1777, owner: 0) }
        for moment in ["/home/ann", Self.directory] {
            let files = fixture.files.seen(by: 1000)
            let store = DocumentStore(
                directory: Self.directory, layout: StoreFixture.layout,
                fileSystem: Interposer(files) { call in
                    guard call == .makeDirectory(moment), !files.exists(moment) else { return }
                    files.putDirectory(moment, mode: 0o777, owner: Self.bob.id)
                })
            #expect(throws: StoreError.refused(path: moment, .foreignOwner(Self.bob))) {
                try store.put("main.json", "new")
            }
            #expect(files.tree().count == 1, "only /etc/passwd")
        }
    }

    // MARK: In the user's own directory

    @Test(arguments: [
        ("a document", main, "main.json"),
        ("the session", StoreFixture.path("session.json"), "session.json"),
        ("a document of a folder", StoreFixture.path("accounts/a.json"), "accounts/a.json"),
        ("the history", StoreFixture.path("history/last"), "main.json"),
        ("the lock file", StoreFixture.path(".lock"), "main.json"),
    ])
    func `a writer leaves another user's file alone`(name: String, path: String, document: String) throws {
        let fixture = StoreFixture { files in
            files.putDirectory(Self.directory)
            for folder in ["accounts", "history"] { files.putDirectory(StoreFixture.path(folder)) }
            files.put(path, Array("{}".utf8), mode: 0o666, owner: Self.bob.id)
        }
        let before = fixture.files.tree()
        let error = StoreError.refused(path: path, .strayOwner(Self.bob))
        #expect(throws: error) { try fixture.store().put(document, "new") }
        #expect(throws: error) { try fixture.store().put(document, nil) }
        #expect(
            fixture.files.tree().filter { !$0.key.hasSuffix(".lock") }
                == before.filter { !$0.key.hasSuffix(".lock") })
    }

    @Test func `a writer leaves another user's folder alone`() throws {
        let accounts = StoreFixture.path("accounts")
        let fixture = StoreFixture { files in
            files.putDirectory(Self.directory)
            files.putDirectory(accounts, mode: 0o777, owner: Self.bob.id)
            files.put(accounts + "/.regapp-1.tmp", "left")
            files.put(accounts + "/a.json", "a")
        }
        let error = StoreError.refused(path: accounts, .strayOwner(Self.bob))
        #expect(throws: error) { try fixture.store().put("accounts/a.json", "new") }
        #expect(throws: error) {
            try fixture.store().changeInBulk([DocumentChange("accounts/b.json", from: nil, to: "new")])
        }
        #expect(fixture.files.contents(accounts + "/.regapp-1.tmp") != nil, "nothing is removed from it")
        try fixture.store().put("main.json", "other files do not matter")
    }

    @Test func `nothing is removed through a link in a folder's place, or from a foreign draft`() throws {
        let fixture = StoreFixture { files in
            files.put("/mine/.regapp-1.tmp", "mine")
            files.putDirectory(Self.directory, mode: 0o777)
            files.putLink(StoreFixture.path("accounts"), to: "/mine", owner: Self.bob.id)
        }
        try fixture.store().put("main.json", "new")
        #expect(fixture.files.exists("/mine/.regapp-1.tmp"))
        let draft = StoreFixture.path(".regapp-folder.tmp")
        fixture.files.putDirectory(draft, mode: 0o777, owner: Self.bob.id)
        fixture.files.put(draft + "/a.json", "a")
        #expect(throws: StoreError.refused(path: draft, .strayOwner(Self.bob))) {
            try fixture.store().put("main.json", "newer")
        }
        #expect(fixture.files.exists(draft + "/a.json"))
    }

    // MARK: Links

    private static let target = "/home/ann/dotfiles/real.json"

    static let links: [Foreign] = [
        Foreign("another user's link to an own file", at: main, .strayOwner(bob)) {
            $0.put(target, "mine")
            $0.putDirectory(directory, mode: 0o777)
            $0.putLink(main, to: target, owner: bob.id)
        },
        Foreign("another user's dangling link", at: main, .strayOwner(bob)) {
            $0.putDirectory("/home/ann/dotfiles")
            $0.putDirectory(directory, mode: 0o777)
            $0.putLink(main, to: target, owner: bob.id)
        },
        Foreign("an own link to another user's file", at: target, .foreignOwner(bob)) {
            $0.putDirectory("/home/ann/dotfiles")
            $0.put(target, Array("bob's".utf8), mode: 0o666, owner: bob.id)
            $0.putDirectory(directory)
            $0.putLink(main, to: target)
        },
        Foreign("an own link into another user's folder", at: "/home/ann/dotfiles", .foreignOwner(bob)) {
            $0.put(target, "mine")
            $0.putDirectory("/home/ann/dotfiles", mode: 0o777, owner: bob.id)
            $0.putDirectory(directory)
            $0.putLink(main, to: target)
        },
        Foreign("an own link to a name in the superuser's folder", at: "/tmp", .foreignOwner(root)) {
            $0.putDirectory("/tmp", mode: 0o1777, owner: 0)
            $0.putDirectory(directory)
            $0.putLink(main, to: "/tmp/real.json")
        },
        Foreign("an own link through another user's", at: "/there", .foreignOwner(bob)) {
            $0.put(target, "mine")
            $0.putLink("/there", to: "/home/ann/dotfiles", owner: bob.id)
            $0.putDirectory(directory)
            $0.putLink(main, to: "/there/real.json")
        },
    ]
    private static let root = SystemUser(id: 0, name: "root")

    @Test(arguments: links)
    func `a writer does not follow a link that is not its own, or leads to what is not`(row: Foreign) throws {
        let fixture = StoreFixture(arrange: row.arrange)
        let before = fixture.files.tree()
        let error = StoreError.refused(path: row.path, row.refusal)
        #expect(throws: error) { try fixture.store().put("main.json", "new") }
        #expect(throws: error) { try fixture.store().put("main.json", nil) }
        #expect(throws: error) {
            try fixture.store().writing { writer in
                try writer.forget(["session.json", "main.json"])
            }
        }
        #expect(fixture.files.tree().filter { !$0.key.hasSuffix("/.lock") } == before)
    }
}
