@testable import RegappCore
import RegappStore
import RegappTestSupport
import RegappValues
import Testing

/// A condition with an order, or on a flag, and whether an account satisfies it.
struct OrderRow: CustomTestStringConvertible, Sendable {
    let key: String
    let relation: AccountCondition.Relation
    let text: String
    let holds: Bool

    init(_ key: String, _ relation: AccountCondition.Relation, _ text: String, _ holds: Bool) {
        (self.key, self.relation, self.text, self.holds) = (key, relation, text, holds)
    }

    var testDescription: String { "\(key)\(relation.rawValue)\(text): \(holds)" }

    static let rows: [OrderRow] = [
        // Numbers, also those in quotes, compare by their value.
        OrderRow("size", .less, "2", true), OrderRow("size", .less, "1.5", false),
        OrderRow("size", .lessOrEqual, "1.5", true), OrderRow("size", .lessOrEqual, "1.4", false),
        OrderRow("size", .greater, "1", true), OrderRow("size", .greater, "1.5", false),
        OrderRow("size", .greaterOrEqual, "1.5", true), OrderRow("size", .greaterOrEqual, "1.6", false),
        OrderRow("level", .less, "10", true), OrderRow("level", .greater, "10", false),
        // Days compare with days and with times.
        OrderRow("expires", .less, "2027-01-01", true), OrderRow("expires", .less, "2026-12-31", false),
        OrderRow("expires", .greaterOrEqual, "31.12.2026", true),
        OrderRow("expires", .greater, "2026-12-31", false),
        OrderRow("registered", .lessOrEqual, "2026-01-31", true),
        OrderRow("registered", .less, "2026-01-31", false),
        OrderRow("joined", .greater, "2024-01-30", true), OrderRow("joined", .less, "2024-01-31", false),
        // One element of a list is enough.
        OrderRow("scores", .greater, "10", true), OrderRow("scores", .greater, "12", false),
        OrderRow("scores", .less, "3", false),
        // No other value is less or greater, nor is any than a text.
        OrderRow("team", .less, "5", false), OrderRow("team", .greater, "2026-01-01", false),
        OrderRow("team", .less, "z", false), OrderRow("size", .less, "2026-01-01", false),
        OrderRow("expires", .greater, "5", false), OrderRow("isVIP", .less, "5", false),
        OrderRow("address", .less, "5", false), OrderRow("none", .less, "5", false),
        // A flag is true or false, in any case.
        OrderRow("mustChange", .equal, "TRUE", true), OrderRow("mustChange", .equal, "false", false),
        OrderRow("mustChange", .unequal, "true", false), OrderRow("mustChange", .unequal, "false", true),
    ]
}

/// Which accounts are selected by their days, their order and their broken files.
@Suite struct AccountSelectionTests {
    private let disk = RegistryDisk()

    private func account(_ rest: String) throws -> AccountFile {
        var policy: Policy = Policy.albums
        policy.nameAlphabet = .any
        let now: Moment = try #require(RegistryDisk.now)
        let text: String = #"{"email":"ann@x.example",\#(rest)}"#
        return try AccountFile(
            parsing: Array(text.utf8), path: "/accounts/ann@x.example.json", policy: policy, now: now)
    }

    @Test(arguments: OrderRow.rows)
    func `a value is less or greater only than one of its kind`(_ row: OrderRow) throws {
        let account: AccountFile = try account(
            #""expires":"2026-12-31","registered":"2026-01-31T23:59:59Z","mustChange":true,"size":1.50,"#
                + #""level":"9","joined":"31.01.2024","scores":[3,12,"x"],"team":"board","isVIP":true,"#
                + #""address":{"x":1}"#)
        let condition: AccountCondition = try #require(
            AccountCondition(row.key, relation: row.relation, row.text, under: .albums))
        #expect(condition.holds(for: account) == row.holds)
    }

    @Test func `a flag that no file has is false`() throws {
        let account: AccountFile = try account(#""firstName":"Ann""#)
        for (text, isFound) in [("false", true), ("true", false)] {
            let condition: AccountCondition = try #require(
                AccountCondition("mustChange", relation: .equal, text, under: .albums))
            #expect(condition.holds(for: account) == isFound, "\(text)")
        }
    }

    @Test func `numbers, days, months and years can be compared, other texts cannot`() {
        for text in ["12", "-1.5", "1e3", "2026-01-31", "31.01.2026", "2026-01"] {
            #expect(AccountCondition.isComparable(text), "\(text)")
        }
        for text in ["", "board", "12 cats", "2026-13"] {
            #expect(!AccountCondition.isComparable(text), "\(text)")
        }
    }

    @Test func `accounts not seen since a day were registered before it too`() throws {
        for (name, rest) in [
            ("ann", #","registered":"2026-01-31T23:59:59Z""#),
            ("bob", #","registered":"2026-01-31T23:59:59Z","lastSeen":"2026-05-01""#),
            ("eve", #","registered":"2026-06-30T00:00:00Z""#), ("zoe", ""),
        ] {
            disk.put("\(name)@x.example", text: #"{"email":"\#(name)@x.example"\#(rest)}"#)
        }
        let registry: Registry = try disk.registry()
        for (day, wanted) in [
            ("2026-01-31", ["zoe"]), ("2026-02-01", ["ann", "zoe"]), ("2026-05-01", ["ann", "zoe"]),
            ("2026-05-02", ["ann", "bob", "zoe"]), ("2026-07-01", ["ann", "bob", "eve", "zoe"]),
        ] {
            let filter = AccountFilter(notSeenSince: CalendarDate(iso: day))
            var found: [String] = []
            for name in ["ann", "bob", "eve", "zoe"] {
                let account: AccountFile = try #require(try registry.account(of: "\(name)@x.example"))
                if filter.selects(account, in: registry.directory) { found.append(name) }
            }
            #expect(found == wanted, "\(day)")
        }
    }

    @Test func `a broken account is selected by what can be read of it`() throws {
        disk.put("ann@x.example", text: #"{"email":"ann@x.example","firstName":"Ann","phone":7}"#)
        disk.put("bob@x.example", text: "{")
        let registry: Registry = try disk.registry()
        let cases: [(String, Bool?)] = [("ann@x.example", true), ("bob@x.example", nil)]
        for (email, isFound) in cases {
            guard case .failure(let error) = registry.directory.judged(email) else {
                Issue.record("\(email) is accepted")
                continue
            }
            #expect(registry.isSelected(error, by: AccountFilter(text: "ann")) == isFound, "\(email)")
            let other: Bool? = isFound.map { !$0 }
            #expect(registry.isSelected(error, by: AccountFilter(text: "zoe")) == other, "\(email)")
        }
    }

    @Test func `an error of no account's file is always selected, a misnamed file unknown`() throws {
        let registry: Registry = try disk.registry()
        let filter = AccountFilter(text: "zoe")
        let folder = AccountsError.store(.refused(path: RegistryDisk.path("accounts"), .notRegular))
        #expect(registry.isSelected(folder, by: filter) == true)
        #expect(registry.isSelected(AccountsError.noAccount("ann@x.example"), by: filter) == true)
        let misnamed = AccountsError.notAnAccount(
            path: RegistryDisk.path("accounts/x.json"), email: "zoe@x.example")
        #expect(registry.isSelected(misnamed, by: filter) == nil)
    }
}

/// The rules by which the history is used while `policy.json` cannot be accepted.
@Suite struct ClosestRulesTests {
    private let disk = RegistryDisk()

    private func closest(to text: String) throws -> Policy {
        disk.files.put(RegistryDisk.path("policy.json"), text)
        let now = try #require(RegistryDisk.now)
        #expect(throws: AccountsError.self, "\(text)") { try AccountStore(disk.store(), now: now) }
        return try AccountStore(disk.store(), now: now, acceptingAnyRules: true).policy
    }

    private func accepted(_ text: String) throws -> Policy {
        try #require(PolicyFile.policy(of: Array(text.utf8)))
    }

    @Test func `keys that can be accepted hold, the others do not`() throws {
        let some: Policy = try closest(
            to: #"{"passwordLength":0,"policy":"albums","colour":1,"minimumAge":21,"hash":"md5"}"#)
        #expect(try some == accepted(#"{"policy":"albums","minimumAge":21}"#))
        #expect(some.minimumAge == 21 && some.passwordLength == 6)
        let costly: Policy = try closest(to: #"{"policy":"albums","hash":"bcrypt","hashCost":99}"#)
        #expect(try costly == accepted(#"{"policy":"albums","hash":"bcrypt"}"#))
    }

    @Test(arguments: ["{", "[]", "{}", #"{"policy":7}"#, #"{"policy":"x","minimumAge":21}"#])
    func `without a policy's name and a history, accounts are those of a service`(text: String) throws {
        #expect(try closest(to: text) == .profile)
        disk.put("ann@x.example", "Ann")
        #expect(try closest(to: text) == .service)
    }

    @Test func `without a policy's name, the newest rules of the history hold`() throws {
        let now: Moment = try #require(RegistryDisk.now)
        for cost in ["6", "5"] { try PolicySwitch(.hashCost, cost, in: disk.store(), now: now).save() }
        let rules: Policy = try AccountStore(disk.store(), now: now).policy
        let emails: [String] = (1...AccountStore.mostOffered + 1).map { "user\($0)@x.example" }
        for email in emails { disk.put(email, "Ann", hash: RegistryDisk.weakHash) }
        _ = try disk.registry().commit([.lock], of: [emails[0]])
        _ = try disk.registry().commit([.unlock], of: [emails[0]])
        _ = try disk.registry().commit([.lock], of: emails)
        let found: Policy = try closest(to: "{")
        #expect(found == rules && found.hashCost == 5 && found.name == .authorisation)
    }
}

/// Keys of an account's file that were probably meant to be others.
@Suite struct MisspeltKeyTests {
    @Test func `each misspelt key is told with the one that was meant, and own keys are left alone`() throws {
        let text: String = """
            {"email":"ann@x.example","firstName":"Ann",
             "first_name":"Anna",
             "surname":"Lee",
             "phoen":"+79161234567",
             "phone2":"+79161234568",
             "emial":null,
             "instrument":"violin"}
            """
        let now: Moment = try #require(RegistryDisk.now)
        let account = try AccountFile(
            parsing: Array(text.utf8), path: "/accounts/ann@x.example.json", policy: .authorisation, now: now)
        let found: [FileProblem] = account.misspeltKeys(under: .authorisation)
        #expect(
            found.map(\.sentence) == [
                #"/accounts/ann@x.example.json:2:2: this key is not read: did you mean "firstName" of line 1?"#,
                #"/accounts/ann@x.example.json:3:2: this key is not read: did you mean "lastName"?"#,
                #"/accounts/ann@x.example.json:4:2: this key is not read: "#
                    + #"write it as "phone", or give it a name of its own"#,
            ])
        #expect(found.map(\.isMistake) == [false, false, true])
    }
}
