import RegappCore
import Testing

/// Directories in memory, for the tests of other programs.
@Suite struct AccountDirectoryTests {
    @Test func `a profile in memory works as one on the disk`() async throws {
        let directory = AccountDirectory.inMemory(rules: Rules(.profile), clock: LibraryClock.now)
        #expect(try await directory.rules().policyName == .profile)
        try await directory.profile.logIn("ann@mail.example", password: "12345")
        #expect(try await directory.profile.change(to: PersonalValues(firstName: "Ann")).firstName == "Ann")
        #expect(try await directory.undo() == .undone(kept: []))
        #expect(try await directory.profile.read()?.firstName == nil)
        try await directory.profile.logOut()
        #expect(try await directory.profile.read() == nil)
        #expect(try await AccountDirectory.inMemory().rules().policyName == .service)
    }

    @Test(arguments: [Rules.PolicyName.service, .albums, .authorisation])
    func `a registry in memory works as one on the disk`(system: Rules.PolicyName) async throws {
        let directory = AccountDirectory.inMemory(rules: Rules(system), clock: LibraryClock.now)
        let registry = directory.registry
        let values = PersonalValues(
            email: "ann@x.example", password: "logMeInn123", firstName: "Ann", lastName: "Lee",
            birthday: "1990-05-31", phone: "+7 916 123-45-67")
        let ann = try await registry.register(values)
        #expect(ann.birthday == CalendarDate(year: 1990, month: 5, day: 31) && ann.phone == "+79161234567")
        let isByEmail = try await directory.rules().loginField == .email
        let name: AccountRegistry.LoginName = isByEmail ? .email("ANN@x.example") : .firstName("ann")
        #expect(try await registry.authenticate(name, password: "logMeInn123") == ann)
        #expect(try await registry.authenticate(name, password: "logMeInn124") == nil)
        // Several files change at once.
        try await registry.change("ann@x.example", to: PersonalValues(email: "eve@x.example"))
        #expect(try await registry.account(withEmail: "ann@x.example") == nil)
        #expect(try await directory.undo() == .undone(kept: []))
        let export = try await registry.export(.json)
        let copy = AccountDirectory.inMemory(rules: try await directory.rules()).registry
        #expect(try await copy.importAccounts(export.bytes, as: .json).created == 1)
        #expect(try await copy.verify("ann@x.example", password: "logMeInn123"))
        try await registry.remove("ann@x.example")
        for try await account in registry.accounts() { Issue.record("\(account.email) is left") }
    }

    @Test func `tasks share a directory in memory as processes share a disk`() async throws {
        let registry = AccountDirectory.inMemory(clock: LibraryClock.now).registry
        try await withThrowingTaskGroup { group in
            for number in 0..<20 {
                group.addTask {
                    try await registry.register(
                        PersonalValues(email: "p\(number)@x.example", password: "logMeInn123"))
                }
            }
            try await group.waitForAll()
        }
        var count = 0
        for try await _ in registry.accounts() { count += 1 }
        #expect(count == 20)
    }
}
