@testable import RegappCore
import RegappTestSupport
import RegappStore
import Testing

/// What the history tells, and undoing any change of it.
@Suite struct PastChangeTests {
    private static let ann = "ann@x.example"
    private static let bob = "bob@x.example"
    private let disk = RegistryDisk()

    private var directory: AccountStore { get throws { try disk.registry().directory } }

    private func undo(_ number: Int) throws -> [DocumentDifference]? {
        try directory.change(number).map { try directory.cancel($0) }
    }

    @Test func `changes are told under every address, and undone as far as nobody changed it since`() throws {
        for email in [Self.ann, Self.bob] { disk.put(email, "Ann", hash: RegistryDisk.weakHash) }
        let file = RegistryDisk.path("accounts/ann@x.example.json")
        var values: AccountRecord = [.lastName: "Roe"]
        values.ownChanges = [OwnValue("team", "board")]
        _ = try disk.registry().commit([.values(values)], of: [Self.ann])
        _ = try disk.registry().commit([.lock], of: [Self.ann, Self.bob])
        let text = try #require(disk.documents()["accounts/ann@x.example.json"])
        disk.files.put(file, text.replacing("board", with: "choir"))
        _ = try disk.registry().commit([.values([.lastName: "Moe"])], of: [Self.ann])
        _ = try disk.registry().adminEdit([.email: "amy@x.example"], of: Self.ann)
        _ = try disk.registry().commit([.remove], of: [Self.bob])
        _ = try disk.registry().register([.email: "zoe@x.example", .firstName: "Zoe", .lastName: "Ray"])

        let all = try directory.history().changes
        #expect(all.map(\.head.number) == [6, 5, 4, 3, 2, 1] && all.allSatisfy(\.isInEffect))
        let move = try #require(FieldChange(.field(.email), old: Self.ann, new: "amy@x.example"))
        #expect(all[2].documents == [.account(email: Self.ann, .fields([move]))])
        for email in [Self.ann, "amy@x.example"] {
            #expect(try directory.history(of: email).changes.map(\.head.number) == [4, 3, 2, 1])
        }
        #expect(try directory.history(of: Self.bob, limit: 1).changes.map(\.head.number) == [5])
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
        #expect(try undo(2)?.last == left && disk.registry().account(of: Self.ann)?.has(.locked) == false)
        #expect(try undo(2) == nil, "it is undone")
        #expect(try undo(3)?.count == 1)
        #expect(disk.documents()["accounts/ann@x.example.json"]?.contains("choir") == true)
        #expect(throws: AccountsError.changedSince(path: file, keys: ["team"], by: .hand)) { try undo(1) }
        #expect(try directory.history(limit: 1).changes[0].head.undoes == 3)
    }

    @Test func `people and days are forgotten, and the registry is told as it was`() throws {
        for email in [Self.ann, Self.bob] { disk.put(email, "Ann", hash: RegistryDisk.weakHash) }
        _ = try disk.registry().commit([.lock], of: [Self.ann, Self.bob])
        _ = try disk.registry().commit([.unlock], of: [Self.bob])
        let registry = try disk.registry()
        let attempt = try registry.attempt(
            Credentials(email: Self.bob, firstName: nil, password: "password1"))
        #expect(
            try registry.complete(attempt) != nil && disk.records.contains(".json"), "a new hash is noted")
        _ = try disk.registry().commit([.remove], of: [Self.ann])
        for (number, day) in [(1, "10"), (2, "11"), (3, "12")] {
            let path = RegistryDisk.path("history/0000000\(number).json")
            let text = String(decoding: try #require(disk.files.contents(path)), as: UTF8.self)
            disk.files.put(
                path, text.replacing("\"time\":\"\"", with: "\"time\":\"2026-07-\(day)T12:00:00Z\""))
        }
        func past(_ text: String) throws -> AccountStore? {
            let moment = try #require(Moment(text: text))
            guard case .directory(let former, let damaged) = try directory.lookBack(to: moment) else {
                return nil
            }
            #expect(damaged.isEmpty)
            return former
        }
        for (time, files, isLocked) in [
            ("2026-07-10T12:00:00Z", 2, true), ("2026-07-11T12:00:01Z", 2, false),
            ("2026-07-13T00:00:00Z", 1, false),
        ] {
            let former = try #require(try past(time))
            #expect(
                try former.reading { reader in try AccountsFolder(reader).files.count } == files, "\(time)")
            #expect(try former.registry().account(of: Self.bob)?.has(.locked) == isLocked, "\(time)")
        }
        #expect(
            try past("2026-07-09") == nil && Moment(text: "2026-07-09 12:00") != nil
                && Moment(text: "9") == nil)

        _ = try directory.forget([Self.bob], before: nil, by: "history")
        #expect(try !disk.records.contains("bob@") && directory.history(of: Self.bob).changes.isEmpty)
        #expect(try directory.history().changes.map(\.head.number) == [4, 3, 2, 1])
        let day = CalendarDate(iso: "2026-07-12")
        _ = try directory.forget(nil, before: day, by: "history")
        #expect(try directory.history().changes.map(\.head.number) == [5, 4, 3])
        #expect(try directory.history().changes[0].head.author.command == "history --forget --before DATE")
        #expect(try undo(3)?.count == 1 && disk.documents()["accounts/ann@x.example.json"] != nil)
    }

    @Test func `a record's time is told in local time`() {
        #expect(ChangeAuthor(time: "2026-07-15T12:00:00Z", command: "").localTime?.count == 16)
        #expect(ChangeAuthor(time: "", command: "").localTime == nil)
    }
}
