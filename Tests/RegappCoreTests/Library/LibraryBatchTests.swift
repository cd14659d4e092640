import Foundation
import RegappTestSupport
import Testing

@testable import RegappCore

/// Changes of several accounts, keys of one's own, pages, and who does it.
@Suite struct LibraryBatchTests {
    private let disk = RegistryDisk()
    private let emails = ["ann@x.example", "bob@x.example", "eve@x.example"]

    private func registry() -> AccountRegistry {
        disk.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
        disk.put("bob@x.example", "Bob", hash: "!" + RegistryDisk.weakHash)
        disk.put(
            "eve@x.example",
            text: """
                {"email": "eve@x.example", "firstName": "Eve", "lastName": "Roe", "teams": ["a", "b"], "floor": 5,
                "desk": {"room": 7}, "badge": true, "empty": ""}
                """)
        return disk.directory().registry
    }

    private func reason(_ work: () async throws -> Void) async -> DirectoryError.Reason? {
        await #expect(throws: DirectoryError.self) { try await work() }?.reason
    }

    // MARK: Batches

    @Test func `many accounts are locked as one change, which says what became of each`() async throws {
        let registry = registry()
        let outcome = try await registry.lock([
            "ANN@x.example", "bob@x.example", "none@x.example", "ann@x.example",
        ])
        #expect(outcome.changed == ["ann@x.example"] && outcome.unchanged == ["bob@x.example"])
        #expect(outcome.unknown == ["none@x.example"])
        let directory = disk.directory()
        #expect(try await directory.history().map(\.accounts) == [["ann@x.example"]])
        #expect(try await registry.unlock(emails).changed == ["ann@x.example", "bob@x.example"])
        #expect(try await directory.history().map(\.accounts.count) == [2, 1])
        #expect(try await directory.undo() == .undone(kept: []))
        #expect(try await registry.account(withEmail: "bob@x.example")?.isLocked == true)
        #expect(try await registry.account(withEmail: "ann@x.example")?.isLocked == true)
        let ended = try await registry.change(
            emails,
            to: AdministrativeValues(expires: "2026-12-31", custom: ["floor": ["5"], "teams": ["a", "c"]]))
        #expect(
            ended.changed == emails
                && disk.documents()["accounts/eve@x.example.json"]?.contains("\"floor\": 5") == true)
        #expect(try await registry.remove(emails + ["none@x.example"]).changed == emails)
        #expect(try await registry.remove([]) == registry.lock([]))
        #expect(disk.documents().keys.allSatisfy { !$0.hasPrefix("accounts/") })
    }

    @Test func `a lock may end by itself and have a reason`() async throws {
        let registry = registry()
        let outcome = try await registry.lock(emails, until: "+14d", reason: "on leave")
        #expect(outcome.changed == emails && outcome.unchanged == [])
        let ann = try #require(try await registry.account(withEmail: "ann@x.example"))
        #expect(ann.isLocked && ann.lockReason == "on leave")
        #expect(ann.lockedUntil == CalendarDate(year: 2026, month: 7, day: 29))
        #expect(try await !registry.lock("ann@x.example", until: "29.07.2026"))
        let values = try #require(try await disk.directory().history().first).values
        #expect(
            values.filter { $0.email == "ann@x.example" }.map(\.key) == [
                "lockedUntil", "lockReason", "isLocked",
            ])
        #expect(try await registry.lock("ann@x.example"))
        let kept = try await registry.account(withEmail: "ann@x.example")
        #expect(kept?.lockedUntil == nil && kept?.lockReason == "on leave")
        #expect(try await registry.unlock("ann@x.example"))
        #expect(try await registry.account(withEmail: "ann@x.example")?.lockReason == nil)

        let before = disk.documents()
        for day in ["2026-07-15", "2020-01-01"] {
            #expect(
                await reason { try await registry.lock("ann@x.example", until: day) } == .unusableArgument)
            #expect(await reason { _ = try await registry.lock(emails, until: day) } == .unusableArgument)
        }
        guard
            case .brokenRules(let dates) = await reason({
                try await registry.lock("ann@x.example", until: "soon")
            }),
            case .brokenRules(let reasons) = await reason({
                _ = try await registry.lock(emails, reason: "two\nlines")
            })
        else {
            Issue.record("a lock until soon, or with two lines, is taken")
            return
        }
        #expect(dates.map(\.field) == [.lockedUntil] && reasons[0].field == .lockReason)
        #expect(disk.documents() == before)
    }

    @Test func `a batch that cannot be made whole changes nothing`() async throws {
        let registry = registry()
        disk.put("lone@x.example", "Lone", hash: "!")
        let before = disk.documents()
        #expect(
            await reason { _ = try await registry.unlock(emails + ["lone@x.example"]) }
                == .nothingToUnlock(email: "lone@x.example"))
        #expect(
            await reason { _ = try await registry.add("9", under: "desk", of: emails) } == .unusableArgument)
        #expect(
            await reason { _ = try await registry.change(emails, to: AdministrativeValues(expires: "soon")) }
                != nil)
        #expect(disk.documents() == before)
    }

    // MARK: Keys of one's own

    @Test func `keys of one's own are read, set, added to and removed`() async throws {
        let registry = registry()
        let eve = try #require(try await registry.account(withEmail: "eve@x.example"))
        #expect(
            eve.custom == ["teams": ["a", "b"], "floor": ["5"], "desk": [#"{"room":7}"#], "badge": ["true"]])
        #expect(try await registry.set("board", under: "team", of: emails).changed == emails)
        #expect(try await registry.set("board", under: "team", of: emails).unchanged == emails)
        #expect(try await registry.add("c", under: "teams", of: emails).changed == emails)
        #expect(try await registry.remove("a", under: "teams", of: emails).changed == ["eve@x.example"])
        #expect(try await registry.account(withEmail: "eve@x.example")?.custom["teams"] == ["b", "c"])
        #expect(
            try await registry.account(withEmail: "ann@x.example")?.custom == [
                "team": ["board"], "teams": ["c"],
            ])
        #expect(try await registry.set("", under: "team", of: ["ann@x.example"]).changed == ["ann@x.example"])
        #expect(try await registry.account(withEmail: "ann@x.example")?.custom["team"] == nil)
        let zoe = try await registry.register(
            PersonalValues(email: "zoe@x.example", firstName: "Zoe", lastName: "Zed"),
            with: AdministrativeValues(custom: ["team": ["board"], "teams": ["x", "y"], "none": []]))
        #expect(zoe.custom == ["team": ["board"], "teams": ["x", "y"]])
    }

    @Test(arguments: ["email", "passwd", "Email", "locked", "teams+", ""])
    func `a key that no account may have is refused`(key: String) async throws {
        let registry = registry()
        let before = disk.documents()
        #expect(await reason { _ = try await registry.set("x", under: key, of: emails) } == .unusableArgument)
        #expect(await reason { _ = try await registry.add("x", under: key, of: emails) } == .unusableArgument)
        #expect(
            await reason {
                try await registry.change("ann@x.example", to: AdministrativeValues(custom: [key: ["x"]]))
            } == .unusableArgument)
        let zoe = PersonalValues(email: "zoe@x.example", firstName: "Zoe", lastName: "Zed")
        #expect(
            await reason {
                try await registry.register(zoe, with: AdministrativeValues(custom: [key: ["x"]]))
            }
                == .unusableArgument)
        #expect(disk.documents() == before)
    }

    @Test func `an object is no list`() async throws {
        let registry = registry()
        #expect(
            await reason { _ = try await registry.add("x", under: "desk", of: ["eve@x.example"]) }
                == .unusableArgument)
    }

    // MARK: Nothing is dropped in silence

    @Test func `what a call cannot use is refused`() async throws {
        let registry = registry()
        for filter in [AccountFilter.holding("board", under: "tema"), .holding("x", under: "passwordHash")] {
            #expect(
                await reason { for try await _ in registry.accounts(where: [filter]) {} } == .unusableArgument
            )
            #expect(
                await reason { _ = try await registry.export(.csv, where: [filter]) } == .unusableArgument)
        }
        let misspelt = await #expect(throws: DirectoryError.self) {
            _ = try await registry.accounts(where: [.holding("a", under: "temas")], sortedBy: "email")
        }
        #expect(misspelt?.messages == ["no account has the key 'temas'"])
        #expect(misspelt?.hint == #"did you mean "teams"?"#)
        for key in ["tema", "password"] {
            #expect(await reason { _ = try await registry.accounts(sortedBy: key) } == .unusableArgument)
        }
        let file = Array("a@x.example:\(RegistryDisk.weakHash)\n".utf8)
        #expect(
            await reason {
                try await registry.importAccounts(file, as: .htpasswd, columns: ImportColumns(["a": "team"]))
            } == .unusableArgument)
        #expect(
            await reason {
                try await registry.importAccounts(
                    Array("email,pin\n".utf8), as: .csv, columns: ImportColumns(["pin": "passwd2"]))
            } == .unusableArgument)
    }

    @Test func `filters are equal if they select by the same`() {
        #expect(AccountFilter.locked == .locked && AccountFilter.locked != .expired)
        #expect(
            Set([AccountFilter.holding("a", under: "b"), .holding("a", under: "b"), .matching("a b")]).count
                == 2)
        #expect(AccountFilter.expiring(within: 3) != .expiring(within: 4))
    }

    // MARK: Pages

    @Test func `accounts are sorted and paged`() async throws {
        let registry = registry()
        disk.put("zed@x.example", text: #"{"email": "zed@x.example", "firstName": "ann", "floor": 12}"#)
        disk.put("bad@x.example", text: "{")
        func emails(_ page: AccountPage) -> [String] { page.accounts.map(\.email) }
        let all = ["ann@x.example", "bob@x.example", "eve@x.example", "zed@x.example"]
        #expect(emails(try await registry.accounts(sortedBy: "email")) == all)
        #expect(try await registry.accounts(sortedBy: "email").notAccepted.map(\.line) == [1])
        let second = try await registry.accounts(sortedBy: "-firstName", from: 1, limit: 2)
        #expect(emails(second) == ["bob@x.example", "ann@x.example"] && second.count == 4)
        #expect(emails(try await registry.accounts(sortedBy: "floor")) == [all[2], all[3], all[0], all[1]])
        #expect(try await registry.accounts(where: [.locked], sortedBy: "email").count == 1)
        #expect(emails(try await registry.accounts(sortedBy: "email", from: 9, limit: .max)) == [])
        #expect(emails(try await registry.accounts(sortedBy: "email", from: -1, limit: -1)) == [])
        let error = await #expect(throws: DirectoryError.self) {
            for try await account in registry.accounts() { #expect(all.contains(account.email)) }
        }
        guard case .invalidFiles = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    // MARK: History

    @Test func `a change says what it set, without secrets, and undoing says what happened`() async throws {
        let registry = registry()
        let directory = disk.directory()
        func values(_ change: AccountDirectory.Change?) -> [String] {
            (change?.values ?? []).map {
                [$0.email, $0.key, $0.old, $0.new].map { $0 ?? "-" }.joined(separator: " ")
            }
        }
        try await registry.change("ann@x.example", to: PersonalValues(lastName: "Low"))
        #expect(values(try await directory.history().first) == ["ann@x.example lastName Doe Low"])
        try await registry.setPassword(of: "ann@x.example", to: "logMeInn123")
        #expect(values(try await directory.history().first) == ["ann@x.example password - -"])
        try await registry.lock("ann@x.example")
        #expect(values(try await directory.history().first) == ["ann@x.example isLocked false true"])
        _ = try await registry.add("c", under: "teams", of: ["eve@x.example"])
        #expect(values(try await directory.history().first) == ["eve@x.example teams a,b a,b,c"])
        try await registry.remove("bob@x.example")
        #expect(values(try await directory.history().first) == ["bob@x.example email bob@x.example -"])
        let change = try #require(try await directory.history(of: "ann@x.example").first)
        #expect(
            change.number == 3 && change.id == 3 && change.date == CalendarDate(year: 2026, month: 7, day: 15)
        )
        #expect(
            try JSONDecoder().decode(AccountDirectory.Change.self, from: JSONEncoder().encode(change))
                == change)

        #expect(try await directory.undo(change: 3) == .undone(kept: []))
        #expect(try await directory.undo(change: 3) == .undoneAlready)
        #expect(try await directory.undo(change: 99) == .unknown)
        try await registry.change("ann@x.example", to: PersonalValues(lastName: "Lang"))
        let refused = await #expect(throws: DirectoryError.self) { _ = try await directory.undo(change: 1) }
        guard case .changedSince = refused?.reason else {
            Issue.record("\(String(describing: refused))")
            return
        }
        #expect(refused?.hint == "undo change 7 first, or set the values yourself")
        // Taken back by hand.
        try await registry.change("ann@x.example", to: PersonalValues(phone: "9161234567"))
        disk.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
        #expect(try await directory.undo() == .nothingLeft)
    }

    @Test func `a change says whether accounts were locked before and after it, by mark or by day`()
        async throws
    {
        let registry = registry()
        let ann = "ann@x.example"
        func last() async throws -> [String] {
            try await disk.directory().history(of: ann, limit: 1).flatMap(\.values).map {
                "\($0.key): \($0.old ?? "-") \($0.new ?? "-")"
            }
        }
        let until = "lockedUntil: - 2099-01-01"
        try await registry.lock(ann, until: "2099-01-01")
        #expect(try await last() == [until, "isLocked: false true"])
        try await registry.lock(ann)
        #expect(try await last() == ["lockedUntil: 2099-01-01 -"])
        try await registry.lock(ann, until: "2099-01-01", reason: "on leave")
        #expect(try await last() == [until, "lockReason: - on leave"])
        try await registry.lock(ann, until: "", reason: "")
        #expect(try await last() == ["lockedUntil: 2099-01-01 -", "lockReason: on leave -"])
        #expect(try await registry.account(withEmail: ann)?.lockReason == nil)
        try await registry.unlock(ann)
        #expect(try await last() == ["isLocked: true false"])
        let text =
            #"{"email": "\#(ann)", "firstName": "Ann", "passwordHash": "!", "lockedUntil": "2026-07-15"}"#
        disk.put(ann, text: text)
        try await registry.lock(ann)
        #expect(try await last() == ["lockedUntil: 2026-07-15 -"], "the mark locked it all the time")
        disk.put(ann, text: text.replacing("\"!\"", with: "\"\""))
        try await registry.lock(ann)
        #expect(try await last() == ["lockedUntil: 2026-07-15 -", "isLocked: false true"], "the day is over")
        try await registry.by("jane").change(ann, to: PersonalValues(email: "anna@x.example"))
        #expect(try await last() == ["email: ann@x.example anna@x.example"])
    }

    @Test func `a change of several people is shown as one of the person who is asked for`() async throws {
        let registry = registry()
        _ = try await registry.lock(emails)
        let directory = disk.directory()
        let change = try #require(try await directory.history(of: "eve@x.example").first)
        #expect(change.accounts == ["eve@x.example"] && change.values.map(\.email) == ["eve@x.example"])
        #expect(try await directory.history().first?.accounts == ["ann@x.example", "eve@x.example"])
        #expect(try await directory.undo(change: change.number) == .undone(kept: []))
        #expect(try await registry.account(withEmail: "ann@x.example")?.isLocked == false)
    }

    @Test func `undoing a registration removes the account, unless it was later changed`() async throws {
        let directory = AccountDirectory.inMemory(clock: LibraryClock.now)
        let registry = directory.registry
        for name in ["ann", "bob"] {
            try await registry.register(PersonalValues(email: "\(name)@x.example", password: "long enough"))
        }
        #expect(try await directory.undo(change: 2) == .undone(kept: []))
        #expect(try await registry.account(withEmail: "bob@x.example") == nil)
        try await registry.change("ann@x.example", to: PersonalValues(lastName: "Low"))
        guard case .changedSince = await reason({ _ = try await directory.undo(change: 1) }) else {
            Issue.record("an account that was later changed is removed")
            return
        }
        // A lock that comes back is what one asks for; a password that goes is not.
        try await registry.lock("ann@x.example")
        try await registry.unlock("ann@x.example")
        #expect(try await directory.undo() == .undone(kept: []))
        #expect(try await registry.account(withEmail: "ann@x.example")?.isLocked == true)
        try await registry.importAccounts(
            Array(#"[{"email": "eve@x.example"}]"#.utf8), as: .json, mayLackFields: true)
        try await registry.setPassword(of: "eve@x.example", to: "long enough")
        let refused = await #expect(throws: DirectoryError.self) { try await directory.undo() }
        #expect(refused?.reason == .shutsOut(emails: ["eve@x.example"]))
        #expect(refused?.hint == "to undo it all the same, give force: true")
        #expect(try await directory.undo(force: true) == .undone(kept: []))
        #expect(try await registry.account(withEmail: "eve@x.example")?.hasPassword == false)
    }

    // MARK: Actors and new directories

    @Test func `each call may have its actor, and one that would be cut is refused`() async throws {
        let registry = registry()
        try await registry.by("jane@x.example").lock("ann@x.example")
        try await registry.unlock("ann@x.example")
        #expect(try await disk.directory().history().map(\.actor) == ["library", "jane@x.example"])
        for actor in [
            "", "two\nlines", "a\u{2028}b", String(repeating: "x", count: 65),
            String(repeating: "👩‍👩‍👧", count: 20),
        ] {
            #expect(await reason { try await registry.by(actor).lock("ann@x.example") } == .unusableArgument)
        }
        let memory = AccountDirectory.inMemory(actor: "test")
        try await memory.registry.register(PersonalValues(email: "a@x.example", password: "logMeInn123"))
        #expect(try await memory.history().map(\.actor) == ["test"])
    }

    @Test func `a registry is made where there is none`() async throws {
        let home = try TemporaryHome()
        let path = home.documents + "/new"
        let error = await #expect(throws: DirectoryError.self) {
            try await AccountDirectory(path).create(rules: .service)
        }
        #expect(error?.reason == .noDirectory(path: path), "its parent is missing, too")
        let directory = try await AccountDirectory(home.documents).create(rules: .service)
        #expect(try await directory.rules().policyName == .service)
        #expect(
            await reason { try await directory.create(rules: .albums) }
                == .directoryInUse(path: home.documents))
        #expect(try await directory.rules().policyName == .service)
        let taken = registry().directoryForTests
        #expect(
            await reason { try await taken.create(rules: .albums) }
                == .directoryInUse(path: RegistryDisk.directory))
    }

    // MARK: Passwords

    @Test func `owners change their passwords, which ends the mark and keeps no wrong one`() async throws {
        let directory = AccountDirectory.inMemory(clock: LibraryClock.now)
        let registry = directory.registry
        try await registry.register(
            PersonalValues(email: "ann@x.example", password: "first word"),
            with: AdministrativeValues(mustChange: true))
        let email = AccountRegistry.LoginName.email("ann@x.example")
        #expect(try await registry.authenticate(email, password: "first word")?.mustChange == true)
        for (name, password) in [("ann@x.example", "second word"), ("bob@x.example", "first word")] {
            #expect(
                await reason { try await registry.changePassword(of: name, from: password, to: "third word") }
                    == .noMatch)
        }
        guard
            case .brokenRules = await reason({
                try await registry.changePassword(of: "ann@x.example", from: "first word", to: "short")
            })
        else {
            Issue.record("a short password is taken")
            return
        }
        #expect(
            await reason {
                try await registry.changePassword(of: "ann@x.example", from: "first word", to: "first word")
            } == .unusablePassword)
        let changed = try await registry.changePassword(
            of: "ANN@x.example", from: "first word", to: "second word")
        #expect(!changed.mustChange)
        let change = try #require(try await directory.history().first)
        #expect(change.isByOwner && change.actor == "library" && !change.unixUser.contains("owner"))
        #expect(change.values.map(\.key) == ["password", "mustChange"])
        #expect(try await registry.authenticate(email, password: "second word") == changed)
        #expect(try await registry.authenticate(email, password: "first word") == nil)
        try await registry.lock("ann@x.example")
        #expect(
            await reason {
                try await registry.changePassword(of: "ann@x.example", from: "second word", to: "third word")
            }
                == .noMatch)
    }

    @Test func `a first password that has ended lets nobody in, but can be replaced`() async throws {
        let registry = disk.directory().registry
        disk.put(
            "ann@x.example",
            text: """
                {"email": "ann@x.example", "firstName": "Ann", "lastName": "Lee", "passwordHash": "\(RegistryDisk.weakHash)",
                "mustChange": "2026-07-14"}
                """)
        let over = DirectoryError.Reason.firstPasswordOver(email: "ann@x.example")
        let name = AccountRegistry.LoginName.firstName("Ann")
        #expect(await reason { _ = try await registry.authenticate(name, password: "password1") } == over)
        #expect(try await registry.authenticate(name, password: "password2") == nil)
        #expect(try await !registry.verify("ann@x.example", password: "password1"))
        try await registry.changePassword(of: "ann@x.example", from: "password1", to: "logMeInn123")
        #expect(try await registry.authenticate(name, password: "logMeInn123")?.mustChange == false)
    }

    @Test func `a link lets its person choose a password once`() async throws {
        let registry = AccountDirectory.inMemory(clock: LibraryClock.now).registry
        let ann = "ann@x.example"
        try await registry.register(
            PersonalValues(email: ann, password: "first word"), with: AdministrativeValues(mustChange: true))
        func token(_ link: String) -> String { link.split(separator: "=").last.map(String.init) ?? "" }
        for (page, hours) in [
            ("http://mail.example/p", 72), ("https://mail.example/p", 721), ("https://mail.example/p", 0),
        ] {
            #expect(
                await reason { _ = try await registry.passwordLink(of: ann, to: page, hours: hours) }
                    == .unusableArgument)
        }
        let old = try await registry.passwordLink(of: ann, to: "https://mail.example/p")
        let link = try await registry.passwordLink(of: ann, to: "https://mail.example/p")
        #expect(link.hasPrefix("https://mail.example/p?email=ann@x.example&token="))
        for token in [token(old), "", "x"] {
            #expect(
                await reason { try await registry.changePassword(of: ann, byLink: token, to: "second word") }
                    == .noMatch)
        }
        guard
            case .brokenRules = await reason({
                try await registry.changePassword(of: ann, byLink: token(link), to: "short")
            })
        else {
            Issue.record("a short password is taken")
            return
        }
        #expect(
            try await !registry.changePassword(of: ann, byLink: token(link), to: "second word").mustChange)
        #expect(try await registry.verify(ann, password: "second word"))
        #expect(
            await reason { try await registry.changePassword(of: ann, byLink: token(link), to: "third word") }
                == .noMatch)
    }

    @Test func `no link is in the history, and undoing other changes keeps the newest one`() async throws {
        let directory = AccountDirectory.inMemory(clock: LibraryClock.now)
        let registry = directory.registry
        let ann = "ann@x.example"
        let anna = "anna@x.example"
        try await registry.register(PersonalValues(email: ann, password: "first word"))
        func token(of email: String) async throws -> String {
            let link = try await registry.passwordLink(of: email, to: "https://mail.example/p")
            return link.split(separator: "=").last.map(String.init) ?? ""
        }
        let first = try await token(of: ann)
        try await registry.change(ann, to: PersonalValues(lastName: "Low"))
        for _ in 0..<20 { _ = try await token(of: ann) }
        try await registry.change(ann, to: PersonalValues(email: anna))
        let moved = try await token(of: anna)
        #expect(try await directory.history().map(\.number) == [3, 2, 1])
        for _ in 0..<2 { #expect(try await directory.undo() == .undone(kept: [])) }
        let account = try #require(try await registry.account(withEmail: ann))
        #expect(account.lastName == nil)
        // One was replaced, and the other went to an email that the account no longer has.
        for token in [first, moved] {
            #expect(
                await reason { try await registry.changePassword(of: ann, byLink: token, to: "second word") }
                    == .noMatch)
        }
        let last = try await token(of: ann)
        try await registry.change(ann, to: PersonalValues(lastName: "Low"))
        #expect(try await directory.undo() == .undone(kept: []))
        // The current password may be chosen again.
        try await registry.changePassword(of: ann, byLink: last, to: "first word")
        let changed = try #require(try await directory.history().first)
        #expect(changed.isByOwner && changed.values.map(\.key) == ["password"])
        let other = try await token(of: ann)
        #expect(try await directory.undo(change: changed.number) == .undone(kept: []))
        try await registry.changePassword(of: ann, byLink: other, to: "second word")
    }

    @Test func `a link made while an account is locked works once it is unlocked`() async throws {
        let registry = AccountDirectory.inMemory(clock: LibraryClock.now).registry
        let ann = "ann@x.example"
        try await registry.importAccounts(
            Array(#"[{"email": "\#(ann)", "team": ["board", 7, null]}]"#.utf8), as: .json,
            mayLackFields: true,
            columns: ImportColumns(others: .kept))
        #expect(try await registry.account(withEmail: ann)?.custom == ["team": ["board", "7"]])
        try await registry.setPassword(of: ann, to: "first word")
        try await registry.lock(ann)
        let link = try await registry.passwordLink(of: ann, to: "https://mail.example/p")
        let token = link.split(separator: "=").last.map(String.init) ?? ""
        #expect(
            await reason { try await registry.changePassword(of: ann, byLink: token, to: "long enough") }
                == .noMatch)
        try await registry.unlock(ann)
        #expect(
            try await registry.changePassword(of: ann, byLink: token, to: "long enough").canLogIn)
        #expect(
            await reason {
                _ = try await registry.passwordLink(of: "bob@x.example", to: "https://mail.example")
            }
                == .noAccount(email: "bob@x.example"))
    }

    @Test func `an import gives a day by which a first password must be changed`() async throws {
        let registry = AccountDirectory.inMemory(clock: LibraryClock.now).registry
        let people = [("ann@x.example", "2026-07-31"), ("bob@x.example", "2026-07-14")].map { email, day in
            #"{"email": "\#(email)", "password": "long enough", "mustChange": "\#(day)"}"#
        }
        try await registry.importAccounts(Array("[\(people.joined(separator: ","))]".utf8), as: .json)
        let name = AccountRegistry.LoginName.email
        #expect(
            try await registry.authenticate(name("ann@x.example"), password: "long enough")?.mustChange
                == true)
        let bob = try #require(try await registry.account(withEmail: "bob@x.example"))
        #expect(bob.canLogIn && bob.mustChange)
        #expect(
            await reason { _ = try await registry.authenticate(name(bob.email), password: "long enough") }
                == .firstPasswordOver(email: bob.email))
    }

    @Test func `sessions learn that a password, a lock or an end has changed`() async throws {
        let registry = registry()
        func version() async throws -> String {
            try await registry.account(withEmail: "ann@x.example")?.credentialVersion ?? ""
        }
        var seen = [try await version()]
        try await registry.change("ann@x.example", to: PersonalValues(lastName: "Low"))
        #expect(try await version() == seen[0] && seen[0].count == 32)
        try await registry.lock("ann@x.example")
        seen.append(try await version())
        try await registry.unlock("ann@x.example")
        #expect(try await version() == seen[0])
        try await registry.lock("ann@x.example", until: "+1d")
        seen.append(try await version())
        try await registry.unlock("ann@x.example")
        try await registry.change("ann@x.example", to: AdministrativeValues(mustChange: true))
        _ = try await registry.passwordLink(of: "ann@x.example", to: "https://x.example")
        #expect(try await version() == seen[0])
        try await registry.change("ann@x.example", to: AdministrativeValues(expires: "2099-12-31"))
        seen.append(try await version())
        try await registry.setPassword(of: "ann@x.example", to: "logMeInn123")
        seen.append(try await version())
        disk.put(
            "ann@x.example",
            text: #"{"email":"ann@x.example","firstName":"A","lastName":"L","password":"logMeInn123"}"#)
        seen.append(try await version())
        #expect(Set(seen).count == seen.count)
    }
}

extension AccountRegistry {
    fileprivate var directoryForTests: AccountDirectory { directory }
}
