import RegappCore
import RegappTerminal
import RegappTestSupport
import Testing

@testable import RegappAlbums
@testable import RegappScreens
@testable import regapp

/// What keys and answers do to the album screens.
@Suite struct AlbumScreenTests {
    private let driver = AlbumScreenDriver()

    // MARK: Searching

    @Test func `Enter asks for the term, its spaces put in order, in the reader's store`() {
        let driver = AlbumScreenDriver.asking("  night \u{3000}harbour ")
        #expect(driver.lastQuestion?.question == .search("night harbour", .unitedStates, isRefresh: false))
        #expect(driver.shows("Searching “night harbour” in the US store"))
        #expect(
            AlbumScreenDriver.asking("ночь").lastQuestion?.question
                == .search("ночь", .russia, isRefresh: false))
    }

    @Test(arguments: ["", " ", "\u{A0}\u{3000}"])
    func `an empty term asks the catalogue nothing`(term: String) {
        driver.type(.text(term), .key(.enter))
        #expect(driver.lastQuestion == nil)
    }

    @Test func `the answer does not disturb a user who goes on typing`() {
        driver.type("night", .key(.enter), "s")
        driver.find(AlbumSamples.many(3))
        #expect(driver.screens.search.focus == .field)
        #expect(driver.screens.search.field.text == "s")
        #expect(driver.shows("3 albums"))
    }

    @Test func `nothing found leaves the focus in the field`() {
        let driver = AlbumScreenDriver.searched(3)
        driver.go(to: .field)
        driver.type(.key(.control("u")), "xyz", .key(.enter))
        driver.find([])
        #expect(driver.shows("No album for “xyz”"))
        #expect(driver.screens.search.focus == .field)
        #expect(!driver.shows("Night 1"))
    }

    @Test func `an answer to an older question is dropped`() throws {
        let driver = AlbumScreenDriver.asking("a")
        let old = try #require(driver.lastQuestion?.number)
        driver.type("b", .key(.enter))
        driver.receive(
            .found(
                CatalogResult(value: AlbumSamples.many(5), freshness: .fetched, droppedCount: 0), number: old)
        )
        driver.receive(.failed(.cancelled, number: old))
        #expect(driver.shows("Searching “b”"))
        #expect(driver.screens.search.results.albums.isEmpty)
    }

    // MARK: Errors, retries, cancelling

    @Test func `an error puts the focus on the button that asks again`() {
        let driver = AlbumScreenDriver.asking()
        driver.fail(.offline)
        #expect(driver.style(of: "✗ There is no network") == .problem)
        #expect(driver.style(of: "[ Retry ]") == .buttonFocused)
        driver.type(.key(.enter))
        #expect(driver.lastQuestion?.question == .search("night", .unitedStates, isRefresh: true))
        driver.find(AlbumSamples.many(3))
        #expect(driver.screens.search.focus == .list)
    }

    @Test func `a user who goes on typing does not press the button`() {
        driver.type("night", .key(.enter), "s")
        driver.fail(.offline)
        driver.type(" q")
        #expect(!driver.isOver && driver.screens.search.field.text == "s q")
        #expect(driver.shows("Retry"))
    }

    @Test func `albums never stand under a term that did not find them`() {
        let driver = AlbumScreenDriver.searched(3)
        driver.go(to: .field)
        driver.type("s", .key(.enter))
        #expect(driver.shows("Searching “nights”") && !driver.shows("Night 3"))
        #expect(driver.coverRequests.isEmpty)
        driver.fail(.offline)
        #expect(driver.shows("✗ There is no network") && driver.shows("[ Retry ]"))
        #expect(!driver.shows("Night 3") && !driver.shows("shop:"))
        driver.type(.key(.enter))
        driver.find(AlbumSamples.many(3))
        #expect(driver.shows(Shown.albums(3, for: "nights")) && driver.shows("Night 3"))
    }

    @Test func `a part that is gone leaves its focus to the field`() {
        let driver = AlbumScreenDriver.searched(3)
        driver.go(to: .field)
        driver.type("s")
        driver.go(to: .list)
        driver.type(.key(.control("s")))
        #expect(driver.screens.search.focus == .field && !driver.shows("Night 3"))
        driver.fail(.offline)
        #expect(driver.style(of: "[ Retry ]") == .buttonFocused)
        driver.go(to: .field)
        driver.type(.key(.control("u")))
        driver.go(to: .retry)
        driver.type(.key(.control("s")))
        #expect(driver.screens.search.focus == .field && driver.shows(Shown.typeWords))
    }

    @Test func `an empty field leaves no albums and no question behind`() {
        let driver = AlbumScreenDriver.searched(3)
        driver.go(to: .field)
        driver.type(.key(.control("u")), .key(.enter))
        #expect(driver.shows("\(Shown.typeWords) and press Enter.") && !driver.shows("Night 3"))
        #expect(driver.coverRequests.isEmpty)
        driver.type(.key(KeyPress(.function(5))))
        #expect(driver.questionCount == 1)
    }

    @Test func `albums stay while their own term is asked for again, each with its cover`() {
        let driver = AlbumScreenDriver(columns: 40, rows: 17)
        driver.type("night", .key(.enter))
        driver.find(AlbumSamples.many(200), freshness: .outdated(age: 7_200_000, because: .offline))
        driver.loadCovers()
        let room = driver.screens.search.results.list.visibleIndices.count
        // The shorter line about the question leaves room for a row more.
        driver.type("r")
        driver.loadCovers()
        let results = driver.screens.search.results
        #expect(results.list.visibleIndices.count > room)
        #expect(
            results.list.visibleIndices.allSatisfy {
                results.covers.rows[results.albums[$0].collectionId] != nil
            })
        driver.fail(.timeout(milliseconds: 15_000))
        #expect(driver.shows("15 seconds") && driver.shows("Night 1"))
    }

    @Test func `Escape cancels a search`() {
        let driver = AlbumScreenDriver.searched(3)
        driver.go(to: .field)
        driver.type("s", .key(.enter))
        #expect(driver.screens.tickInterval == 100)
        driver.type(.key(.escape))
        #expect(driver.hasCancelled && !driver.isOver)
        #expect(driver.shows("The search was cancelled") && !driver.shows("Night 3"))
        #expect(driver.screens.tickInterval == 240)
        driver.type(.key(.escape))
        #expect(driver.shows(Shown.account))
    }

    @Test func `what the service says cannot steer the terminal`() {
        let driver = AlbumScreenDriver.asking()
        driver.fail(.message("\u{1B}[2J\u{9B}\u{202E}"))
        #expect(driver.shows(#"\u{1B}[2J\u{9B}\u{202E}"#))
    }

    // MARK: The list

    @Test func `Tab goes from the field to the list and back, arrows too`() {
        let driver = AlbumScreenDriver.searched(3)
        driver.type(.key(.tab))
        #expect(driver.screens.search.focus == .field)
        driver.type(.key(.down))
        #expect(driver.screens.search.focus == .list && driver.screens.search.results.list.selected == 0)
        driver.type(.key(.up))
        #expect(driver.screens.search.focus == .field)
        driver.type(.key(.shiftTab), .key(.character("/")))
        #expect(driver.screens.search.focus == .field)
    }

    @Test func `q types in the field and quits elsewhere`() {
        let driver = AlbumScreenDriver.searched(3)
        driver.go(to: .field)
        driver.type("q")
        #expect(!driver.isOver && driver.screens.search.field.text == "nightq")
        driver.go(to: .list)
        driver.type("q")
        #expect(driver.isOver)
    }

    @Test(arguments: [40, 60, 80, 120])
    func
        `cover, title, artist and number of songs stand in every wide window; the year stays in a narrow one`(
            columns: Int
        )
    {
        for rows in [12, 24] {
            let driver = AlbumScreenDriver.searched(3, columns: columns, rows: rows)
            driver.loadCovers()
            let lines = driver.frame.lines
            let place = lines.firstIndex { $0.contains("Night 1") } ?? 0
            let row = lines[place]
            #expect((rows == 12 ? row : lines[place + 1]).contains("Lant"), "\(row)")
            #expect(row.contains("2011") && driver.shows("Year"), "\(row)")
            #expect(row.contains(" 7") == (columns > 60) && driver.shows("Songs") == (columns > 60), "\(row)")
            #expect(driver.frame.text.contains("▀") == (rows > 12))
        }
    }

    @Test func `the marks of visible titles are explained, and no others`() {
        var albums = AlbumSamples.many(100)
        albums[0].collectionExplicitness = .explicit
        albums[99].collectionExplicitness = .cleaned
        let driver = AlbumScreenDriver(columns: 40, rows: 12)
        driver.search("night", finding: albums)
        #expect(driver.shows("[E] explicit") && !driver.shows("[C] clean"))
        driver.type(.key(.end))
        #expect(!driver.shows("[E] explicit") && driver.shows("[C] clean"))
    }

    @Test func `a resize keeps the place and the covers`() {
        let driver = AlbumScreenDriver.searched()
        driver.loadCovers()
        driver.type(.key(.down, times: 2))
        driver.resize(120, 40)
        #expect(driver.screens.search.results.list.selected == 2)
        let results = driver.screens.search.results
        #expect(results.covers.rows[results.albums[2].collectionId] != nil)
        driver.type(.key(.end))
        driver.resize(40, 12)
        #expect(driver.screens.search.results.list.visibleIndices.contains(199))
        #expect(driver.shows("▸ Night 200"))
    }

    @Test func `a key changes few cells of a long list`() {
        let driver = AlbumScreenDriver.searched()
        driver.loadCovers()
        var writer = FrameWriter(palette: Palette(.trueColour))
        let whole = writer.bytes(for: driver.frame).count
        driver.type(.key(.down))
        let changed = writer.bytes(for: driver.frame).count
        #expect(changed > 0 && changed * 5 < whole)
        #expect(writer.bytes(for: driver.frame).isEmpty)
    }

    // MARK: Keys

    @Test func `the most important keys stand even in the smallest window`() {
        let driver = AlbumScreenDriver.searched(columns: 40, rows: 12)
        let smallest = driver.frame.lines.last ?? ""
        for keys in ["Enter open", "/ search", "Esc back"] { #expect(smallest.contains(keys), "\(smallest)") }
        driver.resize(80, 24)
        let usual = driver.frame.lines.last ?? ""
        for keys in [
            "Enter open", "/ search", "Esc back", "f filter", "s sort", "d density", "? keys",
        ] {
            #expect(usual.contains(keys), "\(usual)")
        }
        driver.type(.key(.enter))
        driver.lookUp(AlbumSamples.contents(of: AlbumSamples.many(1)[0], songs: 100))
        driver.resize(40, 12)
        let album = driver.frame.lines.last ?? ""
        for keys in ["Esc back", "↑↓ scroll", "/ search"] { #expect(album.contains(keys), "\(album)") }
    }

    // MARK: Covers

    @Test func `only covers that show are loaded, each once`() {
        let driver = AlbumScreenDriver.searched()
        let visible = driver.screens.search.results.list.visibleIndices.map { Int64($0 + 1) }
        #expect(driver.coverRequests.map(\.album.collectionId) == visible)
        driver.loadCovers()
        driver.type(.key(.end))
        #expect(driver.coverRequests.map(\.album.collectionId).last == 200)
        driver.type(.key(.home))
        #expect(driver.coverRequests.isEmpty)
    }

    @Test func `a menu stays while the files are looked at, until it is answered`() {
        let driver = AlbumScreenDriver()
        driver.search("night", finding: AlbumSamples.world)
        driver.type("s")
        for _ in 1...3 { driver.look(AlbumSamples.currentUser) }
        #expect(driver.shows("Sort by"))
        driver.type(.key(.down), .key(.enter))
        #expect(!driver.shows("Sort by") && driver.shows(" · by artist"))
    }

    @Test(arguments: [Size.low, .usual, .large, Size(columns: 200, rows: 60)])
    func `the search field stands at the same place before and after the first search`(size: Size) {
        let driver = AlbumScreenDriver(columns: size.columns, rows: size.rows)
        func place() -> [Int] {
            driver.frame.lines.enumerated().compactMap { row, line in
                line.firstRange(of: "⌕ Search").map { row * 1_000 + line[..<$0.lowerBound].count }
            }
        }
        let before = place()
        driver.search("night", finding: AlbumSamples.world)
        #expect(before.count == 1 && place() == before)
    }

    @Test func `in a low window a long term takes the room of the legend`() {
        let driver = AlbumScreenDriver(columns: 40, rows: 12)
        var album = AlbumSamples.world[0]
        album.collectionExplicitness = .explicit
        driver.search("night", finding: [album])
        #expect(driver.shows("⌕ Search night  ") && driver.shows("[E] explicit"))
        driver.type("/")
        driver.search("night at the harbour", finding: [album])
        #expect(driver.shows("⌕ Search night at the harbour") && !driver.shows("[E] explicit"))
    }

    // MARK: Who is logged in

    @Test func `the header shows who is logged in, and the files are read again on return`() {
        #expect(driver.frame.lines[0].hasSuffix(" bob@example.org"))
        #expect(driver.frame.lines[3] == "  Bob Stone · bob@example.org · +7 (916) 123-45-67 · 1990-05-17")
        driver.resize(79, 24)
        #expect(driver.frame.lines[0].hasSuffix(" bob@example.org") && !driver.shows("Bob Stone"))
        driver.type(.key(KeyPress(.function(1))), .key(KeyPress(.end)))
        #expect(driver.shows("You") && driver.shows("Bob Stone"))
        driver.type(.key(.escape))
        driver.send(.resumed)
        driver.send(.focusGained)
        #expect(driver.readings == 2)
        driver.read(AlbumSamples.files("{\"email\": \"ann@example.org\"}"))
        #expect(driver.shows("ann@example.org") && !driver.shows("Bob Stone"))
    }

    @Test func `a user who is logged out has to leave, unless that was a mistake`() {
        driver.read(AlbumSamples.loggedOut)
        #expect(driver.shows(Answer.nobody.onScreen))
        driver.read(AlbumSamples.currentUser)
        #expect(!driver.shows(Answer.nobody.onScreen))
        driver.read(AlbumSamples.loggedOut)
        #expect(driver.shows(Answer.nobody.onScreen))
        driver.type(.key(.enter))
        #expect(!driver.isOver && !driver.screens.isAsking)
        driver.read(AlbumSamples.loggedOut)
        #expect(driver.shows("Log in") && !driver.shows("Albums"))
    }

    @Test func `files that cannot be used any more have to be left for, too`() {
        let files = AlbumSamples.files("{")
        driver.read(files)
        #expect(driver.shows("1:2") && driver.shows("[ Leave the albums ]"))
        driver.type(.key(.enter))
        driver.read(files)
        #expect(driver.shows(Shown.unusableFiles))
    }

    @Test func `at rest the files are looked at, a log-out seen twice is shown, no question disturbed`() {
        driver.send(.tick)
        #expect(driver.looks == 1)
        driver.look(AlbumSamples.loggedOut)
        #expect(!driver.shows(Answer.nobody.onScreen))
        driver.look(AlbumSamples.loggedOut)
        #expect(driver.shows(Answer.nobody.onScreen))
        let asking = AlbumScreenDriver.asking()
        asking.send(.tick)
        #expect(asking.looks == 0)
    }
}
