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

    private func outcomes(
        of change: (DocumentStore) throws -> Void = { try $0.commit(Self.changes) },
        on start: StoreFixture = StoreFixture(Self.old), twice: Bool = false,
        until isEnough: (Set<Outcome>, Set<Outcome>) -> Bool = { _, _ in false },
        mutation: (any FileSystem) -> any FileSystem = { $0 }
    ) throws -> (any: Set<Outcome>, last: Set<Outcome>) {
        try start.outcomes(
            of: change, twice: twice, until: isEnough, mutation: mutation, found: outcome, healed: recover)
    }

    private func outcome(_ fixture: StoreFixture) throws -> Outcome {
        let documents = try documents(fixture)
        return documents == Self.old ? .old : documents == Self.new ? .new : .mixed
    }

    private func recover(_ fixture: StoreFixture) -> Outcome {
        do {
            try fixture.store().writing { _ in }
            return fixture.leftovers.isEmpty ? try outcome(fixture) : .failed("\(fixture.leftovers)")
        } catch {
            return .failed("\(error)")
        }
    }

    @Test func `the next writer completes it from every disk that a power cut leaves`() throws {
        let (any, last) = try outcomes(twice: true)
        #expect(any == [.old, .new])
        #expect(last == [.new])
    }

    @Test func `undoing is all or nothing too`() throws {
        let fixture = StoreFixture(Self.old)
        try fixture.store().commit(Self.changes)
        #expect(try documents(fixture) == Self.new)
        let restarted = StoreFixture(fixture.files.crashStates().first { _ in true } ?? fixture.files)
        let back = Self.changes.map { DocumentChange($0.file, before: $0.after, after: $0.before) }
        let (any, last) = try outcomes(
            of: { try $0.commit(back, as: .undo(of: 1)) }, on: restarted, twice: true)
        #expect(any == [.old, .new])
        #expect(last == [.old])
    }

    @Test func `the check goes red where files or directories are not synchronised`() throws {
        let (any, _) = try outcomes(until: { any, _ in any.contains(.mixed) }) { OmittedSync(of: .files, $0) }
        #expect(any.contains(.mixed))
        let found = try outcomes(until: { $0.contains(.mixed) && $1.contains(.old) }) {
            OmittedSync(of: .directories, $0)
        }
        #expect(found.any.contains(.mixed) && found.last.contains(.old))
    }

    /// Rows: a document after a finished change. The second one looks like a crash before the last step.
    @Test(arguments: [("accounts/ann.json", "by hand"), ("session.json", "{ann}")])
    func `a change is not completed over what was written by hand since`(name: String, text: String) throws {
        let fixture = StoreFixture(Self.old)
        try fixture.store().commit(Self.changes)
        fixture.files.put(StoreFixture.path(name), text)
        try fixture.store().writing { _ in }
        #expect(try documents(fixture) == Self.new.merging([name: text]) { $1 })
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
            let changed = try #require(calls.firstIndex { $0.secondPath == path || $0 == .unlink(path) })
            // Between the last comparison and the change, an edit cannot be noticed.
            let compared = calls[..<changed].lastIndex { $0 == .open(path, .reading) } ?? changed
            for moment in begin..<calls.count where !(compared...changed).contains(moment) {
                let fixture = StoreFixture(Self.old)
                let store = fixture.store(beforeCall: moment + 1) { fixture.files.put(path, "hand") }
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
