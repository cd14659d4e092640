import Testing

@testable import RegappCore

/// A condition on an account's values, and whether an account satisfies it.
struct ConditionRow: CustomTestStringConvertible, Sendable {
    let key: String
    var isNegated = false
    let text: String
    let holds: Bool

    init(_ key: String, _ text: String, _ holds: Bool) {
        (self.key, self.text, self.holds) = (key, text, holds)
    }

    static func not(_ key: String, _ text: String, _ holds: Bool) -> ConditionRow {
        var row = ConditionRow(key, text, holds)
        row.isNegated = true
        return row
    }

    var testDescription: String { "\(key)\(isNegated ? "!" : "")=\(text): \(holds)" }

    static let rows = [
        // An owner's texts are compared exactly.
        ConditionRow("team", "board", true), .init("team", "Board", false), .init("team", "boar", false),
        .not("team", "board", false), .not("team", "staff", true), .init("name", "e\u{301}", false),
        .init("name", "é", true), .init("team", "", false), .not("team", "", true),
        // A list holds its elements, and is no text itself.
        .init("tags", "a", true), .init("tags", "7", true), .init("tags", "b,c", true),
        .init("tags", "a,b", false), .not("tags", "a", false), .not("tags", "z", true),
        .init("tags", "", false),
        // Numbers and booleans are their JSON text.
        .init("size", "1.50", true), .init("size", "1.5", false), .not("size", "1.5", true),
        .init("isVIP", "true", true), .init("isVIP", "yes", false),
        // Whatever is asked of an object, the answer is no.
        .init("address", "", false), .not("address", "", false), .init("address", "x", false),
        .not("address", "x", false),
        // No value at all.
        .init("none", "", true), .not("none", "", false), .init("none", "x", false), .not("none", "x", true),
        .init("null", "", true), .not("null", "x", true), .init("empty", "", true), .not("empty", "", false),
        .init("noTags", "", true), .init("lastName", "", true), .init("birthday", "", true),
        // Fields are compared as the rules compare them.
        .init("email", "ANN@X.example", true), .init("firstName", "zoë", true),
        .init("firstName", "Zo", false), .init("expires", "31.12.2026", true),
        .init("lockedUntil", "24.12.2099", true), .not("lockedUntil", "24.12.2099", false),
        .init("registered", "2026-05-01", true), .init("registered", "2026-05-02", false),
        .init("registered", "2026-05-01T23:59:59Z", true),
        .init("phone", "8 916 123-45-67", true), .not("phone", "8 916 123-45-67", false),
        // What lists print of an account.
        .init("locked", "true", true), .init("locked", "yes", true), .not("locked", "1", false),
        .init("passwordSet", "true", true), .init("missing", "birthday", true),
        .init("missing", "email", false), .init("Team", "board", false),
    ]
}

@Suite struct AccountConditionTests {
    private static let text = #"""
        {"email":"ann@x.example","firstName":"Zoë","phone":"+79161234567","lastName":"","expires":"2026-12-31",
         "lockedUntil":"2099-12-24","registered":"2026-05-01T23:59:59Z",
         "passwordHash":"!\#(RegistryDisk.weakHash)","team":"board","name":"é","tags":["a",7,"b,c"],"size":1.50,
         "isVIP":true,"address":{"x":"x"},"null":null,"empty":"","noTags":[]}
        """#

    @Test(arguments: ConditionRow.rows)
    func `a condition holds or not`(_ row: ConditionRow) throws {
        var policy = Policy.albums
        policy.nameAlphabet = .any
        let account = try AccountFile(
            parsing: Array(Self.text.utf8), path: "/accounts/ann@x.example.json", policy: policy,
            now: try #require(RegistryDisk.now))
        let condition = try #require(
            AccountCondition(
                row.key, relation: row.isNegated ? .unequal : .equal, row.text, under: .albums))
        #expect(condition.holds(for: account) == row.holds)
    }

    @Test(arguments: ["password", "passwordHash", "Password", "pwd", "passwd", "passwrod", ""])
    func `no condition is about a password`(key: String) {
        #expect(AccountCondition(key, "x", under: .albums) == nil)
    }
}
