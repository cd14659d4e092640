@testable import RegappCore
import RegappTestSupport
import RegappStore
import Testing

/// What can be undone in a registry, by a user or the administrator.
@Suite struct UndoingTests {
    private static let ann = "ann@x.example"
    private static let bob = "bob@x.example"
    private let disk = RegistryDisk()

    /// A change and the accounts that undoing it is about.
    struct Change: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let emails: [String]
        let make: @Sendable (Registry) throws -> Void

        init(
            _ name: String, of emails: [String] = ["ann@x.example"],
            _ make: @escaping @Sendable (Registry) throws -> Void
        ) {
            (testDescription, self.emails, self.make) = (name, emails, make)
        }
    }

    static let changes = [
        Change("accounts edit") { _ = try $0.adminEdit([.lastName: "Roe"], of: "ann@x.example") },
        Change("accounts edit --email", of: ["eve@x.example"]) {
            _ = try $0.adminEdit([.email: "eve@x.example"], of: "ann@x.example")
        },
        Change("accounts password") { _ = try $0.setPassword(of: "ann@x.example", to: "password2") },
        Change("accounts lock") { _ = try $0.commit([.lock], of: ["ann@x.example"]) },
        Change("accounts lock of two", of: ["ann@x.example", "bob@x.example"]) {
            _ = try $0.commit([.lock], of: ["ann@x.example", "bob@x.example", "ANN@x.example"])
        },
        Change("accounts remove") { _ = try $0.commit([.remove], of: ["ann@x.example"]) },
        Change("accounts remove of two", of: ["bob@x.example", "ann@x.example"]) {
            _ = try $0.commit([.remove], of: ["bob@x.example", "ann@x.example"])
        },
        Change("register", of: ["zoe@x.example"]) {
            _ = try $0.register([.email: "zoe@x.example", .firstName: "Zoe", .lastName: "Ray"])
        },
    ]

    @Test(arguments: changes)
    func `the last change is undone byte for byte, whichever account is logged in`(change: Change) throws {
        disk.put(Self.ann, "Ann", hash: RegistryDisk.weakHash)
        disk.put(Self.bob, "Bob", hash: RegistryDisk.weakHash)
        disk.files.put(RegistryDisk.path("session.json"), #"{"account":"ann@x.example"}"#)
        let before = disk.documents().filter { $0.key != "session.json" }
        try change.make(disk.registry())
        let undone = try disk.registry().directory.cancel() ?? []
        let emails = undone.compactMap { if case .account(let email, _) = $0 { email } else { nil } }
        #expect(emails == change.emails)
        #expect(disk.documents().filter { $0.key != "session.json" } == before)
        #expect(try disk.registry().directory.cancel() == nil)
    }

    @Test func `another key that is edited by hand while an undo waits is in its way at no moment`() throws {
        var moment = 0
        while try undoes(withHandEditAt: moment) { moment += 1 }
        #expect(moment > 20)
    }

    /// - Returns: whether the undo made so many calls.
    private func undoes(withHandEditAt moment: Int) throws -> Bool {
        let disk = RegistryDisk()
        disk.put(Self.ann, "Ann", hash: RegistryDisk.weakHash)
        _ = try disk.registry().commit([.lock], of: [Self.ann])
        let file = "accounts/\(Self.ann).json"
        let calls = Locked(0)
        let registry = try disk.registry { files in
            Interposer(files) { _ in
                let call = calls.withLock { calls in
                    calls += 1
                    return calls - 1
                }
                guard call == moment, let text = disk.documents()[file] else { return }
                disk.files.put(RegistryDisk.path(file), text.replacing("\"Doe\"", with: "\"Hand\""))
            }
        }
        let result = Result { try registry.directory.cancel() }
        let isReached = calls.withLock { $0 } > moment
        let text = try #require(disk.documents()[file])
        switch result {
        case .success: #expect(!text.contains("\"!"), "call \(moment)")
        case .failure(AccountsError.store(.changedMeanwhile)): break
        case .failure(let error): Issue.record("call \(moment): \(error)")
        }
        return isReached
    }

    @Test func `a login and a logout are in the way of no undo, and leave the session as it is now`() throws {
        disk.put(Self.ann, "Ann", hash: RegistryDisk.weakHash)
        disk.put(Self.bob, "Bob", hash: RegistryDisk.weakHash)
        disk.files.put(RegistryDisk.path("session.json"), #"{"account":"ann@x.example"}"#)
        let before = disk.documents()["accounts/ann@x.example.json"]
        _ = try disk.registry().lock(Self.ann)
        try logIn(Self.bob)
        #expect(try disk.registry().directory.cancel()?.count == 1)
        #expect(disk.documents()["accounts/ann@x.example.json"] == before)
        #expect(try disk.registry().directory.current()?.value(.email) == Self.bob)
        _ = try disk.registry().lock(Self.ann)
        try disk.registry().directory.logout()
        #expect(try disk.registry().directory.cancel() != nil)
        #expect(try disk.registry().directory.current() == nil)
    }

    @Test(arguments: ["accounts edit", "accounts edit --email"])
    func `a plain password is in no record, and undoing brings back its hash`(name: String) throws {
        let text = #"{"email":"ann@x.example","firstName":"Ann","lastName":"Doe","password":"password1"}"#
        disk.put(Self.ann, text: text)
        disk.put(Self.bob, text: text.replacing("ann@", with: "bob@"))
        let change = try #require(Self.changes.first { $0.testDescription == name })
        try change.make(disk.registry())
        #expect(!disk.records.contains("password1") && disk.records.contains("$2b$04$"), "\(disk.records)")
        try logIn(change.emails[0])
        #expect(try disk.registry().directory.cancel()?.count == 1)
        let account = try #require(try disk.registry().account(of: Self.ann))
        #expect(account.value(.lastName) == "Doe" && !account.values.hasPlainPassword)
        #expect(try account.storedHash?.hash?.matches("password1") == true)
        #expect(try disk.registry().account(of: Self.bob)?.values.hasPlainPassword == true, "another's stays")
    }

    @Test func `no record is so long, and no text so broken, that a plain password gets into it`() throws {
        let others = (0..<DocumentStore.mostTogether + 10).map { "user\($0)@x.example" }
        for email in [Self.ann] + others {
            disk.put(
                email, text: #"{"email":"\#(email)","firstName":"A","lastName":"Doe","password":"password1"}"#
            )
        }
        var values = AccountRecord()
        values[.phone] = "+79161234567"
        _ = try disk.registry().commit([.values(values)], of: [Self.ann] + others)
        disk.put(Self.ann, text: "{\"email\":\"ann@x.example\",\n\"password\":\"password1\"\n")
        _ = try disk.registry().commit([.remove], of: [Self.ann])
        #expect(disk.records.contains(Self.ann) && !disk.records.contains("password1"))
        let path = RegistryDisk.path("accounts/ann@x.example.json")
        #expect(throws: AccountsError.changedSince(path: path, keys: [], by: .lost)) {
            try disk.registry().directory.cancel()
        }
        #expect(disk.documents()["accounts/ann@x.example.json"] == nil)
    }

    @Test func `login names that others have by now stay with them, and the rest comes back`() throws {
        disk.files.put(
            RegistryDisk.path("policy.json"), Array(#"{"policy":"service","loginKey":"email,nick"}"#.utf8))
        func text(_ email: String, _ nick: String) -> String {
            RegistryDisk.account(email, "Ann", hash: RegistryDisk.weakHash)
                .replacing("  \"registered\"", with: "  \"nick\": \"\(nick)\",\n  \"registered\"")
        }
        for (email, nick) in [(Self.ann, "al"), (Self.bob, "bo"), ("cid@x.example", "ci")] {
            disk.put(email, text: text(email, nick))
        }
        _ = try disk.registry().commit([.lock], of: ["cid@x.example"])
        _ = try disk.registry().commit([.remove], of: [Self.ann])
        disk.put("cid@x.example", text: text("cid@x.example", "al"))
        let directory = try disk.registry().directory
        let path = RegistryDisk.path("accounts/\(Self.ann).json")
        let taken = AccountsError.changedSince(
            path: path, keys: [], by: .holder(of: "nick", email: "cid@x.example"))
        #expect(throws: taken) { try directory.lastChange() }
        // The lock was reversed by hand.
        #expect(try directory.changeBeforeLast() == nil)
        #expect(taken.explanation.messages.joined().contains("cid@x.example has by now"))
        // Of two, the other one comes back.
        disk.put(Self.ann, text: text(Self.ann, "an"))
        _ = try disk.registry().commit([.remove], of: [Self.ann, Self.bob])
        disk.put("cid@x.example", text: text("cid@x.example", "bo"))
        #expect(try directory.cancel()?.count == 2)
        #expect(disk.documents()["accounts/\(Self.ann).json"] != nil)
        #expect(disk.documents()["accounts/\(Self.bob).json"] == nil)
    }

    @Test func `accounts that are gone are no empty registry`() throws {
        let gone = AccountsError.store(
            .failed(.list, path: RegistryDisk.path("accounts"), .noEntry))
        #expect(try disk.registry().isEmpty())
        for email in [Self.ann, Self.bob] {
            _ = try disk.registry().register([
                .email: email, .firstName: "Ann", .lastName: "Doe", .password: "password1",
            ])
        }
        _ = try disk.registry().commit([.remove], of: [Self.ann])
        disk.files.remove(RegistryDisk.path("accounts"))
        let registry = try disk.registry()
        #expect(throws: gone) { try registry.isEmpty() }
        #expect(throws: gone) { try registry.account(of: Self.bob) }
        #expect(throws: gone) { try RegistryWalk(registry) }
        #expect(throws: gone) { try RegistryWalk(registry, only: [Self.bob]) }
        #expect(throws: gone) { try registry.commit([.lock], of: [Self.bob]) }
        #expect(throws: gone) { try registry.judge(Self.bob, password: "password1") }
        #expect(throws: gone) { try registry.requireFree("zoe@x.example") }
        disk.files.putDirectory(RegistryDisk.path("accounts"))
        #expect(try registry.isEmpty() && registry.account(of: Self.bob) == nil)
    }

    @Test func `a first password that has run out shuts out whoever gets it back`() throws {
        disk.put(
            Self.ann,
            text: RegistryDisk.account(Self.ann, "Ann", hash: RegistryDisk.weakHash)
                .replacing("  \"registered\"", with: "  \"mustChange\": \"2020-01-31\",\n  \"registered\""))
        _ = try disk.registry().setPassword(of: Self.ann, to: "password2", mark: "")
        let directory = try disk.registry().directory
        let impact = try directory.impact(of: try #require(try directory.lastChange()))
        #expect(!impact.isHarmless && impact.firstShutOut == [Self.ann])
    }

    @Test func `a link that has ended is passed over`() throws {
        disk.put(Self.ann, "Ann", hash: RegistryDisk.weakHash)
        let page = try #require(PageAddress("https://x.example/p"))
        _ = try disk.registry().commit([.lock], of: [Self.ann])
        _ = try disk.registry().commit([.unlock], of: [Self.ann])
        let generated = try disk.registry().generateLinks(for: [Self.ann], to: page, validFor: .usual)
        _ = try disk.registry().set(generated)
        #expect(try disk.registry().directory.lastChange()?.head.number == 3)
        let text = try #require(disk.documents()["accounts/\(Self.ann).json"])
        let without = text.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.contains("passwordLink") }.joined(separator: "\n")
        disk.put(Self.ann, text: without.replacing("Z\",\n}", with: "Z\"\n}"))
        #expect(try disk.registry().directory.lastChange()?.head.number == 2)
        // That one was changed by the last.
        #expect(try disk.registry().directory.changeBeforeLast() == nil)
    }

    @Test func `a large change is undone by its number although a newer one was reversed by hand`() throws {
        let many = (0...DocumentStore.mostTogether).map { "user\($0)@x.example" }
        for email in [Self.ann] + many { disk.put(email, "Ann", hash: RegistryDisk.weakHash) }
        let before = disk.documents()
        _ = try disk.registry().commit([.lock], of: many)
        _ = try disk.registry().commit([.lock], of: [Self.ann])
        disk.put(Self.ann, "Ann", hash: RegistryDisk.weakHash)
        let directory = try disk.registry().directory
        #expect(throws: AccountsError.takenBack(2, before: 1)) { try directory.cancel() }
        let undoing = try #require(try directory.change(1))
        #expect(try directory.cancel(undoing).count == many.count)
        #expect(disk.documents() == before)
    }

    /// Rows: an account's members before and after a change, and whether its session ends.
    static let ends: [(before: String?, after: String?, ends: Bool)] = [
        (nil, "", true), ("", nil, true), ("", ##","firstName":"A""##, false),
        (##","passwordHash":"$6$x""##, ##","passwordHash":"!$6$x""##, true),
        (##","passwordHash":"!$6$x""##, ##","passwordHash":"$6$x""##, false),
        (##","passwordHash":"$6$x""##, "", true), ("", ##","passwordHash":"$6$x""##, false),
        ("", ##","expires":"2020-01-01""##, true), (##","expires":"2020-01-01""##, "", true),
    ]

    @Test(arguments: ends)
    func `a session ends when its account does, is locked, loses its password, or its expiry changes`(
        row: (before: String?, after: String?, ends: Bool)
    ) {
        func text(_ members: String?) -> [UInt8]? {
            members.map { Array("{\"email\":\"a@b.cd\"\($0)}".utf8) }
        }
        let change = DocumentChange("accounts/a@b.cd.json", before: text(row.before), after: text(row.after))
        #expect(change.endsSession(ProfileDisk.now) == row.ends)
    }

    @Test func `what is shown before an undo is what is undone, even after a crash`() throws {
        for email in [Self.ann, Self.bob] { disk.put(email, "Ann", hash: RegistryDisk.weakHash) }
        _ = try disk.registry().commit([.lock], of: [Self.bob])
        let before = disk.files.log.count
        _ = try disk.registry().commit([.lock], of: [Self.ann])
        _ = try disk.registry().commit([.unlock], of: [Self.ann, Self.bob])
        for count in before...disk.files.log.count {
            for state in disk.files.judgedCrashStates(after: count).lazy.prefix(2) {
                let directory = try RegistryDisk(state).registry().directory
                let shown = try? directory.lastChange()?.differences
                #expect(try shown == directory.cancel(), "call \(count)")
            }
        }
    }

    @Test func `a first password is a change like any other`() throws {
        disk.put(Self.ann, "Ann")
        let before = disk.documents()
        try logIn(Self.ann)
        #expect(try disk.registry().directory.cancel() != nil)
        #expect(disk.documents() == before)
    }

    @Test func `an account that was later changed is not overwritten; the others are undone`() throws {
        disk.put(Self.ann, "Ann", hash: RegistryDisk.weakHash)
        disk.put(Self.bob, "Bob", hash: RegistryDisk.weakHash)
        _ = try disk.registry().commit([.lock], of: [Self.ann, Self.bob])
        disk.put(Self.bob, "Rob")
        let path = RegistryDisk.path("accounts/bob@x.example.json")
        let undone = try disk.registry().directory.cancel() ?? []
        #expect(undone.contains(.left(path: path, keys: ["passwordHash"], by: .hand)) && undone.count == 2)
        #expect(try disk.registry().account(of: Self.ann)?.has(.locked) == false)
    }

    @Test func `several accounts are found before one is changed, and all missing ones are named`() throws {
        disk.put(Self.ann, "Ann", hash: RegistryDisk.weakHash)
        disk.put(Self.bob, "Bob")
        let before = disk.files.tree()
        let missing = AccountsError.several([.noAccount("eve@x.example"), .noAccount("zoe@x.example")])
        let named = [Self.ann, "eve@x.example", "zoe@x.example"]
        #expect(throws: missing) { _ = try disk.registry().commit([.lock], of: named) }
        #expect(throws: missing) { _ = try disk.registry().commit([.unlock], of: named) }
        #expect(throws: missing) {
            _ = try disk.registry().commit(
                [.remove], of: ["eve@x.example", "ann@x.example", "zoe@x.example"])
        }
        #expect(disk.files.tree() == before)
        let result = try disk.registry().commit([.lock], of: [Self.ann, Self.bob])
        #expect(result.changed.map(\.email) == [Self.ann, Self.bob])
        #expect(throws: AccountsError.nothingToUnlock(email: Self.bob)) {
            _ = try disk.registry().commit([.unlock], of: [Self.ann, Self.bob])
        }
        #expect(try disk.registry().account(of: Self.ann)?.has(.locked) == true)
    }

    private func logIn(_ email: String) throws {
        let registry = try disk.registry()
        let attempt = try registry.attempt(Credentials(email: email, firstName: nil, password: "password1"))
        #expect(try registry.complete(attempt) != nil)
    }
}
