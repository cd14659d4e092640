import RegappStore
import RegappTestSupport
import Testing

/// A lock file that is removed or replaced, as `git clean -fdx` does, while a writer is at work.
@Suite struct LockTests {
    private static let lock = StoreFixture.path(".lock")
    private static let main = StoreFixture.path("main.json")
    private static let temporaries = [".regapp-1.tmp", ".regapp-2.tmp"].map(StoreFixture.path)

    private func start() -> StoreFixture {
        StoreFixture(["main.json": "old", "accounts/a.json": "old", ".lock": ""])
    }

    /// Puts a document in place, alone or as an import does.
    private func put(_ store: DocumentStore, inBulk: Bool) throws {
        guard inBulk else { return try store.put("main.json", "mine") }
        try store.changeInBulk([DocumentChange("accounts/a.json", from: "old", to: "mine")])
    }

    private func clean(_ fixture: StoreFixture) {
        for path in fixture.files.paths() where path.contains("/.regapp-") || path == Self.lock {
            fixture.files.remove(path)
        }
    }

    /// The calls of a change, and the numbers of those that compare the lock's file with its name.
    private func calls(inBulk: Bool) throws -> (all: [Call], checks: [Int]) {
        let trial = start()
        try put(trial.store(), inBulk: inBulk)
        let all = trial.files.log.map(\.call)
        let locked = try #require(all.firstIndex(of: .tryLock(Self.lock)))
        let checks = all.indices.filter { $0 > locked && all[$0] == .linkStatus(Self.lock) }
        try #require(checks.count >= 3)
        return (all, checks)
    }

    @Test func `a lock on a file that was removed meanwhile is released, and the new file locked`() throws {
        let fixture = start()
        let locks = Locked(0)
        let store = fixture.store { files in
            Interposer(files) { call in
                guard case .tryLock = call,
                    locks.withLock({
                        $0 += 1; return $0 < 3
                    })
                else { return }
                fixture.files.remove(Self.lock)
            }
        }
        try store.put("main.json", "new")
        #expect(try fixture.text("main.json") == "new" && locks.withLock { $0 } == 3)
        #expect(fixture.files.exists(Self.lock) && fixture.files.openFiles == 0)
    }

    @Test func `a lock file that does not stay is reported in time`() throws {
        let fixture = start()
        let store = fixture.store { files in
            Interposer(files) { call in
                guard case .tryLock = call else { return }
                fixture.files.remove(Self.lock)
                fixture.files.put(Self.lock, "")
            }
        }
        #expect(throws: StoreError.locked(path: Self.lock)) { try store.put("main.json", "new") }
        #expect((5000...5050).contains(fixture.files.elapsedMilliseconds) && fixture.files.openFiles == 0)
        #expect(try fixture.text("main.json") == "old")
    }

    @Test(arguments: [false, true])
    func `what is written after the lock file was removed is not overwritten`(inBulk: Bool) throws {
        let document = inBulk ? "accounts/a.json" : "main.json"
        let (calls, checks) = try calls(inBulk: inBulk)
        let decided = try #require(calls.firstIndex { $0.secondPath?.hasSuffix(".doing") == true })
        var lost = 0
        for moment in (checks[0] + 1)..<calls.count {
            let fixture = start()
            let store = fixture.store(beforeCall: moment + 1) {
                clean(fixture)
                #expect(throws: Never.self) { try fixture.store().put(document, "theirs") }
            }
            let about = Comment(rawValue: "call \(moment): \(calls[moment])")
            do { try put(store, inBulk: inBulk) } catch {
                let error = error as? StoreError
                // A decided change is made by whoever has the lock.
                let isLost =
                    error == .lockLost(path: Self.lock)
                    || moment > decided && error == .halfway(.lockLost(path: Self.lock))
                if isLost { lost += 1 }
                #expect(isLost || inBulk, about)
            }
            #expect(try fixture.text(document) == "theirs" && fixture.files.openFiles == 0, about)
            try fixture.store().writing { _ in }
            #expect(fixture.leftovers.isEmpty, about)
        }
        #expect(lost > 10)
    }

    @Test func `temporary files of who has the lock by now are neither used nor removed`() throws {
        let (calls, checks) = try calls(inBulk: false)
        // Before that, what a dead writer may have left is removed.
        let begin = 1 + (try #require(calls.firstIndex(of: .unlink(StoreFixture.path(".regapp-3.tmp")))))
        for moment in begin...checks[2] {
            let fixture = start()
            let store = fixture.store(beforeCall: moment + 1) {
                clean(fixture)
                for path in Self.temporaries + [Self.lock] { fixture.files.put(path, "theirs") }
            }
            let about = Comment(rawValue: "call \(moment): \(calls[moment])")
            #expect(throws: StoreError.lockLost(path: Self.lock), about) { try put(store, inBulk: false) }
            #expect(try fixture.text("main.json") == "old", about)
            guard moment <= checks[1] else { continue }
            #expect(!fixture.hasRecord, about)
            for path in Self.temporaries {
                #expect(fixture.files.contents(path) == Array("theirs".utf8), about)
            }
        }
    }
}
