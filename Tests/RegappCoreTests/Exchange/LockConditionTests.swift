import Testing

@testable import RegappCore

/// Columns of other programs that say who is locked, and lists of emails, as their readers take them.
@Suite struct LockConditionTests {
    private typealias Reading = `Reading accounts`

    private static func read(_ text: String, _ locks: [LockCondition], _ others: ImportColumns.Others = .kept)
        throws
        -> [String]
    {
        try Reading().read(
            Array(text.utf8), .csv, piece: 7, ReadingOptions(ColumnMap(others: others, locks: locks)))
    }

    @Test(arguments: [
        (
            LockCondition("suspended", "TRUE"), "suspended", ["true", "Yes", "1", "ja"],
            ["", "no", "0", "False"]
        ),
        (
            LockCondition("is_active", isNegated: true, "true"), "is_active", ["", "0", "f", "nein"],
            ["T", "on"]
        ),
        (LockCondition("status", "Disabled"), "Status", ["disabled", "DISABLED"], ["", "active", "x"]),
        (LockCondition("status", isNegated: true, "active"), "status", ["disabled", ""], ["Active"]),
        (LockCondition("deleted_at", isNegated: true, ""), "deleted_at", ["2020-01-01"], [""]),
    ])
    func `a condition locks the account of a line`(
        condition: LockCondition, column: String, locked: [String], open: [String]
    ) throws {
        for value in locked + open {
            let found = try Self.read("email,\(column)\na@b.cd,\(value)\n", [condition])
            let isLocked = found.first?.contains("passwordHash=!") == true
            #expect(isLocked == locked.contains(value), "\(condition.typed) \(value): \(found)")
        }
    }

    @Test func `a word that is neither true nor false is refused where one of them decides`() throws {
        let found = try Self.read("email,suspended\na@b.cd,perhaps\n", [LockCondition("suspended", "true")])
        #expect(found.count == 1 && found[0].hasPrefix("2! "), "\(found)")
    }

    @Test(arguments: [
        ("ann@x.example\n", "ann@x.example"), ("  ann@x.example \r\n", "ann@x.example"), ("\n\n", ""),
        ("# a comment\n#\n", ""), ("#ann@x.example\n", "#ann@x.example"),
        ("\"Lee, Ann\" <ann@x.example>  # boss\n", "ann@x.example"),
        ("ann@x.example # in May\n", "ann@x.example"),
        ("ann@x.example\tsecret\n", "ann@x.example"), ("x\n", "1!"), ("\tann@x.example\n", "1!"),
        ("ann@x.example bob@x.example\n", "1!"), ("Ann <ann@x.example> bob@x.example\n", "1!"),
        ("bob@x.example <ann@x.example>\n", "1!"), ("ann@x.example <ann@x.example>\n", "ann@x.example"),
    ])
    func `each line of a list is an email, a comment or a problem`(text: String, found: String) throws {
        var reader = EmailList.reader(allowsLoginNames: false)
        let read = reader.read(Array(text.utf8)) + reader.finish()
        let told = read.map { account in
            switch account.result {
            case .success(let record): record[.email] ?? ""
            case .failure(let problem): "\(problem.line)!"
            }
        }
        #expect(told.joined(separator: " ") == found)
    }

    @Test(arguments: ["ехpires", "ｅｘｐｉｒｅｓ", "εxpires", "Valid_Until", "expires-at"])
    func `a key that is or looks like another name of expires is taken for it before a date`(key: String) {
        #expect(Field(mistyped: key, holding: "2030-01-01", among: Field.allCases) == .expires)
        #expect(Field(mistyped: key, holding: "soon", among: Field.allCases) == nil)
    }

    @Test(arguments: ["lockedUntill", "locked_until"])
    func `a key that is nearly lockedUntil is taken for it before a date`(key: String) {
        #expect(Field(mistyped: key, holding: "2030-01-01", among: Field.allCases) == .lockedUntil)
    }
}
