import RegappCore
import RegappTerminal
import Testing

@testable import regapp

@Suite struct AccountTableTests {
    private static let rows: [[Field: String]] = [
        [
            .email: "ann@x.example", .firstName: "Ann", .lastName: "Lee", .passwordHash: "locked",
            .registered: "2026-01-02T03:04:05Z",
        ],
        [
            .email: "annabelle.longname@mail.example", .firstName: "Annabelle", .lastName: "Longname",
            .passwordHash: "set", .registered: "2026-01-02T03:04:05Z",
        ],
        [
            .email: "bob@x.example", .firstName: "Bob", .lastName: "Roe", .passwordHash: "not set",
            .expires: "2020-01-31",
        ],
    ]

    private func lines(_ room: Int) -> [String] { table.lines(columns: room).lines }

    private var table: AccountTable {
        var table = AccountTable(AccountColumns(named: nil, policy: .albums))
        for row in Self.rows { table.add(AccountColumns.usual.map { row[$0] ?? "" }) }
        return table
    }

    @Test(arguments: [1, 10, 20, 39, 40, 41, 50, 60, 70, 80, 90, 200])
    func `each line shows the account and its state, at any width`(room: Int) {
        let lines = lines(room)
        #expect(lines.count == 4)
        for (line, row) in zip(lines.dropFirst(), Self.rows) {
            #expect(line.split(separator: " ").first.map(String.init) == row[.email], "\(line)")
            #expect(line.contains(" " + (row[.passwordHash] ?? "")), "\(line)")
        }
        // Only an email that is too long for its column makes a line longer than the terminal.
        for line in lines where room >= 24 {
            #expect(line.displayWidth <= room || line.hasPrefix("annabelle"), "\(line)")
        }
    }

    @Test func `the columns of a pipe keep their places, and others come after them`() {
        let promised = [
            "email", "first name", "last name", "birthday", "phone", "password", "registration time",
        ]
        #expect(Array(AccountColumns.usualNames.prefix(8)) == promised + ["expiry date"])
        #expect(Set(AccountColumns.usual) == Set(Field.columns))
        #expect(AccountColumns.usual.count == Field.columns.count)
    }

    @Test func `the last columns go first, and empty ones are never there`() {
        #expect(
            lines(200)[0].split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
                == "Email First name Last name Password Registered Expires")
        #expect(lines(70)[0].hasSuffix("First name  Last name  Password"))
        #expect(lines(52)[0].hasPrefix("Email") && lines(52)[0].hasSuffix("  Password"))
        #expect(table.lines(columns: 200).dropped == [])
        #expect(table.lines(columns: 70).dropped == ["Registered", "Expires"])
        #expect(table.lines(columns: 10).dropped == ["First name", "Last name", "Registered", "Expires"])
    }

    @Test func `all columns that the user named are there`() {
        let named: [AccountColumn] = [.field(.phone), .own("team"), .field(.email)]
        var table = AccountTable(AccountColumns(named: named, policy: .albums))
        table.add(["", "red", "ann@x.example"])
        #expect(table.lines(columns: 10).lines == ["Phone  team  Email", "       red   ann@x.example"])
    }
}
