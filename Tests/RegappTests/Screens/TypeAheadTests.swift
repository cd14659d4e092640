import RegappTestSupport
import Testing

@testable import RegappCore
@testable import RegappScreens
@testable import RegappTerminal

/// Keys that are typed while the list of accounts is being arranged.
@Suite struct TypeAheadTests {
    private static let files = AccountsScreenTests.files
    private static let cid = "accounts/cid@example.org.json"

    /// The list after a filter and these keys, all typed before it was arranged.
    private func list(_ strokes: Stroke...) throws -> ScreenDriver {
        let driver = try AccountsScreenTests.driver(Self.files)
        driver.holdsAccounts = true
        driver.type([.text("/cid"), .key(.enter)] + strokes)
        letGo(driver)
        return driver
    }

    private func letGo(_ driver: ScreenDriver) {
        driver.holdsAccounts = false
        driver.finish()
    }

    private func isLocked(_ driver: ScreenDriver) -> Bool { driver.text(Self.cid)?.contains("!$6$") == true }

    @Test func `keys that follow the filter faster than its answer mean what it finds`() throws {
        let (driver, ann) = (try list("l"), "accounts/ann@example.org.json")
        #expect(isLocked(driver) && driver.text(ann) == Self.files[ann])
    }

    @Test func `keys reach the page that one of them opens, as they were typed`() throws {
        let driver = try list("p", "ключ l")
        let page = try #require(driver.screens.screens.last as? AccountFormScreen)
        #expect(page.form.text(of: Field.password.id) == "ключ l")
        #expect(driver.text(Self.cid) == Self.files[Self.cid])
    }

    @Test func `no key that was typed before they were seen sets generated passwords`() throws {
        let driver = try AccountsScreenTests.driver(Self.files)
        let before = Self.files.keys.map { driver.text($0) }
        driver.type("a", "p")
        #expect(driver.screens.screens.last is NewPasswordsScreen)
        let slow = try AccountsScreenTests.driver(Self.files)
        slow.isFrozen = true
        slow.type("a", "p", "s")
        #expect(slow.screens.screens.last is NewPasswordsScreen)
        #expect(Self.files.keys.map { slow.text($0) } == before)
        slow.isFrozen = false
        slow.screensAreShown()
        slow.type("s")
        #expect(!(slow.screens.screens.last is NewPasswordsScreen))
        #expect(Self.files.keys.map { slow.text($0) } != before)
    }

    @Test func `the overlay opens in its turn, and takes no earlier key`() throws {
        let driver = try list("l", "?")
        #expect(isLocked(driver) && driver.screens.help != nil)
    }

    @Test func `a copy keeps the order of the keys around it`() throws {
        let driver = try list("y", "/bob")
        driver.type(.key(.enter))
        #expect(driver.copied == ["cid@example.org"])
        #expect(driver.screens.scene == "Accounts, 1 at bob@example.org, filter bob")
        let other = try list("y", "l")
        other.send(.tick)
        #expect(isLocked(other))
    }

    @Test func `Ctrl-C asks about typed text, and keys for the list are no answer`() throws {
        let driver = try ScreenDriver(Self.files)
        driver.type(.to("email"), "zed", .to("Accounts"), .key(.enter))
        driver.holdsAccounts = true
        driver.type("/cid", .key(.enter), .key(.right), .key(.enter))
        #expect(driver.asksBeforeLeaving())
        letGo(driver)
        #expect(driver.screens.isAsking && !driver.isOver)
    }

    @Test func `a list that was left while it was arranged can be filtered when it opens again`() throws {
        let driver = try ScreenDriver(Self.files)
        driver.type(.to("email"), "zed", .to("Accounts"), .key(.enter))
        driver.holdsAccounts = true
        driver.type("/cid", .key(.enter))
        #expect(driver.asksBeforeLeaving())
        driver.answer("Back")
        driver.type(.to("Accounts"), .key(.enter))
        letGo(driver)
        driver.type("/bob", .key(.enter))
        #expect(driver.screens.scene == "Accounts, 1 at bob@example.org, filter bob")
    }
}
