import Foundation
import RegappTestSupport
import Testing

@testable import RegappStore

/// What happens to documents between the decision of a change and its end, or while it is interrupted.
@Suite struct DecidedChangeTests {
    /// Lets calls fail that a test means.
    private struct Obstacle: ForwardingFileSystem {
        let base: any FileSystem
        let openPaths = OpenPaths()
        let error: @Sendable (Call) -> Errno?

        func forward<Result: Sendable>(
            _ call: Call, _ body: @autoclosure () throws(Errno) -> Result
        ) throws(Errno) -> Result {
            if let error = error(call) { throw error }
            return try body()
        }
    }

    private static func path(_ name: String) -> String { StoreFixture.path(name) }

    private static func isDecided(_ call: Call) -> Bool {
        if case .open(let path, .reading) = call { path.hasSuffix(".doing") } else { false }
    }

    /// A store whose process dies before a call: by default, right after it has decided a change.
    private func dying(
        _ fixture: StoreFixture, before isLast: @escaping @Sendable (Call) -> Bool = isDecided
    ) -> DocumentStore {
        let isDead = Locked(false)
        return fixture.store { base in
            Obstacle(base: base) { call in
                isDead.withLock { isDead in
                    isDead = isDead || isLast(call)
                    return isDead ? .inputOutput : nil
                }
            }
        }
    }

    private func expectDeath(_ work: () throws -> Void) {
        let error = #expect(throws: StoreError.self) { try work() }
        if case .halfway = error { return }
        Issue.record("\(String(describing: error))")
    }

    // MARK: Edits by hand

    @Test func `another password of the same length and time is kept`() throws {
        let home = try TemporaryHome()
        let files = POSIXFileSystem()
        let path = home.document("accounts/a.json")
        func store(_ files: any FileSystem) -> DocumentStore {
            DocumentStore(directory: home.documents, layout: StoreFixture.layout, fileSystem: files)
        }
        try store(files).put("accounts/a.json", #"{"secret":"one"}"#)
        let time = try files.linkStatus(path).modified
        // As an editor saves a text in a new file.
        let edited = Interposer(files, beforeCall: 1, of: Self.isDecided) {
            do {
                try home.write("draft", #"{"secret":"two"}"#)
                let draft = try files.open(home.document("draft"), .reading)
                try files.setModified(draft, time)
                files.close(draft)
                try files.rename(home.document("draft"), to: path)
            } catch { Issue.record(error) }
        }
        #expect(throws: StoreError.changedMeanwhile(path: path)) {
            try store(edited).put("accounts/a.json", #"{"secret":"one","b":1}"#)
        }
        let kept = try store(files).reading { reader in try reader.contents(of: "accounts/a.json") }
        #expect(kept == Array(#"{"secret":"two"}"#.utf8))
    }

    @Test func `all documents that were left are named`() throws {
        let fixture = StoreFixture(["accounts/a.json": "1", "accounts/b.json": "1", "accounts/c.json": "1"])
        let store = fixture.store(beforeCall: 1, of: Self.isDecided) {
            for name in ["a", "c"] { fixture.files.put(Self.path("accounts/\(name).json"), "hand") }
        }
        let left = StoreError.changedMeanwhile(
            path: Self.path("accounts/a.json"), others: [Self.path("accounts/c.json")])
        #expect(throws: StoreError.halfway(left)) {
            try store.commit(
                ["a", "b", "c"].map { DocumentChange("accounts/\($0).json", from: "1", to: "2") })
        }
        #expect(try fixture.text("accounts/b.json") == "2")
    }

    /// Rows: an account's new text.
    @Test(arguments: ["{3}", nil])
    func `a session stays if the system does not let its account change`(text: String?) throws {
        let fixture = StoreFixture(["accounts/ann.json": "{1}", "session.json": "{ann}"])
        let ann = Self.path("accounts/ann.json")
        let store = fixture.store { base in
            Obstacle(base: base) { call in
                switch call {
                case .rename(_, to: ann), .unlink(ann), .open(ann, .appending): .notPermitted
                default: nil
                }
            }
        }
        #expect(throws: StoreError.changedMeanwhile(path: ann)) {
            try store.commit([DocumentChange("accounts/ann.json", from: "{1}", to: text)], in: "accounts") {
                _ in
                DocumentChange(
                    "session.json", before: Array("{ann}".utf8), after: nil, follows: "accounts/ann.json")
            }
        }
        #expect(try fixture.text("session.json") == "{ann}" && fixture.text("accounts/ann.json") == "{1}")
        #expect(fixture.leftovers.isEmpty && !fixture.hasRecord)
    }

    // MARK: After a crash

    @Test func `a text beside a link's former target goes, whenever its writer died`() throws {
        let main = Self.path("main.json")
        for number in 1... {
            let fixture = StoreFixture([:])
            fixture.files.put("/home/ann/one/main.json", "old")
            fixture.files.put("/home/ann/other/main.json", "other")
            fixture.files.putLink(main, to: "/home/ann/one/main.json")
            let faulty = FaultInjectingFileSystem(
                fixture.files, at: number, .failure(.inputOutput), forEver: true)
            try? fixture.store { _ in faulty }.put("main.json", "new")
            guard faulty.fired else { break }
            fixture.files.remove(main)
            fixture.files.putLink(main, to: "/home/ann/other/main.json")
            try fixture.store().writing { _ in }
            let text = StoreFixture.temporaryBesideTarget("/home/ann/one")
            #expect(!fixture.files.exists(text), "call \(number)")
            #expect(fixture.files.contents("/home/ann/other/main.json") == Array("other".utf8))
        }
    }

    @Test func `a text that a power cut has damaged goes, whatever its number`() throws {
        let names = (1...6).map { "accounts/\($0).json" }
        let fixture = StoreFixture(Dictionary(uniqueKeysWithValues: names.map { ($0, "old") }))
        let second = Self.path(names[1])
        expectDeath {
            try dying(fixture, before: { $0.secondPath == second }).commit(
                names.map { DocumentChange($0, from: "old", to: "new") })
        }
        fixture.files.put(Self.path("accounts/.regapp-5.tmp"), "n")
        try fixture.store().writing { _ in }
        #expect(try names.map { try fixture.text($0) } == ["new", "new", "new", "new", "old", "new"])
        #expect(fixture.leftovers.isEmpty && fixture.hasRecord)
    }

    /// Rows: an account's new text.
    @Test(arguments: ["{2}", nil])
    func `an empty folder in place of the documents' own is waited for, and readers go on`(
        text: String?
    ) throws {
        let fixture = StoreFixture(["accounts/ann.json": "{1}", "main.json": "main"])
        expectDeath { try dying(fixture).put("accounts/ann.json", text) }
        fixture.files.putDirectory("/home/ann/mounted")
        fixture.files.exchange(Self.path("accounts"), "/home/ann/mounted")
        let record = Self.path("history/00000001.doing")
        #expect(throws: StoreError.failed(.write, path: record, .noEntry)) {
            try fixture.store().put("main.json", "other")
        }
        #expect(try fixture.text("main.json") == "main")
        fixture.files.exchange(Self.path("accounts"), "/home/ann/mounted")
        try fixture.store().writing { _ in }
        #expect(try fixture.text("accounts/ann.json") == text)
        #expect(fixture.leftovers.isEmpty && fixture.hasRecord)
    }

    @Test func `that a change cannot be completed is said`() throws {
        let fixture = StoreFixture(["main.json": "old"])
        expectDeath { try dying(fixture).put("main.json", "new") }
        let record = Self.path("history/00000001.doing")
        let text = try #require(fixture.files.tree()[record])
        fixture.files.put(record, Array(text.dropLast(8)))
        let store = fixture.store()
        try store.completeInterrupted()
        #expect(store.drainWarnings() == [.unfinishedChange(number: 1)])
        #expect(try fixture.text("main.json") == "old" && fixture.leftovers.isEmpty)
    }

    @Test func `a change is completed if its writer is dead, and left to one that lives`() throws {
        let fixture = StoreFixture(["main.json": "old"])
        let store = fixture.store(beforeCall: 1, of: Self.isDecided) {
            // It would wait for the lock.
            #expect(throws: Never.self) { try fixture.store().completeInterrupted() }
        }
        try store.put("main.json", "new")
        #expect(fixture.files.pauses == 0)
        expectDeath { try dying(fixture).put("main.json", "newer") }
        #expect(try fixture.text("main.json") == "new")
        try fixture.store().completeInterrupted()
        #expect(try fixture.text("main.json") == "newer" && fixture.leftovers.isEmpty)
    }

    @Test func `whoever reads beside a writer is told of its change from the decision on`() throws {
        let calls = StoreFixture(["main.json": "old"])
        try calls.store().put("main.json", "new")
        let all = calls.files.log.map(\.call)
        let decided = try #require(all.firstIndex { $0.secondPath?.hasSuffix(".doing") == true })
        let named = try #require(all.firstIndex { $0.secondPath == Self.path("history/00000001.json") })
        for moment in all.indices {
            let fixture = StoreFixture(["main.json": "old"])
            let about = Comment(rawValue: "call \(moment): \(all[moment])")
            let store = fixture.store(beforeCall: moment + 1) {
                let before = fixture.treeWithoutHints
                let found = try? fixture.store().reading { reader in
                    try reader.changeNumbers().map { number in
                        (try reader.progress(ofChange: number), try reader.documents(of: number).map(\.file))
                    }
                }
                #expect(found?.count == (moment > decided ? 1 : 0), about)
                if let change = found?.first {
                    #expect(change.0 == (moment > named ? .made : .beingMade), about)
                    #expect(change.1 == ["main.json"], about)
                }
                #expect(fixture.treeWithoutHints == before, about)
            }
            try store.put("main.json", "new")
            #expect(try fixture.text("main.json") == "new", about)
        }
    }

    @Test func `a change waits while the disk is read-only, and for no lock file that somebody removed`()
        throws
    {
        let fixture = StoreFixture(["main.json": "old"])
        expectDeath { try dying(fixture).put("main.json", "new") }
        let progress = { try fixture.store().reading { try $0.progress(ofChange: 1) } }
        fixture.files.setReadOnly()
        let store = fixture.store()
        store.startCompletingInterrupted()
        let read = try store.reading { try $0.contents(of: "main.json") }
        #expect(try read == Array("old".utf8) && progress() == .interrupted)
        #expect {
            try fixture.store().put("main.json", "other")
        } throws: { ($0 as? StoreError)?.errno == .readOnly }
        fixture.files.setReadOnly(false)
        fixture.files.remove(Self.path(".lock"))
        #expect(try progress() == .interrupted)
        let next = fixture.store()
        next.startCompletingInterrupted()
        let completed = try next.reading { try $0.contents(of: "main.json") }
        #expect(try completed == Array("new".utf8) && progress() == .made)
        #expect(fixture.leftovers.isEmpty && fixture.files.exists(Self.path(".lock")))
    }
}
