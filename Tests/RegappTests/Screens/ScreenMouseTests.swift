import RegappTestSupport
import RegappCore
import Testing

@testable import RegappWording
@testable import RegappScreens
@testable import RegappTerminal
@testable import regapp

/// What the mouse does on screens.
@Suite struct ScreenMouseTests {
    @Test func `a click moves the focus, presses, opens and answers`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        #expect(driver.click("[ Register ]") && driver.shows("Creates your account"))
        #expect(driver.click("Birthday") && driver.shows("▸ ✦ Birthday") && !driver.shows("Mo Tu We"))
        #expect(driver.click("Birthday") && driver.shows("January 2008"), "the second click opens")
        #expect(!driver.click("Mo Tu We") && driver.click("‹ January") && driver.shows("December 2007"))
        #expect(
            driver.click("3  4  5  6  7") && driver.shows("Birthday    2007-12-03")
                && !driver.shows("Mo Tu We"))
        #expect(driver.click("[ Register ]") && driver.shows("✗ \(Answer.isRequired("Email"))"))
        #expect(driver.click("Esc back") && driver.shows(Shown.leaveThisForm))
        #expect(!driver.click("First name"), "under a question only its buttons can be pressed")
        #expect(driver.click("[ Leave ]") && driver.shows("[ Log in ]"))
    }

    @Test func `a click on a button ends the date that was typed`() throws {
        let driver = try ScreenDriver(ScreenFiles.bobLoggedIn)
        driver.type("e", .to("birthday"), .key(.control("u")), "18.05.1990")
        #expect(driver.click("[ Save ]") && driver.shows(.saved(true)))
        #expect(driver.text("accounts/bob@example.org.json")?.contains("1990-05-18") == true)
    }

    @Test func `a click into a text puts the cursor there`() throws {
        let driver = try ScreenDriver(ScreenFiles.bobLoggedIn)
        driver.type("e", .to("lastName"), .key(.control("u")), "Stone", .to("email"))
        #expect(driver.click("one") && driver.shows("▸ ☺ Last name"))
        driver.type("-")
        #expect(driver.shows("St-one"))
        driver.type(.key(.control("u")), .text("日本 \(String(repeating: "long ", count: 20))end"), .key(.home))
        #expect(driver.click("本"))
        driver.type("|")
        #expect(driver.shows("日|本"))
        driver.type(.key(.end))
        #expect(driver.click("end"), "the text is scrolled")
        driver.type("|")
        #expect(driver.shows("|end"))
    }

    @Test func `a click leaves the filter for the list, and comes back into its text`() throws {
        let driver = try ScreenDriver(ScreenFiles.severalAccounts)
        driver.type(.to("Accounts"), .key(.enter), "/example")
        #expect(driver.click("cid@") && driver.screens.scene.hasPrefix("Accounts, 6 at cid"))
        driver.type(" ")
        #expect(driver.shows("1 marked"))
        // The title has the word too, and the rows.
        let row = try #require(driver.frame().lines.firstIndex { $0.hasPrefix("  ⌕ example") })
        driver.send(try #require(driver.frame().event(at: Position(column: 6, row: row))))
        driver.type("tr", .key(.backspace), .key(.backspace))
        #expect(driver.screens.scene.contains("filter example"))
        driver.send(.wheel(3))
        driver.type(" ")
        #expect(driver.shows("2 marked"))
    }

    @Test func `y copies the value under the cursor, and no hidden password`() throws {
        let user = try ScreenDriver(["profile.json": ScreenFiles.profile])
        user.type("н")
        #expect(user.copied == ["ann@example.org"] && user.shows("Sent to the terminal"))
        user.type("e")
        #expect(!user.shows("Sent to the terminal"))
        user.type(.to("firstName"), .key(.control("y")), .to("password"), .key(.control("y")))
        #expect(user.copied.count == 2 && user.copied.last == "Ann" && !user.shows("Sent to the terminal"))
        user.type("12345", .key(.control("y")))
        #expect(user.copied.last == "Ann")
        user.type(.key(.control("r")), .key(.control("y")))
        #expect(user.copied.last == "12345")
        let accounts = try ScreenDriver(ScreenFiles.severalAccounts)
        accounts.type(.to("Accounts"), .key(.enter), .key(.down), "y", .key(.enter), "y")
        #expect(accounts.copied == ["bob@example.org", "bob@example.org"])
    }

    @Test func `a question hides the marks of scrolling`() throws {
        let edit = try ScreenDriver(ScreenFiles.bobLoggedIn)
        edit.type("ex")
        #expect(edit.frame(columns: 40, rows: 12).text.contains("▼"))
        edit.type(.key(.escape))
        #expect(edit.screens.isAsking && !edit.frame(columns: 40, rows: 12).text.contains("▼"))
    }

    @Test func `the wheel scrolls what does not fit`() throws {
        let driver = try ScreenDriver(["policy.json": ScreenFiles.authorisationPolicy])
        driver.type("ann@example.org", .to("firstName"), "Ann", .to("lastName"), "Lee", .key(.enter))
        func low(_ text: String) -> Bool { driver.frame(columns: 40, rows: 12).text.contains(text) }
        #expect(low("Email") && !low("Last name"))
        driver.send(.wheel(3))
        #expect(low("Last name") && !low("Email"))
        driver.send(.wheel(-3))
        #expect(low("Email"))
        driver.send(.resize(.low))
        driver.type("?")
        // What has just happened stands before the keys.
        #expect(low("│ Notice") && !low("edit the account") && !low("Version"))
        driver.send(.wheel(9))
        #expect(low("edit the account") && !low("Version"))
        for _ in 0..<60 { driver.send(.wheel(3)) }
        #expect(low("Version"))
    }
}
