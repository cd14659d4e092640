import RegappStore
import RegappTestSupport
import Testing

/// Many documents that change together: one new, one changed, one kept.
@Suite struct BulkChangeTests {
    typealias Documents = [String: String]

    private static let old = ["changed.json": "1", "kept.json": "k", "second.json": "1"]
    private static let new = ["changed.json": "2", "kept.json": "k", "second.json": "2", "new.json": "n"]
    static let changes = [
        DocumentChange("accounts/changed.json", from: "1", to: "2"),
        DocumentChange("accounts/new.json", from: nil, to: "n"),
        DocumentChange("accounts/second.json", from: "1", to: "2"),
    ]

    private func start() -> StoreFixture {
        let fixture = StoreFixture([".lock": ""])
        for (name, text) in Self.old { fixture.files.put(StoreFixture.path("accounts/" + name), text) }
        return fixture
    }

    private func folder(_ fixture: StoreFixture) throws -> Documents {
        try fixture.store().reading { reader in
            var found: Documents = [:]
            for name in try reader.names(in: "accounts") {
                let bytes = try reader.contents(of: "accounts/" + name) ?? []
                found[name] = String(decoding: bytes, as: UTF8.self)
            }
            return found
        }
    }

    /// What the next writer makes of it, which it makes of it every time.
    private func healed(_ fixture: StoreFixture) throws -> Documents {
        try fixture.store().writing { _ in }
        #expect(fixture.leftovers.isEmpty && fixture.files.openFiles == 0, "\(fixture.leftovers)")
        return try folder(fixture)
    }

    private func outcomes(
        twice: Bool = false, until isEnough: (Set<Documents>, Set<Documents>) -> Bool = { _, _ in false },
        mutation: (any FileSystem) -> any FileSystem = { $0 }
    ) throws -> (any: Set<Documents>, last: Set<Documents>) {
        try start().outcomes(
            of: { try $0.changeInBulk(Self.changes) }, twice: twice, until: isEnough, mutation: mutation,
            found: folder
        ) { state in
            let found = try healed(state)
            return found == Self.old && state.hasRecord ? ["history": "though nothing was changed"] : found
        }
    }

    static let told: [(turn: Duration, steps: [BulkChange.Progress])] = [
        (.zero, (1...3).map { .comparing($0) } + [1, 2, 3, 3].map { .installing($0) }),
        (.seconds(1000), [.installing(3)]),
    ]

    @Test(arguments: told)
    func `progress tells after each turn how much is compared and written`(
        turn: Duration, steps: [BulkChange.Progress]
    ) throws {
        let told = Locked<[BulkChange.Progress]>([])
        _ = try start().store().changeInBulk(Self.changes, turn: turn) { step in
            told.withLock { $0.append(step) }
        }
        #expect(told.withLock { $0 } == [.synchronizing] + steps)
    }

    @Test func `the next writer completes what a power cut cut short, or nothing of it ever was`() throws {
        let (any, last) = try outcomes(twice: true)
        #expect(any == [Self.old, Self.new])
        #expect(last == [Self.new])
    }

    @Test func `the check goes red where nothing is synchronised`() throws {
        #expect(
            try outcomes(until: { any, _ in any.count > 2 }) { OmittedSync(of: .files, $0) }.any.count > 2)
        #expect(
            try outcomes(until: { _, last in last.count > 1 }) { OmittedSync(of: .directories, $0) }.last
                .count > 1)
    }

    /// For a folder that is not there.
    private static let first = ["a", "b", "c"].map { (name: String) in
        DocumentChange("accounts/\(name).json", from: nil, to: name)
    }
    private static let made: Documents = ["a.json": "a", "b.json": "b", "c.json": "c"]

    @Test(arguments: [false, true], [false, true])
    func `a fault at any call, even with a power cut after it, leaves all or nothing`(
        forEver: Bool, isFirst: Bool
    ) throws {
        let changes = isFirst ? Self.first : Self.changes
        let old = isFirst ? [:] : Self.old
        let new = isFirst ? Self.made : Self.new
        for number in Swift.stride(from: 1, to: Int.max, by: Campaign.stride(32)) {
            let fixture = isFirst ? StoreFixture([".lock": ""]) : start()
            let faulty = FaultInjectingFileSystem(
                fixture.files, at: number, .failure(.inputOutput), forEver: forEver)
            var error: StoreError?
            do { try fixture.store { _ in faulty }.changeInBulk(changes) } catch let found {
                error = found as? StoreError
            }
            guard faulty.fired else { return }
            let about = Comment(rawValue: "call \(number), \(fixture.files.log.suffix(2).map(\.call))")
            for state in fixture.files.crashStates().lazy.prefix(20) {
                let found = try healed(StoreFixture(state))
                #expect(found == old || found == new, about)
            }
            let found = try healed(fixture)
            switch error {
            case nil, .halfway?: #expect(found == new, about)
            default: #expect(found == old && !fixture.hasRecord, about)
            }
            // A power cut after that loses nothing.
            for state in fixture.files.crashStates().lazy.prefix(20) {
                #expect(try healed(StoreFixture(state)) == found, about)
            }
        }
    }

    /// A row: what another program does to the folder meanwhile.
    struct HandEdit: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let name: String
        let text: String?
        var inPlace = false
    }

    static let handEdits = [
        HandEdit(testDescription: "changes what changes", name: "changed.json", text: "h"),
        HandEdit(
            testDescription: "changes what changes in place", name: "changed.json", text: "h", inPlace: true),
        HandEdit(testDescription: "removes what changes", name: "changed.json", text: nil),
        HandEdit(testDescription: "replaces what is kept", name: "kept.json", text: "h"),
        HandEdit(
            testDescription: "changes what is kept in place", name: "kept.json", text: "h", inPlace: true),
        HandEdit(testDescription: "removes what is kept", name: "kept.json", text: nil),
        HandEdit(testDescription: "makes what is new", name: "new.json", text: "h"),
        HandEdit(testDescription: "makes another", name: "another.json", text: "h"),
    ]

    @Test(arguments: handEdits)
    func `changes of another program are kept, except just before a rename`(handEdit: HandEdit) throws {
        let trial = start()
        try trial.store().changeInBulk(Self.changes)
        let path = StoreFixture.path("accounts/" + handEdit.name)
        let calls = trial.files.log.map(\.call)
        let drafted = try #require(
            calls.firstIndex {
                if case .write(let path, _) = $0 { path.hasSuffix("/doing-1") } else { false }
            })
        let marked = try #require(calls.firstIndex { $0.secondPath?.hasSuffix(".doing") == true })
        let placed = calls.firstIndex { $0.secondPath == path }
        // Between the last comparison and the rename, a change cannot be noticed.
        let compared = placed.flatMap { calls[..<$0].lastIndex(of: .open(path, .reading)) }
        var (refused, left) = (0, 0)
        // Another part of the moments with each row.
        let first = Self.handEdits.firstIndex { $0.testDescription == handEdit.testDescription } ?? 0
        let step = Campaign.stride(4)
        for moment in stride(from: drafted + first % step, to: calls.count, by: step) {
            let fixture = start()
            let store = fixture.store(beforeCall: moment + 1) {
                guard let text = handEdit.text else { return fixture.files.remove(path) }
                fixture.files.put(path, Array(text.utf8), inPlace: handEdit.inPlace)
            }
            let about = Comment(rawValue: "call \(moment), \(calls[moment])")
            var expected = Self.new
            do {
                let paths = try store.changeInBulk(Self.changes)
                #expect(paths.isEmpty || paths == [path], about)
                left += paths.count
                let isBlind =
                    if let compared, let placed { (compared...placed).contains(moment) } else { false }
                let isReplaced = isBlind && paths.isEmpty && handEdit.name != "new.json"
                if !isReplaced { expected[handEdit.name] = handEdit.text }
            } catch {
                #expect(error as? StoreError == .changedMeanwhile(path: path) && moment <= marked, about)
                refused += 1
                expected = Self.old
                expected[handEdit.name] = handEdit.text
                #expect(!fixture.hasRecord, about)
            }
            #expect(try folder(fixture) == expected, about)
            #expect(fixture.leftovers.isEmpty && fixture.files.openFiles == 0, about)
        }
        let isConcerned = placed != nil
        #expect((refused > 0) == isConcerned && (left > 0) == isConcerned)
    }

    // MARK: Undoing

    @Test func `a bulk change can be undone, and later changes of others stay`() throws {
        let fixture = StoreFixture([".lock": ""])
        let count = 3_000
        let filler = String(repeating: "x", count: 400)
        // The history keeps only texts in which it can tell a secret.
        func old(_ number: Int) -> String { #"{"a":"\#(filler)\#(number)"}"# }
        func new(_ number: Int) -> String { #"{"a":"new \#(number)"}"# }
        for number in 0..<count {
            fixture.files.put(StoreFixture.path("accounts/\(number).json"), old(number))
        }
        try fixture.store().changeInBulk(
            (0..<count).map {
                DocumentChange("accounts/\($0).json", from: old($0), to: $0 == 0 ? nil : new($0))
            })
        #expect(try fixture.text("accounts/0.json") == nil && fixture.text("accounts/7.json") == new(7))
        try fixture.store().put("accounts/7.json", #"{"a":"renewed"}"#, as: .renewal)
        fixture.files.put(StoreFixture.path("accounts/8.json"), "theirs")
        let states = try fixture.store().reading { reader in
            var found: [String: Int] = [:]
            for step in try reader.steps(undoing: 1) { found["\(step.state)", default: 0] += 1 }
            return found
        }
        #expect(states == ["asLeft": count - 1, "changed": 1])
        let store = fixture.store()
        let bulk = BulkChange(of: "accounts", in: store, inMemory: 0, as: .undo(of: 1))
        try store.reading { reader in
            for step in try reader.steps(undoing: 1) where step.state == .asLeft {
                try bulk.put(step.undoing)
            }
        }
        #expect(try bulk.commit(checking: { _ in nil }).isEmpty)
        for number in [0, 7, 9] {
            #expect(try fixture.text("accounts/\(number).json") == old(number))
        }
        #expect(try fixture.text("accounts/8.json") == "theirs")
        let head = try fixture.store().reading { try $0.changeHead(2) }
        #expect(head.undoes == 1 && head.accounts == count - 1 && head.account == nil)
        #expect(try fixture.store().reading { try $0.changeToUndo() } == nil)
    }

    // MARK: Other writers

    @Test func `a writer removes what it wrote down before another could take it for a dead one's`() throws {
        let fixture = start()
        let store = fixture.store()
        let bulk = BulkChange(of: "accounts", in: store, inMemory: 0)
        try store.reading { _ in for change in Self.changes { try bulk.put(change) } }
        bulk.discard()
        let calls = fixture.files.log.map(\.call)
        let unlocked = try #require(calls.lastIndex(of: .close(StoreFixture.path("history/doing-1"))))
        let removed = calls.indices.filter { index in
            if case .unlink(let path) = calls[index] { path.contains("/.regapp-texts-1.tmp/") } else { false }
        }
        #expect(!removed.isEmpty && removed.allSatisfy { $0 < unlocked })
        #expect(fixture.leftovers.isEmpty && fixture.files.openFiles == 0)
    }

    /// Rows: what is lost of the change afterwards, as by `git clean` or in a copy of the folder.
    @Test(
        arguments: ["history/00000002.doing", "accounts/.regapp-texts-1.tmp"],
        [[], [.link]] as [Set<RefusingFileSystem.Refused>])
    func `a process that dies before the first document changes leaves the step before`(
        lost: String, refused: Set<RefusingFileSystem.Refused>
    ) throws {
        for number in 1... {
            let fixture = start()
            try fixture.store().put("main.json", "new")
            let dying = FaultInjectingFileSystem(
                fixture.files, at: number, .failure(.inputOutput), forEver: true)
            let store = fixture.store { _ in RefusingFileSystem(dying, refused, .invalid) }
            _ = try? store.changeInBulk(Self.changes)
            guard dying.fired else { break }
            let isBegun = try folder(fixture) != Self.old
            for path in fixture.files.paths().reversed() where path.hasPrefix(StoreFixture.path(lost)) {
                fixture.files.remove(path)
            }
            guard !isBegun, try healed(fixture) == Self.old else { continue }
            #expect(try fixture.store().undo() == ["main.json"], "call \(number)")
        }
    }

    @Test func `other writers are let in between turns, and lose nothing`() throws {
        for name in ["changed.json", "kept.json", "new.json", "second.json"] {
            let path = StoreFixture.path("accounts/" + name)
            var outcomes: Set<String> = []
            for rest in 1...6 {
                let fixture = start()
                let isThere = Locked(false)
                let store = fixture.store(beforeCall: rest, of: \.isPause) {
                    isThere.withLock { $0 = true }
                    #expect(throws: Never.self) { try fixture.store().put("accounts/" + name, "theirs") }
                }
                do {
                    let left = try store.changeInBulk(Self.changes, turn: .zero)
                    #expect(left.isEmpty || left == [path])
                    outcomes.insert(left.isEmpty ? "made" : "left")
                } catch {
                    #expect(error as? StoreError == .changedMeanwhile(path: path))
                    outcomes.insert("refused")
                }
                let expected = isThere.withLock { $0 } ? "theirs" : Self.new[name]
                #expect(try folder(fixture)[name] == expected, "\(name), \(rest)")
                #expect(fixture.leftovers.isEmpty && fixture.files.openFiles == 0)
            }
            // The first one has been compared when others are let in.
            let expected: [String: Set<String>] = ["kept.json": ["made"], "changed.json": ["made", "left"]]
            #expect(outcomes == expected[name] ?? ["made", "left", "refused"], "\(name)")
        }
    }

    @Test
    func `beside it, no change gets a number that is not the newest, though a record between them is gone`()
        throws
    {
        let fixture = start()
        let numbers = Locked<[Int]>([])
        try fixture.store().changeInBulk(Self.changes, turn: .zero) { progress in
            guard case .installing(1) = progress else { return }
            let other = fixture.store()
            for text in ["1", "2", "3"] { try? other.put("main.json", text) }
            let found = (try? other.reading { try $0.changeNumbers() }) ?? []
            // As a recurring change removes the record of the one before.
            try? other.writing { writer in try writer.removeRecord(of: found[2]) }
            try? other.put("main.json", "4")
            numbers.withLock { $0 = (try? other.reading { try $0.changeNumbers() }) ?? [] }
        }
        let found = numbers.withLock(\.self)
        #expect(found.count == 4 && found[0] == found[1] + 1, "\(found)")
    }

    @Test func `a power cut does not undo what another writer changed between turns`() throws {
        let fixture = start()
        let store = fixture.store(beforeCall: 4, of: \.isPause) {
            #expect(throws: Never.self) { try fixture.store().put("accounts/changed.json", nil) }
        }
        #expect(try store.changeInBulk(Self.changes, turn: .zero) == [])
        let removed = try #require(
            fixture.files.log.lastIndex { $0.call == .unlink(StoreFixture.path("accounts/changed.json")) })
        for count in fixture.files.crashPoints where count > removed + 5 {
            for state in fixture.files.judgedCrashStates(after: count) {
                #expect(try healed(StoreFixture(state))["changed.json"] == nil)
            }
        }
    }

    @Test func `a power cut between turns leaves all or nothing too`() throws {
        let fixture = start()
        try fixture.store().changeInBulk(Self.changes, turn: .zero)
        var outcomes: Set<Documents> = []
        var seen: Set<[String: [UInt8]]> = []
        for count in fixture.files.crashPoints(every: Campaign.stride(12)) {
            for state in fixture.files.judgedCrashStates(after: count)
            where seen.insert(state.tree()).inserted {
                outcomes.insert(try healed(StoreFixture(state)))
            }
        }
        #expect(outcomes == [Self.old, Self.new])
    }

    @Test func `foreign things in the folder stay as they are and stop no change`() throws {
        let fixture = start()
        let accounts = StoreFixture.path("accounts")
        fixture.files.putDirectory(accounts, mode: 0o2750, group: 1000)
        fixture.files.putSpecial(accounts + "/pipe")
        fixture.files.put(accounts + "/.git/config", "git")
        fixture.files.putLink(accounts + "/.#changed.json", to: "ann@host.123")
        fixture.files.put(accounts + "/.changed.json.swp", [1], owner: 2000)
        let before = fixture.files.paths().filter { $0.contains("/accounts/") }
        #expect(try fixture.store().changeInBulk(Self.changes) == [])
        let after = fixture.files.paths().filter { $0.contains("/accounts/") }
        #expect(Set(after) == Set(before + [accounts + "/new.json"]))
        #expect(fixture.files.mode(accounts) == 0o2750 && fixture.files.group(accounts) == 1000)
    }

    @Test func `an empty change changes nothing, and a discarded one leaves nothing`() throws {
        let fixture = start()
        #expect(try fixture.store().changeInBulk([]) == [])
        #expect(!fixture.files.log.contains { $0.call.changes })
        let bulk = BulkChange(of: "accounts", in: fixture.store())
        fixture.store().reading { _ in }
        bulk.discard()
        #expect(throws: StoreError.changedMeanwhile(path: StoreFixture.path("accounts/kept.json"))) {
            try fixture.store().changeInBulk([DocumentChange("accounts/kept.json", from: nil, to: "n")])
        }
        #expect(try folder(fixture) == Self.old)
        #expect(fixture.leftovers.isEmpty && !fixture.hasRecord)
    }

    @Test func `a folder that is not there is made with all documents, or not at all`() throws {
        let fixture = StoreFixture([".lock": ""])
        let (any, last) = try fixture.outcomes(
            of: { try $0.changeInBulk(Self.first) }, twice: true, until: { _, _ in false }, mutation: { $0 },
            found: folder, healed: healed)
        #expect(any == [[:], Self.made] && last == [Self.made])
        let accounts = StoreFixture.path("accounts")
        #expect(fixture.files.mode(accounts) == 0o700)
        #expect(!fixture.files.log.contains { $0.call.secondPath == accounts + "/a.json" })
    }

    /// Rows: what another program makes at the place of the folder, or in it.
    @Test(arguments: ["another.json", "a.json", nil])
    func `what is in the folder before it takes its documents stays there`(name: String?) throws {
        let accounts = StoreFixture.path("accounts")
        let trial = StoreFixture([".lock": ""])
        try trial.store().changeInBulk(Self.first)
        let calls = trial.files.log.map(\.call)
        let made = try #require(calls.firstIndex { $0.secondPath == accounts })
        let decided = try #require(calls.firstIndex { $0.secondPath?.hasSuffix(".doing") == true })
        let placed = try #require(calls.lastIndex { $0.secondPath == accounts })
        for moment in made + 1..<calls.count {
            let fixture = StoreFixture([".lock": ""])
            let store = fixture.store(beforeCall: moment + 1) {
                if let name { return fixture.files.put("\(accounts)/\(name)", "hand") }
                fixture.files.putDirectory(accounts, mode: 0o750, group: 2000)
            }
            let about = Comment(rawValue: "call \(moment), \(calls[moment])")
            var expected = Self.made
            do {
                let left = try store.changeInBulk(Self.first)
                #expect(left.isEmpty || left == [accounts + "/a.json"], about)
                if let name { expected[name] = "hand" }
            } catch {
                #expect(moment <= decided && name == "a.json", about)
                expected = ["a.json": "hand"]
            }
            #expect(try folder(fixture) == expected, about)
            // The rights are compared right before the rename.
            let isSeen = moment != placed
            if name == nil, isSeen { #expect(fixture.files.mode(accounts) == 0o750, about) }
            #expect(fixture.leftovers.isEmpty && fixture.files.openFiles == 0, about)
        }
    }
}
