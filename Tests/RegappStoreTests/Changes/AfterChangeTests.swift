import RegappStore
import RegappTestSupport
import Testing

/// Errors say whether a change was begun.
@Suite struct AfterChangeTests {
    /// Something that changes documents, and whether the history counts as one of them.
    struct Action: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var countsUndo = false
        let run: @Sendable (DocumentStore) throws -> Void
    }

    static let actions = [
        Action(testDescription: "replace") { store in try store.put("main.json", "new") },
        Action(testDescription: "remove") { store in try store.put("main.json", nil) },
        Action(testDescription: "create") { store in try store.put("rules.json", "new") },
        Action(testDescription: "create in a new folder") { store in
            try store.put("accounts/a.json", "new")
        },
        Action(testDescription: "several") { store in
            try store.commit([
                DocumentChange("accounts/a.json", from: nil, to: "new"),
                DocumentChange("session.json", from: "ann", to: "bob"),
                DocumentChange("main.json", from: "old", to: nil),
            ])
        },
        Action(testDescription: "undo") { store in _ = try store.undo() },
        Action(testDescription: "forget", countsUndo: true) { store in
            try store.writing { writer in
                try writer.forget(["history/00000001.json", "main.json", "session.json"])
            }
        },
        Action(testDescription: "in bulk") { store in
            try store.changeInBulk([DocumentChange("accounts/b.json", from: nil, to: "new")])
        },
    ]

    private func documents(_ fixture: StoreFixture, _ action: Action) -> [String: [UInt8]] {
        fixture.files.tree().filter { path, _ in
            !path.contains("/.") && (action.countsUndo || !path.contains("/history"))
        }
    }

    @Test(arguments: actions)
    func `a failure says that the change may have been made only where it has`(action: Action) throws {
        try judge(action) { $0 }
    }

    @Test(arguments: actions.filter { $0.testDescription.hasPrefix("create") })
    func `the same holds if the new name is made as a link`(action: Action) throws {
        try judge(action) { WithoutRenameIfAbsent(base: $0) }
    }

    private func judge(_ action: Action, _ wrapping: (any FileSystem) -> any FileSystem) throws {
        var (before, after) = (0, 0)
        for number in 1... {
            let fixture = StoreFixture(["main.json": "older", "session.json": "ann"])
            try fixture.store().put("main.json", "old")
            let old = documents(fixture, action)
            let faulty = FaultInjectingFileSystem(fixture.files, at: number, .failure(.inputOutput))
            var error: StoreError?
            do { try action.run(fixture.store { _ in wrapping(faulty) }) } catch let found {
                error = found as? StoreError
            }
            guard faulty.fired else { break }
            // A change of several documents that could no longer be avoided is completed by the next writer.
            try fixture.store().writing { _ in }
            let isChanged = documents(fixture, action) != old
            let about = Comment(rawValue: "call \(number)")
            switch error {
            case nil: #expect(isChanged, about)
            case .halfway(.failed(_, _, .inputOutput)):
                #expect(isChanged, about)
                after += 1
            case .failed(_, _, .inputOutput):
                #expect(!isChanged, about)
                before += 1
            default: Issue.record("\(String(describing: error)) at call \(number)")
            }
        }
        #expect(before > 5 && after > 0)
    }

    // MARK: Links

    @Test func `a link that leads elsewhere by the last comparison counts as a change`() throws {
        let (one, other) = ("/home/ann/one.json", "/home/ann/other.json")
        let main = StoreFixture.path("main.json")
        func start() -> StoreFixture {
            let fixture = StoreFixture([".lock": ""])
            for path in [one, other] { fixture.files.put(path, "old") }
            fixture.files.putLink(main, to: one)
            return fixture
        }
        let trial = start()
        try trial.store().put("main.json", "new")
        let calls = trial.files.log.map(\.call)
        let reads = calls.indices.filter { calls[$0] == .open(main, .entry) }
        let (prepared, compared) = (try #require(reads.dropLast().last), try #require(reads.last))
        for moment in (prepared + 1)...compared {
            let fixture = start()
            let store = fixture.store(beforeCall: moment + 1) { fixture.files.putLink(main, to: other) }
            #expect(throws: StoreError.changedMeanwhile(path: main), "call \(moment)") {
                try store.put("main.json", "new")
            }
            #expect(fixture.files.contents(one) == Array("old".utf8))
            #expect(fixture.files.contents(other) == Array("old".utf8))
            #expect(fixture.leftovers.isEmpty)
        }
    }
}
