import RegappCore
import RegappTestSupport
import Testing

/// What programs that use the library can do with a directory.
@Suite struct LibraryTests {
    private static let ann: [Field: String] = [
        .email: "ann@x.example", .firstName: "Ann", .lastName: "Lee", .password: "logMeInn123",
    ]

    // MARK: Rules

    @Test func `rules have a name, required fields and sentences for what a value breaks`() async throws {
        let rules = try await RegistryDisk().directory().rules()
        #expect(rules.name == "authorisation" && rules.keepRegistry)
        #expect(rules.required == [.email, .firstName, .lastName])
        let broken = rules.violations(of: "letters", as: .password)
        #expect(broken.map(\.field) == [.password, .password])
        #expect(
            broken.map(\.message) == [
                "password must have at least 8 letters (A-Z, a-z)", "password must have at least 1 digit",
            ])
        #expect(rules.violations(of: "", as: .password).map(\.message) == ["password is required"])
        #expect(rules.violations(of: "", as: .birthday).isEmpty)
        #expect(rules.violations(in: Self.ann).isEmpty)
        #expect(rules.violations(in: [.email: "ann@x.example"]).map(\.field) == [.firstName, .lastName])
    }

    @Test func `built-in rules are had by their name`() throws {
        let rules = try #require(Rules(named: "albums", now: LibraryClock.now()))
        #expect(rules.violations(of: "2008-07-15", as: .birthday).isEmpty)
        #expect(rules.violations(of: "2008-07-16", as: .birthday).map(\.field) == [.birthday])
        #expect(Rules(named: "Albums") == nil && Rules(named: "albums", now: nil) == nil)
    }

    @Test func `a moment is a day of the calendar`() {
        #expect(Moment.current != nil)
        #expect(Moment(year: 2026, month: 2, day: 29, secondsSince1970: 0) == nil)
        #expect(Moment(year: 2026, month: 2, day: 28, secondsSince1970: .max) == nil)
    }

    // MARK: The profile

    @Test func `a profile is made, read, changed, undone and logged out`() async throws {
        let disk = ProfileDisk()
        let profile = disk.directory().profile
        #expect(try await profile.read() == nil)
        #expect(try await profile.logIn("ann@mail.example", password: "12345").email == "ann@mail.example")
        let new = try disk.contents()
        #expect(new == ProfileDisk.ann)
        #expect(try await profile.change([.firstName: "Ann"])[.firstName] == "Ann")
        #expect(try await profile.read()?[.lastName] == nil)
        #expect(try await profile.undo())
        #expect(try disk.contents() == new)
        #expect(try await !profile.undo())
        try await profile.logOut()
        #expect(try await profile.read() == nil)
        #expect(try await profile.undo())
        #expect(try disk.contents() == new)
    }

    @Test func `the session of a registry is a profile too`() async throws {
        let directory = RegistryDisk().directory()
        try await directory.registry.register(Self.ann)
        #expect(try await directory.profile.read() == nil)
        #expect(try await directory.profile.logIn("ann@x.example", password: "logMeInn123").hasPassword)
        try await directory.profile.change([.lastName: "Low"])
        #expect(try await directory.profile.read()?[.lastName] == "Low")
        #expect(try await directory.profile.undo())
        #expect(try await directory.registry.account(of: "ann@x.example")?[.lastName] == "Lee")
        try await directory.profile.logOut()
        #expect(try await directory.profile.read() == nil)
    }

    // MARK: The registry

    @Test func `an account is registered, found and verified`() async throws {
        let registry = RegistryDisk().directory().registry
        let ann = try await registry.register(Self.ann)
        #expect(ann.email == "ann@x.example" && ann.hasPassword && !ann.isLocked && ann.missing.isEmpty)
        #expect(ann[.registered] == "2026-07-15T12:00:00Z" && ann[.password] == nil)
        #expect(try await registry.account(of: "ANN@x.example")?[.firstName] == "Ann")
        #expect(try await registry.account(of: "bob@x.example") == nil)
        #expect(try await registry.verify("Ann@x.example", password: "logMeInn123"))
        #expect(try await !registry.verify("ann@x.example", password: "logMeInn124"))
        #expect(try await !registry.verify("bob@x.example", password: "logMeInn123"))
    }

    @Test func `an account is changed, locked and removed`() async throws {
        let disk = RegistryDisk()
        let registry = disk.directory().registry
        try await registry.register(Self.ann)
        #expect(try await registry.change("ann@x.example", to: [.phone: "9161234567"])[.phone] != nil)
        try await registry.setPassword(of: "ann@x.example", to: "another12pass")
        #expect(try await registry.verify("ann@x.example", password: "another12pass"))
        #expect(try await registry.lock("ann@x.example"))
        #expect(try await !registry.lock("ann@x.example"))
        #expect(try await registry.account(of: "ann@x.example")?.isLocked == true)
        #expect(try await !registry.verify("ann@x.example", password: "another12pass"))
        #expect(try await registry.unlock("ann@x.example"))
        #expect(try await registry.verify("ann@x.example", password: "another12pass"))
        try await registry.remove("ann@x.example")
        #expect(disk.documents()["accounts/ann@x.example.json"] == nil)
    }

    @Test func `a hash that is called a password is a mistake of the import, unless it is meant`()
        async throws
    {
        let registry = RegistryDisk().directory().registry
        let text = Array(
            "email,firstName,lastName,password\na@x.example,A,B,abcdefabcdefabcdefabcdefabcdefa1\n".utf8)
        do {
            try await registry.importAccounts(text, as: .csv)
            Issue.record("it was imported")
        } catch {
            #expect(error.sentences == ["line 2: password looks like a hash, not like a password"])
        }
        try await registry.importAccounts(text, as: .csv, takesPlainPasswords: true)
        #expect(try await registry.verify("a@x.example", password: "abcdefabcdefabcdefabcdefabcdefa1"))
    }

    @Test func `a bad file keeps no other account back, and is told at the end`() async throws {
        let disk = RegistryDisk()
        for name in ["ann", "bob", "eve"] { disk.put("\(name)@x.example", "Ann") }
        disk.put("bob@x.example", text: "{\"email\": 1}")
        var emails: [String] = []
        let error = await #expect(throws: DirectoryError.self) {
            for try await account in disk.directory().registry.accounts { emails.append(account.email) }
        }
        #expect(emails == ["ann@x.example", "eve@x.example"])
        guard case .invalidFiles(let mistakes) = error?.reason, let mistake = mistakes.first else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(mistake.path == RegistryDisk.path("accounts/bob@x.example.json"))
        #expect((mistake.line, mistake.column) == (1, 11))
        #expect(error?.description.hasPrefix("\(mistake.path):1:11: \(mistake.sentence)") == true)
    }

    // MARK: Exchange

    @Test(arguments: [ExchangeFormat.json, .csv])
    func `what was exported is imported as it was`(format: ExchangeFormat) async throws {
        let registry = RegistryDisk().directory().registry
        try await registry.register(Self.ann)
        let export = try await registry.export(format)
        #expect(export.leftOut.isEmpty)
        let other = RegistryDisk().directory().registry
        let new = try await other.importAccounts(export.bytes, as: format)
        #expect((new.created, new.updated, new.unchanged) == (1, 0, 0))
        let again = try await other.importAccounts(export.bytes, as: format, existing: .updated)
        #expect((again.created, again.updated, again.unchanged) == (0, 0, 1))
        #expect(try await other.importAccounts(export.bytes, as: format, existing: .skipped).unchanged == 1)
        #expect(try await other.export(format).bytes == export.bytes)
        #expect(try await other.verify("ann@x.example", password: "logMeInn123"))
    }

    @Test func `a server's format leaves out who has no hash`() async throws {
        let disk = RegistryDisk()
        disk.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
        disk.put("bob@x.example", "Bob")
        let export = try await disk.directory().registry.export(.htpasswd)
        #expect(String(decoding: export.bytes, as: UTF8.self) == "ann@x.example:\(RegistryDisk.weakHash)\n")
        #expect(export.leftOut == ["bob@x.example"])
    }

    @Test func `an import with a mistake changes nothing and tells its line`() async throws {
        let disk = RegistryDisk()
        let before = disk.documents()
        let text = "email,firstName,lastName\r\nann@x.example,Ann,Lee\r\nbob,Bob,\r\n"
        let error = await #expect(throws: DirectoryError.self) {
            try await disk.directory().registry.importAccounts(Array(text.utf8), as: .csv)
        }
        guard case .invalidImport(let mistakes) = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(mistakes.allSatisfy { $0.line == 3 && !$0.sentences.isEmpty })
        #expect(Set(mistakes.map(\.field)) == [.email, .lastName])
        #expect(error?.sentences.last == "line 3: last name is required")
        #expect(disk.documents() == before)
        let lacking = Array("email,firstName\r\nann@x.example,Ann\r\n".utf8)
        try await disk.directory().registry.importAccounts(lacking, as: .csv, mayLackFields: true)
        #expect(try await disk.directory().registry.account(of: "ann@x.example")?.missing == [.lastName])
    }

    // MARK: The real disk

    @Test func `a path alone opens a directory`() async throws {
        let home = try TemporaryHome()
        let directory = DocumentsDirectory(home.documents)
        #expect(directory.path == home.documents)
        try await directory.profile.logIn("ann@mail.example", password: "12345")
        #expect(try await directory.profile.read()?.hasPassword == true)
        #expect(try await directory.rules().name == "profile")
    }
}
