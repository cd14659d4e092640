@testable import RegappCore
import RegappStore
import RegappTestSupport
import Testing

/// What the history tells, and undoing any change of it.
@Suite struct PastChangeTests {
    private static let ann = "ann@x.example"
    private static let bob = "bob@x.example"
    private let disk = RegistryDisk()

    private var directory: RuledDirectory { get throws { try disk.registry().directory } }

    private func undo(_ number: Int) throws -> [DocumentDifference]? {
        try directory.change(number).map { try directory.cancel($0) }
    }

    @Test
    func `changes are told under every address, and each can be undone as far as nobody changed it since`()
        throws
    {
        for email in [Self.ann, Self.bob] { disk.put(email, "Ann", hash: RegistryDisk.weakHash) }
        let file = RegistryDisk.path("accounts/ann@x.example.json")
        let team = [OwnValue("team", "board")]
        _ = try disk.registry().commit([.values([.lastName: "Roe"], own: team)], of: [Self.ann])
        _ = try disk.registry().commit([.lock], of: [Self.ann, Self.bob])
        let text = try #require(disk.documents()["accounts/ann@x.example.json"])
        disk.files.put(file, text.replacing("board", with: "choir"))
        _ = try disk.registry().commit([.values([.lastName: "Moe"])], of: [Self.ann])
        _ = try disk.registry().adminEdit([.email: "amy@x.example"], of: Self.ann)
        _ = try disk.registry().commit([.remove], of: [Self.bob])
        _ = try disk.registry().register([.email: "zoe@x.example", .firstName: "Zoe", .lastName: "Ray"])

        let all = try directory.history()
        #expect(all.map(\.head.number) == [6, 5, 4, 3, 2, 1] && all.allSatisfy(\.isInEffect))
        let move = try #require(FieldChange(.field(.email), old: Self.ann, new: "amy@x.example"))
        #expect(all[2].documents == [.account(email: Self.ann, .fields([move]))])
        for email in [Self.ann, "amy@x.example"] {
            #expect(try directory.history(of: email).map(\.head.number) == [4, 3, 2, 1])
        }
        #expect(try directory.history(of: Self.bob, limit: 1).map(\.head.number) == [5])
        #expect(
            try directory.pastChange(2).later == [5, 4, 3] && directory.pastChange(2).documents.count == 2)
        #expect(try directory.pastChange(3).editedByHand == ["accounts/ann@x.example.json"])
        #expect(throws: AccountsError.noChange(9)) { try directory.pastChange(9) }
        #expect(throws: AccountsError.noChange(9)) { try directory.change(9) }
        #expect(try directory.isOwn(all[0].head) && directory.lastOwnChange()?.number == 6)

        #expect(try undo(6)?.count == 1 && disk.documents()["accounts/zoe@x.example.json"] == nil)
        let undoing = try #require(try directory.lastUndoing())
        #expect(undoing.head.number == 7)
        _ = try directory.cancel(undoing)
        #expect(disk.documents()["accounts/zoe@x.example.json"] != nil)
        #expect(try directory.lastUndoing() == nil)
        #expect(throws: AccountsError.self) { try directory.cancel(undoing) }

        #expect(try undo(4)?.count == 1 && disk.documents()["accounts/amy@x.example.json"] == nil)
        #expect(throws: AccountsError.changedSince(path: file, keys: ["lastName", "team"], by: .hand)) {
            try undo(1)
        }
        let left = DocumentDifference.left(
            path: RegistryDisk.path("accounts/bob@x.example.json"), by: .change(5))
        #expect(try undo(2)?.last == left && disk.registry().account(of: Self.ann)?.isLocked == false)
        #expect(try undo(2) == nil, "it is undone")
        #expect(try undo(3)?.count == 1)
        #expect(disk.documents()["accounts/ann@x.example.json"]?.contains("choir") == true)
        #expect(throws: AccountsError.changedSince(path: file, keys: ["team"], by: .hand)) { try undo(1) }
        #expect(try directory.history(limit: 1)[0].head.undoes == 3)
    }

    @Test func `a record's time is told in local time`() {
        #expect(ChangeAuthor(time: "2026-07-15T12:00:00Z", command: "").localTime?.count == 16)
        #expect(ChangeAuthor(time: "", command: "").localTime == nil)
    }
}
