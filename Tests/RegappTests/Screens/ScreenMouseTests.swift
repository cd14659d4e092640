import RegappCore
import RegappAlbums
import RegappTerminal
import RegappTestSupport
import Testing

@testable import RegappScreens
@testable import RegappWording
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
            driver.click("3  4  5  6  7") && driver.shows("Birthday   2007-12-03")
                && !driver.shows("Mo Tu We"))
        #expect(driver.click("[ Register ]") && driver.shows("✗ First name is required"))
        #expect(driver.click("Esc back") && driver.shows("Leave this form?"))
        #expect(!driver.click("First name"), "under a question only its buttons can be pressed")
        #expect(driver.click("[ Leave ]") && driver.shows("[ Log in ]"))
    }

    @Test func `a click on a button ends the date that was typed`() throws {
        let driver = try ScreenDriver(ScreenFiles.bobLoggedIn)
        driver.type("e", .to("birthday"), .key(.control("u")), "18.05.1990")
        #expect(driver.click("[ Save ]") && driver.shows("Saved"))
        #expect(driver.text("accounts/bob@example.org.json")?.contains("1990-05-18") == true)
    }

    @Test func `the wheel scrolls what does not fit`() throws {
        let driver = try ScreenDriver(["policy.json": ScreenFiles.authorisationPolicy])
        driver.type("Ann", .to("lastName"), "Lee", .to("email"), "ann@example.org", .key(.enter))
        func low(_ text: String) -> Bool { driver.frame(columns: 40, rows: 12).text.contains(text) }
        #expect(low("Email") && !low("Last name"))
        driver.send(.wheel(3))
        #expect(low("Last name") && !low("Email"))
        driver.send(.wheel(-3))
        #expect(low("Email"))
        driver.send(.resize(.low))
        driver.type("?")
        #expect(low("edit the account") && !low("Version"))
        for _ in 0..<20 { driver.send(.wheel(3)) }
        #expect(low("Version"))
    }
}
