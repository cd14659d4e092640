@testable import RegappCore
import Testing

@Suite struct GeneratedPasswordTests {
    static let keys = [
        #""policy":"albums""#, #""policy":"authorisation""#, #""policy":"profile""#, #""policy":"service""#,
        #""policy":"albums","passwordLength":40"#,
        #""policy":"albums","passwordDigits":20,"passwordLetters":30"#,
        #""policy":"authorisation","passwordRequires":["uppercase"],"passwordLetters":1,"passwordDigits":0"#,
    ]

    @Test(arguments: keys)
    func `it passes the rules, has at least 14 characters and is another each time`(keys: String) throws {
        let policy = try PolicyFile(parsing: Array("{\(keys)}".utf8), path: "policy.json").policy
        let passwords = (0..<50).map { _ in policy.generatedPassword() }
        for password in passwords {
            let draft = Draft(policy, today: RegistryDisk.today, over: [.password: password])
            #expect(PasswordRule.broken(by: password, in: draft).isEmpty, "\(password)")
            #expect(password.count >= 14 && password.allSatisfy { !"0Oo1lI".contains($0) }, "\(password)")
        }
        #expect(Set(passwords).count == 50)
    }

    @Test func `several accounts get a password each as one change, one undo brings the old back`() throws {
        let disk = RegistryDisk()
        let emails = (1...40).map { "a\($0)@x.example" }
        for email in emails { disk.put(email, "Ann", hash: RegistryDisk.weakHash) }
        _ = try disk.registry().commit([.lock], of: ["a1@x.example"])
        let before = disk.documents()
        let generated = try disk.registry().generatePasswords(for: emails + ["A2@x.example"])
        #expect(generated.letters.map(\.email) == emails)
        #expect(disk.documents() == before, "nothing is set yet")
        _ = try disk.registry().set(generated)
        for password in generated.letters {
            let hash = try disk.registry().account(of: password.email)?.storedHash
            #expect(try hash?.hash?.matches(password.password) == true, "\(password.email)")
            #expect(hash?.isLocked == (password.email == "a1@x.example"))
        }
        #expect(try disk.registry().directory.cancel()?.count == 40)
        #expect(disk.documents() == before)
    }

    @Test func `a change between the two is not lost`() throws {
        let disk = RegistryDisk()
        disk.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
        let generated = try disk.registry().generatePasswords(for: ["ann@x.example"])
        _ = try disk.registry().adminEdit([.lastName: "Roe"], of: "ann@x.example")
        _ = try disk.registry().set(generated)
        let account = try #require(try disk.registry().account(of: "ann@x.example"))
        #expect(account.value(.lastName) == "Roe")
        #expect(try account.storedHash?.hash?.matches(generated.letters[0].password) == true)
    }

    @Test func `an account that no longer satisfies the condition when it is changed is unknown`() throws {
        let disk = RegistryDisk()
        disk.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
        let registry = try disk.registry()
        let condition = try #require(AccountCondition("firstName", "Ann", under: registry.directory.policy))
        let filter = AccountFilter(conditions: [condition])
        let generated = try registry.generatePasswords(for: ["ann@x.example"], where: filter)
        #expect(throws: AccountsError.noAccount("ann@x.example")) {
            try registry.commit(of: ["ann@x.example"], where: filter) { _, _ in
                // Another administrator is faster.
                _ = try registry.adminEdit([.firstName: "Joan"], of: "ann@x.example")
                return [.lock]
            }
        }
        #expect(throws: AccountsError.noAccount("ann@x.example")) {
            try registry.set(generated)
        }
        #expect(try registry.account(of: "ann@x.example")?.storedHash?.text == RegistryDisk.weakHash)
    }
}
