import RegappTestSupport
import RegappCore
import Testing

@Suite struct RulesChangedTests {
    /// The others write no values, or hold those of a file against the rules themselves.
    private static let writesValues = RegistryAction.all.filter {
        !["accounts remove", "accounts import --update", "logout", "cancel of edit --email"]
            .contains($0.testDescription)
    }

    @Test(arguments: writesValues)
    func `nothing is written to a registry whose rules have changed`(action: RegistryAction) throws {
        let disk = try action.disk()
        let registry = try disk.registry()
        let path = RegistryDisk.path("policy.json")
        disk.files.put(path, #"{"policy":"authorisation","hash":"bcrypt","hashCost":4,"passwordLength":30}"#)
        let before = disk.documents()
        #expect(throws: AccountsError.rulesChanged(path: path)) { try action.run(registry) }
        #expect(disk.documents() == before)
    }

    @Test func `a login counts only while the account is as it was checked`() throws {
        let disk = try RegistryAction.all[1].disk()
        let registry = try disk.registry()
        let credentials = Credentials(email: "ann@x.example", firstName: nil, password: "password1")
        let attempt = try registry.attempt(credentials)
        #expect(try registry.complete(attempt) != nil)
        disk.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
        #expect(try registry.complete(attempt) == nil)
    }

    @Test func `a profile is not written under rules that have become others`() throws {
        let disk = ProfileDisk.holding(ProfileDisk.ann)
        let path = ProfileDisk.directory + "/policy.json"
        disk.files.put(path, #"{"policy":"profile","passwordLength":30}"#)
        let changed = AccountsError.rulesChanged(path: path)
        #expect(throws: changed) { _ = try disk.profile().edit([.firstName: "Ann"]) }
        #expect(throws: changed) { _ = try disk.profile().login("bob@host.example", "secret") }
        #expect(try disk.contents() == ProfileDisk.ann)
    }
}
