import RegappTerminal
import RegappTestSupport
import RegappWording
import Testing

@testable import RegappScreens

/// Escape goes back and never quits; keys that were meant for a question reach no page below it.
@Suite struct EscapeTests {
    @Test(arguments: [
        ([:], "Ctrl-C quits"), (["profile.json": ScreenFiles.profile], "q quits"),
        (ScreenFiles.albums, "Ctrl-C quits"), (["policy.json": "{"], "q quits"),
    ])
    func `on the first page Escape says how to quit, until the next key`(
        files: [String: String], words: String
    ) throws {
        let driver = try ScreenDriver(files)
        driver.type(.key(.escape))
        #expect(!driver.isOver && !driver.screens.isAsking && driver.frame().lines.last == " " + words)
        driver.type(.key(.tab))
        #expect(!driver.shows(words))
        for _ in 1...3 { driver.type(.key(.escape)) }
        #expect(!driver.isOver)
    }

    @Test func `on a button of a form q quits, and asks first if something is typed`() throws {
        let driver = try ScreenDriver()
        driver.type(.to("Log in"), .key(.escape))
        #expect(driver.shows("q quits"))
        driver.type("q")
        #expect(driver.isOver)
        let other = try ScreenDriver()
        other.type("ann@", .to("Log in"), "q")
        #expect(!other.isOver && other.shows(Shown.leaveThisForm))
        other.answer("Leave")
        #expect(other.isOver)
    }

    @Test func `typed text on the first page stays at Escape, and Ctrl-C asks about it`() throws {
        let driver = try ScreenDriver()
        driver.type("ann@", .key(.escape))
        #expect(!driver.isOver && !driver.screens.isAsking && driver.shows("ann@"))
        #expect(driver.asksBeforeLeaving())
        driver.answer("Leave")
        #expect(driver.isOver)
    }

    @Test func `the list that the program began with leads to no login`() throws {
        let driver = try ScreenDriver(ScreenFiles.severalAccounts, startsWithAccounts: true)
        func footer() -> String { driver.frame().lines.last ?? "" }
        #expect(!footer().contains("Esc"), "it leads nowhere")
        driver.type(" ")
        #expect(footer().hasSuffix("? keys  Esc unmark"))
        driver.type(.key(.escape))
        #expect(!driver.shows("1 marked") && !driver.shows("quits"))
        driver.type("/ann", .key(.enter))
        #expect(footer().hasSuffix("? keys  Esc all"))
        driver.type("?")
        #expect(driver.shows("unmark all") && !driver.shows("go back"))
        driver.type(.key(.escape), .key(.escape))
        #expect(driver.shows("Accounts · 6") && !footer().contains("Esc"))
        driver.type(.key(.escape))
        #expect(driver.shows("q quits") && driver.shows("Accounts · 6") && !driver.isOver)
        driver.type(.key(.enter), .key(.escape))
        #expect(driver.shows("Accounts · 6"))
        driver.type("q")
        #expect(driver.isOver)
    }

    @Test func `a key typed before a question has closed is not given to the page below`() throws {
        let driver = try ScreenDriver(ScreenFiles.albums)
        driver.type("bob@example.org", .to("password"), "Secret2", .key(.enter))
        #expect(driver.screens.isAsking)
        driver.isFrozen = true
        // The second Enter would log in once more, with the same wrong password.
        driver.type(.key(.enter), .key(.enter))
        #expect(!driver.screens.isAsking)
        driver.isFrozen = false
        driver.screensAreShown()
        driver.type(.key(.enter))
        #expect(driver.screens.isAsking)
    }

    @Test func `a question is as wide as its words, and nothing of the page stands beside it`() throws {
        let driver = try ScreenDriver(ScreenFiles.severalAccounts, startsWithAccounts: true)
        driver.type("d")
        let lines = driver.frame().lines
        let top = try #require(lines.firstIndex { $0.contains("╭") })
        let bottom = try #require(lines.firstIndex { $0.contains("╰") })
        for line in lines[top...bottom] {
            let box = line.drop { $0 == " " }
            #expect(box.first.map { "╭│╰".contains($0) } == true && box.count < 46, "\(line)")
        }
    }
}
