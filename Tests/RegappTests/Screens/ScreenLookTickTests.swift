import RegappWording
import RegappAlbums
import RegappTestSupport
import RegappCore
import RegappTerminal
import Testing

@testable import RegappScreens
@testable import regapp

/// The look at the files once a second, on a screen without input.
@Suite struct `Looking at the files` {
    private static let anna = ScreenFiles.profile.replacing("\"Ann\"", with: "\"Anna\"")

    @Test func `without changes the page stays as it is`() throws {
        let driver = try ScreenDriver(["profile.json": ScreenFiles.profile])
        driver.type("e", "x", .key(.control("s")), .to("Log out"), .key(.control("r")))
        let before = driver.frame()
        driver.send(.tick)
        driver.send(.tick)
        #expect(driver.frame() == before && driver.shows(.saved(true)))
    }

    @Test(arguments: ["", "{ \"email\":", nil] as [String?])
    func `a file in the midst of its replacement changes nothing`(text: String?) throws {
        for isEdit in [false, true] {
            let driver = try ScreenDriver(["profile.json": ScreenFiles.profile])
            if isEdit { driver.type("e", .to("lastName"), "x") }
            let before = driver.frame()
            if let text { driver.put("profile.json", text) } else { driver.remove("profile.json") }
            driver.send(.tick)
            #expect(driver.frame() == before)
            driver.put("profile.json", ScreenFiles.profile, then: .tick)
            #expect(driver.frame() == before)
            if let text { driver.put("profile.json", text) } else { driver.remove("profile.json") }
            driver.send(.tick)
            driver.send(.tick)
            #expect(driver.frame() != before)
        }
    }

    @Test func `rules in the midst of their replacement change nothing, and later they do`() throws {
        let driver = try ScreenDriver([
            "profile.json": ScreenFiles.profile, "policy.json": "{\"policy\":\"profile\"}",
        ]
        )
        driver.put("policy.json", "", then: .tick)
        #expect(driver.shows(Shown.account))
        driver.send(.tick)
        #expect(driver.shows(Shown.unusableFiles))
        driver.put("policy.json", "{\"policy\":\"profile\"}", then: .tick)
        #expect(driver.shows(Shown.account))
    }

    @Test func `files are not read while the window is at the back, and at once when it comes up`() throws {
        let driver = try ScreenDriver(["profile.json": ScreenFiles.profile])
        driver.send(.focusLost)
        #expect(driver.screens.tickInterval == nil)
        driver.put("profile.json", Self.anna, then: .focusGained)
        #expect(driver.shows("First name  Anna") && driver.screens.tickInterval == 240)
        driver.send(.focusLost)
        driver.type(.key(.tab))
        #expect(driver.screens.tickInterval == 240)
    }

    @Test func `a busy catalogue's seconds go on while the window is at the back`() {
        let driver = AlbumScreenDriver.asking()
        driver.fail(.rateLimited(seconds: 30))
        driver.send(.focusLost)
        #expect(driver.screens.tickInterval == 1_000)
        driver.send(.tick)
        driver.fail(.offline)
        let other = AlbumScreenDriver.asking()
        other.fail(.offline)
        other.send(.focusLost)
        #expect(other.screens.tickInterval == nil)
    }

    @Test func `a look at the files delays no key, shows nothing, and gives way to a newer task`() throws {
        let driver = try ScreenDriver(["profile.json": ScreenFiles.profile])
        driver.holdsTasks = true
        let before = driver.frame()
        driver.send(.tick)
        driver.send(.tick)
        #expect(driver.frame() == before && !driver.screens.tasks.isBusy)
        driver.put("profile.json", Self.anna)
        driver.type(.to("Log out"), .key(.enter))
        #expect(driver.shows(Shown.logOut))
        // The look was begun before, and is over only now.
        driver.finishOne()
        #expect(driver.shows(Shown.logOut))
        driver.type(.to("Log out"), .key(.enter))
        driver.send(.tick)
        #expect(driver.screens.tasks.isBusy)
        driver.finish()
        #expect(driver.shows(Shown.registerOrLogIn))
    }

    @Test func `a slow disk is looked at less often`() {
        var poller = Poller(.failure(.nobodyLoggedIn))
        func looks(_ ticks: Int) -> [Bool] { (0..<ticks).map { _ in poller.wantsPoll() } }
        #expect(looks(3) == [true, false, false])
        _ = poller.accepts(.failure(.nobodyLoggedIn), isPoll: true)
        #expect(looks(10) == Array(repeating: false, count: 8) + [true, false])
        _ = poller.accepts(.failure(.nobodyLoggedIn), isPoll: true)
        #expect(looks(5) == [false, false, false, false, true])
        _ = poller.accepts(.failure(.nobodyLoggedIn), isPoll: true)
        #expect(looks(1) == [true])
    }
}
