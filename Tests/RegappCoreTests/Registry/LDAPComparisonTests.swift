import RegappTestSupport
import Testing

@testable import RegappCore

/// What an account and its entry need, account by account: no registry is read.
@Suite struct LDAPComparisonTests {
    /// An account's file and the entry of Ann, nil if there is none; what the change record does, and what is found.
    private struct Row {
        var account: String? = Self.account()
        var entry: String? = LDAPChangesTests.entry()
        /// Whether the account is certainly locked or expired although it cannot be accepted.
        var isBlocked = false
        var record: [String] = []
        var findings: [String] = []
        var stale = 0

        static func account(
            first: String = "Ann", _ others: String = #", "passwordHash": "\#(LDAPChangesTests.hash)""#
        ) -> String {
            #"{"email": "ann@x.example", "firstName": "\#(first)", "lastName": "Doe"\#(others)}"#
        }
    }

    private static let modify = "changetype: modify"
    private static let ann = "ann@x.example"

    private static let rows: [(name: String, row: Row)] = [
        ("the same values", Row()),
        ("no entry", Row(entry: nil, record: ["changetype: add"])),
        ("no file", Row(account: nil)),
        (
            "another name",
            Row(account: Row.account(first: "Anna"), record: [modify, "replace: cn", "replace: givenName"])
        ),
        (
            "an expired account",
            Row(
                account: Row.account(
                    #", "passwordHash": "\#(LDAPChangesTests.hash)", "expires": "2020-12-31""#),
                record: [modify, "replace: userPassword"])
        ),
        (
            "a plain password",
            Row(
                account: Row.account(#", "password": "password1""#),
                record: [modify, "replace: userPassword"], findings: ["\(ann) with a plain password"])
        ),
        (
            "no hash and no entry",
            Row(account: Row.account(""), entry: nil, findings: ["\(ann) without a hash, not there"])
        ),
        ("no hash", Row(account: Row.account(""), findings: ["\(ann) without a hash, there"])),
        (
            "an entry of another class",
            Row(
                entry: LDAPChangesTests.entry().replacing("inetOrgPerson\ngiven", with: "device\ngiven"),
                findings: ["\(ann) of another class"])
        ),
        (
            "an attribute that the account lacks",
            Row(
                entry: LDAPChangesTests.entry().replacing("sn: Doe", with: "sn: Doe\ntelephoneNumber: 1"),
                stale: 1)
        ),
        ("a file that cannot be accepted", Row(account: "{", findings: ["rejected"])),
        (
            "one that is certainly locked",
            Row(
                account: "{", isBlocked: true, record: [modify, "replace: userPassword"],
                findings: ["rejected"])
        ),
    ]

    @Test(arguments: rows.indices)
    func `an account and its entry need this`(index: Int) throws {
        let (name, row) = Self.rows[index]
        let registry = try RegistryDisk().registry()
        let account = row.account.flatMap { text in
            registry.entry(("\(Self.ann).json", .success(Array(text.utf8))))
        }
        var reader = LDIFReader()
        let readings = reader.read(Array((row.entry ?? "").utf8)) + reader.finish()
        let compared = LDAPComparison(
            account, try readings.first?.get(), blocked: row.isBlocked ? Self.ann : nil, below: "dc=x")
        let lines = String(decoding: compared.record, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(
            lines.filter { $0.hasPrefix("changetype") || $0.hasPrefix("replace") } == row.record, "\(name)")
        #expect(lines.isEmpty || lines[0] == "dn: mail=\(Self.ann),dc=x", "\(name)")
        #expect(compared.findings.map(LDAPChangesTests.text) == row.findings, "\(name)")
        #expect(compared.stale == row.stale, "\(name)")
    }
}
