import RegappStore
import Foundation
import RegappTestSupport
import Testing

/// What the store promises, a test for each promise, named after it; other suites go through every call and fault.
@Suite struct PromiseTests {
    private static let main = StoreFixture.path("main.json")
    private static let several = [
        DocumentChange("accounts/eve.json", from: nil, to: "new"),
        DocumentChange("session.json", from: "old", to: "new"),
        DocumentChange("accounts/ann.json", from: "old", to: nil),
    ]

    private func start() -> StoreFixture {
        StoreFixture([
            ".lock": "", "main.json": "old", "session.json": "old", "accounts/ann.json": "old",
            "accounts/kept.json": "old",
        ])
    }

    /// Does something right before each call of a change in turn.
    ///
    /// - Parameter givesUp: whether the change's caller gives up from then on.
    private func atEachCall(
        of change: (DocumentStore) throws -> Void, givesUp: Bool = false,
        _ action: @escaping @Sendable (StoreFixture) -> Void,
        judge: (StoreFixture, StoreError?) throws -> Void
    ) throws {
        for moment in 1... {
            let fixture = start()
            let hasCome = Locked(false)
            let store = fixture.store(
                { files in
                    Interposer(files, beforeCall: moment) {
                        hasCome.withLock { $0 = true }
                        action(fixture)
                    }
                }, isCancelled: { givesUp && hasCome.withLock { $0 } })
            var found: StoreError?
            do { try change(store) } catch { found = error as? StoreError }
            guard hasCome.withLock({ $0 }) else { return }
            try judge(fixture, found)
        }
    }

    private func replace(_ store: DocumentStore) throws { try store.put("main.json", "new") }

    @Test func `to readers: they take no lock, change nothing and see whole documents at any time`() throws {
        let seen = Locked<Set<String?>>([])
        try atEachCall(of: replace) { fixture in
            let before = fixture.files.log.count
            let text = try? fixture.text("main.json")
            seen.withLock { _ = $0.insert(text) }
            let calls = fixture.files.log[before...].map(\.call)
            #expect(!calls.contains { if case .tryLock = $0 { true } else { $0.changes } })
        } judge: { _, error in
            #expect(error == nil)
        }
        #expect(seen.withLock { $0 } == ["old", "new"])
    }

    @Test func `to other writers: from the first read to the last synchronisation no other writes`() throws {
        let outcomes = Locked<Set<String>>([])
        try atEachCall(of: replace) { fixture in
            do {
                try fixture.store().put("main.json", "theirs")
                outcomes.withLock { _ = $0.insert("wrote") }
            } catch { outcomes.withLock { _ = $0.insert("\(error)") } }
        } judge: { fixture, error in
            #expect(error == nil)
            let text = try fixture.text("main.json")
            #expect(text == "new" || text == "theirs")
        }
        #expect(
            outcomes.withLock { $0 } == ["wrote", "\(StoreError.locked(path: StoreFixture.path(".lock")))"])
    }

    @Test func `to neighbours: each removes its temporary files beside a link's target, no others`() throws {
        let fixture = start()
        let (folder, other) = ("/home/ann/dotfiles", "/home/ann/neighbour")
        fixture.files.put(folder + "/real.json", "old")
        fixture.files.putLink(Self.main, to: folder + "/real.json")
        let ours = StoreFixture.temporaryBesideTarget(folder)
        let theirs = StoreFixture.temporaryBesideTarget(folder, of: other)
        for path in [ours, theirs] { fixture.files.put(path, "secret") }
        // Of a writer that died, so that nothing holds it.
        let lock = folder + "/" + StoreFixture.lockName(beside: "real.json")
        fixture.files.put(lock, "")
        let found = try fixture.store().reading { reader in try reader.leftovers() }
        #expect(found.map(\.path) == [ours, lock].sorted() && found.allSatisfy(\.isRemovedByNextWriter))
        // Whatever it writes.
        try fixture.store().put("session.json", "eve")
        #expect(fixture.leftovers == [theirs])
    }

    @Test func `to people who edit by hand: what is saved before the last comparison is never replaced`()
        throws
    {
        let trial = start()
        try replace(trial.store())
        let calls = trial.files.log.map(\.call)
        let compared = try #require(calls.lastIndex(of: .open(Self.main, .reading)))
        var moment = 0
        try atEachCall(of: replace) { fixture in
            fixture.files.put(Self.main, "hand")
        } judge: { fixture, error in
            defer { moment += 1 }
            guard moment <= compared else { return }
            // An edit before the store's own first reading is what the change is made from.
            let restored = error == nil ? try fixture.store().undo() : ["main.json"]
            let text = try fixture.text("main.json")
            #expect(restored == ["main.json"] && text == "hand")
        }
    }

    @Test func `in a crash or power cut: a document is the old or the new one, then the new one`() throws {
        let fixture = start()
        try replace(fixture.store())
        var seen: Set<String?> = []
        for count in fixture.files.crashPoints {
            for state in fixture.files.crashStates(after: count) {
                seen.insert(try StoreFixture(state).text("main.json"))
            }
        }
        #expect(seen == ["old", "new"])
        for state in fixture.files.crashStates() {
            #expect(try StoreFixture(state).text("main.json") == "new")
        }
    }

    @Test func `in a change of several documents: others are neither listed, opened nor written`() throws {
        for inBulk in [false, true] {
            let fixture = start()
            if inBulk {
                try fixture.store().changeInBulk([
                    DocumentChange("accounts/eve.json", from: nil, to: "new"),
                    DocumentChange("accounts/ann.json", from: "old", to: "new"),
                ])
            } else {
                try fixture.store().commit(Self.several)
            }
            for call in fixture.files.log.map(\.call) {
                #expect(call != .names(StoreFixture.path("accounts")))
                #expect(call.path != StoreFixture.path("accounts/kept.json"))
            }
        }
    }

    @Test func `about leftovers: they are named, and the next writer removes them`() throws {
        var left = 0
        for number in 1... {
            let fixture = start()
            let dying = FaultInjectingFileSystem(
                fixture.files, at: number, .failure(.inputOutput), forEver: true)
            try? fixture.store { _ in dying }.commit(Self.several)
            guard dying.fired else { break }
            let found = try fixture.store().reading { reader in try reader.leftovers() }
            #expect(
                fixture.leftovers.allSatisfy { path in found.contains { path.hasPrefix($0.path) } })
            left += found.count
            try fixture.store().put("main.json", "next")
            #expect(fixture.leftovers.isEmpty)
        }
        #expect(left > 10)
    }

    @Test func `on any file system: it works without links, free renames, modes or synced folders`() throws {
        let fixture = start()
        let refused: Set<RefusingFileSystem.Refused> = [
            .link, .freeRename, .mode, .group, .directorySync, .fileSystemSync,
        ]
        try fixture.store { RefusingFileSystem($0, refused, .notSupported) }.commit(Self.several)
        #expect(try fixture.text("accounts/eve.json") == "new" && fixture.text("accounts/ann.json") == nil)
    }

    @Test func `to a caller who gives up: a change is made, or never, even by the next writer`() throws {
        let inBulk = [
            DocumentChange("accounts/eve.json", from: nil, to: "new"),
            DocumentChange("accounts/ann.json", from: "old", to: "new"),
        ]
        let changes: [(DocumentStore) throws -> Void] = [
            replace, { try $0.commit(Self.several) }, { try $0.changeInBulk(inBulk, turn: .zero) },
        ]
        for change in changes {
            var outcomes: Set<Bool> = []
            try atEachCall(of: change, givesUp: true) { _ in
            } judge: { fixture, error in
                #expect(error == nil || error == .cancelled)
                outcomes.insert(error == nil)
                let expected = start()
                if error == nil { try change(expected.store()) }
                #expect(fixture.treeWithoutHints == expected.treeWithoutHints)
                try fixture.store().put("rules.json", "new")
                try expected.store().put("rules.json", "new")
                #expect(fixture.treeWithoutHints == expected.treeWithoutHints)
            }
            #expect(outcomes == [true, false])
        }
    }

    @Test func `a caller who gives up does not wait for the lock`() throws {
        let fixture = start()
        try fixture.store().writing { _ in
            _ = #expect(throws: StoreError.cancelled) { try replace(fixture.store(isCancelled: { true })) }
        }
    }

    @Test func `after an error: it says whether the change is decided, so that the next writer makes it`()
        throws
    {
        for number in 1... {
            let fixture = start()
            let faulty = FaultInjectingFileSystem(fixture.files, at: number, .failure(.inputOutput))
            var isHalfway = false
            do { try replace(fixture.store { _ in faulty }) } catch {
                if case StoreError.halfway = error { isHalfway = true }
                try fixture.store().writing { _ in }
                let text = try fixture.text("main.json")
                #expect((text == "new") == isHalfway, "call \(number)")
            }
            guard faulty.fired else { break }
        }
    }

    @Test func `to the owner: nothing is made in another user's directory, nor through such a link`() {
        let fixture = StoreFixture { files in
            files.putDirectory("/home/ann", mode: 0o755)
            files.putDirectory(StoreFixture.directory, mode: 0o777, owner: SystemUser.bob.id)
        }
        #expect(throws: StoreError.refused(path: StoreFixture.directory, .foreignOwner(.bob))) {
            try replace(fixture.store())
        }
        #expect(fixture.names.isEmpty)
    }

    @Test func `to the owner's group: it may read what the directory shares with it, nothing else`() throws {
        let fixture = start()
        fixture.files.putDirectory(StoreFixture.directory, mode: 0o750)
        for name in ["main.json", "rules.json"] { try fixture.store().put(name, "new") }
        #expect(fixture.files.mode(Self.main) == 0o600)
        #expect(fixture.files.mode(StoreFixture.path("rules.json")) == 0o640)
    }

    @Test func `every promise of the store's doc comment has its test here`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let comment = try String(
            contentsOf: root.appendingPathComponent("Sources/RegappStore/Documents/DocumentStore.swift"),
            encoding: .utf8)
        let tests = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
        let promises = comment.matches(of: /- \*\*([^*,]+)[^*]*\*\*/).map { $0.output.1.lowercased() }
        #expect(promises.count > 9)
        for promise in promises { #expect(tests.contains("func `\(promise):"), "\(promise)") }
    }
}
