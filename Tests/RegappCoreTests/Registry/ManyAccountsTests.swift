import RegappStore
import RegappTestSupport
import Testing

@testable import RegappCore

/// Changes of many accounts as one.
@Suite struct ManyAccountsTests {
    private let disk = RegistryDisk()

    private func text(_ email: String) -> String? {
        disk.files.contents(RegistryDisk.path("accounts/\(email).json")).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    private func put(_ count: Int) -> [String] {
        let emails = (0..<count).map { "u\($0)@x.example" }
        for email in emails { disk.put(email, "Ann", hash: RegistryDisk.weakHash) }
        return emails
    }

    @Test func `values and own keys are set in all accounts, tried before, and undone as one`() throws {
        let emails = put(3)
        let before = emails.map(text)
        var values: AccountRecord = [.lastName: "Lee"]
        values.ownChanges = [OwnValue("team", "board")]
        let tried = try disk.registry().commit([.values(values)], of: emails, isDryRun: true)
        #expect(tried.changed.map(\.email) == emails && emails.map(text) == before)
        #expect(try disk.registry().commit([.values(values)], of: emails) == tried)
        for email in emails { #expect(text(email)?.contains(#""team": "board""#) == true) }
        #expect(try disk.registry().ownKeys() == ["team"])
        #expect(try disk.registry().commit([.values(values)], of: emails).unchanged == emails)
        #expect(try disk.registry().directory.cancel() != nil)
        #expect(emails.map(text) == before)
    }

    @Test func `a list under a key of one's own is not overwritten`() throws {
        disk.put(
            "ann@x.example", text: #"{"email":"ann@x.example","firstName":"A","lastName":"B","team":["a"]}"#)
        #expect(throws: AccountsError.keyHoldsMore("team", email: "ann@x.example")) {
            try disk.registry().commit(
                [.values(AccountRecord(ownChanges: [OwnValue("team", "b")]))], of: ["ann@x.example"])
        }
    }

    @Test(arguments: [("email", false), ("passwrd", false), ("expirse", true), ("team", true)])
    func `a key that no account may have is refused`(key: String, isOwn: Bool) {
        #expect((OwnValue(key, "text").refusal == nil) == isOwn)
    }

    @Test func `hundreds are locked and removed in turns, and brought back`() throws {
        let emails = put(DocumentStore.mostTogether + 4)
        let before = emails.map(text)
        #expect(try disk.registry().commit([.lock], of: emails).changed.count == emails.count)
        for email in emails { #expect(text(email)?.contains("\"!$") == true) }
        #expect(try disk.registry().directory.lastChange()?.differences.count == emails.count)
        // One that was later changed stays as it is.
        disk.put(emails[0], "Eve")
        #expect(try disk.registry().directory.cancel() != nil)
        #expect(
            emails.dropFirst().map(text) == Array(before.dropFirst())
                && text(emails[0])?.contains("Eve") == true)
        _ = try disk.registry().commit([.remove], of: emails)
        #expect(emails.allSatisfy { text($0) == nil })
        #expect(try disk.registry().directory.cancel() != nil)
        #expect(emails.dropFirst().map(text) == Array(before.dropFirst()))
    }

    @Test(arguments: [true, false])
    func `an import locks those that the file lacks, and clears what is empty there`(isDryRun: Bool) throws {
        disk.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
        disk.put(
            "bob@x.example",
            text: #"{"email":"bob@x.example","firstName":"B","lastName":"C","phone":"+79161234567"}"#)
        let before = ["ann@x.example", "bob@x.example"].map(text)
        var options = AccountImport.Options()
        (options.existing, options.isDryRun) = (.updated, isDryRun)
        (options.clearsEmpty, options.locksAbsent) = (true, true)
        var accounts = AccountImport(into: try disk.registry(), options)
        defer { accounts.discard() }
        var reading = ReadingOptions()
        reading.keepsEmpty = true
        var reader = ExchangeFormat.csv.reader(reading)
        let file = "email,firstName,lastName,phone\nbob@x.example,B,C,\n"
        var problems = try accounts.add(reader.read(Array(file.utf8)) + reader.finish())
        problems += try accounts.finish()
        #expect(
            try problems.isEmpty && accounts.lockAbsent(where: AccountFilter()).locked == ["ann@x.example"])
        guard !isDryRun else {
            #expect(["ann@x.example", "bob@x.example"].map(text) == before)
            return
        }
        _ = try accounts.hashPasswords()
        try accounts.commit()
        #expect(
            text("ann@x.example")?.contains("\"!$") == true
                && text("bob@x.example")?.contains("phone") == false)
        #expect(try disk.registry().directory.cancel() != nil)
        #expect(["ann@x.example", "bob@x.example"].map(text) == before)
    }

    @Test func `an account that another process changes last is not counted as locked`() throws {
        for name in ["ann", "bob", "zoe"] {
            disk.put("\(name)@x.example", "Ann", hash: RegistryDisk.weakHash)
        }
        var options = AccountImport.Options()
        (options.existing, options.locksAbsent) = (.updated, true)
        let files = disk.files
        let zoe = RegistryDisk.path("accounts/zoe@x.example.json")
        let registry = try disk.registry { disk in
            // Once it has been compared.
            Interposer(disk, beforeCall: 1) { call in
                if case .rename(_, RegistryDisk.path("history/00000001.doing")) = call { true } else { false }
            } act: {
                files.put(zoe, "{}")
            }
        }
        var accounts = AccountImport(into: registry, options)
        defer { accounts.discard() }
        var reader = ExchangeFormat.csv.reader()
        let file = Array("email,firstName\nbob@x.example,Bob\n".utf8)
        #expect(try accounts.add(reader.read(file) + reader.finish()).isEmpty && accounts.finish().isEmpty)
        #expect(try accounts.lockAbsent(where: AccountFilter()).locked.count == 2)
        try accounts.commit()
        #expect(accounts.result.left == [zoe])
        #expect(accounts.result.locked == 1 && accounts.result.updated == 1)
    }

    @Test func `one rule is set in place, and removed again`() throws {
        let now = try #require(RegistryDisk.now)
        let policy = RegistryDisk.path("policy.json")
        let before = disk.files.contents(policy)
        let longer = try PolicySwitch(.passwordLength, "12", in: disk.store(), now: now)
        let isChange = longer.isChange
        let directory = try longer.save()
        #expect(isChange && directory.policy.passwordLength == 12)
        #expect(throws: AccountsError.self) {
            _ = try PolicySwitch(.passwordLength, "none", in: disk.store(), now: now)
        }
        try PolicySwitch(.passwordLength, nil, in: disk.store(), now: now).save()
        #expect(disk.files.contents(policy) == before)
    }
}
