import RegappTestSupport
import RegappStore
import RegappCore
import Testing

@Suite struct RegistryLockTests {
    private let disk = RegistryDisk()

    private func hash(of email: String) throws -> StoredHash? {
        try disk.registry().account(of: email)?.storedHash
    }

    @Test func `locking puts a mark before the hash, and unlocking removes it`() throws {
        disk.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
        #expect(try disk.registry().lock("ann@x.example"))
        #expect(try !disk.registry().lock("ann@x.example"))
        #expect(try hash(of: "ann@x.example")?.text == "!" + RegistryDisk.weakHash)
        #expect(try disk.registry().unlock("ANN@x.example"))
        #expect(try !disk.registry().unlock("ann@x.example"))
        #expect(try hash(of: "ann@x.example")?.text == RegistryDisk.weakHash)
    }

    @Test func `a lock without a hash stays, and unlocking keeps a password written by hand`() throws {
        disk.put("bob@x.example", "Bob")
        #expect(try disk.registry().lock("bob@x.example"))
        #expect(try hash(of: "bob@x.example")?.text == "!")
        #expect(throws: AccountsError.nothingToUnlock(email: "bob@x.example")) {
            try disk.registry().unlock("bob@x.example")
        }
        let text =
            #"{"email":"eve@x.example","firstName":"Eve","lastName":"Roe","password":"password1","#
            + #""passwordHash":"!"}"#
        disk.files.put(RegistryDisk.path("accounts/eve@x.example.json"), text)
        #expect(try disk.registry().unlock("eve@x.example"))
        let account = try disk.registry().account(of: "eve@x.example")
        #expect(account?.value(.password) == "password1" && account?.storedHash == nil)
        #expect(try disk.registry().lock("eve@x.example"))
        #expect(try hash(of: "eve@x.example")?.hash?.matches("password1") == true)
        #expect(throws: AccountsError.noAccount("zoe@x.example")) {
            try disk.registry().lock("zoe@x.example")
        }
    }

    @Test func `a lone mark beside an empty password is a lone mark`() throws {
        let text = #"{"email":"eve@x.example","firstName":"Eve","password":"","passwordHash":"!"}"#
        disk.files.put(RegistryDisk.path("accounts/eve@x.example.json"), text)
        // Anybody could set the missing password by a first login.
        #expect(throws: AccountsError.nothingToUnlock(email: "eve@x.example")) {
            try disk.registry().unlock("eve@x.example")
        }
    }

    private static let broken =
        #"{"email":"ann@x.example","birthday":"1990-13-31","passwordHash":"\#(RegistryDisk.weakHash)"}"#

    @Test(arguments: [
        broken, broken.replacing("$6$", with: "$1$"),
        #"{"email":"ann@x.example","phone":5,"passwordHash":null}"#,
        #"{"email":"ann@x.example","lastName":[],"password":7}"#,
        #"{"email":"ann@x.example","firstName":"1","password":"short"}"#,
    ])
    func `an account that breaks a rule is locked and unlocked as any other`(text: String) throws {
        disk.files.put(RegistryDisk.path("accounts/ann@x.example.json"), text)
        let file = {
            String(
                decoding: disk.files.contents(RegistryDisk.path("accounts/ann@x.example.json")) ?? [],
                as: UTF8.self)
        }
        #expect(throws: AccountsError.self) { try disk.registry().account(of: "ann@x.example") }
        let wouldLock = {
            try !disk.registry().commit([.lock], of: ["ann@x.example"], isDryRun: true).changed.isEmpty
        }
        #expect(try wouldLock() && disk.registry().lock("ann@x.example"))
        #expect(try !wouldLock() && !disk.registry().lock("ann@x.example"))
        #expect(
            file().contains(#""passwordHash":"!"#) || file().contains(#""passwordHash": "!"#), "\(file())")
        guard text.contains("$") || text.contains("password\":") else { return }
        #expect(try disk.registry().unlock("ann@x.example"))
        #expect(file() == text)
    }

    @Test func `a file that is no JSON, or holds another email, is not locked`() throws {
        let path = RegistryDisk.path("accounts/ann@x.example.json")
        for text in ["{", "[]", #"{"email":"ann@x.example","phone":"1","phone":"2"}"#, #"{"email":5}"#] {
            disk.files.put(path, text)
            let error = #expect(throws: AccountsError.self) { try disk.registry().lock("ann@x.example") }
            guard case .invalidFile? = error else { Issue.record("\(text): \(error as Any)"); continue }
            #expect(disk.files.contents(path) == Array(text.utf8))
        }
        disk.files.put(path, #"{"email":"bob@x.example","phone":5}"#)
        #expect(throws: AccountsError.noAccount("ann@x.example")) {
            try disk.registry().lock("ann@x.example")
        }
    }

    @Test func `the path of an account is where its file is, whatever that holds`() throws {
        disk.files.put(RegistryDisk.path("accounts/ann@x.example.json"), "{")
        let path = RegistryDisk.path("accounts/ann@x.example.json")
        #expect(try disk.store().accountPath(of: "Ann@x.example") == path)
        #expect(try disk.store().accountPath(of: "bob@x.example") == nil)
        #expect(try disk.store().accountPath(of: "") == nil)
    }

    @Test func `an email is free until its account is there`() throws {
        try disk.registry().requireFree("ann@x.example")
        disk.put("ann@x.example", "Ann")
        #expect(throws: AccountsError.accountExists) { try disk.registry().requireFree("Ann@x.example") }
        disk.files.put(RegistryDisk.path("accounts/ann@x.example.json"), "{")
        #expect(throws: AccountsError.fileInTheWay) { try disk.registry().requireFree("ann@x.example") }
    }
}

@Suite struct DryRunCancelTests {
    @Test func `what a cancel would do is reported, and nothing is done`() throws {
        let disk = ProfileDisk.holding(ProfileDisk.ann)
        #expect(try disk.profile().directory.lastChange()?.differences == nil)
        _ = try disk.profile().edit([.firstName: "Ann"])
        let before = disk.files.tree()
        let change = try #require(FieldChange(.field(.firstName), old: "Ann", new: ""))
        #expect(try disk.profile().directory.lastChange()?.differences == [.profile(.fields([change]))])
        #expect(disk.files.tree() == before)
        disk.files.put(
            ProfileDisk.profilePath, #"{"email":"bob@host.example","password":"secret","firstName":"B"}"#)
        let since = AccountsError.changedSince(path: ProfileDisk.profilePath, keys: ["firstName"], by: .hand)
        #expect(throws: since) { try disk.profile().directory.lastChange()?.differences }
        disk.files.put(ProfileDisk.profilePath, ProfileDisk.ann)
        #expect(throws: AccountsError.takenBack(1, before: nil)) {
            try disk.profile().directory.lastChange()?.differences
        }
    }

    @Test func `an account that comes back is named by its email`() throws {
        let disk = ProfileDisk.holding(ProfileDisk.ann)
        try disk.profile().directory.logout()
        let back = [DocumentDifference.profile(.added(email: "ann@mail.example"))]
        #expect(try disk.profile().directory.lastChange()?.differences == back)
        #expect(try disk.profile().directory.cancel() == back)
    }

    @Test func `a profile holds its own email and password, and no others`() throws {
        let disk = ProfileDisk.holding(ProfileDisk.ann)
        for (email, password, isHeld) in [
            ("Ann@mail.example", "12345", true), ("ann@mail.example", "123456", false),
            ("bob@mail.example", "12345", false),
        ] {
            let values: AccountRecord = [.email: email, .password: password]
            #expect(disk.profile().holds(values) == isHeld)
        }
        #expect(!disk.profile().holds([:]))
        #expect(!ProfileDisk().profile().holds([:]))
    }
}
