import RegappTestSupport
import RegappValues
import RegappWording
import Testing

@testable import RegappScreens
@testable import RegappTerminal

/// Nothing moves: an event changes only the cells that it is about. Columns, help lines, buttons and the line of news have
/// their place, filled or not.
@Suite struct StillnessTests {
    /// An event on a screen, the rows that it is about, and what stays where it is in these rows too.
    struct Happening: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let files: [String: String]
        let before: [Stroke]
        /// Each row that changes has one of these texts before or after the event.
        let about: [String]
        let stays: [String]
        let event: @Sendable (ScreenDriver) throws -> Void

        init(
            _ name: String, _ files: [String: String], _ before: [Stroke], about: [String], stays: [String],
            _ event: @escaping @Sendable (ScreenDriver) throws -> Void
        ) {
            (testDescription, self.files, self.before) = (name, files, before)
            (self.about, self.stays, self.event) = (about, stays, event)
        }
    }

    private static let profile = ["profile.json": ScreenFiles.profile]
    private static let accounts: [Stroke] = [.to("Accounts"), .key(.enter)]
    private static let reminder = "The keys act on"

    static let happenings = [
        Happening(
            "one account is locked", ScreenFiles.severalAccounts, accounts + [.key(.down)],
            about: ["bob@example.org", reminder, "l lock"],
            stays: ["State", "Name", "Bob Stone", "cid@example.org", "u undo", "? keys", "of 6", "· 6"]
        ) { $0.type("l") },
        Happening(
            "a change is undone in the list", ScreenFiles.severalAccounts,
            accounts + [.key(.down), "lu", .to("Undo")],
            about: [
                "bob@example.org", reminder, "l lock", "Tab choose", "─", "│", "Email ▲", "dee@example.org",
                "eve@example.org",
            ],
            stays: ["Accounts · 6", "of 6"]
        ) { $0.type(.key(.enter)) },
        Happening(
            "an account is marked", ScreenFiles.severalAccounts, accounts + [.key(.down)],
            about: ["bob@example.org", "cid@example.org", "of 6", "l lock"],
            stays: ["State", "Name", "Bob Stone", "dee@example.org", reminder, "u undo", "? keys", "· 6"]
        ) { $0.type(" ") },
        Happening(
            "the list is filtered", ScreenFiles.severalAccounts, accounts,
            about: ["@example.org", reminder, "Accounts ·", " of ", "l unlock"],
            stays: ["Email ▲", "State", "Name", "Expires"]
        ) { $0.type("/stone", .key(.enter)) },
        Happening(
            "the list is filtered by a custom key", ScreenFiles.severalAccounts, accounts,
            about: ["@example.org", reminder, "Accounts ·", " of ", "l unlock", "Email ▲"],
            stays: ["Email ▲", "State", "Name"]
        ) { $0.type("/team=Board", .key(.enter)) },
        Happening(
            "only locked accounts are listed", ScreenFiles.severalAccounts, accounts + ["f"],
            about: ["@example.org", "Accounts ·", " of ", "choose", "─", "│", "Email ▲"],
            stays: [reminder]
        ) { $0.type("l") },
        Happening(
            "a notice comes to the list", ScreenFiles.severalAccounts, accounts,
            about: [reminder],
            stays: ["Accounts · 6", "Email ▲", "ann@example.org", "1 of 6", "/ filter", "u undo", "? keys"]
        ) {
            $0.receive(.editorEnded(Message(.failure, "the editor ended with 1"))); $0.finish()
        },
        Happening(
            "an error comes up over a form", ScreenFiles.albums,
            ["bob@example.org", .to("password"), "Secret2"],
            about: ["Log in", "Checks your", "│", "─", "Tab next"],
            stays: ["[ Log in ]"]
        ) { $0.type(.key(.enter)) },
        Happening(
            "an account is locked on its page", ScreenFiles.severalAccounts,
            accounts + [.key(.down), .key(.enter)],
            about: ["Can log in", "[ Lock ]", "An account of", "l lock"],
            stays: ["[ Edit ]", "[ Expiry ]", "[ History ]", "x expiry", "u undo", "? keys", "First name"]
        ) { $0.type("l") },
        Happening(
            "others change the account", profile, [],
            about: ["First name", "Logged in", "[ Edit ]"],
            stays: ["Email", "Password", "[ Edit ]", "[ Open in editor ]", "u undo", "E as file", "? keys"]
        ) {
            try $0.commit("profile.json", ScreenFiles.profile.replacing("Ann", with: "Anna"))
            $0.send(.tick)
        },
        Happening(
            "a field is left wrong", [:], ["ab@de.g"],
            about: ["Email", "Password", "At least", "Needs at least", "[ Log in ]"],
            stays: ["Email", "Password", "[ Log in ]", "Ctrl-S log in", "F1 keys", "or: F2"]
        ) { $0.type(.key(.tab)) },
        Happening(
            "a form becomes right", [:], ["ann@example.org", .to("password"), "1234"],
            about: ["Password", "At least", "[ Log in ]"],
            stays: ["Email", "[ Log in ]", "Tab next", "Ctrl-C quit", "Ctrl-S log in", "F1 keys"]
        ) { $0.type("5") },
        Happening(
            "a calendar's field gets the focus", ScreenFiles.bobLoggedIn, ["e", .to("lastName")],
            about: [
                "Last name", "Birthday", "Only English", "English letters", "or older", "and ' between",
                "Space",
            ],
            stays: ["Email", "Phone", "[ Save ]", "[ Cancel ]", "Tab next", "Ctrl-S save", "F1 keys"]
        ) { $0.type(.key(.tab)) },
        Happening(
            "news arrives over a form", ScreenFiles.bobLoggedIn, ["e"],
            about: ["Saving writes", "Last name", "[ Save ]"],
            stays: ["Edit your account", "Email", "Phone", "[ Save ]", "[ Cancel ]", "F1 keys"]
        ) {
            let theirs = ScreenFiles.bob.replacing("Stone", with: "Stone-Lee")
            $0.put("accounts/bob@example.org.json", theirs, then: .tick)
        },
    ]

    @Test(arguments: happenings)
    func `an event changes only what it is about`(happening: Happening) throws {
        let driver = try ScreenDriver(happening.files)
        driver.type(happening.before)
        let before = driver.frame()
        try happening.event(driver)
        let after = driver.frame()
        #expect(before != after)
        for (old, new) in zip(before.lines, after.lines) where old != new {
            #expect(happening.about.contains { old.contains($0) || new.contains($0) }, "\(old)\n\(new)")
        }
        for text in happening.stays {
            #expect(place(of: text, in: before) != nil, "\(text) in \(before.text)")
            #expect(place(of: text, in: before) == place(of: text, in: after), "\(text): \(after.text)")
        }
    }

    private func place(of text: String, in frame: Frame) -> Position? {
        for (row, line) in frame.lines.enumerated() {
            guard let range = line.firstRange(of: text) else { continue }
            return Position(column: String(line[..<range.lowerBound]).displayWidth, row: row)
        }
        return nil
    }

    @Test(
        arguments: [
            ([:], []), (["profile.json": ScreenFiles.profile], []),
            (ScreenFiles.albums, [.to("Register"), .key(.enter)]),
            (ScreenFiles.severalAccounts, accounts),
            (ScreenFiles.severalAccounts, accounts + ["/b", .key(.enter)]),
            (ScreenFiles.severalAccounts, accounts + [.key(.enter)]),
            (ScreenFiles.severalAccounts, accounts + ["x"]),
        ] as [([String: String], [Stroke])])
    func `a window that has its former size again looks as before`(
        files: [String: String], strokes: [Stroke]
    ) throws {
        let driver = try ScreenDriver(files)
        driver.send(.resize(.usual))
        driver.type(strokes)
        let before = driver.frame()
        for size in [Size.low, .large, Size(columns: 79, rows: 23)] {
            driver.send(.resize(size))
            driver.send(.resize(.usual))
            #expect(driver.frame() == before, "\(size)")
        }
    }

    @Test(
        arguments: [
            ([:], []), (ScreenFiles.albums, []), (ScreenFiles.albums, [.to("Register"), .key(.enter)]),
            (ScreenFiles.bobLoggedIn, ["e"]), (ScreenFiles.severalAccounts, accounts + ["n"]),
            (ScreenFiles.severalAccounts, accounts + ["x"]), (ScreenFiles.severalAccounts, accounts + ["p"]),
            (ScreenFiles.severalAccounts, accounts + ["t"]), (ScreenFiles.severalAccounts, accounts + ["e"]),
        ] as [([String: String], [Stroke])])
    func `fields have one width on every page and in every window with room`(
        files: [String: String], strokes: [Stroke]
    ) throws {
        let driver = try ScreenDriver(files)
        driver.type(strokes)
        for columns in [80, 100, 110, 118, 120, 125, 200] {
            let frame = driver.frame(columns: columns, rows: 40)
            let widths = (0..<40).map { row in
                (0..<columns).count { [.field, .placeholder].contains(frame.style(column: $0, row: row)) }
            }
            #expect(Set(widths).subtracting([0]) == [31], "\(columns): \(frame.text)")
        }
    }

    @Test(arguments: [Size.low, .usual, .large])
    func `an expiry is saved right below its field, with the calendar below that`(size: Size) throws {
        let driver = try ScreenDriver(ScreenFiles.severalAccounts)
        driver.send(.resize(size))
        driver.type(Self.accounts + ["x"])
        let lines = driver.frame(columns: size.columns, rows: size.rows).lines
        let field = try #require(lines.firstIndex { $0.contains("Expires") })
        let save = try #require(lines.firstIndex { $0.contains("[ Save ]") })
        let calendar = try #require(lines.firstIndex { $0.contains("January 2026") })
        #expect(1...2 ~= save - field && 1...2 ~= calendar - save)
        #expect(
            lines.contains { $0.contains("26 27 28 29 30 31") } && lines.contains { $0.contains("never  ") })
    }

    @Test(arguments: [Size.usual, .low, .large])
    func `a field is as wide with an error as without, and as all others`(size: Size) throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type(.to("Register"), .key(.enter))
        func widths() -> [Int] {
            let frame = driver.frame(columns: size.columns, rows: size.rows)
            return (0..<size.rows).map { row in
                (0..<size.columns).count { column in
                    [.field, .placeholder].contains(frame.style(column: column, row: row))
                }
            }
        }
        let before = widths()
        driver.type(
            .to("firstName"), "Анна", .to("birthday"), "2010-01-01", .to("phone"), "916", .to("password"),
            .to("email"))
        #expect(widths() == before && Set(before).count == 2, "\(before), \(widths())")
    }

    @Test(
        arguments: [[:], ScreenFiles.albums, ScreenFiles.bobLoggedIn],
        [Size.low, .usual, Size(columns: 100, rows: 30), .large])
    func `the buttons stand right below the fields`(files: [String: String], size: Size) throws {
        let driver = try ScreenDriver(files)
        if files == ScreenFiles.albums { driver.type(.to("Register"), .key(.enter)) }
        if files == ScreenFiles.bobLoggedIn { driver.type("e") }
        let frame = driver.frame(columns: size.columns, rows: size.rows)
        let fields = (0..<size.rows).filter { row in
            (0..<size.columns).contains { column in
                [.field, .placeholder].contains(frame.style(column: column, row: row))
            }
        }
        let button = try #require(frame.lines.firstIndex { $0.contains("[ ") })
        #expect(1...2 ~= button - (fields.last ?? 0), "\(frame.text)")
    }

    @Test func `a page that scrolls keeps the empty row below its head, but in a low window`() {
        func headRows(_ size: Size) -> Int {
            let line = [StyledLine("12:00, root")]
            return Card(size, title: "Change 2", wanted: 60).parts(
                remark: line + [StyledLine()], brief: line, smallPrint: nil, fewestRows: 100
            ).head.count
        }
        #expect(headRows(.usual) == 3 && headRows(.low) == 2)
    }

    @Test func `news of several lines leaves the empty row above the fields`() throws {
        let driver = try ScreenDriver(["policy.json": ScreenFiles.authorisationPolicy])
        driver.type("ann@example.org", .to("firstName"), "Ann", .to("lastName"), "Lee", .key(.enter))
        let lines = driver.frame().lines
        let email = try #require(lines.firstIndex { $0.contains("✉ Email") })
        #expect(lines[email - 1].allSatisfy { " │".contains($0) })
        #expect(!lines[email - 2].allSatisfy { " │".contains($0) })
    }
}
