import Foundation
import RegappCore
import RegappTestSupport
import Testing

/// What programs that use the library can do with a directory.
@Suite struct AccountRegistryTests {
    private let disk = RegistryDisk()

    private static let ann = PersonalValues(
        email: "ann@x.example", password: "logMeInn123", firstName: "Ann", lastName: "Lee")

    // MARK: Rules

    @Test func `rules have a name, required fields and sentences for what a value breaks`() async throws {
        let rules = try await RegistryDisk().directory().rules()
        #expect(rules.policyName == .authorisation && rules.loginField == .firstName)
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
        #expect(
            rules.violations(in: PersonalValues(email: "ann@x.example")).map(\.field) == [
                .firstName, .lastName,
            ])
    }

    @Test func `built-in rules are those of a system`() {
        let rules = Rules(.albums, now: LibraryClock.now())
        #expect(rules.violations(of: "2008-07-15", as: .birthday).isEmpty)
        #expect(rules.violations(of: "2008-07-16", as: .birthday).map(\.field) == [.birthday])
        #expect(Rules(.albums, now: nil).violations(of: "2008-07-15", as: .birthday).count == 1)
        let list = rules.checklist(for: .password, in: PersonalValues(password: "abc1"))
        #expect(list.map(\.isSatisfied) == [false, true, true, false])
        #expect(list[0].requirement == "at least 6 characters")
        let short = rules.violations(of: "abc", as: .password)[0]
        #expect(short.ruleName == "length" && short.arguments == [6])
        #expect(short.shortMessage == "needs at least 6 characters" && short.hint == nil)
    }

    @Test func `a moment is a day of the calendar`() {
        #expect(Moment.current != nil)
        #expect(Moment(year: 2026, month: 2, day: 29, secondsSince1970: 0) == nil)
        #expect(Moment(year: 2026, month: 2, day: 28, secondsSince1970: .max) == nil)
    }

    // MARK: The profile

    @Test func `a profile is made, read, changed, undone and logged out`() async throws {
        let disk = ProfileDisk()
        disk.files.putDirectory(ProfileDisk.directory)
        let profile = disk.directory().profile
        #expect(try await profile.read() == nil)
        #expect(try await profile.logIn("ann@mail.example", password: "12345").email == "ann@mail.example")
        let new = try disk.contents()
        #expect(new == ProfileDisk.ann)
        #expect(try await profile.change(to: PersonalValues(firstName: "Ann")).firstName == "Ann")
        #expect(try await profile.read()?.lastName == nil)
        #expect(try await disk.directory().undo() == .undone(kept: []))
        #expect(try disk.contents() == new)
        #expect(try await disk.directory().undo() == .nothingLeft)
        try await profile.logOut()
        #expect(try await profile.read() == nil)
        #expect(try await disk.directory().undo() == .undone(kept: []))
        #expect(try disk.contents() == new)
    }

    @Test func `the session of a registry is a profile too`() async throws {
        let directory = RegistryDisk().directory()
        try await directory.registry.register(Self.ann)
        #expect(try await directory.profile.read() == nil)
        #expect(try await directory.profile.logIn("ann@x.example", password: "logMeInn123").hasPassword)
        try await directory.profile.change(to: PersonalValues(lastName: "Low"))
        #expect(try await directory.profile.read()?.lastName == "Low")
        #expect(try await directory.undo() == .undone(kept: []))
        #expect(try await directory.registry.account(withEmail: "ann@x.example")?.lastName == "Lee")
        try await directory.profile.logOut()
        #expect(try await directory.profile.read() == nil)
    }

    @Test func `a history says who changed which accounts, and any change can be undone`() async throws {
        let other = disk.directory()
        let directory = disk.directory(actor: "web")
        try await directory.registry.register(Self.ann)
        try await other.registry.register(
            PersonalValues(email: "bob@x.example", firstName: "Bob", lastName: "Roe"))
        try await directory.registry.lock("ann@x.example")
        try await directory.registry.change("ann@x.example", to: PersonalValues(lastName: "Low"))

        #expect(try await directory.undo(change: 3) == .undone(kept: []))
        #expect(try await directory.undo(change: 3) == .undoneAlready)
        #expect(try await directory.undo(change: 9) == .unknown)
        #expect(try await directory.registry.account(withEmail: "ann@x.example")?.isLocked == false)
        let changes = try await other.history()
        #expect(
            changes.map(\.number) == [5, 4, 3, 2, 1] && changes.map(\.undoes) == [3, nil, nil, nil, nil])
        #expect(changes.map(\.actor) == ["web", "web", "web", "library", "web"])
        #expect(changes.map(\.isInEffect) == [true, true, false, true, true])
        #expect(changes[0].secondsSince1970 == 1_784_116_800 && !changes[0].unixUser.isEmpty)
        #expect(changes.map { $0.accounts.joined() }.suffix(2) == ["bob@x.example", "ann@x.example"])
        #expect(try await directory.history(limit: 2) == Array(changes.prefix(2)))
        #expect(try await directory.history(limit: 0).isEmpty)
        // An undoing of an undoing.
        #expect(try await directory.undo(change: 5) == .undone(kept: []))
        #expect(try await directory.registry.account(withEmail: "ann@x.example")?.isLocked == true)
    }

    // MARK: The registry

    @Test func `an account is registered, found and verified`() async throws {
        let registry = RegistryDisk().directory().registry
        let ann = try await registry.register(Self.ann)
        #expect(ann.email == "ann@x.example" && ann.hasPassword && !ann.isLocked && ann.missing.isEmpty)
        #expect(ann.registered == CalendarDate(year: 2026, month: 7, day: 15) && ann.canLogIn)
        #expect(try await registry.account(withEmail: "ANN@x.example")?.firstName == "Ann")
        #expect(try await registry.account(withEmail: "bob@x.example") == nil)
        #expect(try await registry.verify("Ann@x.example", password: "logMeInn123"))
        #expect(try await !registry.verify("ann@x.example", password: "logMeInn124"))
        #expect(try await !registry.verify("bob@x.example", password: "logMeInn123"))
    }

    @Test func `an account is changed, locked and removed`() async throws {
        let registry = disk.directory().registry
        try await registry.register(Self.ann)
        #expect(
            try await registry.change("ann@x.example", to: PersonalValues(phone: "9161234567")).phone != nil)
        try await registry.setPassword(of: "ann@x.example", to: "another12pass")
        #expect(try await registry.verify("ann@x.example", password: "another12pass"))
        #expect(try await registry.lock("ann@x.example"))
        #expect(try await !registry.lock("ann@x.example"))
        #expect(try await registry.account(withEmail: "ann@x.example")?.isLocked == true)
        #expect(try await !registry.verify("ann@x.example", password: "another12pass"))
        #expect(try await registry.unlock("ann@x.example"))
        #expect(try await registry.verify("ann@x.example", password: "another12pass"))
        try await registry.remove("ann@x.example")
        #expect(disk.documents()["accounts/ann@x.example.json"] == nil)
    }

    @Test func `a mistake of an import has its line and field, and what is meant can be said`() async throws {
        let registry = RegistryDisk().directory().registry
        let text = Array("email,firstName,password\na@x.example,A,abcdefabcdefabcdefabcdefabcdefa1\n".utf8)
        let error = await #expect(throws: DirectoryError.self) {
            try await registry.importAccounts(text, as: .csv, mayLackFields: true)
        }
        #expect(error?.messages == ["line 2: password looks like a hash, not like a password"])
        guard case .invalidImport(let mistakes) = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(mistakes.map(\.line) == [2] && mistakes.map(\.field) == [.password])
        let result = try await registry.importAccounts(
            text, as: .csv, mayLackFields: true, takesPlainPasswords: true)
        #expect((result.created, result.updated, result.unchanged) == (1, 0, 0))
        #expect(try await registry.verify("a@x.example", password: "abcdefabcdefabcdefabcdefabcdefa1"))
        #expect(try await registry.account(withEmail: "a@x.example")?.missing == [.lastName])
    }

    @Test func `a bad file keeps no other account back, and is reported`() async throws {
        for name in ["ann", "bob", "eve"] { disk.put("\(name)@x.example", "Ann") }
        disk.put("bob@x.example", text: "{\"email\": 1}")
        var emails: [String] = []
        let error = await #expect(throws: DirectoryError.self) {
            for try await account in disk.directory().registry.accounts() { emails.append(account.email) }
        }
        #expect(emails == ["ann@x.example", "eve@x.example"])
        disk.files.put(
            RegistryDisk.path("accounts/eve@x.example.json"), #"{"email":"eve@x.example"}"#, mode: 0o400)
        let csv = "email,firstName,lastName\nann@x.example,Al,L\nbob@x.example,B,L\neve@x.example,E,L\n"
        let summary = try await disk.directory().registry.importAccounts(
            Array(csv.utf8), as: .csv, existing: .updated, mayLackFields: true)
        #expect(summary.updated == 1 && summary.notAccepted.map(\.line) == [3, 4])
        guard case .invalidFiles(let mistakes) = error?.reason, let mistake = mistakes.first else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(mistake.path == RegistryDisk.path("accounts/bob@x.example.json"))
        #expect((mistake.line, mistake.column) == (1, 11))
        #expect(error?.description.hasPrefix("\(mistake.path ?? ""):1:11: \(mistake.message)") == true)
    }

    @Test func `a form sets what people may say about themselves and nothing else`() async throws {
        let registry = RegistryDisk().directory().registry
        let form = [
            "email": "ann@x.example", "firstName": "Ann", "lastName": "Lee", "expires": "2099-01-01",
            "passwordHash": RegistryDisk.weakHash, "registered": "2000-01-01T00:00:00Z", "mustChange": "true",
        ]
        let ann = try await registry.register(PersonalValues(form: form))
        #expect(ann.expires == nil && !ann.hasPassword && !ann.mustChange && !ann.canLogIn)
        #expect(ann.registered == CalendarDate(year: 2026, month: 7, day: 15))
    }

    @Test func `an administrator gives an account a hash, an end and a lock`() async throws {
        let registry = RegistryDisk().directory().registry
        var ann = Self.ann
        let values = AdministrativeValues(expires: "31.12.2026", passwordHash: RegistryDisk.weakHash)
        let both = await #expect(throws: DirectoryError.self) {
            try await registry.register(ann, with: values)
        }
        #expect(both?.reason == .unusableArgument)
        ann[.password] = nil
        let made = try await registry.register(ann, with: values)
        #expect(made.expires == CalendarDate(year: 2026, month: 12, day: 31) && made.canLogIn)
        #expect(try await registry.verify("ann@x.example", password: "password1"))
        let locked = try await registry.change(
            "ann@x.example", to: AdministrativeValues(expires: "", isLocked: true, mustChange: true))
        #expect(locked.expires == nil && locked.isLocked && locked.mustChange && locked.hasPassword)
        #expect(try await registry.authenticate(.firstName("ann"), password: "password1") == nil)
        let open = try await registry.change("ann@x.example", to: AdministrativeValues(isLocked: false))
        #expect(open.canLogIn && open.mustChange)
        let bad = await #expect(throws: DirectoryError.self) {
            try await registry.change("ann@x.example", to: AdministrativeValues(passwordHash: "word"))
        }
        guard case .brokenRules(let violations) = bad?.reason else {
            Issue.record("\(String(describing: bad))")
            return
        }
        #expect(violations.map(\.field) == [.passwordHash])
    }

    @Test func `a login returns the account, found by the field that the rules name`() async throws {
        let registry = disk.directory().registry
        disk.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
        disk.put("bob@x.example", "Bob", hash: "!" + RegistryDisk.weakHash)
        #expect(
            try await registry.authenticate(.firstName("ANN"), password: "password1")?.email
                == "ann@x.example")
        for (name, password) in [
            (AccountRegistry.LoginName.email("ann@x.example"), "password1"),
            (.firstName("Ann"), "password2"), (.firstName("Bob"), "password1"),
            (.firstName("Eve"), "password1"),
        ] {
            #expect(try await registry.authenticate(name, password: password) == nil)
        }
        disk.put("ann2@x.example", "Ann", hash: RegistryDisk.weakHash)
        #expect(try await registry.authenticate(.firstName("Ann"), password: "password1") == nil)
    }

    @Test func `filters select accounts to read and to export`() async throws {
        let registry = disk.directory().registry
        disk.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
        disk.put("bob@x.example", "Bob", hash: "!" + RegistryDisk.weakHash)
        disk.put("eve@x.example", text: #"{"email": "eve@x.example", "firstName": "Eve", "team": "board"}"#)
        disk.put(
            "old@x.example",
            text: #"{"email":"old@x.example","firstName":"Old","lastName":"Doe","expires":"2026-07-14"}"#)
        disk.put(
            "soon@x.example",
            text: #"{"email":"soon@x.example","firstName":"Soon","lastName":"Doe","expires":"2026-07-29"}"#)
        func found(_ filter: AccountFilter, _ other: AccountFilter = AccountFilter.matching("")) async throws
            -> [String]
        {
            var names: [String] = []
            for try await account in registry.accounts(where: [filter, other]) {
                names.append(account.firstName ?? "")
            }
            return names
        }
        #expect(try await found(.locked) == ["Bob"])
        #expect(try await found(.expired) == ["Old"])
        #expect(try await found(.expiring(within: 13)) == ["Old"])
        #expect(try await found(.expiring(within: 14)) == ["Old", "Soon"])
        #expect(try await found(.withoutPassword) == ["Eve", "Old", "Soon"])
        #expect(try await found(.withoutPassword, .incomplete) == ["Eve"])
        #expect(try await found(.matching("bob")) == ["Bob"])
        #expect(try await found(.holding("board", under: "team")) == ["Eve"])
        let export = try await registry.export(.csv, where: [.locked])
        #expect(String(decoding: export.bytes, as: UTF8.self).split(whereSeparator: \.isNewline).count == 2)
    }

    @Test func `fixtures of tests are values like any others`() throws {
        let ann = Account(email: "ann@x.example", firstName: "Ann", isLocked: true)
        #expect(ann.email == "ann@x.example" && !ann.canLogIn && ann.hasPassword)
        let short = Violation(
            field: .password, ruleName: "length", arguments: [6],
            message: "password must have at least 6 characters", shortMessage: "needs at least 6 characters")
        let found = Rules(.albums).violations(of: "aB1", as: .password)
        #expect(found == [short] && Set(found) == [short] && found[0].shortMessage == short.shortMessage)
        #expect(short != Rules(.profile).violations(of: "aB1", as: .password)[0])
    }

    @Test func `violations and accounts are encoded for other programs`() throws {
        let rules = Rules(.albums, now: LibraryClock.now())
        let broken = rules.violations(in: PersonalValues(email: "ann", birthday: "2020-01-01", phone: "123"))
        #expect(broken.contains { $0.hint != nil } && broken.contains { !$0.arguments.isEmpty })
        let read = try JSONDecoder().decode([Violation].self, from: try JSONEncoder().encode(broken))
        #expect(read == broken && Set(read) == Set(broken))
        #expect(
            read.map(\.shortMessage) == broken.map(\.shortMessage) && read.map(\.hint) == broken.map(\.hint))
        #expect(read[0].ruleName == broken[0].ruleName && "\(read)".contains("2020") == false)
        let ann = Account(
            email: "ann@x.example", birthday: CalendarDate(year: 1990, month: 5, day: 31),
            missing: [.lastName])
        #expect(try JSONDecoder().decode(Account.self, from: try JSONEncoder().encode(ann)) == ann)
        let list = rules.checklist(for: .password, in: PersonalValues(password: "abc1"))
        #expect(try JSONDecoder().decode([RuleCheck].self, from: try JSONEncoder().encode(list)) == list)
    }

    @Test func `what is missing is decoded as an initialiser takes it`() throws {
        func decoded<Value: Decodable>(_ text: String) throws -> Value {
            try JSONDecoder().decode(Value.self, from: Data(text.utf8))
        }
        #expect(try decoded(#"{"email": "ann@x.example"}"#) == Account(email: "ann@x.example"))
        #expect(
            try decoded(#"{"email": "ann@x.example", "firstName": "Ann", "expires": "2099-01-01"}"#)
                == PersonalValues(email: "ann@x.example", firstName: "Ann"))
        #expect(try decoded("{}") == AdministrativeValues())
        #expect(
            try decoded(
                #"{"expires": "+1y", "isLocked": true, "passwordHash": "$2y$", "custom": {"team": ["a"]}}"#)
                == AdministrativeValues(
                    expires: "+1y", isLocked: true, passwordHash: "$2y$", custom: ["team": ["a"]]))
        #expect(
            try decoded(#"{"field": "email", "ruleName": "at", "message": "email must have an @"}"#)
                == Violation(field: .email, ruleName: "at", message: "email must have an @"))
    }

    // MARK: Exchange

    @Test func `a server's format leaves out accounts without a hash`() async throws {
        disk.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
        disk.put("bob@x.example", "Bob")
        let export = try await disk.directory().registry.export(.htpasswd)
        #expect(String(decoding: export.bytes, as: UTF8.self) == "ann@x.example:\(RegistryDisk.weakHash)\n")
        #expect(export.leftOut == ["bob@x.example"])
    }

    @Test func `an export locks whoever may not log in here for lack of a login name`() async throws {
        disk.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
        let directory = disk.directory()
        disk.files.put(
            RegistryDisk.path("policy.json"),
            #"{"policy":"service","loginKey":"user","hash":"bcrypt","hashCost":4}"#)
        let export = try await directory.registry.export(.passwdFile)
        #expect(!String(decoding: export.bytes, as: UTF8.self).contains(":" + RegistryDisk.weakHash))
    }

    // MARK: The real disk

    @Test func `a path alone opens a directory`() async throws {
        let home = try TemporaryHome()
        let directory = AccountDirectory(home.documents)
        #expect(directory.path == home.documents)
        try await directory.profile.logIn("ann@mail.example", password: "12345")
        #expect(try await directory.profile.read()?.hasPassword == true)
        #expect(try await directory.rules().policyName == .profile)
    }
}
