import RegappStore
import RegappTestSupport
import Testing

/// A change of three documents: an account moves to another name, and the session follows.
@Suite struct SeveralDocumentsTests {
    private static let old = ["accounts/ann.json": "{1}", "session.json": "{ann}"]
    private static let new = ["accounts/eve.json": "{2}", "session.json": "{eve}"]
    private static let changes = [
        DocumentChange("accounts/eve.json", from: nil, to: "{2}"),
        DocumentChange("accounts/ann.json", from: "{1}", to: nil),
        DocumentChange("session.json", from: "{ann}", to: "{eve}"),
    ]

    private func documents(_ fixture: StoreFixture) throws -> [String: String] {
        var found: [String: String] = [:]
        for name in ["accounts/ann.json", "accounts/eve.json", "session.json"] {
            found[name] = try fixture.text(name)
        }
        return found
    }

    private enum Outcome: Hashable {
        case old, new, mixed, failed(String)
    }

    /// What the next writer makes of every disk that a power cut may leave, and of those that it leaves itself.
    private func outcomes(
        _ run: (DocumentStore) throws -> Void, on start: StoreFixture, twice: Bool = false,
        until isEnough: (Set<Outcome>, Set<Outcome>) -> Bool = { _, _ in false },
        mutation: (any FileSystem) -> any FileSystem = { $0 }
    ) throws -> (any: Set<Outcome>, afterSuccess: Set<Outcome>) {
        try run(start.store(mutation))
        var all: Set<Outcome> = []
        var last: Set<Outcome> = []
        var seen: Set<[String: [UInt8]]> = []
        for count in start.files.crashPoints(every: twice ? Campaign.stride(3) : 1) {
            for state in start.files.judgedCrashStates(after: count) {
                let isLast = count == start.files.log.count
                guard isLast || seen.insert(state.tree()).inserted else { continue }
                let fixture = StoreFixture(state)
                let outcome = recover(fixture)
                all.insert(outcome)
                if isLast { last.insert(outcome) }
                if isEnough(all, last) { return (all, last) }
                // What is not committed is removed whatever it holds, so a few of those will do.
                let isCommitted = state.exists(StoreFixture.path(".regapp-changes/1/commit"))
                guard twice, seen.count.isMultiple(of: isCommitted ? Campaign.stride(20) : 25) else {
                    continue
                }
                for cut in state.crashPoints {
                    for again in state.judgedCrashStates(after: cut)
                    where seen.insert(again.tree()).inserted { all.insert(recover(StoreFixture(again))) }
                }
            }
        }
        return (all, last)
    }

    private func recover(_ fixture: StoreFixture) -> Outcome {
        do {
            try fixture.store().writing { _ in }
            if !fixture.leftovers.isEmpty { return .failed("\(fixture.leftovers)") }
            let documents = try documents(fixture)
            return documents == Self.old ? .old : documents == Self.new ? .new : .mixed
        } catch {
            return .failed("\(error)")
        }
    }

    @Test func `the next writer completes it from every disk that a power cut leaves`() throws {
        let (any, afterSuccess) = try outcomes(
            { try $0.commit(Self.changes) }, on: StoreFixture(Self.old), twice: true)
        #expect(any == [.old, .new])
        #expect(afterSuccess == [.new])
    }

    @Test func `undoing is all or nothing too`() throws {
        let fixture = StoreFixture(Self.old)
        try fixture.store().commit(Self.changes)
        #expect(try documents(fixture) == Self.new)
        let restarted = StoreFixture(fixture.files.crashStates().first { _ in true } ?? fixture.files)
        let (any, afterSuccess) = try outcomes(
            { store in
                let back = Self.changes.map { DocumentChange($0.file, before: $0.after, after: $0.before) }
                try store.commit(back, as: .undo(of: 1))
            }, on: restarted, twice: true)
        #expect(any == [.old, .new])
        #expect(afterSuccess == [.old])
    }

    @Test func `the check goes red where files are not synchronised`() throws {
        let (any, _) = try outcomes(
            { try $0.commit(Self.changes) }, on: StoreFixture(Self.old),
            until: { any, _ in any.contains(.mixed) },
            mutation: { WithoutFileSync($0) })
        #expect(any.contains(.mixed))
    }

    @Test func `the check goes red where directories are not synchronised`() throws {
        let (any, afterSuccess) = try outcomes(
            { try $0.commit(Self.changes) }, on: StoreFixture(Self.old),
            until: { any, last in any.contains(.mixed) && last.contains(.old) },
            mutation: { WithoutDirectorySync($0) })
        #expect(any.contains(.mixed) && afterSuccess.contains(.old))
    }

    @Test func `a half-made change that was edited by hand since is not completed`() throws {
        let fixture = StoreFixture(Self.old)
        try fixture.store().commit(Self.changes)
        fixture.files.put(StoreFixture.path("accounts/ann.json"), "by hand")
        try fixture.store().writing { _ in }
        #expect(try fixture.text("accounts/ann.json") == "by hand")
        #expect(try fixture.text("session.json") == "{eve}")
    }

    @Test func `a document that is restored by hand after a finished change stays restored`() throws {
        let fixture = StoreFixture(Self.old)
        try fixture.store().commit(Self.changes)
        fixture.files.put(StoreFixture.path("session.json"), "{ann}")
        try fixture.store().writing { _ in }
        #expect(try fixture.text("session.json") == "{ann}", "this looks like a crash before the last step")
    }

    @Test func `a document that is not as expected stops all of them`() throws {
        let fixture = StoreFixture(Self.old)
        fixture.files.put(StoreFixture.path("session.json"), "by hand")
        #expect(throws: StoreError.changedMeanwhile(path: StoreFixture.path("session.json"))) {
            try fixture.store().commit(Self.changes)
        }
        #expect(try documents(fixture) == ["accounts/ann.json": "{1}", "session.json": "by hand"])
        #expect(fixture.leftovers.isEmpty && !fixture.hasRecord)
    }

    // MARK: Edits by hand

    @Test func `a hand edit at any moment is kept, and all of the change is made or none of it`() throws {
        let trial = StoreFixture(Self.old)
        try trial.store().commit(Self.changes)
        let calls = trial.files.log.map(\.call)
        let begin = try #require(
            calls.firstIndex { $0.secondPath != nil || $0.path?.hasSuffix("/plan") == true })
        var outcomes: Set<String> = []
        for name in ["accounts/ann.json", "accounts/eve.json", "session.json"] {
            let path = StoreFixture.path(name)
            let changed = try #require(
                calls.firstIndex { $0.secondPath == path || $0 == .unlink(path) })
            // Between the last comparison and the change, an edit cannot be noticed.
            let compared = calls[..<changed].lastIndex { $0 == .open(path, .reading) } ?? changed
            for moment in begin..<calls.count where !(compared...changed).contains(moment) {
                let fixture = StoreFixture(Self.old)
                let store = fixture.store { files in
                    Interposer(files, beforeCall: moment + 1) { fixture.files.put(path, "hand") }
                }
                let about = Comment(rawValue: "\(name) at call \(moment), \(calls[moment])")
                var expected = Self.new
                do { try store.commit(Self.changes) } catch {
                    #expect(error as? StoreError == .changedMeanwhile(path: path), about)
                    expected = Self.old
                    #expect(!fixture.hasRecord, about)
                }
                expected[name] = "hand"
                #expect(try documents(fixture) == expected, about)
                #expect(fixture.leftovers.isEmpty && fixture.files.openFiles == 0, about)
                outcomes.insert("\(name) \(expected.count)")
            }
        }
        #expect(outcomes.count > 3, "\(outcomes)")
    }
}
