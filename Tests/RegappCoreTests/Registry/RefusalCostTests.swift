import RegappTestSupport
import RegappStore
import Testing

@testable import RegappCore

/// Every refusal costs at least a hash as the policy makes it, so that no time shows who has an account.
@Suite struct RefusalCostTests {
    /// The settings of the hashes that were computed.
    private final class Computed: Sendable {
        private let settings = Locked<[String]>([])

        func count(_ setting: String) { settings.withLock { $0.append(setting) } }

        var all: [String] { settings.withLock { $0 } }
    }

    private static let decoy = "$2b$05$" + String(repeating: ".", count: 53)
    private static let half = "$2b$04$" + String(repeating: ".", count: 53)
    /// Hashes of other passwords than the one that is tried, as cheap as the policy's, cheaper, dearer and of other kinds.
    private static let asDear = "$2y$05$" + String(repeating: "a", count: 53)
    private static let cheap = "$2b$04$" + String(repeating: "b", count: 53)
    private static let dear = "$2b$06$" + String(repeating: "c", count: 53)
    private static let apr1 =
        "$apr1$" + String(repeating: ".", count: 8) + "$" + String(repeating: ".", count: 22)
    private static let other = RegistryDisk.weakHash

    /// Rows: who is registered under the first name, and which hashes a refusal computes.
    static let cases: [(name: String, stored: [String?], computed: [String])] = [
        ("nobody", [], [decoy]),
        ("the policy's own method and cost", [asDear], [asDear]),
        ("a cheaper hash, which leaves the other half", [cheap], [cheap, half]),
        ("a dearer hash", [dear], [dear]),
        ("a hash of another kind", [other], [other, decoy]),
        ("a hash that libcrypt does not compute", [apr1], [decoy]),
        ("a locked one of those", ["!" + apr1], [decoy]),
        ("a locked account", ["!" + asDear], [asDear]),
        ("a locked account with a cheaper hash", ["!" + cheap], [cheap, half]),
        ("a locked account without a hash", ["!"], [decoy]),
        ("no hash", [nil], [decoy]),
        ("two of one name", [cheap, asDear], [cheap, asDear]),
        ("two of one name, both cheaper", [cheap, other], [cheap, other, decoy]),
        ("five of one name", [cheap, cheap, cheap, cheap, cheap], [decoy]),
    ]

    /// A registry of accounts of the first name Ann, and what it computes. The policy lets no login set a first password.
    private static func registry(_ stored: [String?]) throws -> (Registry, Computed) {
        let disk = RegistryDisk()
        disk.files.put(
            RegistryDisk.path("policy.json"),
            #"{"policy":"authorisation","hash":"bcrypt","hashCost":5,"required":["password"]}"#)
        disk.files.putDirectory(RegistryDisk.path("accounts"))
        for (number, hash) in stored.enumerated() { disk.put("ann\(number)@x.example", "Ann", hash: hash) }
        return try counted(disk)
    }

    @Test(arguments: [(nil, "Ann"), ("ann@x.example", nil)] as [(String?, String?)])
    func `what cannot be read is no wrong password`(email: String?, firstName: String?) throws {
        let disk = RegistryDisk()
        disk.put("ann@x.example", "Ann", hash: Self.other)
        let credentials = Credentials(email: email, firstName: firstName, password: "password1")
        var number = 1
        while true {
            let failing = FaultInjectingFileSystem(disk.files, at: number, .failure(.inputOutput))
            let result = Result { () throws in
                try PasswordCheck(disk.registry { _ in failing }, credentials).attempt()
            }
            if case .failure(AccountsError.noMatch) = result { Issue.record("call \(number)") }
            guard failing.fired else { break }
            number += 1
        }
        #expect(number > 5)
    }

    private static func counted(_ disk: RegistryDisk) throws -> (Registry, Computed) {
        let computed = Computed()
        var directory = try disk.registry().directory
        // No password matches: a computation gives a text that is no hash.
        directory.verifying = { _, setting in
            computed.count(setting)
            return ""
        }
        return (try directory.registry(), computed)
    }

    @Test(arguments: cases.indices)
    func `a login by first name`(index: Int) throws {
        let (name, stored, wanted) = Self.cases[index]
        let (registry, computed) = try Self.registry(stored)
        #expect(throws: AccountsError.self, Comment(rawValue: name)) {
            _ = try registry.attempt(Credentials(email: nil, firstName: "Ann", password: "password2"))
        }
        #expect(computed.all == wanted, Comment(rawValue: name))
    }

    @Test(arguments: cases.indices)
    func `a question by a service, and a login by email`(index: Int) throws {
        let (name, stored, wanted) = Self.cases[index]
        guard stored.count < 2 else { return }
        let email = "ann0@x.example"
        let (registry, computed) = try Self.registry(stored)
        #expect(try registry.judge(email, password: "password2").refusals != [], Comment(rawValue: name))
        #expect(computed.all == wanted, Comment(rawValue: name))
        #expect(throws: AccountsError.self) {
            _ = try registry.attempt(Credentials(email: email, firstName: nil, password: "password2"))
        }
        #expect(computed.all == wanted + wanted, Comment(rawValue: name))
    }

    @Test(arguments: cases.indices)
    func `a password that has two forms costs a hash of each`(index: Int) throws {
        let (name, stored, wanted) = Self.cases[index]
        let (registry, computed) = try Self.registry(stored)
        #expect(throws: AccountsError.self, Comment(rawValue: name)) {
            _ = try registry.attempt(Credentials(email: nil, firstName: "Ann", password: "u\u{308}bung22"))
        }
        #expect(computed.all == wanted.flatMap { [$0, $0] }, Comment(rawValue: name))
    }

    @Test(arguments: [(asDear, [asDear]), (cheap, [cheap, decoy])])
    func `the right password of an account outside a condition`(stored: String, wanted: [String]) throws {
        let disk = RegistryDisk()
        disk.files.put(
            RegistryDisk.path("policy.json"), #"{"policy":"authorisation","hash":"bcrypt","hashCost":5}"#)
        disk.put("ann@x.example", "Ann", hash: stored)
        let computed = Computed()
        var directory = try disk.registry().directory
        directory.verifying = { _, setting in
            computed.count(setting)
            return setting
        }
        let registry = try directory.registry()
        let condition = try #require(AccountCondition("team", "board", under: registry.directory.policy))
        #expect(
            try registry.judge("ann@x.example", password: "password1", where: [condition]).refusals == [
                .notSelected, .unknownKey,
            ])
        #expect(computed.all == wanted)
        #expect(try registry.judge("ann@x.example", password: "password1").refusals.isEmpty)
    }

    @Test(arguments: [
        "{", #"{"email":"ann@x.example","firstName":"Ann","password":"password1"}"#,
        #"{"email":"ann@x.example","firstName":"Ann","password":"password1","passwordHash":"!"}"#,
    ])
    func `a file that cannot be accepted, and a plain password`(text: String) throws {
        let disk = RegistryDisk()
        disk.put("ann@x.example", text: text)
        let (registry, computed) = try Self.counted(disk)
        #expect((try? registry.judge("ann@x.example", password: "password2").refusals.isEmpty) != true)
        #expect(computed.all.count == 1)
        _ = try? registry.attempt(Credentials(email: "ann@x.example", firstName: nil, password: "password2"))
        #expect(computed.all.count == 2 && computed.all.allSatisfy { $0.hasPrefix("$2b$04$..") })
    }

    @Test func `a first password that breaks the rules`() throws {
        let disk = RegistryDisk()
        disk.put("ann@x.example", "Ann")
        let (registry, computed) = try Self.counted(disk)
        #expect(throws: AccountsError.self) {
            _ = try registry.attempt(Credentials(email: "ann@x.example", firstName: nil, password: "x"))
        }
        #expect(computed.all.count == 1)
    }

    @Test func `only a hash of the policy's scheme, and at least of its cost, is dear enough`() throws {
        let end = "$....$" + String(repeating: ".", count: 43)
        func isEnough(_ text: String, _ policy: Policy) throws -> Bool {
            try PasswordHash(text).costsAtLeast(as: policy)
        }
        var policy = Policy.albums
        #expect(policy.hash == .yescrypt && policy.hashCost == 6)
        #expect(try isEnough(PasswordHash.decoy(for: policy).text, policy))
        // As much memory by name, rounded up from less: r is 17 and not 32.
        #expect(try PasswordHash("$y$jAE" + end).cost == 6)
        #expect(try !isEnough("$y$jAE" + end, policy))
        #expect(try isEnough("$y$jBT" + end, policy) && !isEnough("$y$j9T" + end, policy))
        #expect(try !isEnough(Self.dear, policy))
        policy.hash = .sha512Crypt
        policy.hashCost = 5_000
        func sha512(_ rounds: Int, salt: Int) -> String {
            "$6$rounds=\(rounds)$" + String(repeating: "s", count: salt) + "$"
                + String(repeating: ".", count: 86)
        }
        for salt in 0...16 {
            let isWhole = salt == 16
            let hash = try PasswordHash(sha512(5_000, salt: salt))
            #expect(hash.costsAtLeast(as: policy) == isWhole, "rounds hash a salt of \(salt) too")
            #expect(hash.isWeaker(than: policy) == !isWhole, "a login renews it")
            // 42 rounds with a guess of 16 bytes hash 66 blocks, and 42 with a shorter salt; with a shorter guess 42 anyway.
            let rest = hash.complements(under: policy, of: "password12345678").map(\.cost)
            #expect(rest == (isWhole ? [] : [5_000 - 5_000 * 42 / 66]))
            #expect(hash.complements(under: policy, of: "password2").isEmpty)
            let dear = try PasswordHash(sha512(9_000, salt: salt))
            #expect(dear.costsAtLeast(as: policy) == isWhole && !dear.isWeaker(than: policy))
        }
        policy.hash = .bcrypt
        policy.hashCost = 5
        #expect(
            try isEnough(Self.asDear, policy) && isEnough(Self.dear, policy) && !isEnough(Self.cheap, policy))
    }
}
