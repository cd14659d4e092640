import RegappCore
import RegappTerminal
import RegappTestSupport
import Testing

@testable import RegappScreens
@testable import regapp

/// What a page says of itself: what it does, what its fields ask for, and where one begins.
@Suite struct GuidanceTests {
    // MARK: The line under the title

    /// A page, and the line under its title.
    struct Page: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let files: [String: String]
        let strokes: [Stroke]

        init(_ line: String, _ files: [String: String], _ strokes: Stroke...) {
            (testDescription, self.files, self.strokes) = (line, files, strokes)
        }
    }

    static let pages = [
        Page("LOGIN creates ~/Documents/regapp/profile.json", [:]),
        Page("The mistakes are in ~/Documents/regapp/profile.json", ["profile.json": "{"]),
        Page(
            "Replaces ~/Documents/regapp/profile.json", ["profile.json": "{"], .to("Replace it"), .key(.enter)
        ),
        Page("Shows ~/Documents/regapp/profile.json", ["profile.json": ScreenFiles.profile]),
        Page("Saves in ~/Documents/regapp/profile.json", ["profile.json": ScreenFiles.profile], "e"),
        Page("The login is stored in ~/Documents/regapp/session.json", ScreenFiles.albums),
        Page("Shows ~/Documents/regapp/accounts/bob@example.org.json", ScreenFiles.bobLoggedIn),
        Page(
            "Creates ~/Documents/regapp/accounts/EMAIL.json", ScreenFiles.albums, .to("Register"),
            .key(.enter)
        ),
        Page(
            "Nobody is registered yet; creates ~/Documents/regapp/accounts/EMAIL.json",
            ["policy.json": ScreenFiles.albumsPolicy]),
        Page(
            "A hash of it is kept in ~/Documents/regapp/accounts", ScreenFiles.alexes(1), "Alex",
            .to("password"), "password1", .key(.enter)),
        Page("Nobody can log in without ~/Documents/regapp/policy.json", ["policy.json": "{"]),
    ]

    @Test(arguments: pages)
    func `a page says what it does, faintly, where there is room`(page: Page) throws {
        let driver = try ScreenDriver(page.files)
        driver.type(page.strokes)
        #expect(driver.frame().lines[3] == "  " + page.testDescription)
        #expect(driver.frame().style(column: 2, row: 3) == .faint)
        #expect(!driver.frame(columns: 40, rows: 12).text.contains(page.testDescription))
    }

    @Test func `a path is shortened in its middle, and left out where that is not enough`() {
        let guidance = Guidance("saves in", path: "/home/ann/Documents/regapp/profile.json")
        #expect(guidance.text(home: "/home/ann") == "Saves in ~/Documents/regapp/profile.json")
        #expect(guidance.text(home: "/home/an") == "Saves in /home/ann/Documents/regapp/profile.json")
        #expect(guidance.text(home: nil) == "Saves in /home/ann/Documents/regapp/profile.json")
        #expect(guidance.text(home: "/home/ann", columns: 40) == "Saves in ~/Documents/regapp/profile.json")
        #expect(guidance.text(home: "/home/ann", columns: 39) == "Saves in ~/.../regapp/profile.json")
        #expect(guidance.text(home: "/home/ann", columns: 30) == "Saves in ~/.../profile.json")
        #expect(guidance.text(home: "/home/ann", columns: 26) == nil)
        #expect(Guidance("reads", path: "/home/ann").text(home: "/home/ann") == "Reads ~")
        #expect(Guidance("reads").text(home: nil, columns: 5) == "Reads")
    }

    @Test func `what could steer a terminal is shown, not written`() {
        let text = Guidance("reads", path: "/d/\u{1B}[2J").text(home: nil)
        #expect(text == "Reads /d/\\u{1B}[2J")
    }

    @Test func `a notice that names the file says enough`() throws {
        let driver = try ScreenDriver()
        driver.type("ann@example.org", .to("password"), "12345", .key(.enter))
        #expect(driver.shows("It is in /home/ann/Documents/regapp/profile.json"))
        #expect(!driver.shows("Shows ~"))
    }

    @Test func `the form keeps its lines where the guidance would take one`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type(.to("Register"), .key(.enter))
        let rows = try #require((18...30).first { driver.frame(rows: $0).text.contains("Creates ~") })
        for rows in 18...30 {
            let lines = driver.frame(rows: rows).lines
            let first = try #require(lines.firstIndex { $0.contains("First name") })
            let isRoomy = !lines[first + 1].contains("Last name")
            #expect(isRoomy || rows < 24, "\(rows)")
        }
        #expect(rows <= 24)
    }

    // MARK: Examples

    @Test func `an example is an example, and never typed`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type(.to("Register"), .key(.enter))
        #expect(driver.shows("First name e.g. Ann") && driver.shows("Email      e.g. ann@mail.example"))
        #expect(driver.style(of: "e.g. Ann") == .placeholder)
        driver.type(.key(.control("s")))
        #expect(driver.shows("✗ First name is required"))
        driver.type("B")
        #expect(driver.shows("First name B") && !driver.shows("First name e.g."))
        driver.type(.key(.backspace), .key(.escape))
        #expect(driver.shows("LOGIN"))
    }

    // MARK: Rules

    @Test func `the first rule of the field with the focus that is not met stands under it`() throws {
        let driver = try ScreenDriver()
        #expect(driver.shows("· 1 of 3: at least 3 characters before the @") && !driver.shows("at least 5"))
        driver.type("ann@")
        #expect(driver.shows("· 1 of 2: at least 3 characters between the @ and the dot"))
        driver.type("mail.d")
        #expect(driver.shows("· at least 2 characters after the dot"))
        driver.type("e")
        #expect(driver.shows("✓ all rules are met"))
        driver.type(.to("password"))
        #expect(!driver.shows("rules") && driver.shows("· at least 5 characters"))
    }

    @Test func `in a wide window all rules of the field with the focus stand beside it and are ticked`()
        throws
    {
        let driver = try ScreenDriver()
        driver.type("ann@")
        let lines = driver.frame(columns: 120, rows: 40).lines
        let field = try #require(lines.firstIndex { $0.contains("Email") })
        #expect(lines[field].hasSuffix("  ✓ at least 3 characters before the @"))
        #expect(lines[field + 1].hasSuffix("  · at least 3 characters between the @ and the dot"))
        #expect(lines[field + 2].contains("Password"))
        #expect(lines[field + 2].hasSuffix("  · at least 2 characters after the dot"))
        #expect(driver.frame(columns: 100, rows: 40).text.contains("· 1 of 2:"))
    }

    @Test func `a rule and a message never say the same`() throws {
        let driver = try ScreenDriver(["policy.json": "{\"policy\": \"profile\"}\n"])
        driver.type("ab@de.g", .to("password"), .to("email"))
        #expect(driver.shows("✗ 1 of 3: at least 3 characters before the @"))
        #expect(!driver.shows("·"))
    }

    @Test func `nothing moves while one types`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type(.to("Register"), .key(.enter))
        func places() -> [Int?] {
            let lines = driver.frame().lines
            return ["First name", "Last name", "Birthday", "Phone", "Email", "Password", "Register"]
                .map { label in lines.firstIndex { $0.contains(label) } }
        }
        let before = places()
        for (field, text) in ScreenFiles.ann {
            driver.type(.to(field), .text(text))
            #expect(places() == before, "\(text)")
            driver.type(.key(.tab))
            #expect(places() == before, "after \(text)")
        }
    }

    @Test func `a low window scrolls to the field with the focus and what is said of it`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type(.to("Register"), .key(.enter), .to("password"))
        func low(_ text: String) -> Bool { driver.frame(columns: 40, rows: 12).text.contains(text) }
        #expect(!low("First name") && low("▸ ✱ Password") && low("· 1 of 4: at least 6"))
        driver.type("abcdef")
        #expect(low("▸ ✱ Password") && low("· 1 of 2: a digit"))
        driver.type("G7")
        #expect(low("▸ ✱ Password") && low("✓ all rules are met"))
    }

    @Test func `where somebody logs in to a registry nothing is to be ticked`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type("a", .to("password"), "b")
        #expect(!driver.shows("·") && !driver.shows("✓"))
    }

    // MARK: An empty registry

    @Test func `an empty registry opens on registration, and Escape leads to the log in and stays there`()
        throws
    {
        let driver = try ScreenDriver(["policy.json": ScreenFiles.albumsPolicy])
        #expect(driver.shows("Registration") && driver.shows("Nobody is registered yet"))
        driver.type(.key(.escape))
        #expect(driver.shows("  LOGIN  ") && !driver.isOver)
        driver.send(.resumed)
        driver.send(.focusGained)
        #expect(driver.shows("  LOGIN  "))
        driver.type(.key(.escape))
        #expect(driver.isOver)
    }

    @Test func `the first account that somebody else makes is noticed`() throws {
        let driver = try ScreenDriver(["policy.json": ScreenFiles.albumsPolicy])
        driver.put("accounts/bob@example.org.json", ScreenFiles.bob)
        driver.send(.focusGained)
        #expect(driver.shows("Registration") && !driver.shows("Nobody is registered yet"))
    }
}
