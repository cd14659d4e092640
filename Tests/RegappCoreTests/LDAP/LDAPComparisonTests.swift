import Testing

@testable import RegappCore

/// What an account and its entry need, account by account: no registry is read.
@Suite struct LDAPComparisonTests {
    /// An account's file and the entry of Ann, nil if there is none; what the change record does, and what is found.
    struct Row: CustomTestStringConvertible, Sendable {
        let name: String
        var account: String? = Self.account()
        var entry: String? = LDAPChangesTests.entry()
        /// Whether the account is certainly locked or expired although it cannot be accepted.
        var isBlocked = false
        var record: [String] = []
        var findings: [String] = []
        var stale = 0
        var testDescription: String { name }

        static func account(
            first: String = "Ann", _ others: String = #", "passwordHash": "\#(LDAPChangesTests.hash)""#
        ) -> String {
            #"{"email": "ann@x.example", "firstName": "\#(first)", "lastName": "Doe"\#(others)}"#
        }
    }

    private static let modify = "changetype: modify"
    private static let ann = "ann@x.example"

    static let rows = [
        Row(name: "the same values"),
        Row(name: "no entry", entry: nil, record: ["changetype: add"]),
        Row(name: "no file", account: nil),
        Row(
            name: "another name", account: Row.account(first: "Anna"),
            record: [modify, "replace: cn", "replace: givenName"]),
        Row(
            name: "an expired account",
            account: Row.account(
                #", "passwordHash": "\#(LDAPChangesTests.hash)", "expires": "2020-12-31""#),
            record: [modify, "replace: userPassword"]),
        Row(
            name: "a plain password", account: Row.account(#", "password": "password1""#),
            record: [modify, "replace: userPassword"], findings: ["\(ann) with a plain password"]),
        Row(
            name: "no hash and no entry", account: Row.account(""), entry: nil,
            findings: ["\(ann) without a hash, not there"]),
        Row(name: "no hash", account: Row.account(""), findings: ["\(ann) without a hash, there"]),
        Row(
            name: "an entry of another class",
            entry: LDAPChangesTests.entry().replacing("inetOrgPerson\ngiven", with: "device\ngiven"),
            findings: ["\(ann) of another class"]),
        Row(
            name: "an attribute that the account lacks",
            entry: LDAPChangesTests.entry().replacing("sn: Doe", with: "sn: Doe\ntelephoneNumber: 1"),
            stale: 1),
        Row(name: "a file that cannot be accepted", account: "{", findings: ["rejected"]),
        Row(
            name: "one that is certainly locked", account: "{", isBlocked: true,
            record: [modify, "replace: userPassword"],
            findings: ["rejected"]),
    ]

    @Test(arguments: rows)
    func `an account and its entry need this`(row: Row) throws {
        let registry = try RegistryDisk().registry()
        let account = row.account.flatMap { text in
            registry.entry(.init(name: "\(Self.ann).json", contents: .success(Array(text.utf8))))
        }
        var reader = LDIFReader()
        let readings = reader.read(Array((row.entry ?? "").utf8)) + reader.finish()
        let compared = LDAPComparison(
            account, try readings.first?.get(), blocked: row.isBlocked ? Self.ann : nil, below: "dc=x")
        let lines = String(decoding: compared.record, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.hasPrefix("changetype") || $0.hasPrefix("replace") } == row.record)
        #expect(lines.isEmpty || lines[0] == "dn: mail=\(Self.ann),dc=x")
        #expect(compared.findings.map(LDAPChangesTests.text) == row.findings)
        #expect(compared.stale == row.stale)
    }
}
