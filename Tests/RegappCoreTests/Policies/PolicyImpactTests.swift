import RegappStore
import RegappTestSupport
import Testing

@testable import RegappCore

/// What a choice of other rules says before it is saved, and what the check of a directory says beside that.
@Suite struct PolicyImpactTests {
    private let disk = RegistryDisk()

    private static func path(_ file: String) -> String { RegistryDisk.path(file) }
    private static let ann = "ann@x.example"
    private static let annPath = RegistryDisk.path("accounts/ann@x.example.json")

    /// The policy of `RegistryDisk` with other keys.
    private static func rules(_ more: String = "") -> String {
        #"{"policy":"authorisation","hash":"bcrypt","hashCost":4"# + more + "}"
    }

    private func change(to policy: String) throws -> ProposedPolicy {
        try ProposedPolicy(
            to: Array(policy.utf8), at: "new.json", in: disk.store(), now: try #require(RegistryDisk.now))
    }

    private func survey(to policy: String) throws -> PolicyImpact {
        try change(to: policy).survey(besides: [], countsUnacceptable: true, progress: { _ in })
    }

    private struct Found {
        var problems: [DirectoryProblem] = []
        var notes: [DirectoryNote] = []
        var weakHashes: [HashScheme: Int] = [:]
        var unreadable: Set<String> = []
    }

    private func check() throws -> Found {
        var check = try DirectoryCheck(disk.store(), now: try #require(RegistryDisk.now))
        let first = check.surroundings()
        var found = Found()
        found.problems = first.problems
        found.notes = first.notes
        while let batch = check.nextBatch() {
            found.problems += batch.problems
            found.notes += batch.notes
            found.weakHashes.merge(batch.weakHashes, uniquingKeysWith: +)
        }
        found.unreadable = check.rights?.unreadable ?? []
        return found
    }

    // MARK: Proposed rules

    @Test func `hashes change with the method or its cost, between registries only`() throws {
        #expect(try change(to: Self.rules(#","passwordDigits":3"#)).changesHashes == false)
        #expect(try change(to: #"{"policy":"authorisation","hash":"bcrypt","hashCost":5}"#).changesHashes)
        #expect(try change(to: #"{"policy":"authorisation"}"#).changesHashes)
        #expect(try change(to: #"{"policy":"profile"}"#).changesHashes == false)
        disk.files.put(Self.path("policy.json"), "{")
        #expect(try change(to: #"{"policy":"authorisation"}"#).changesHashes == false)
    }

    @Test func `a proposal is like another from the same rules to the same`() throws {
        let longer = try change(to: Self.rules(#","passwordLength":12"#))
        let again = try change(to: Self.rules(#" , "passwordLength": 12"#))
        let other = try change(to: Self.rules(#","passwordLength":13"#))
        #expect(longer.isLike(again))
        #expect(!longer.isLike(other))
        #expect(!longer.isLike(nil))
        disk.files.put(Self.path("policy.json"), #"{"policy":"albums"}"#)
        let later = try change(to: Self.rules(#","passwordLength":12"#))
        #expect(!longer.isLike(later))
    }

    @Test func `removing a rule where no file has one changes nothing`() throws {
        disk.files.remove(Self.path("policy.json"))
        let now = try #require(RegistryDisk.now)
        let removal = try PolicySwitch(.passwordLength, nil, in: disk.store(), now: now)
        let isChange = removal.isChange
        #expect(!isChange)
        #expect(!disk.files.exists(Self.path("policy.json")))
    }

    @Test func `a registry removes the profile beside it, and a profile stays one`() throws {
        let now = try #require(RegistryDisk.now)
        disk.files.put(Self.path("policy.json"), #"{"policy":"profile"}"#)
        disk.files.put(Self.path("profile.json"), #"{"email":"abc@def.gh","password":"five5"}"#)
        let same = try PolicySwitch(.profile, in: disk.store(), now: now)
        #expect(try !same.rules.survey().removesProfile)
        let registry = try PolicySwitch(.authorisation, in: disk.store(), now: now)
        let impact = try registry.rules.survey()
        #expect(impact.removesProfile && !impact.isHarmless)
        let saved = try registry.save()
        #expect(saved.policy.name == .authorisation)
        #expect(!disk.files.exists(Self.path("profile.json")))
    }

    @Test func `rules that the demo accounts cannot keep are refused for a demo`() throws {
        let now = try #require(RegistryDisk.now)
        disk.files.put(Self.path("policy.json"), Self.rules(#","required":["phone"]"#))
        let store = disk.store()
        let error = #expect(throws: AccountsError.self) {
            _ = try PolicySwitch(.authorisation, in: store, now: now, forDemo: true)
        }
        guard case .invalidFile(let problems)? = error else { return }
        #expect(problems.map(\.message) == ["the demo accounts have no phone, which this requires"])
        #expect(problems.map(\.path) == [Self.path("policy.json")])
    }

    // MARK: Consequences

    @Test func `locked accounts that could not be accepted are counted, and ten are named`() throws {
        let emails: [String] = (10..<22).map { "u\($0)@x.example" }
        for email in emails { disk.put(email, "Анна", hash: "!" + RegistryDisk.weakHash) }
        let impact = try survey(to: Self.rules(#","nameAlphabet":"english""#))
        let named: [String] = Array(emails.prefix(10))
        #expect(impact.unacceptable == 12 && impact.shutOut == 0 && !impact.isHarmless)
        #expect(impact.firstUnacceptable == named && impact.firstShutOut == [])
        let names = named.joined(separator: ", ")
        #expect(impact.consequences == "12 accounts could not be accepted: \(names) and 2 more")
    }

    @Test func `an account that would come back against the rules is named after its file`() throws {
        let registry = try disk.registry()
        let file = RegistryWalk.File(name: "bob@x.example.json", contents: .success(Array("{".utf8)))
        let former = RegistryWalk.File(name: "bob@x.example.json", contents: .success(nil))
        var impact = PolicyImpact()
        impact.count(file, registry, formerly: former, registry, countsUnacceptable: true)
        #expect(impact.rejected == 1)
        #expect(impact.firstShutOut + impact.firstUnacceptable == ["bob@x.example"])
        #expect(impact.consequences == "1 account could not be accepted: bob@x.example")
    }

    @Test func `who is shut out and who logs in by another field is said in one sentence`() throws {
        disk.put("ann@x.example", "Ann", hash: RegistryDisk.weakHash)
        disk.put("anna@x.example", "Анна", hash: RegistryDisk.weakHash)
        let impact = try survey(to: Self.rules(#","loginKey":"email","nameAlphabet":"english""#))
        #expect(
            impact.consequences == "1 account could no longer log in: anna@x.example; "
                + "1 account would have to log in by email, not by first name")
        disk.files.put(Self.path("policy.json"), Self.rules(#","loginKey":"email""#))
        let back = try survey(to: Self.rules())
        #expect(back.consequences == "2 accounts would have to log in by first name, not by email")
        #expect(try survey(to: Self.rules(#","loginKey":"email","passwordDigits":2"#)).consequences == "")
    }

    @Test func `those beyond the named are counted`() {
        let first: [String] = ["a@x.example", "b@x.example"]
        #expect(
            first.couldNoLongerLogIn(of: 5)
                == "5 accounts could no longer log in: a@x.example, b@x.example and 3 more")
    }

    // MARK: The check

    @Test func `a required field that an account lacks is a problem`() throws {
        disk.files.put(Self.path("policy.json"), Self.rules(#","required":["phone"]"#))
        disk.put(Self.ann, "Ann", hash: RegistryDisk.weakHash)
        #expect(try check().problems == [.missing(email: Self.ann, path: Self.annPath, [.phone])])
    }

    @Test func `a weak hash is counted by its scheme`() throws {
        disk.put(Self.ann, "Ann", hash: "{SHA}44rSFJQ9qtHWTBAvrsKd5K/p2j0=")
        disk.put("bob@x.example", "Bob", hash: RegistryDisk.weakHash)
        #expect(try check().weakHashes == [.sha: 1])
    }

    @Test func `a link that works longer than any of regapp's is noted`() throws {
        let until = try #require(Timestamp(rfc3339: "2027-01-01T00:00:00Z"))
        let link = PasswordLink(until: until, token: "abc", made: until).text
        let text = RegistryDisk.account(Self.ann, "Ann", hash: RegistryDisk.weakHash)
            .replacing("\"Doe\"", with: "\"Doe\", \"passwordLink\": \"\(link)\"")
        disk.put(Self.ann, text: text)
        let found = try check()
        #expect(found.problems.isEmpty && found.notes == [.longLink(email: Self.ann)])
    }

    @Test func `an account of a service may wait for its password`() throws {
        disk.files.put(Self.path("policy.json"), #"{"policy":"service"}"#)
        disk.put(Self.ann, "Ann")
        let found = try check()
        #expect(found.problems.isEmpty && found.notes == [.status(.noPassword, email: Self.ann)])
    }

    @Test func `a profile's misspelt keys, odd phone and hash as a password are found`() throws {
        disk.files.put(Self.path("policy.json"), #"{"policy":"profile","phoneMask":"none"}"#)
        let profile = Self.path("profile.json")
        let text =
            #"{"email":"abc@def.gh","e-mail":"x","lastnam":"Doe","phone":"8.9161E+10","password":""#
            + RegistryDisk.weakHash + #""}"#
        disk.files.put(profile, text)
        let found = try check()
        var mistakes: [FileProblem] = []
        var slips: [FileProblem] = []
        for problem in found.problems { if case .misspelt(let key) = problem { mistakes.append(key) } }
        for note in found.notes { if case .misspelt(let key) = note { slips.append(key) } }
        #expect(found.problems.count == 1 && mistakes.map(\.isMistake) == [true], "\(found)")
        #expect(slips.map(\.isMistake) == [false], "\(found)")
        #expect(found.notes.contains(.likeHash(path: profile, isRegistered: false)))
        #expect(found.notes.contains(.oddPhone(path: profile)))
    }

    @Test func `what a dead regapp was still to forget is a problem`() throws {
        let file = Self.path("history/forgetting")
        disk.files.put(file, "{\"change\":1,\"files\":null}\n")
        #expect(try check().problems == [.unforgotten(path: file)])
    }

    @Test func `an account that its owner keeps from being read is reported once, by its rights`() throws {
        disk.put(Self.ann, "Ann", hash: RegistryDisk.weakHash)
        let text = Array(RegistryDisk.account("bob@x.example", "Bob").utf8)
        let bob = Self.path("accounts/bob@x.example.json")
        disk.files.put(bob, text, mode: 0o600, owner: 1001)
        let found = try check()
        #expect(found.problems.isEmpty, "\(found)")
        #expect(found.unreadable.contains(bob))
    }
}
