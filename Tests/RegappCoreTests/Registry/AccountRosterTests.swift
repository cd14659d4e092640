import RegappTestSupport
import Testing

@testable import RegappCore

/// What is known of a registry as a whole, from the names of its files or by going through them.
@Suite struct AccountRosterTests {
    private let disk = RegistryDisk()
    @Test func `emails are those of the names of files, those of no account left out`() throws {
        for email in ["ann@x.example", "bob@x.example", "anna@x.example"] {
            disk.put(email, "Ann")
        }
        for name in [
            "a%21b@x.example.json", "README", "an.txt", "ann.json", "an%zz.json", "a%6Eb@x.example.json",
            "an%FF.json", "An@x.json",
        ] {
            disk.files.put(RegistryDisk.path("accounts/" + name), "")
        }
        #expect(
            try disk.store().emails(beginningWith: "a") == [
                "a!b@x.example", "ann@x.example", "anna@x.example",
            ])
        #expect(try disk.store().emails(beginningWith: "ANN") == ["ann@x.example", "anna@x.example"])
        #expect(try disk.store().emails(beginningWith: "c").isEmpty)
    }

    @Test func `named accounts are visited in the order of their files, each once`() throws {
        for email in ["ann@x.example", "bob@x.example", "cy@x.example"] { disk.put(email, "Ann") }
        func emails(_ wanted: [String]) throws -> [String] {
            try RegistryWalk(disk.registry(), only: wanted).emails
        }
        #expect(
            try emails(["cy@x.example", "ANN@x.example", "ann@x.example"]) == [
                "ann@x.example", "cy@x.example",
            ])
        #expect(try emails([]).count == 3)
        for unknown in ["dee@x.example", "../policy", ""] {
            #expect(throws: AccountsError.noAccount(unknown)) { try emails(["ann@x.example", unknown]) }
        }
    }

    @Test func `more accounts than are read ahead come in the order of files, other names last`() throws {
        let emails = (1000..<2300).map { "user\($0)@x.example" }
        for email in emails.reversed() { disk.put(email, "Ann") }
        disk.files.put(RegistryDisk.path("accounts/a.json"), RegistryDisk.account("zoe@x.example", "Zoe"))
        let walk = try RegistryWalk(disk.registry())
        #expect(walk.emails == emails + ["zoe@x.example"])
        disk.files.remove(RegistryDisk.path("accounts/user1500@x.example.json"))
        #expect(walk.emails.count == 1300, "it has gone since it was listed")
    }

    @Test func `a survey counts what cannot be used and what lacks something`() throws {
        disk.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
        disk.put("bob@x.example", "Bob")
        disk.put("cy@x.example", "")
        disk.files.put(RegistryDisk.path("accounts/dee@x.example.json"), "{")
        var progress: [Int] = []
        let rules = try ProposedPolicy(from: nil, to: disk.registry().directory)
        let survey = try rules.survey { progress.append($0) }
        #expect(survey.files == 4)
        #expect(survey.rejected == 1)
        #expect(survey.lacking == 1)
        #expect(progress.last == 4)
    }

    @Test func `the demo accounts have no password, also those that had one`() throws {
        disk.put("alex@demo.example", "Alex", hash: RegistryDisk.weakHash)
        let before = disk.documents()
        try PolicySwitch(
            .authorisation, in: disk.store(), now: try #require(RegistryDisk.now),
            forDemo: true
        ).save()
        for demo in AccountRecord.demo {
            let account = try #require(try disk.registry().account(of: demo.text(of: .email)))
            #expect(account.hasNoPassword && account.value(.firstName) == demo[.firstName])
        }
        #expect(try !disk.registry().isEmpty())
        #expect(try disk.registry().directory.cancel()?.count == 3, "it is one change")
        #expect(disk.documents() == before)
    }
}

extension RegistryWalk {
    /// In their order, those of misnamed files too.
    fileprivate var emails: [String] {
        parts { entries in
            entries.compactMap { entry in
                switch entry {
                case .success(let account): account.email
                case .failure(.notAnAccount(_, let email)): email
                case .failure: nil
                }
            }
        }.flatMap(\.self)
    }
}
