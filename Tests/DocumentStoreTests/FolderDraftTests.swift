import DocumentStore
import Synchronization
import TestSupport
import Testing

/// A whole folder that changes at once: one document new, one changed, one kept.
@Suite struct FolderDraftTests {
    private static let old = ["changed.json": "1", "kept.json": "k"]
    private static let new = ["changed.json": "2", "kept.json": "k", "new.json": "n"]

    private func start() -> StoreFixture {
        let fixture = StoreFixture([".lock": "", "undo.json": "{\"account\":null,\"changes\":[]}"])
        for (name, text) in Self.old { fixture.files.put(StoreFixture.path("accounts/" + name), text) }
        return fixture
    }

    private func rebuild(_ store: DocumentStore) throws(StoreError) {
        try store.writing { writer throws(StoreError) in
            try writer.rebuild("accounts") { draft throws(StoreError) in
                try draft.put("changed.json", before: [0x31], after: [0x32])
                try draft.put("new.json", before: nil, after: [0x6E])
                #expect(draft.count == 2)
            }
        }
    }

    private func folder(_ fixture: StoreFixture) throws(StoreError) -> [String: String] {
        let found = try fixture.store().reading { reader throws(StoreError) in
            var found: [String: String] = [:]
            for name in try reader.names(in: "accounts") {
                let bytes = try reader.contents(of: "accounts/" + name) ?? []
                found[name] = String(decoding: bytes, as: UTF8.self)
            }
            return found
        }
        return found
    }

    private func outcomes(
        mutation: (any FileSystem) -> any FileSystem = { $0 }
    ) throws -> (any: Set<[String: String]>, last: Set<[String: String]>) {
        let fixture = start()
        try rebuild(fixture.store(mutation))
        var (all, last): (Set<[String: String]>, Set<[String: String]>) = ([], [])
        for count in fixture.files.crashPoints {
            for state in fixture.files.crashStates(after: count) {
                let found = try folder(StoreFixture(state))
                all.insert(found)
                if count == fixture.files.log.count { last.insert(found) }
                try StoreFixture(state).store().writing { _ throws(StoreError) in }
                #expect(StoreFixture(state).leftovers.isEmpty)
                #expect(try folder(StoreFixture(state)) == found, "the next writer only cleans up")
            }
        }
        return (all, last)
    }

    @Test func `a power cut leaves all of the old or all of the new folder`() throws {
        let (any, last) = try outcomes()
        #expect(any == [Self.old, Self.new])
        #expect(last == [Self.new])
    }

    @Test func `the check goes red where nothing is synchronised`() throws {
        #expect(try outcomes { WithoutFileSync($0) }.any.count > 2)
        #expect(try outcomes { WithoutDirectorySync($0) }.last.contains(Self.old))
    }

    @Test(arguments: [false, true])
    func `a fault at any call, even with a power cut after it, leaves one of the two`(forEver: Bool) throws {
        for number in 1... {
            let fixture = start()
            let faulty = FaultInjectingFileSystem(
                fixture.files, at: number, .failure(.inputOutput), forEver: forEver)
            let hasSucceeded = (try? rebuild(fixture.store { _ in faulty })) != nil
            guard faulty.fired else { return }
            for count in fixture.files.crashPoints {
                for state in fixture.files.crashStates(after: count) {
                    let found = try folder(StoreFixture(state))
                    #expect(found == Self.old || found == Self.new, "call \(number)")
                }
            }
            let found = try folder(fixture)
            #expect(found == Self.new || (!hasSucceeded && found == Self.old), "call \(number)")
            // The next writer heals, and a power cut after that takes nothing away either.
            try fixture.store().writing { _ throws(StoreError) in }
            #expect(fixture.leftovers.isEmpty && fixture.files.openFiles == 0)
            for state in fixture.files.crashStates() {
                let left = try folder(StoreFixture(state))
                #expect(left == Self.old || left == Self.new, "call \(number), healed")
            }
        }
    }

    /// A row: what somebody does to the folder meanwhile.
    struct Hand: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let name: String
        let text: String?
        var inPlace = false
    }

    static let hands = [
        Hand(testDescription: "changes what changes", name: "changed.json", text: "h"),
        Hand(
            testDescription: "changes what changes in place", name: "changed.json", text: "h", inPlace: true),
        Hand(testDescription: "removes what changes", name: "changed.json", text: nil),
        Hand(testDescription: "replaces what is kept", name: "kept.json", text: "h"),
        Hand(testDescription: "changes what is kept in place", name: "kept.json", text: "h", inPlace: true),
        Hand(testDescription: "removes what is kept", name: "kept.json", text: nil),
        Hand(testDescription: "makes what is new", name: "new.json", text: "h"),
        Hand(testDescription: "makes another", name: "another.json", text: "h"),
    ]

    @Test(arguments: hands)
    func `what somebody does before the last comparison is kept`(hand: Hand) throws {
        let trial = start()
        try rebuild(trial.store())
        let accounts = StoreFixture.path("accounts")
        let last = try #require(trial.files.log.map(\.call).lastIndex(of: .names(accounts)))
        for moment in 0...last {
            let fixture = start()
            let calls = Mutex(0)
            let store = fixture.store { files in
                Interposer(files) { _ in
                    let isNow = calls.withLock { calls in
                        defer { calls += 1 }
                        return calls == moment
                    }
                    guard isNow else { return }
                    let path = accounts + "/" + hand.name
                    guard let text = hand.text else { return fixture.files.remove(path) }
                    fixture.files.put(path, Array(text.utf8), inPlace: hand.inPlace)
                }
            }
            do throws(StoreError) { try rebuild(store) } catch {
                guard case .changedMeanwhile = error else {
                    Issue.record("\(error) at call \(moment)")
                    return
                }
                var expected = Self.old
                expected[hand.name] = hand.text
                #expect(try folder(fixture) == expected)
                continue
            }
            #expect(try folder(fixture)[hand.name] == hand.text, "call \(moment)")
        }
    }

    @Test func `nothing put changes nothing, and an error of the filler leaves nothing`() throws {
        let fixture = start()
        try fixture.store().writing { writer throws(StoreError) in
            try writer.rebuild("accounts") { _ throws(StoreError) in }
        }
        #expect(throws: StoreError.locked(path: "mine")) {
            try fixture.store().writing { writer throws(StoreError) in
                try writer.rebuild("accounts") { draft throws(StoreError) in
                    try draft.put("new.json", before: nil, after: [1])
                    throw .locked(path: "mine")
                }
            }
        }
        #expect(try folder(fixture) == Self.old)
        #expect(fixture.leftovers.isEmpty && fixture.files.exists(StoreFixture.path("undo.json")))
    }

    @Test func `a folder that is not there is made`() throws {
        let fixture = StoreFixture()
        try fixture.store().writing { writer throws(StoreError) in
            try writer.rebuild("accounts") { draft throws(StoreError) in
                try draft.put("new.json", before: nil, after: [0x6E])
            }
        }
        #expect(try folder(fixture) == ["new.json": "n"])
        #expect(fixture.files.mode(StoreFixture.path("accounts")) == 0o700)
    }

    @Test func `a folder with anything but files in it is refused`() throws {
        let fixture = start()
        fixture.files.putSpecial(StoreFixture.path("accounts/pipe"))
        let error = StoreError.refused(path: StoreFixture.path("accounts/pipe"), .notRegular)
        #expect(throws: error) { try rebuild(fixture.store()) }
        #expect(fixture.leftovers.isEmpty)
    }
}
