import RegappJSON
import RegappTestSupport
import RegappStore
import Testing

@testable import RegappCore

/// Who could no longer log in under other rules, and the choice of a policy.
@Suite struct PolicyChangeTests {
    private static let policies = [
        #"{"policy":"authorisation","hash":"bcrypt","hashCost":4}"#,
        #"{"policy":"authorisation","hash":"bcrypt","hashCost":4,"passwordDigits":3,"loginKey":"email"}"#,
        #"{"policy":"authorisation","hash":"bcrypt","hashCost":4,"required":["password"]}"#,
        #"{"policy":"authorisation","hash":"bcrypt","hashCost":4,"nameAlphabet":"english"}"#,
        #"{"policy":"albums","hash":"bcrypt","hashCost":4}"#,
        #"{"policy":"albums","hash":"bcrypt","hashCost":4,"required":[],"loginKey":"firstName"}"#,
        #"{"policy":"profile"}"#,
    ]

    /// Accounts of every kind that a login distinguishes, by their emails.
    private static let accounts = [
        "adult@x.example": hashed(#","birthday":"1990-05-31""#),
        "child@x.example": hashed(#","birthday":"2020-05-31""#),
        "expired@x.example": hashed(#","expires":"2026-01-01""#),
        "hashed@x.example": hashed(),
        "locked@x.example": #","firstName":"Ann","passwordHash":"!\#(RegistryDisk.weakHash)""#,
        "nameless@x.example": #","passwordHash":"\#(RegistryDisk.weakHash)""#,
        "new@x.example": #","firstName":"Bob""#,
        "plain@x.example": #","firstName":"Ann","password":"Password1""#,
        "russian@x.example": #","firstName":"Анна","passwordHash":"\#(RegistryDisk.weakHash)""#,
    ]

    private static func hashed(_ more: String = "") -> String {
        #","firstName":"Ann","passwordHash":"\#(RegistryDisk.weakHash)""# + more
    }

    /// What people log in by under some rules; nil if they keep no registry.
    private static func loginKey(_ policy: String) -> Policy.LoginKey? {
        PolicyFile.policy(of: Array(policy.utf8)).flatMap { $0.isRegistry ? $0.loginKey : nil }
    }

    private func disk(_ policy: String) -> RegistryDisk {
        let disk = RegistryDisk()
        disk.files.put(RegistryDisk.path("policy.json"), policy)
        for (email, rest) in Self.accounts { disk.put(email, text: #"{"email":"\#(email)"\#(rest)}"#) }
        disk.put("misnamed@x.example", text: #"{"email":"other@x.example"\#(Self.hashed())}"#)
        disk.put("broken@x.example", text: "{")
        return disk
    }

    private func change(_ disk: RegistryDisk, to policy: String) throws -> ProposedPolicy {
        try ProposedPolicy(
            to: Array(policy.utf8), at: "new.json", in: disk.store(),
            now: try #require(RegistryDisk.now))
    }

    /// The accounts that a login admits under some rules: with the password, or with a first one.
    private func admitted(_ policy: String) throws -> Set<String> {
        guard let registry = try? disk(policy).registry() else { return [] }
        return Set(
            Self.accounts.keys.filter { email in
                ["password1", "Password1", "Password123"].contains { password in
                    let credentials = Credentials(email: email, firstName: nil, password: password)
                    return (try? registry.attempt(credentials)) != nil
                }
            })
    }

    @Test func `accounts are counted that a login admits now and would refuse then`() throws {
        var admitted: [String: Set<String>] = [:]
        for policy in Self.policies { admitted[policy] = try self.admitted(policy) }
        #expect(Set(admitted.values.map(\.count)).count > 3, "the rules differ in which accounts they admit")
        for before in Self.policies {
            let disk = disk(before)
            for after in Self.policies {
                let survey = try change(disk, to: after).survey()
                let expected = admitted[before, default: []].subtracting(admitted[after, default: []])
                #expect(survey.firstShutOut == expected.sorted(), "\(before) → \(after)")
                #expect(survey.shutOut == expected.count && survey.files == 11)
                let (old, new) = (Self.loginKey(before), Self.loginKey(after))
                let both = admitted[before, default: []].intersection(admitted[after, default: []])
                #expect(survey.rekeyed == (old != nil && new != nil && old != new ? both.count : 0))
                #expect(survey.newKey == (survey.rekeyed > 0 ? new : nil))
            }
        }
    }

    @Test func `rules in force that cannot be accepted let no account in, and so shut none out`() throws {
        let disk = disk("{")
        let change = try change(disk, to: #"{"policy":"profile"}"#)
        #expect(try !change.mayHarm && change.survey().shutOut == 0)
    }

    @Test func `the first ten are named in the order of the files, whatever part they are found in`() throws {
        let disk = RegistryDisk()
        let emails = (10..<40).map { "u\($0)@x.example" }
        for email in emails { disk.put(email, "Ann", hash: RegistryDisk.weakHash) }
        let survey = try change(disk, to: #"{"policy":"profile"}"#).survey()
        #expect(survey.shutOut == 30 && survey.firstShutOut == Array(emails.prefix(10)))
        var sum = PolicyImpact()
        let registry = try disk.registry()
        for part in [emails[..<7], emails[7..<20], emails[20...]] {
            let files: [RegistryWalk.File] = part.map { email in
                let text = RegistryDisk.account(email, "Ann", hash: RegistryDisk.weakHash)
                return .init(name: "\(email).json", contents: .success(Array(text.utf8)))
            }
            sum.add(
                files.reduce(into: PolicyImpact()) { impact, file in
                    impact.count(file, nil, formerly: file, registry, countsUnacceptable: false)
                })
        }
        #expect(sum == survey)
    }

    @Test func `a choice is not saved over rules that were later changed`() throws {
        for kind in [Rules.PolicyName.albums, .authorisation] {
            let disk = RegistryDisk()
            let choice = try PolicySwitch(kind, in: disk.store(), now: try #require(RegistryDisk.now))
            disk.files.put(RegistryDisk.path("policy.json"), #"{"policy":"profile"}"#)
            #expect(
                throws: AccountsError.store(.changedMeanwhile(path: RegistryDisk.path("policy.json")))
            ) { try choice.save() }
            #expect(disk.documents() == ["policy.json": #"{"policy":"profile"}"#])
        }
    }

    // MARK: The text

    @Test(arguments: [
        "{\n  \"policy\": \"albums\"\n}\n", #"{ "policy":"authorisation" , "minimumAge":16}"#,
        #"{"hash":"bcrypt","policy":"albums"}"#, #"{"policy":"profile","passwordLength":7}"#,
    ])
    func `the whole text has every key that a file can have, and means the same`(text: String) throws {
        let bytes = Array(text.utf8)
        let whole = PolicyFile.wholeText(of: bytes)
        let rules = try PolicyFile(parsing: bytes, path: "policy.json")
        let said = try PolicyFile(parsing: whole, path: "policy.json")
        #expect(said.policy == rules.policy)
        for key in PolicyKey.allCases {
            let isSaid = said.document?.root[key.rawValue] != nil
            let unsaid: [PolicyKey] = said.policy.isRegistry ? [] : [.loginKey, .log, .hash, .hashCost]
            // A length of 0 is that of rules without one, which no file can state.
            let cannotBeSaid = said.policy.with([key: said.policy.value(of: key)]).problems != []
            #expect(cannotBeSaid == (said.policy.value(of: key) == .integer(0) && key == .passwordLength))
            #expect(isSaid == !(cannotBeSaid || unsaid.contains(key)), "\(key)")
        }
        #expect(PolicyFile.wholeText(of: whole) == whole)
    }

    @Test func `a text that a new file would have gets its keys as a new file has them`() throws {
        let text = Array("{\n  \"policy\": \"albums\"\n}\n".utf8)
        let whole = String(decoding: PolicyFile.wholeText(of: text), as: UTF8.self)
        #expect(whole.hasPrefix("{\n  \"policy\": \"albums\",\n  \"passwordLength\": 6,\n"), "\(whole)")
        #expect(whole.contains("\n  \"passwordRequires\": [\n    \"digit\",\n    \"lowercase\",\n"))
        #expect(whole.hasSuffix("\n  \"hashCost\": 6\n}\n"))
    }
}
