import RegappTestSupport
import RegappValues
import Testing

@testable import RegappScreens
@testable import RegappWording
@testable import regapp
@testable import RegappTerminal

/// Screens of accounts or of albums at a place, with a person at the keyboard.
protocol KeyDriver: AnyObject {
    var screens: ScreenStack { get }
    func send(_ event: Event)
    var window: Frame { get }
    var state: KeyState { get }
}

struct KeyState: Equatable {
    let shown: [Frame]
    let isOver: Bool
    /// How often something was asked for.
    let counts: [Int]
}

extension ScreenDriver: KeyDriver {
    var window: Frame { frame() }

    var state: KeyState {
        KeyState(
            shown: [window, screens.render(ScreenSession.minimumSize)], isOver: isOver,
            counts: [albumsNumber, edited.count, copied.count])
    }
}

extension AlbumScreenDriver: KeyDriver {
    var window: Frame { frame }
    var state: KeyState { KeyState(shown: [frame], isOver: isOver, counts: [questionCount]) }
}

/// The overlay with all keys of a page, and the page of help with the same tables.
@Suite struct KeyHelpTests {
    private typealias Place = `Help line`.Place

    struct AnyPlace: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let driver: @Sendable () throws -> any KeyDriver
    }

    private static let f1 = KeyPress(.function(1))

    /// Places at which keys have something to do that they have not elsewhere.
    private static let more = [
        Place(
            "in the middle of words", ["profile.json": ScreenFiles.profile], "e", .to("firstName"),
            " Bea Cid",
            .key(KeyPress(.left, .control)), .key(.left, times: 2)),
        Place("on the second button", ["profile.json": ScreenFiles.profile], .to("Log out")),
        Place(
            "a long notice", ["policy.json": ScreenFiles.authorisationPolicy], "ann@example.org",
            .to("firstName"), "Ann", .to("lastName"), "Lee", .key(.enter)),
        Place(
            "a long notice, scrolled", ["policy.json": ScreenFiles.authorisationPolicy],
            "ann@example.org", .to("firstName"), "Ann", .to("lastName"), "Lee", .key(.enter), .key(.down)),
        Place("accounts", ScreenFiles.severalAccounts, .to("Accounts"), .key(.enter), .key(.down)),
        Place("accounts, marked", ScreenFiles.severalAccounts, .to("Accounts"), .key(.enter), " "),
        Place("accounts, filtered", ScreenFiles.severalAccounts, .to("Accounts"), .key(.enter), "/b"),
        Place("an account", ScreenFiles.severalAccounts, .to("Accounts"), .key(.enter), .key(.enter)),
        Place("an expiry", ScreenFiles.severalAccounts, .to("Accounts"), .key(.enter), "x"),
        Place("a history", ScreenFiles.severalAccounts, .to("Accounts"), .key(.enter), "lH"),
        Place("a change", ScreenFiles.severalAccounts, .to("Accounts"), .key(.enter), "lH", .key(.enter)),
        Place("new passwords", ScreenFiles.severalAccounts, .to("Accounts"), .key(.enter), "ap"),
    ]

    private static let places =
        (`Help line`.places + more).map { place in
            AnyPlace(testDescription: place.testDescription) {
                let driver = try place.driver()
                // There is something to read again.
                if place.files == ["policy.json": "{"] { driver.remove("policy.json") }
                if place.testDescription == "accounts" { driver.remove("accounts/eve@example.org.json") }
                return driver
            }
        }
        + AlbumHelpTests.situations.map { place in
            AnyPlace(testDescription: "albums: \(place.testDescription)") { place.driver() }
        }

    @Test func `every key of every overlay does something at a place that has it`() throws {
        var listed: Set<String> = []
        var done: Set<String> = []
        for place in Self.places {
            let untouched = try place.driver()
            let before = untouched.state
            for table in untouched.screens.keyTables where table != .everywhere {
                for key in table.bindings.flatMap(\.keys) {
                    let name = "\(table.title): \(key)"
                    guard listed.insert(name).inserted || !done.contains(name) else { continue }
                    let driver = try place.driver()
                    driver.send(.key(key))
                    if driver.state != before { done.insert(name) }
                }
            }
        }
        #expect(listed.count > 100)
        #expect(listed.subtracting(done).sorted() == [])
    }

    @Test func `every screen is among the places`() throws {
        let shown = try Self.places.compactMap { try $0.driver().screens.screens.last }
        let known = Set(shown.map { "\(type(of: $0))" })
        let sources = try Repository.files(below: "Sources/RegappScreens").map {
            try Repository.text("Sources/RegappScreens/\($0)")
        }
        let screens = sources.flatMap { $0.matches(of: /struct (\w+): \w*Screen\b/).map { String($0.1) } }
        #expect(screens.count > 5)
        #expect(known.isSuperset(of: screens), "\(Set(screens).subtracting(known))")
    }

    @Test(arguments: places)
    func `the overlay opens at every place, and what was there comes back`(place: AnyPlace) throws {
        let driver = try place.driver()
        let before = driver.state
        let isTyping = driver.screens.isTyping
        let isForm = driver.screens.screens.last is any FormScreen
        #expect(driver.window.lines.last?.contains(isTyping ? "  F1 keys" : "  ? keys") == true)
        let closings = [KeyPress.escape, .enter, .character("q"), .character("?"), Self.f1]
        // One of them at each place, all of them in a campaign.
        let first = place.testDescription.count % Campaign.stride(closings.count)
        for closing in stride(from: first, to: closings.count, by: Campaign.stride(closings.count)).map({
            closings[$0]
        }) {
            driver.send(.key(Self.f1))
            let frame = driver.window
            #expect(frame.text.contains("│ Keys"))
            #expect(frame.cursor == nil)
            // A list keeps the mark of what is selected.
            if isForm { #expect(!frame.text.contains("▸")) }
            for key in [.character("x"), .down, closing] { driver.send(.key(key)) }
            #expect(driver.state == before, "\(closing)")
        }
        driver.send(.key(.character("?")))
        #expect(driver.window.text.contains("│ Keys") != isTyping)
    }

    @Test func `one key shows all keys of the list at 80×24`() throws {
        let driver = try ScreenDriver(ScreenFiles.severalAccounts, startsWithAccounts: true)
        driver.type("?")
        let lines = driver.frame().lines
        #expect(lines.last?.contains("↑↓ rules and file") == true)
        let tables = driver.screens.keyTables
        #expect(tables.count == 7)
        for key in tables.flatMap(\.bindings).flatMap(\.keys) {
            let name = key.description.replacingEach("Ctrl-", with: "^")
            let words = lines.dropFirst(2).flatMap { $0.split(separator: " ").map(String.init) }
            #expect(words.contains(name) || words.contains("\(name),"), "\(name)")
        }
    }

    @Test func `the overlay names the rules and the file`() throws {
        let rules = ScreenFiles.albumsPolicy
        let driver = try ScreenDriver(ScreenFiles.bobLoggedIn.merging(["policy.json": rules]) { $1 })
        driver.type("?", .key(.end))
        #expect(driver.shows("albums, changed in policy.json"))
        #expect(driver.shows("~/Documents/regapp/accounts/bob@example.org.json"))
    }

    @Test func `in a low window it scrolls from end to end`() throws {
        let driver = try ScreenDriver(ScreenFiles.bobLoggedIn)
        driver.send(.resize(ScreenSession.minimumSize))
        driver.type("e", .key(Self.f1))
        func shows(_ text: String) -> Bool { driver.frame(columns: 40, rows: 12).text.contains(text) }
        #expect(shows(Shown.editAccount) && shows("Esc") && shows("▼") && !shows("▲"))
        let first = driver.frame(columns: 40, rows: 12)
        driver.type(.key(.down), "j")
        #expect(!shows(Shown.editAccount) && shows("▲"))
        driver.type(.key(.up, times: 5))
        #expect(driver.frame(columns: 40, rows: 12) == first)
        driver.type(.key(.pageDown, times: 40))
        #expect(shows("Mouse") && shows("Version") && !shows("▼"))
        driver.type(.key(.pageUp))
        #expect(shows("Policy"))
        driver.type(.key(.pageUp, times: 40))
        #expect(driver.frame(columns: 40, rows: 12) == first)
        // A larger window shows more of it.
        driver.type(.key(.end))
        driver.send(.resize(Size(columns: 120, rows: 100)))
        let whole = driver.frame(columns: 120, rows: 100).text
        #expect(
            whole.contains("Policy") && whole.contains("minimumAge") && whole.contains("18 years"))
    }

    @Test func `the topic lists every key of every overlay`() throws {
        let tables = KeyTable.ofScreens
        let pages = Set(tables.first { $0.title == "Pages" }?.bindings.flatMap(\.keys) ?? [])
        for place in Self.places {
            for table in try place.driver().screens.keyTables {
                if let listed = tables.first(where: { $0.title == table.title }) {
                    #expect(Set(listed.bindings).isSuperset(of: table.bindings), "\(table.title)")
                } else {
                    // The keys of the page itself.
                    #expect(pages.isSuperset(of: table.bindings.flatMap(\.keys)), "\(table.title)")
                }
            }
        }
    }

    @Test func `the help prints the tables`() throws {
        let help = try BuiltProgram.regapp.run(["help", "keys"], in: TemporaryHome())
        #expect(help.status == 0 && help.stderr.isEmpty)
        let words = help.stdout.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for table in KeyTable.ofScreens {
            #expect(words.contains(table.title.uppercased()))
            for binding in table.bindings { #expect(words.contains("\(binding.names) \(binding.meaning)")) }
        }
    }
}
