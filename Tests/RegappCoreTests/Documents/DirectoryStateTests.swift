import RegappTestSupport
import RegappStore
import RegappCore
import Testing

/// The documents directory as one command finds it, and the choice of its rules.
@Suite struct SignInTests {
    private static let policyPath = ProfileDisk.directory + "/policy.json"

    private func state(_ disk: ProfileDisk) throws(AccountsError) -> DirectoryState {
        try DirectoryState(disk.store(), now: ProfileDisk.now)
    }

    private func choose(_ kind: Rules.PolicyName, _ disk: ProfileDisk) throws(AccountsError) -> Policy {
        try PolicySwitch(kind, in: disk.store(), now: ProfileDisk.now).save().policy
    }

    @Test func `an empty directory is a profile's, without a login`() throws {
        let disk = ProfileDisk()
        let state = try state(disk)
        #expect(state.policy == .profile && state.account == nil)
        #expect(disk.files.paths().isEmpty)
    }

    @Test func `a profile is its own login`() throws {
        let state = try state(ProfileDisk.holding(ProfileDisk.ann))
        #expect(state.account?.value(.email) == "ann@mail.example")
        let account = try #require(state.account)
        let saved = try state.directory.edit(account, [.firstName: "Ann"])
        #expect(saved.isChanged && saved.account?.value(.firstName) == "Ann")
    }

    @Test(arguments: ["albums", "authorisation"])
    func `signing in to a registry leaves the profile alone`(policy: String) throws {
        let disk = ProfileDisk.holding(ProfileDisk.ann)
        disk.files.put(Self.policyPath, "{\"policy\":\"\(policy)\"}")
        let state = try state(disk)
        #expect(state.policy.name.rawValue == policy && state.account == nil)
    }

    @Test func `a logout can be undone on screens, whatever the rules are by then`() throws {
        let disk = ProfileDisk.holding(ProfileDisk.ann)
        try disk.profile().directory.logout()
        for rules in [nil, "albums"] {
            if let rules { disk.files.put(Self.policyPath, "{\"policy\":\"\(rules)\"}") }
            let shown = try DirectoryState(shown: disk.store(), now: ProfileDisk.now)
            let isEmptyRegistry = if case .emptyRegistry = shown.user { true } else { false }
            #expect(isEmptyRegistry == (rules != nil))
            #expect(shown.undoOffer == .logOut && !shown.offersPolicies)
        }
    }

    @Test func `choosing a policy writes its file, and in place where there is one`() throws {
        let disk = ProfileDisk.holding(ProfileDisk.ann)
        _ = try disk.profile().edit([.firstName: "Ann"])
        #expect(try choose(.albums, disk) == .albums)
        #expect(disk.files.contents(Self.policyPath) == Array("{\n  \"policy\": \"albums\"\n}\n".utf8))
        #expect(
            try state(disk).directory.cancel() == [
                .rules(from: .albums, to: .profile), .profile(.added(email: "ann@mail.example")),
            ])
        #expect(!disk.files.exists(Self.policyPath))
        disk.files.put(Self.policyPath, "{ \"passwordLength\" : 9,\"policy\":\"albums\" }")
        let policy = try choose(.authorisation, disk)
        #expect(policy.name == .authorisation && policy.passwordLength == 9)
        #expect(
            disk.files.contents(Self.policyPath)
                == Array("{ \"passwordLength\" : 9,\"policy\":\"authorisation\" }".utf8))
    }

    @Test func `a policy file that cannot be accepted, now or then, is not rewritten`() throws {
        let texts = [
            "{", "{\"policy\":\"albums\",\"x\":1}",
            "{\"policy\":\"profile\",\"passwordLetters\":100,\"hash\":\"bcrypt\"}",
        ]
        for text in texts {
            let disk = ProfileDisk()
            disk.files.put(Self.policyPath, text)
            #expect(throws: AccountsError.self) { _ = try choose(.albums, disk) }
            #expect(disk.files.contents(Self.policyPath) == Array(text.utf8))
            #expect(!disk.files.exists(ProfileDisk.directory + "/.lock"), "a refusal creates nothing")
        }
    }

    @Test func `problems come with what to type instead, where that is known`() throws {
        let disk = ProfileDisk()
        disk.files.put(Self.policyPath, "{\"policy\":\"profile\",\"colour\":1}")
        #expect(
            try hints { _ = try AccountStore(disk.store(), now: ProfileDisk.now) }.first??.hasPrefix(
                "its keys are policy, ")
                == true)
        disk.files.put(ProfileDisk.profilePath, #"{"email":"x","password":"12345","birthday":"1.1.90"}"#)
        let found = try hints { _ = try disk.profile().directory.current() }
        #expect(found.last == "write the date as YYYY-MM-DD, such as 1990-12-31" && found.first == .some(nil))
        disk.files.put(ProfileDisk.profilePath, "{")
        #expect(try hints { _ = try disk.profile().directory.current() } == [nil])
    }

    private func hints(_ body: () throws -> Void) throws -> [String?] {
        do {
            try body()
            return []
        } catch AccountsError.invalidFile(let problems) {
            return problems.map(\.hint)
        }
    }
}
