import RegappStore
import RegappTestSupport
import Testing

/// Backups that were copied file by file while a change was being made, and restored.
@Suite struct BackupTests {
    private static let accounts: [DocumentChange] = BulkChangeTests.changes
    private static let start = [
        ".lock": "", "session.json": "{ann}", "accounts/ann.json": "{1}", "accounts/changed.json": "1",
        "accounts/kept.json": "k", "accounts/second.json": "1",
    ]

    /// A row: a change of several documents.
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let run: @Sendable (DocumentStore) throws -> Void
    }

    static let rows = [
        Row(testDescription: "in bulk") { store in try store.changeInBulk(accounts) },
        Row(testDescription: "together") { store in
            try store.commit([
                DocumentChange("accounts/eve.json", from: nil, to: "{2}"),
                DocumentChange("session.json", from: "{ann}", to: "{eve}"),
                DocumentChange("accounts/ann.json", from: "{1}", to: nil),
            ])
        },
    ]

    private func documents(_ tree: [String: [UInt8]]) -> [String: [UInt8]] {
        tree.filter { !$0.key.contains("/.") && !$0.key.contains("/history") }
    }

    @Test(arguments: rows)
    func `a restored backup from the midst of a change is completed or taken back`(row: Row) throws {
        let fixture = StoreFixture(Self.start)
        let before = documents(fixture.files.tree())
        try row.run(fixture.store())
        let after = documents(fixture.files.tree())
        // What stood there after each call that changed anything.
        let trees = fixture.files.crashPoints.compactMap { count in
            fixture.files.crashStates(after: count).first { _ in true }?.tree()
        }
        var outcomes: [[String: [UInt8]]: Int] = [:]
        for (place, first) in trees.enumerated() {
            // Another part of the moments with each first one.
            let step = Campaign.stride(3)
            for second in stride(from: place % step, to: trees.count, by: step).map({ trees[$0] })
            where first != second {
                // The records were copied at one moment, everything else at another.
                let changes = second.filter { $0.key.contains("/history/") }
                guard changes.keys.contains(where: { $0.hasSuffix(".doing") }) else { continue }
                let copy = StoreFixture(SimulatedFileSystem(firstInode: 1_000))
                for (path, bytes) in first.merging(changes, uniquingKeysWith: { _, changed in changed })
                where !path.contains("/history/") || changes[path] != nil {
                    copy.files.put(path, bytes)
                }
                try copy.store().writing { _ in }
                let found = documents(copy.files.tree())
                outcomes[found, default: 0] += 1
                #expect(copy.leftovers.isEmpty)
            }
        }
        #expect(Set(outcomes.keys) == [before, after])
        #expect(outcomes.values.allSatisfy { $0 > 10 }, "both are seen often: \(outcomes.values)")
    }

    private static let six = (1...6).map { DocumentChange("accounts/\($0).json", from: nil, to: "{}") }

    @Test(arguments: rows + [Row(testDescription: "six") { store in try store.commit(six) }])
    func `texts of a backup that is unpacked over its directory go, or are named`(row: Row) throws {
        let fixture = StoreFixture(Self.start)
        try row.run(fixture.store())
        var named = 0
        for count in fixture.files.crashPoints {
            guard let tree = fixture.files.crashStates(after: count).first(where: { _ in true })?.tree(),
                tree.keys.contains(where: { $0.contains("/.regapp-") })
            else { continue }
            // The records were copied at the same moment, or when the change was finished.
            for isMixed in [false, true] {
                let copy = StoreFixture(Self.start)
                try row.run(copy.store())
                for (path, bytes) in tree where !isMixed || !path.contains("/history/") {
                    copy.files.put(path, bytes)
                }
                try copy.store().writing { _ in }
                let left = try copy.store().reading { try $0.leftovers() }.map(\.path)
                #expect(Set(copy.leftovers) == Set(left))
                #expect(left.isEmpty || isMixed)
                named += left.count
            }
        }
        #expect(row.testDescription == "six" ? named > 0 : named == 0)
    }

    @Test func `a record that is not whole is not carried out, nor one that leads elsewhere`() throws {
        let head = #"{"change":1,"time":"t","command":"c","uid":0,"accounts":0}"# + "\n"
        func line(_ file: String) -> String {
            #"{"file":"\#(file)","before":null,"after":{"sha256":"0"}}"# + "\n"
        }
        for record in [
            head + line("accounts/x.json"), head + line("../../x.json") + #"{"end":1}"# + "\n", "",
            line("accounts/x.json") + #"{"end":1}"# + "\n",
        ] {
            let fixture = StoreFixture(Self.start)
            let before = documents(fixture.files.tree())
            fixture.files.put(StoreFixture.path("history/00000001.doing"), record)
            fixture.files.put(StoreFixture.path("accounts/.regapp-1.tmp"), "x")
            fixture.files.put(StoreFixture.path("accounts/.regapp-texts-1.tmp/x.json"), "x")
            try fixture.store().writing { _ in }
            #expect(documents(fixture.files.tree()) == before && fixture.leftovers.isEmpty, "\(record)")
            // `check` names it.
            #expect(throws: StoreError.self) { try fixture.store().reading { try $0.checkRecord(1) } }
        }
    }
}
