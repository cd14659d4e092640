import CommandParser
import TerminalUI
import TestSupport
import Testing

@testable import regapp
@testable import TerminalUI

/// The overlay with all keys of a page, and the page of help with the same tables.
@Suite struct KeyHelpTests {
    typealias Place = `Help line`.Place

    private static let f1 = Key(.function(1))

    /// Places at which keys have something to do that they have not elsewhere.
    private static let more = [
        Place(
            "in the middle of words", ["profile.json": ScreenFiles.profile], "e", .key(.tab, times: 2),
            " Bea Cid",
            .key(Key(.left, .control)), .key(.left, times: 2)),
        Place("on the second button", ["profile.json": ScreenFiles.profile], .key(.right)),
        Place(
            "a long notice", ["policy.json": ScreenFiles.authorisationPolicy], "Ann", .key(.tab), "Lee",
            .key(.tab), "ann@example.org", .key(.enter)),
        Place(
            "a long notice, scrolled", ["policy.json": ScreenFiles.authorisationPolicy], "Ann", .key(.tab),
            "Lee", .key(.tab), "ann@example.org", .key(.enter), .key(.up, times: 2)),
    ]

    private static let places = `Help line`.places + more

    /// What shows, in a window of the usual size and in the lowest.
    private static func look(_ driver: ScreenDriver) -> [String] {
        [Size(columns: 80, rows: 24), ScreenSession.minimumSize].map { size in
            let frame = driver.screens.render(size)
            return frame.text + "\(frame.cursor.map { "\($0.column), \($0.row)" } ?? "")"
        } + ["\(driver.isOver)", "\(driver.albumsNumber)", "\(driver.edited.count)"]
    }

    @Test func `every key of every overlay does something on a page that has it`() throws {
        var listed: Set<String> = []
        var done: Set<String> = []
        for place in Self.places {
            let untouched = try place.driver()
            let before = Self.look(untouched)
            for table in untouched.screens.screen.shown.keyTables where table != .everywhere {
                for binding in table.bindings {
                    for key in binding.keys {
                        let name = "\(table.title): \(key)"
                        guard listed.insert(name).inserted || !done.contains(name) else { continue }
                        let driver = try place.driver()
                        if place.files == ["policy.json": "{"] { driver.remove("policy.json") }
                        driver.type(.key(key))
                        if Self.look(driver) != before { done.insert(name) }
                    }
                }
            }
        }
        #expect(listed.count > 60)
        #expect(listed.subtracting(done).sorted() == [])
    }

    @Test(arguments: `Help line`.places)
    func `the overlay opens on every page, and what was there is there when it closes`(place: Place) throws {
        let driver = try place.driver()
        let before = driver.frame()
        for closing in [Key.escape, .enter, .character("q"), .character("?"), Self.f1] {
            driver.type(.key(Self.f1))
            let frame = driver.frame()
            #expect(frame.text.contains("│ Keys") && frame.text.contains("regapp \(Regapp.version)"))
            #expect(frame.cursor == nil && !frame.text.contains("▸"))
            driver.type("x", .key(.down), .key(closing))
            #expect(driver.frame() == before, "\(closing)")
        }
        let isTyping = driver.screens.screen.shown.isTyping
        driver.type("?")
        #expect(driver.shows("│ Keys") != isTyping)
        let line = try #require(try place.driver().frame(columns: 160).lines.last)
        #expect(line.hasSuffix(isTyping ? "  F1 keys" : "  ? keys"))
    }

    @Test func `the overlay names the rules and the file`() throws {
        let rules = ScreenFiles.albumsPolicy
        let driver = try ScreenDriver(ScreenFiles.bobLoggedIn.merging(["policy.json": rules]) { $1 })
        driver.type("?")
        #expect(driver.shows("albums, changed in policy.json"))
        #expect(driver.shows("~/Documents/regapp/accounts/bob@example.org.json"))
    }

    @Test func `in a low window it scrolls from end to end`() throws {
        let driver = try ScreenDriver(ScreenFiles.bobLoggedIn)
        driver.send(.resize(ScreenSession.minimumSize))
        driver.type("e", .key(Self.f1))
        func shows(_ text: String) -> Bool { driver.frame(columns: 40, rows: 12).text.contains(text) }
        #expect(shows("Edit user info") && shows("Esc") && shows("▼") && !shows("▲"))
        let first = driver.frame(columns: 40, rows: 12)
        driver.type(.key(.down), "j")
        #expect(!shows("Edit user info") && shows("▲"))
        driver.type(.key(.up, times: 5))
        #expect(driver.frame(columns: 40, rows: 12) == first)
        driver.type(.key(.pageDown, times: 40))
        #expect(shows("Policy") && shows("Version") && !shows("▼"))
        driver.type(.key(.pageUp, times: 40))
        #expect(driver.frame(columns: 40, rows: 12) == first)
        // A larger window shows more of it.
        driver.type(.key(.end))
        driver.send(.resize(Size(columns: 120, rows: 90)))
        #expect(driver.frame(columns: 120, rows: 90).text.contains("Policy"))
    }

    @Test func `the topic lists every key of every overlay`() throws {
        let tables = HelpTopic.keyTables
        let pages = Set(tables.first { $0.title == "Pages" }?.bindings.flatMap(\.keys) ?? [])
        for place in Self.places {
            let page = try place.driver().screens.screen.shown
            for table in page.keyTables {
                guard let listed = tables.first(where: { $0.title == table.title }) else {
                    #expect(table.title == page.title)
                    #expect(pages.isSuperset(of: table.bindings.flatMap(\.keys)), "\(table.title)")
                    continue
                }
                #expect(Set(listed.bindings).isSuperset(of: table.bindings), "\(table.title)")
            }
        }
        #expect(tables.suffix(AlbumKeys.tables.count + 1) == AlbumKeys.tables[...] + [.list])
    }

    @Test func `the help prints the tables`() throws {
        let help = try BuiltProgram.regapp.run(["help", "keys"], in: TemporaryHome())
        #expect(help.status == 0 && help.stderr.isEmpty)
        let words = help.stdout.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        for table in HelpTopic.keyTables {
            #expect(words.contains(table.title.uppercased()))
            for binding in table.bindings { #expect(words.contains("\(binding.names) \(binding.meaning)")) }
        }
    }
}
