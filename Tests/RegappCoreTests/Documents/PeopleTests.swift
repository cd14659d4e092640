import RegappTestSupport
import Testing

@testable import RegappCore

/// What a person keeps when her email changes, lists under keys of one's own, and who was seen last.
@Suite struct PeopleTests {
    private static let ann = "ann@x.example"
    private let disk = RegistryDisk()

    private func put(_ email: String, _ more: String) {
        let text = RegistryDisk.account(email, "Ann", hash: RegistryDisk.weakHash)
        disk.put(email, text: text.replacing("{\n", with: "{\n  \(more),\n"))
    }

    private func text(_ email: String) -> String? { disk.documents()["accounts/\(email).json"] }

    private func bring(
        _ lines: String, by key: String?, isDryRun: Bool = false
    ) throws -> (result: AccountImport.Result?, problems: [ImportProblem], twins: [ImportIndex.Twin]) {
        var options = AccountImport.Options()
        (options.existing, options.mayLackFields, options.namesAll) = (.updated, true, true)
        (options.match, options.isDryRun) = (key.flatMap { AccountColumn(key: $0) }, isDryRun)
        var accounts = AccountImport(into: try disk.registry(), options)
        defer { accounts.discard() }
        var reader = ExchangeFormat.csv.reader(ReadingOptions(ColumnMap(others: .kept)))
        var problems = try accounts.add(reader.read(Array(lines.utf8)) + reader.finish())
        problems += try accounts.finish()
        guard problems.isEmpty else { return (nil, problems, []) }
        let twins = try accounts.registeredAgain()
        if !isDryRun { try accounts.commit() }
        return (accounts.result, [], twins)
    }

    @Test func `an account that is found by a key moves with all that it has, and comes back`() throws {
        put(Self.ann, #""member": "7""#)
        put("bob@x.example", #""member": "8""#)
        disk.files.put(RegistryDisk.path("session.json"), #"{"account":"ann@x.example"}"#)
        let lines = "email,lastName,member\namy@x.example,Roe,7\nbob@x.example,Doe,8\nnew@x.example,Fox,9\n"
        #expect(try bring(lines, by: "member", isDryRun: true).result?.moved == 1 && text(Self.ann) != nil)
        let result = try #require(try bring(lines, by: "member").result)
        #expect(result.moved == 1 && result.created == 1)
        #expect(result.emails[.moved] == ["amy@x.example"])
        let moved = try #require(text("amy@x.example"))
        #expect(text(Self.ann) == nil && moved.contains(#""member": "7""#) && moved.contains("Roe"))
        #expect(moved.contains(RegistryDisk.weakHash))
        #expect(disk.documents()["session.json"]?.contains("amy@x.example") == true)
        let directory = try disk.registry().directory
        #expect(try directory.history(of: Self.ann).changes.count == 1 && directory.cancel() != nil)
        #expect(text(Self.ann)?.contains("Roe") == false && text("amy@x.example") == nil)
    }

    @Test(arguments: ["amy,", "amy,7\nann2,7", "amy,8", "eve,7"])
    func `an empty value, one of two lines or accounts, and a taken email are refused`(lines: String) throws {
        put(Self.ann, #""member": "7""#)
        for name in ["bob", "eve"] { put("\(name)@x.example", #""member": "8""#) }
        let old = disk.documents()
        let text = "email,member\n" + lines.replacing(",", with: "@x.example,") + "\n"
        #expect(try bring(text, by: "member").problems.isEmpty == false && disk.documents() == old)
    }

    @Test func `nobody is looked for while a file cannot be accepted, which may be anybody's`() throws {
        put(Self.ann, #""member": "7""#)
        disk.put("bob@x.example", text: "{bad")
        #expect(throws: AccountsError.self) { try bring("email,member\nb2@x.example,8\n", by: "member") }
        #expect(text("b2@x.example") == nil)
    }

    @Test func `without a key, a person who would be registered again is told`() throws {
        put(Self.ann, #""member": "7", "class": "4a""#)
        put("bob@x.example", #""member": "8", "class": "4a""#)
        let twins = try bring(
            "email,member,class\nanna@x.example,7,4a\nbob@x.example,8,4a\n", by: nil, isDryRun: true
        ).twins
        #expect(twins == [.init(line: 2, email: "anna@x.example", other: Self.ann, key: "member")])
    }

    private static let board = OwnValue("team", "board", .add)
    /// Rows: what stands in the file, what is done, what stands there then; nil if it is refused.
    static let lists: [(old: String, values: [OwnValue], new: String?)] = [
        (#""team": "choir""#, [board], #"["choir","board"]"#), (#""team": "board""#, [board], #""board""#),
        (#""team": ["a", "board"]"#, [OwnValue("team", "board", .remove)], #""a""#),
        (#""team": ["a"]"#, [board, OwnValue("team", "a", .remove)], #"["board"]"#),
        (#""team": "a""#, [OwnValue("team", "a", .remove)], ""),
        (#""team": ["a"]"#, [OwnValue("team", "b")], nil),
        (#""team": ["a"]"#, [OwnValue("team", "b").replacing], #""b""#),
        (#""team": {"a": 1}"#, [board], nil), (#""n": 1"#, [OwnValue("team", "[1,{}]", .json)], "[1,{}]"),
    ]

    @Test(arguments: lists)
    func `a second value makes a list, and one that is left a text`(
        row: (old: String, values: [OwnValue], new: String?)
    ) throws {
        put(Self.ann, row.old)
        func change() throws {
            _ = try disk.registry().commit([.values(AccountRecord(ownChanges: row.values))], of: [Self.ann])
        }
        guard let new = row.new else {
            #expect(throws: AccountsError.keyHoldsMore("team", email: Self.ann), performing: change)
            return
        }
        try change()
        let found = try #require(text(Self.ann)).filter { !$0.isWhitespace }
        #expect(new.isEmpty ? !found.contains("team") : found.contains(#""team":\#(new)"#))
    }

    /// Rows: what stands before `regapp[7]:`, what happened, and the day that is noted.
    static let log: [(time: String, event: String, day: String?)] = [
        ("2026-11-20T10:11:12+0100 host", "granted", "2026-11-20"),
        ("Nov 24 10:11:12 host", "login", "2026-11-24"),
        ("Nov  9 10:11:12 host", "granted", "2026-11-09"), ("Dec 31 10:11:12 host", "granted", "2025-12-31"),
        ("Feb 29 10:11:12 host", "granted", "2024-02-29"),
        ("2026-11-26T00:10:12+1300 host", "granted", "2026-11-25"),
        ("2999-11-20T10:11:12Z host", "granted", nil), ("Foo 24 10:11:12 host", "granted", nil),
        ("2026-11-20T10:11:12Z host", "refused", nil), ("2026-11-20T10:11:12Z host sshd[1]:", "x", nil),
    ]

    @Test(arguments: log)
    func `the log says who was seen last, and a later day stays`(
        row: (time: String, event: String, day: String?)
    ) throws {
        put(Self.ann, #""lastSeen": "2023-01-01""#)
        let today = try #require(CalendarDate(year: 2026, month: 11, day: 25))
        var reader = LoginLog.reader(of: "/d", today: today)
        let facts = "phase=auth rhost=- account=Ann@x.example"
        let line = "\(row.time) regapp[7]: \(row.event) \(facts) directory="
        let read = reader.read(Array("\(line)/other\n\(line)/d\n".utf8)) + reader.finish()
        let found = read.compactMap { try? $0.result.get() }
        #expect(found.map { $0[.lastSeen] } == (row.day.map { [$0] } ?? []))
        guard let day = row.day.flatMap({ CalendarDate(iso: $0) }) else { return }
        let noted = try disk.registry().note(seen: [Self.ann: day, "zoe@x.example": day], isDryRun: false)
        #expect(noted.unknown == 1 && text(Self.ann)?.contains(day.isoString) == true)
        let earlier = try disk.registry().note(seen: [Self.ann: day.adding(days: -1)], isDryRun: false)
        #expect(earlier.result.unchanged == [Self.ann] && text(Self.ann)?.contains(day.isoString) == true)
    }
}
