import RegappStore
import RegappTestSupport
import Testing

/// A change of three documents: an account moves to another name, and the session follows.
@Suite struct DocumentChangeTests {
    private static let old = ["accounts/ann.json": "{1}", "session.json": "{ann}"]
    private static let new = ["accounts/eve.json": "{2}", "session.json": "{eve}"]
    private static let changes = [
        DocumentChange(
            "accounts/eve.json", before: nil, after: Array("{2}".utf8), moved: "accounts/ann.json"),
        DocumentChange(
            "accounts/ann.json", before: Array("{1}".utf8), after: nil, moved: "accounts/eve.json"),
        DocumentChange(
            "session.json", before: Array("{ann}".utf8), after: Array("{eve}".utf8),
            follows: "accounts/eve.json"),
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

    @Test func `a hand edit at any moment is kept, and after the decision the others change`() throws {
        let trial = StoreFixture(Self.old)
        try trial.store().commit(Self.changes)
        let calls = trial.files.log.map(\.call)
        let begin = try #require(
            calls.firstIndex { $0.secondPath != nil || $0.path?.hasSuffix("/doing-0") == true })
        let decided = try #require(calls.firstIndex { $0.secondPath?.hasSuffix(".doing") == true })
        let made = try #require(
            calls.firstIndex { $0.secondPath == StoreFixture.path("accounts/eve.json") })
        // A move is judged as a pair.
        let pairJudged = try #require(
            calls[..<made].lastIndex { $0 == .open(StoreFixture.path("accounts/ann.json"), .reading) })
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
                    let found = error as? StoreError
                    let isDecided = found == .halfway(.changedMeanwhile(path: path))
                    let judged = calls[..<decided].lastIndex { $0 == .open(path, .reading) } ?? decided
                    #expect(isDecided ? moment >= judged : found == .changedMeanwhile(path: path), about)
                    if !isDecided {
                        expected = Self.old
                        #expect(!fixture.hasRecord, about)
                    } else if name == "accounts/eve.json"
                        || name == "accounts/ann.json" && moment <= pairJudged
                    {
                        // A move of which one document was changed before it is left whole, with the session.
                        expected = Self.old
                    }
                }
                expected[name] = "hand"
                #expect(try documents(fixture) == expected, about)
                #expect(fixture.leftovers.isEmpty && fixture.files.openFiles == 0, about)
                outcomes.insert("\(name) \(expected.count)")
            }
        }
        #expect(outcomes.count > 3, "\(outcomes)")
    }

    /// A store of which another program changes files right after the decision.
    private func afterDecision(_ fixture: StoreFixture, act: @escaping @Sendable () -> Void) -> DocumentStore
    {
        fixture.store(beforeCall: 1) { call in
            if case .open(let path, .reading) = call { path.hasSuffix(".doing") } else { false }
        } act: {
            act()
        }
    }

    @Test func `a session's line is made only if its account's is, though it comes first`() throws {
        for text in ["hand", nil] {
            let fixture = StoreFixture(Self.old)
            let ann = StoreFixture.path("accounts/ann.json")
            let store = afterDecision(fixture) {
                if let text { fixture.files.put(ann, text) } else { fixture.files.remove(ann) }
            }
            #expect(throws: StoreError.changedMeanwhile(path: ann)) {
                try store.commit(
                    [DocumentChange("accounts/ann.json", from: "{1}", to: "{3}")], in: "accounts"
                ) { _ in
                    DocumentChange(
                        "session.json", before: Array("{ann}".utf8), after: nil, follows: "accounts/ann.json")
                }
            }
            #expect(try fixture.text("session.json") == "{ann}" && fixture.text("accounts/ann.json") == text)
            #expect(fixture.leftovers.isEmpty && !fixture.hasRecord && fixture.files.openFiles == 0)
        }
    }

    @Test func `a document that has become a link since the decision is left, and its text goes`() throws {
        let fixture = StoreFixture(["main.json": "old"])
        let main = StoreFixture.path("main.json")
        let store = afterDecision(fixture) {
            fixture.files.put("/home/ann/elsewhere.json", "hand")
            fixture.files.remove(main)
            fixture.files.putLink(main, to: "/home/ann/elsewhere.json")
        }
        #expect(throws: StoreError.changedMeanwhile(path: main)) { try store.put("main.json", "new") }
        #expect(try fixture.text("main.json") == "hand")
        #expect(fixture.leftovers.isEmpty && !fixture.hasRecord && fixture.files.openFiles == 0)
    }

    // MARK: Recovery

    /// A disk on which the change was decided, and some of its documents made, when the writer died.
    private func interrupted() throws -> StoreFixture {
        var number = 0
        while true {
            number += 1
            let fixture = StoreFixture(Self.old)
            let faulty = FaultInjectingFileSystem(
                fixture.files, at: number, .failure(.inputOutput), forEver: true)
            #expect(throws: StoreError.self) { try fixture.store { _ in faulty }.commit(Self.changes) }
            if try outcome(fixture) == .mixed { return fixture }
        }
    }

    @Test func `an error at any call of a recovery loses nothing of the change`() throws {
        for number in Swift.stride(from: 1, to: Int.max, by: Campaign.stride(9)) {
            let fixture = try interrupted()
            let faulty = FaultInjectingFileSystem(fixture.files, at: number, .failure(.tooManyOpenFiles))
            let isDone = (try? fixture.store { _ in faulty }.writing { _ in }) != nil
            guard faulty.fired else { break }
            let about = Comment(rawValue: "call \(number), \(fixture.files.log.suffix(2).map(\.call))")
            if isDone { #expect(try documents(fixture) == Self.new, about) }
            #expect(recover(fixture) == .new, about)
            #expect(fixture.hasRecord, about)
        }
    }

    @Test func `a move that was begun stays in the history, though its former document was edited since`()
        throws
    {
        let fixture = try interrupted()
        #expect(try fixture.text("accounts/eve.json") == "{2}")
        fixture.files.put(StoreFixture.path("accounts/ann.json"), "hand")
        try fixture.store().writing { _ in }
        #expect(try fixture.text("accounts/eve.json") == "{2}" && fixture.text("accounts/ann.json") == "hand")
        #expect(try fixture.text("session.json") == "{eve}")
        #expect(fixture.hasRecord && fixture.leftovers.isEmpty)
        let told = try fixture.store().reading { try $0.documents(of: 1) }
        #expect(told.map(\.file) == ["accounts/eve.json"])
    }

    @Test func `while the folder of the documents is out of reach, nothing is given up`() throws {
        let (accounts, elsewhere) = (StoreFixture.path("accounts"), "/home/ann/elsewhere")
        for arrange in [
            { (files: SimulatedFileSystem) in files.putDirectory(elsewhere, mode: 0o700, owner: 2000) },
            { files in files.putLink(elsewhere, to: "/home/ann/elsewhere.real") },
            // As where a file system is not mounted.
            { files in files.putDirectory(elsewhere, mode: 0o700) },
        ] {
            let fixture = try interrupted()
            arrange(fixture.files)
            fixture.files.exchange(accounts, elsewhere)
            let error = #expect(throws: StoreError.self) { try fixture.store().put("main.json", "new") }
            if case .failed(_, let path, _) = error {
                #expect(path == StoreFixture.path("history/00000001.doing"))
            }
            #expect(try fixture.text("main.json") == nil, "readers go on")
            fixture.files.exchange(accounts, elsewhere)
            #expect(recover(fixture) == .new)
        }
    }

    @Test func `what was left is forgotten with the rest`() throws {
        let fixture = StoreFixture(Self.old)
        let path = StoreFixture.path("accounts/ann.json")
        let store = afterDecision(fixture) { fixture.files.put(path, "hand") }
        #expect(throws: StoreError.self) {
            try store.commit([
                DocumentChange("accounts/ann.json", from: "{1}", to: #"{"a":"whole"}"#),
                DocumentChange("session.json", from: "{ann}", to: "{eve}"),
                DocumentChange("main.json", from: nil, to: "m"),
            ])
        }
        let before = fixture.files.tree().filter { $0.key.contains("/history/0") }.values
        #expect(before.contains { String(decoding: $0, as: UTF8.self).contains("ann.json") })
        try fixture.store().writing { writer in
            _ = try writer.forget(
                { change, _ in change.file == "accounts/ann.json" }, files: ["accounts/ann.json"], copies: [],
                words: "history --forget", where: { _ in true })
        }
        let records = fixture.files.tree().filter { $0.key.contains("/history/0") }.values
        #expect(records.allSatisfy { !String(decoding: $0, as: UTF8.self).contains("ann.json") })
    }
}
