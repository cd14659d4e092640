import RegappStore
import RegappTestSupport
import Testing

@Suite struct RegappStoreTests {
    private let fixture = StoreFixture()

    private static let lock = StoreFixture.path(".lock")

    @Test func `a new directory and its files are this user's alone`() throws {
        try fixture.store().put("main.json", "new")
        try fixture.store().put("accounts/a.json", "a")
        try fixture.store().put("accounts/a.json", "b")
        let modes = [
            "", "/accounts", "/main.json", "/accounts/a.json", "/history", "/history/00000001.json", "/.lock",
        ].map {
            fixture.files.mode(StoreFixture.directory + $0)
        }
        #expect(modes == [0o700, 0o700, 0o600, 0o600, 0o700, 0o600, 0o600])
    }

    @Test func `reading changes nothing and needs no right to write`() throws {
        let fixture = StoreFixture(["main.json": "text", "accounts/b.json": "b", "accounts/a.json": "a"])
        fixture.files.put(StoreFixture.path("accounts/.regapp-1.tmp"), "left")
        fixture.files.setReadOnly()
        let store = fixture.store()
        let names = try store.reading { reader in try reader.names(in: "accounts") }
        #expect(names == ["a.json", "b.json"])
        #expect(try fixture.text("main.json") == "text" && fixture.text("session.json") == nil)
        let found = try store.reading { reader in
            (try reader.exists("main.json"), try reader.exists("session.json"), try reader.names(in: "none"))
        }
        #expect(found.0 && !found.1 && found.2.isEmpty)
        #expect(!fixture.files.log.contains { $0.call.changes })
        #expect(throws: StoreError.failed(.lock, path: Self.lock, .readOnly)) {
            try store.put("main.json", "x")
        }
    }

    @Test func `a lock that stays held is reported after five seconds, and not before`() throws {
        let fixture = StoreFixture(["main.json": "old", ".lock": ""])
        let holder = try fixture.files.open(Self.lock, .locking)
        #expect(try fixture.files.tryLock(holder))
        #expect(throws: StoreError.locked(path: Self.lock)) { try fixture.store().put("main.json", "new") }
        #expect((5000...5050).contains(fixture.files.elapsedMilliseconds))
        #expect(fixture.files.openFiles == 1)
        // Who has waited for long tries as often as a newcomer, or newcomers would always be faster.
        let pauses = fixture.files.log.compactMap { if case .pause(let time) = $0.call { time } else { nil } }
        #expect(Set(pauses).count == 1)
        fixture.files.close(holder)
        try fixture.store().put("main.json", "new")
        #expect(try fixture.text("main.json") == "new")
    }

    @Test func `a lock that is given back in time is acquired`() throws {
        let fixture = StoreFixture(["main.json": "old", ".lock": ""])
        let holder = try fixture.files.open(Self.lock, .locking)
        _ = try fixture.files.tryLock(holder)
        let store = fixture.store { files in
            Interposer(files) { call in
                if case .pause = call, fixture.files.elapsedMilliseconds > 4000 {
                    fixture.files.close(holder)
                }
            }
        }
        try store.put("main.json", "new")
        #expect(try fixture.text("main.json") == "new")
        #expect(fixture.files.elapsedMilliseconds < 5000)
    }

    @Test func `temporary files of a writer that died go with the next one`() throws {
        let fixture = StoreFixture(["main.json": "old"])
        for name in [".regapp-0.tmp", ".regapp-3.tmp", "accounts/.regapp-1.tmp"] {
            fixture.files.put(StoreFixture.path(name), "left")
        }
        fixture.files.put(StoreFixture.path("notes.tmp"), "mine")
        try fixture.store().writing { _ in }
        #expect(fixture.names == [".lock", "accounts", "main.json", "notes.tmp"])
    }

    @Test func `if the kernel cannot rename only to a free name, a link does`() throws {
        let store = fixture.store { WithoutRenameIfAbsent(base: $0) }
        try store.put("main.json", "new")
        #expect(try fixture.text("main.json") == "new" && fixture.leftovers.isEmpty)
        try store.put("main.json", nil)
        let racing = fixture.store { files in
            WithoutRenameIfAbsent(
                base: Interposer(files) { call in
                    if case .link = call { fixture.files.put(StoreFixture.path("main.json"), "other") }
                })
        }
        #expect(throws: StoreError.changedMeanwhile(path: StoreFixture.path("main.json"))) {
            try racing.put("main.json", "new")
        }
        #expect(try fixture.text("main.json") == "other")
    }

    @Test func `a device that takes no byte of a write is an error, not an endless loop`() throws {
        let fixture = StoreFixture(["main.json": "old"])
        let store = fixture.store { FullDevice(base: $0) }
        #expect(throws: StoreError.failed(.write, path: StoreFixture.path("main.json"), .inputOutput)) {
            try store.put("main.json", "new")
        }
        #expect(try fixture.text("main.json") == "old")
    }

    @Test func `a directory above that cannot be listed does not matter`() throws {
        let fixture = StoreFixture(["main.json": "old"])
        fixture.files.putDirectory("/home", mode: 0o711, owner: 0)
        try fixture.store().put("main.json", "new")
        #expect(try fixture.text("main.json") == "new")
    }

    @Test func `a directory that cannot be made names its path`() throws {
        fixture.files.put("/home", [1])
        #expect(throws: StoreError.failed(.read, path: StoreFixture.directory, .notDirectory)) {
            try fixture.store().put("main.json", "x")
        }
        let shut = StoreFixture()
        shut.files.putDirectory("/home", mode: 0o555, owner: 0)
        #expect(throws: StoreError.failed(.create, path: "/home/ann", .accessDenied)) {
            try shut.store().put("main.json", "x")
        }
    }

    @Test func `work throws its own errors through the store`() {
        struct Mine: Error, Equatable {}
        #expect(throws: Mine()) { try fixture.store().writing { _ in throw Mine() } }
        #expect(throws: Mine()) { try fixture.store().reading { _ in throw Mine() } }
        #expect(fixture.files.openFiles == 0)
    }

    @Test func `the system's words come with an error`() {
        #expect(Errno.noSpace.reason == "No space left on device")
        #expect(Errno(rawValue: 99_999).reason.contains("99999"))
    }
}

/// A file system that knows no RENAME_NOREPLACE, as some network ones do not.
struct WithoutRenameIfAbsent: ForwardingFileSystem {
    let base: any FileSystem
    let openPaths = OpenPaths()

    func rename(_ old: Place, to new: Place, mustBeFree: Bool) throws(Errno) {
        if mustBeFree { throw .invalid }
        try base.rename(old, to: new, mustBeFree: false)
    }
}

/// A device on which every write succeeds and writes no byte.
private struct FullDevice: ForwardingFileSystem {
    let base: any FileSystem
    let openPaths = OpenPaths()

    func write(_ file: FileDescriptor, _ bytes: ArraySlice<UInt8>) throws(Errno) -> Int { 0 }
}
