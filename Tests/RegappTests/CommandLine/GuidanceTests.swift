import RegappCore
import RegappWording
import RegappTerminal
import RegappTestSupport
import Testing

@testable import RegappScreens
@testable import regapp

/// What a page says of itself: what it does, what its fields ask for, and where to begin.
@Suite struct GuidanceTests {
    // MARK: The line under the title

    /// A page, and the line under its title that says what it is for.
    struct Page: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let files: [String: String]
        let strokes: [Stroke]

        init(_ line: String, _ files: [String: String], _ strokes: Stroke...) {
            (testDescription, self.files, self.strokes) = (line, files, strokes)
        }
    }

    @Test(arguments: [
        Page("Keeps your email and password in a file on this computer", [:]),
        Page("This file has mistakes", ["profile.json": "{"]),
        Page(
            "Replaces the file that has mistakes", ["profile.json": "{"], .to("Replace it"), .key(.enter)
        ),
        Page("Saving writes your changes to the file", ["profile.json": ScreenFiles.profile], "e"),
        Page("Checks your password and keeps you logged in to this registry", ScreenFiles.albums),
        Page(
            "Changed on 31 January 2026", ScreenFiles.bobLoggedIn, "e", .to("firstName"), "x",
            .key(.control("s")), "e", .key(.escape)),
        Page(
            "Creates your account in this registry", ScreenFiles.albums, .to("Register"),
            .key(.enter)
        ),
        Page(Shown.firstAccount, ["policy.json": ScreenFiles.albumsPolicy]),
        Page(
            "For alex1@demo.example; only a hash of the password is kept", ScreenFiles.alexes(1), "Alex",
            .to("password"), "password1", .key(.enter)),
        Page("Correct this file to log in", ["policy.json": "{"]),
    ])
    func `a page says what it does, faintly, where there is room`(page: Page) throws {
        let driver = try ScreenDriver(page.files)
        driver.type(page.strokes)
        let lines = driver.frame().lines
        let row = try #require(lines.firstIndex { $0.contains(page.testDescription) })
        #expect(lines[row].hasPrefix("│  \(page.testDescription)"))
        #expect(driver.frame().style(column: 3, row: row) == .faint)
    }

    @Test func `the button says what is wrong with the password once the others are filled in`() throws {
        let driver = try ScreenDriver([:])
        driver.type(.to("password"), "123")
        #expect(driver.shows("[ Log in ]  Fill in Email"))
        driver.type(.to("email"), "ann@example.org")
        #expect(driver.shows("[ Log in ]  Password: needs at least 5 characters"))
    }

    @Test func `the small print shortens a path in its middle, and is left out where that is not enough`() {
        let guidance = Guidance("saves", path: "/home/ann/Documents/regapp/profile.json")
        func print(_ home: String?, _ columns: Int = 80) -> String? {
            guidance.smallPrint(home: home, columns: columns)
        }
        #expect(print("/home/ann") == "~/Documents/regapp/profile.json")
        #expect(print("/home/an") == "/home/ann/Documents/regapp/profile.json")
        #expect(print(nil) == "/home/ann/Documents/regapp/profile.json")
        #expect(print("/home/ann", 31) == "~/Documents/regapp/profile.json")
        #expect(print("/home/ann", 30) == "~/.../regapp/profile.json")
        #expect(print("/home/ann", 20) == "~/.../profile.json")
        #expect(print("/home/ann", 17) == nil)
        #expect(Guidance("reads").smallPrint(home: nil, columns: 80) == nil)
        #expect(guidance.text(home: "/home/ann") == "Saves: ~/Documents/regapp/profile.json")
        #expect(Guidance("reads").text(home: nil) == "Reads")
    }

    @Test func `characters that could steer a terminal are shown escaped`() {
        #expect(Guidance("reads", path: "/d/\u{1B}[2J").text(home: nil) == "Reads: /d/\\u{1B}[2J")
    }

    @Test func `small print and purpose go before a field does`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type(.to("Register"), .key(.enter))
        for rows in 12...30 {
            let text = driver.frame(rows: rows).text
            let isWhole = text.contains("First name") && text.contains("▸") && text.contains("Password")
            #expect(isWhole || !text.contains("EMAIL.json"), "\(rows)")
        }
        #expect(driver.frame(rows: 24).text.contains("~/Documents/regapp/accounts/EMAIL.json"))
    }

    // MARK: Examples

    @Test func `an example shows only until something is typed, and is no value`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type(.to("Register"), .key(.enter))
        #expect(driver.shows("First name  e.g. Ann") && driver.shows("Email       e.g. ann@mail.example"))
        #expect(driver.style(of: "e.g. Ann") == .placeholder)
        driver.type(.key(.control("s")))
        #expect(driver.shows("✗ \(Answer.isRequired("Email"))"))
        driver.type(.to("firstName"), "B")
        #expect(driver.shows("First name  B") && !driver.shows("First name  e.g."))
        driver.type(.key(.backspace), .key(.escape))
        #expect(driver.shows("[ Log in ]"))
    }

    // MARK: Rules

    @Test func `the rules of the field with the focus stand below the fields and are ticked`() throws {
        let driver = try ScreenDriver()
        let texts = [
            "At least 3 characters before the @", "At least 3 characters between the @ and the dot",
            "At least 2 characters after the dot",
        ]
        func marks() -> [String] {
            texts.map { text in ["·", "✓", "✗"].first { driver.shows("\($0) \(text)") } ?? "" }
        }
        #expect(marks() == ["·", "·", "·"] && !driver.shows("At least 5"))
        driver.type("ann@")
        #expect(marks() == ["✓", "·", "·"])
        driver.type("mail.d")
        #expect(marks() == ["✓", "✓", "·"])
        driver.type("e")
        #expect(marks() == ["✓", "✓", "✓"])
        driver.type(.to("password"))
        #expect(marks() == ["", "", ""] && driver.shows("· At least 5 characters"))
    }

    @Test func `in a wide window the rules stand beside the fields`() throws {
        let driver = try ScreenDriver()
        driver.type("ann@")
        let lines = driver.frame(columns: 120, rows: 40).lines
        let field = try #require(lines.firstIndex { $0.contains("Email") })
        // None wraps.
        #expect(lines[field].contains("│  ✓ At least 3 characters before the @ "))
        #expect(lines[field + 1].contains("│  · At least 3 characters between the @ and the dot "))
        #expect(lines[field + 2].contains("Password"))
        #expect(lines[field + 2].contains("│  · At least 2 characters after the dot "))
        let narrower = driver.frame(columns: 109, rows: 40).lines
        let email = try #require(narrower.firstIndex { $0.contains("▸ ✉ Email") })
        #expect(!narrower[email].contains("At least"))
    }

    @Test func `a rule and a message never say the same`() throws {
        let driver = try ScreenDriver(["policy.json": "{\"policy\": \"profile\"}\n"])
        driver.type("ab@de.g", .to("password"), .to("email"))
        #expect(driver.shows("✗ Needs at least 3 characters before the @"))
        #expect(!driver.shows("·"))
    }

    @Test func `a low window scrolls to the field with the focus and what is said of it`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type(.to("Register"), .key(.enter), .to("phone"))
        func low(_ text: String) -> Bool { driver.frame(columns: 40, rows: 12).text.contains(text) }
        #expect(!low("Email") && low("▸ ☎ Phone") && low("· +7 and 10 digits"))
        driver.type("916")
        #expect(low("▸ ☎ Phone") && low("· +7 and 10 digits"))
        driver.type("1234567")
        #expect(low("▸ ☎ Phone") && low("✓ +7 and 10 digits"))
    }

    @Test func `the login to a registry has nothing to tick`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type("a", .to("password"), "b")
        #expect(!driver.shows("·") && !driver.shows("✓"))
    }

    @Test func `where a login may set the first password, its rules are ticked`() throws {
        let driver = try ScreenDriver(ScreenFiles.alexes(1))
        driver.type("Alex", .to("password"), "pass")
        #expect(driver.shows("· At least"))
        driver.type("word1")
        #expect(driver.shows("✓ At least") && !driver.shows("·"))
    }

    // MARK: An empty registry

    @Test func `an empty registry opens on registration, Escape leads to log in and stays there`() throws {
        let driver = try ScreenDriver(["policy.json": ScreenFiles.albumsPolicy])
        #expect(driver.shows("Registration") && driver.shows(Shown.firstAccount))
        driver.type(.key(.escape))
        #expect(driver.shows("[ Log in ]") && !driver.isOver)
        driver.send(.resumed)
        driver.send(.focusGained)
        #expect(driver.shows("[ Log in ]"))
        driver.type(.key(.escape))
        #expect(driver.shows("Ctrl-C quits") && !driver.isOver)
    }

    @Test func `the first account that another process registers is noticed`() throws {
        let driver = try ScreenDriver(["policy.json": ScreenFiles.albumsPolicy])
        driver.put("accounts/bob@example.org.json", ScreenFiles.bob, then: .focusGained)
        #expect(driver.shows("Registration") && !driver.shows(.nobodyRegistered(.button("Register"))))
    }
}
