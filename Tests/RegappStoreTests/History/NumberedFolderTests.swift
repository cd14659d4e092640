import RegappStore
import RegappTestSupport
import Testing

/// Folders with numbers, which another process may take over while this one removes its own.
@Suite struct NumberedFolderTests {
    private static let new = [DocumentChange("accounts/ours.json", from: nil, to: "ours")]
    private static let text = Array("{\"a\": 1}\n".utf8)

    /// A row: what ends with the removal of a folder.
    struct End: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let run: @Sendable (DocumentStore) throws -> Void
    }

    static let ends = [
        End(testDescription: "a change in bulk") { try $0.changeInBulk(new) },
        End(testDescription: "a change in bulk that is dropped") { store in
            let bulk = BulkChange(of: "accounts", in: store, inMemory: 0)
            try store.reading { _ in try bulk.put(new[0]) }
            bulk.discard()
        },
        End(testDescription: "a change of several documents") { store in
            try store.commit([
                DocumentChange("session.json", from: nil, to: "ann"),
                DocumentChange("accounts/ours.json", from: nil, to: "ours"),
            ])
        },
        End(testDescription: "an edit") { store in
            let copy = try store.writing { writer in
                try WorkingCopy.make(of: .init(of: "main.json", holding: text), holding: text, in: writer)
            }
            #expect(try copy.remove())
        },
    ]

    @Test(arguments: ends)
    func `what another process makes while a folder is removed stays`(end: End) throws {
        for moment in 1... {
            let fixture = StoreFixture([".lock": "", "main.json": "{\"a\": 1}\n"])
            let theirs = fixture.store()
            let bulk = BulkChange(of: "accounts", in: theirs, inMemory: 0)
            let hasActed = Locked(false)
            let copy = Locked<WorkingCopy?>(nil)
            let store = fixture.store(beforeCall: moment) {
                hasActed.withLock { $0 = true }
                try? theirs.reading { _ in
                    try bulk.put(DocumentChange("accounts/theirs.json", from: nil, to: "theirs"))
                }
                let made = try? theirs.writing { writer in
                    for found in try WorkingCopy.all(writer.reader) where !found.isInUse {
                        _ = try WorkingCopy.remove(found, writer)
                    }
                    return try WorkingCopy.make(
                        of: .init(of: "main.json", holding: Self.text), holding: Self.text, in: writer)
                }
                copy.withLock { $0 = made }
            }
            try? end.run(store)
            guard hasActed.withLock({ $0 }) else { return #expect(moment > 20) }
            let about = Comment(rawValue: "call \(moment): \(fixture.files.log.suffix(1).map(\.call))")
            if let copy = copy.withLock({ $0 }) {
                #expect(try copy.content() == .text(Self.text), about)
                #expect(try copy.remove(), about)
            }
            let hasTheirs = try bulk.commit(checking: { _ in nil }).isEmpty
            // Nothing was put while the lock was held all the time.
            if try fixture.text("accounts/theirs.json") == nil {
                bulk.discard()
            } else {
                #expect(hasTheirs, about)
            }
            try fixture.store().writing { _ in }
            #expect(fixture.leftovers.isEmpty && fixture.files.openFiles == 0, about)
        }
    }

    @Test func `the next writer removes a folder whose process died while it removed it`() throws {
        let fixture = StoreFixture([".lock": ""])
        fixture.files.put(StoreFixture.path(".regapp-edits/removed-7/main.json"), "secret")
        let isGone = try fixture.store().writing { writer in
            try WorkingCopy.all(writer.reader).allSatisfy { try WorkingCopy.remove($0, writer) }
        }
        #expect(isGone && fixture.leftovers.isEmpty)
    }

    @Test func `what a change tells is told while no lock is held`() throws {
        let fixture = StoreFixture([".lock": "", "session.json": "ann"])
        let other = DocumentStore(
            directory: StoreFixture.directory, layout: StoreFixture.layout, fileSystem: fixture.files,
            lockPatience: 0)
        let told = Locked(0)
        let tell: @Sendable () -> Void = {
            #expect(throws: Never.self) { try other.writing { _ in } }
            told.withLock { $0 += 1 }
        }
        let store = DocumentStore(
            directory: StoreFixture.directory, layout: StoreFixture.layout, fileSystem: fixture.files,
            onChange: { _, _ in tell() })
        try store.put("session.json", "bob")
        try store.commit([
            DocumentChange("main.json", from: nil, to: "1"), DocumentChange("rules.json", from: nil, to: "1"),
        ])
        _ = try store.undo()
        try store.writing { try $0.forget(["session.json"]) }
        #expect(told.withLock { $0 } == 4)
        try store.changeInBulk(BulkChangeTests.changes.filter { $0.before == nil }, turn: .zero) { _ in tell()
        }
        #expect(told.withLock { $0 } > 6)
    }
}
