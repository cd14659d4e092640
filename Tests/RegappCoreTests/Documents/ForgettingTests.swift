@testable import RegappCore
import RegappJSON
import RegappStore
import RegappTestSupport
import RegappValues
import Testing

/// Who is meant by a former email, what a crash kept from being forgotten, and records that cannot be read.
@Suite struct ForgettingTests {
    private static let ann = "ann@x.example"
    private static let amy = "amy@x.example"
    private static let bob = "bob@x.example"
    private static let eve = "eve@x.example"
    private let disk = RegistryDisk()

    private var directory: AccountStore { get throws { try disk.registry().directory } }

    private static func record(_ number: Int) -> String { RegistryDisk.path("history/0000000\(number).json") }

    private static func damage(of number: Int, line: Int) -> AccountsError {
        let position = SourcePosition(line: line, column: 1)
        return .invalidFile([FileProblem(path: record(number), position: position, reason: .damaged)])
    }

    private func text(_ number: Int) throws -> String {
        String(decoding: try #require(disk.files.contents(Self.record(number))), as: UTF8.self)
    }

    private func replace(_ old: String, in number: Int, with new: String) throws {
        let text: String = try text(number)
        #expect(text.contains(old), "\(text)")
        disk.files.put(Self.record(number), text.replacing(old, with: new))
    }

    /// Leaves only a record's first line as it was.
    private func damageDocuments(of number: Int) throws {
        let head = try #require(try text(number).split(separator: "\n").first)
        disk.files.put(Self.record(number), String(head) + "\n{}\n")
    }

    private func putAccounts() {
        for email in [Self.ann, Self.bob] { disk.put(email, "Ann", hash: RegistryDisk.weakHash) }
    }

    private func makeChanges() throws {
        putAccounts()
        _ = try disk.registry().commit([.values([.lastName: "Roe"])], of: [Self.ann])
        _ = try disk.registry().commit([.lock], of: [Self.ann, Self.bob])
        _ = try disk.registry().commit([.values([.lastName: "Moe"])], of: [Self.ann])
    }

    @Test func `an email means whoever had it then, and leads to the one of now`() throws {
        putAccounts()
        _ = try disk.registry().commit([.values([.lastName: "Roe"])], of: [Self.ann])
        _ = try disk.registry().adminEdit([.email: Self.amy], of: Self.ann)
        _ = try disk.registry().register([.email: Self.ann, .firstName: "Zoe", .lastName: "Ray"])
        _ = try disk.registry().commit([.remove], of: [Self.bob])
        for (number, day) in [(1, "10"), (2, "12"), (3, "14"), (4, "16")] {
            try replace(
                "\"time\":\"\"", in: number, with: "\"time\":\"2026-07-\(day)T12:00:00Z\"")
        }
        let book = try directory.addressBook(of: [Self.ann, Self.amy, Self.bob, Self.eve])
        // Between the days, so that every time zone will do.
        let first = try #require(CalendarDate(iso: "2026-07-11"))
        let second = try #require(CalendarDate(iso: "2026-07-13"))
        let third = try #require(CalendarDate(iso: "2026-07-15"))
        #expect(book.presentEmail(of: Self.ann, on: first) == Self.amy)
        #expect(book.presentEmail(of: Self.ann, on: second) == Self.amy)
        #expect(book.presentEmail(of: Self.ann, on: third) == Self.ann)
        #expect(book.presentEmail(of: Self.bob, on: first) == nil)
        #expect(book.presentEmail(of: Self.eve, on: first) == Self.eve)

        let before = try #require(Moment(text: "2026-07-11T00:00:00Z"))
        let after = try #require(Moment(text: "2026-07-13T00:00:00Z"))
        #expect(book.email(of: Self.amy, at: before) == Self.ann)
        #expect(book.email(of: Self.amy, at: after) == Self.amy)
        #expect(book.email(of: Self.eve, at: before) == Self.eve)
        let removed = try directory.removedAccounts(with: nil).byFile
        #expect(removed.mapValues(\.number) == ["accounts/\(Self.bob).json": 4])
    }

    @Test func `on a full disk nothing is forgotten, and no record says so`() throws {
        try makeChanges()
        let directory: AccountStore = try disk.registry { FullDisk(base: $0) }.directory
        #expect(throws: AccountsError.self) {
            try directory.forget([Self.ann], before: nil, by: "history")
        }
        #expect(try self.directory.history().changes.map(\.head.number) == [3, 2, 1])
        _ = try disk.registry().commit([.unlock], of: [Self.bob])
        #expect(try self.directory.history().changes.map(\.head.number) == [4, 3, 2, 1])
    }

    @Test func `a record that cannot be read is skipped and told, and cannot be shown`() throws {
        try makeChanges()
        disk.files.put(Self.record(2), "[")
        let unreadable = Self.damage(of: 2, line: 1)
        var history = try directory.history()
        #expect(history.changes.map(\.head.number) == [3, 1] && history.damaged == [unreadable])
        #expect(throws: unreadable) { try directory.pastChange(2) }
        #expect(throws: unreadable) { try directory.change(2) }
        disk.files.remove(Self.record(2))
        disk.files.putSpecial(Self.record(2))
        history = try directory.history()
        #expect(history.changes.map(\.head.number) == [3, 1] && history.damaged == [unreadable])
    }

    @Test func `a record of which only the documents are damaged is told by their line`() throws {
        try makeChanges()
        try damageDocuments(of: 2)
        let damaged = Self.damage(of: 2, line: 2)
        let history = try directory.history()
        #expect(history.changes.map(\.head.number) == [3, 1] && history.damaged == [damaged])
        #expect(throws: damaged) { try directory.pastChange(2) }
        try damageDocuments(of: 3)
        #expect(throws: Self.damage(of: 3, line: 2)) { try directory.lastUndoing() }
    }

    @Test func `what a crash kept from being forgotten is remembered until it is forgotten`() throws {
        putAccounts()
        _ = try disk.registry().commit([.values([.lastName: "Roe"])], of: [Self.ann])
        _ = try disk.registry().commit([.lock], of: [Self.bob])
        #expect(try directory.finishForgetting() == nil)
        let files = #"["accounts/ann@x.example.json","accounts/eve@x.example.json"]"#
        disk.files.put(
            RegistryDisk.path("history/forgetting"),
            "{\"change\":1,\"files\":\(files)}\n{\"hashes\":\(files)}\n{\"copies\":[\"9\"]}\n{\"other\":1}\n")
        #expect(try directory.remembers(Self.eve), "she is about to be forgotten")
        #expect(try directory.remembers(Self.bob) && !directory.remembers(Self.amy))
        #expect(try !directory.remembers(""))
        #expect(try directory.finishForgetting() == [])
        #expect(try directory.finishForgetting() == nil)
        #expect(try !directory.remembers(Self.ann) && !directory.remembers(Self.eve))
        #expect(try directory.remembers(Self.bob))
        #expect(!disk.records.contains(Self.ann) && disk.records.contains(Self.bob))
    }

    @Test func `the history of a profile is that of its file, whatever the email`() throws {
        let disk = ProfileDisk.holding(ProfileDisk.ann)
        _ = try disk.profile().edit([.firstName: "Ann"])
        let directory = disk.profile().directory
        let changes = try directory.history(of: "zoe@x.example").changes
        #expect(changes.map(\.head.number) == [1] && changes.allSatisfy(\.isOfAccount))
        #expect(try directory.forget(["zoe@x.example"], before: nil, by: "history").isEmpty)
        #expect(try directory.history(of: "zoe@x.example").changes.isEmpty)
        #expect(try disk.contents() != ProfileDisk.ann, "the profile stays as it was edited")
    }

    @Test func `days that were noted are passed over by an undo without a number`() throws {
        putAccounts()
        _ = try disk.registry().commit([.lock], of: [Self.ann])
        _ = try disk.registry().commit([.values([.lastName: "Roe"])], of: [Self.bob])
        try replace("\"command\":\"\"", in: 2, with: "\"command\":\"accounts seen\"")
        let undoing = try #require(try directory.lastChange())
        #expect(undoing.head.number == 1 && undoing.passedOver == 2)
    }

    @Test func `there is no redoing what was done again by hand`() throws {
        putAccounts()
        let path = RegistryDisk.path("accounts/ann@x.example.json")
        _ = try disk.registry().commit([.lock], of: [Self.ann])
        let locked = try #require(disk.files.contents(path))
        _ = try directory.cancel()
        disk.files.put(path, locked)
        #expect(throws: AccountsError.takenBack(2, before: nil)) { try directory.lastUndoing() }
    }

    @Test func `rules that no longer suit later ones are not brought back`() throws {
        let now: Moment = try #require(RegistryDisk.now)
        try PolicySwitch(PolicyKey.hashCost, nil, in: disk.store(), now: now).save()
        try PolicySwitch(PolicyKey.hash, "sha512-crypt", in: disk.store(), now: now).save()
        let before = disk.documents()
        var refusal: AccountsError?
        do throws(AccountsError) {
            _ = try AccountStore(disk.store(), now: now).change(1)
        } catch {
            refusal = error
        }
        guard case .rulesRefused(let problems, let number, let later)? = refusal else {
            Issue.record("\(String(describing: refusal))")
            return
        }
        #expect(problems.map(\.path) == [RegistryDisk.path("policy.json")])
        #expect(number == 1 && later == 2 && disk.documents() == before)
    }

    @Test func `a former email that another account has is named with the change that gave it`() {
        let words = " cannot go back to ann@x.example, which another account has by now"
        #expect(ChangedBy.owner(Self.ann, since: 3).since([]) == words + " (change 3)")
        #expect(ChangedBy.owner(Self.ann, since: nil).since(["email"]) == words)
    }
}

/// A disk on which there is room for a record, but not for a file that is to replace another.
private struct FullDisk: ForwardingFileSystem {
    let base: any FileSystem
    let openPaths = OpenPaths()

    func forward<Result: Sendable>(
        _ call: Call, _ body: @autoclosure () throws(Errno) -> Result
    ) throws(Errno) -> Result {
        if case .write(let path, _) = call, path.hasSuffix("/.regapp-0.tmp") { throw .noSpace }
        return try body()
    }
}
