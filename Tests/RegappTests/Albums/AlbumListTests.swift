import RegappTerminal
import RegappTestSupport
import Testing

@testable import RegappAlbums
@testable import RegappScreens
@testable import regapp

/// What makes a list of albums comfortable: letters that move, the place in it, a filter, and the last terms.
@Suite struct AlbumListTests {
    private let driver = AlbumScreenDriver.searched(81)
    private var search: SearchPage { driver.screens.search }

    @Test func `letters move as arrows, Home and End do`() {
        driver.type("jjjk")
        #expect(search.results.list.selected == 2)
        driver.type("G")
        #expect(search.results.list.selected == 80)
        driver.type("g")
        #expect(search.results.list.selected == 0)
        driver.type("k")
        #expect(search.results.list.selected == 0 && search.focus == .list)
    }

    @Test func `the place in the list stands under it`() {
        driver.type(.key(.down, times: 11))
        #expect(driver.shows("12 of 81"))
        driver.resize(40, 12)
        #expect(driver.shows("12 of 81") && driver.shows("shop: https"))
    }

    // MARK: The filter

    @Test func `a filter narrows the rows as it is typed, by title or artist, whatever the case`() {
        let driver = AlbumScreenDriver()
        driver.search("night", finding: AlbumSamples.world)
        driver.type("fНОЧЬ")
        #expect(driver.screens.search.results.albums.map(\.collectionId) == [2])
        #expect(driver.shows("1 of 7 albums") && driver.shows("▸ Ночь") && !driver.shows("ランタン"))
        driver.type(.key(.control("u")), "quill  title")
        #expect(driver.screens.search.results.albums.map(\.collectionId) == [6])
        driver.type("x")
        #expect(driver.screens.search.results.albums.isEmpty && driver.shows("0 of 7 albums"))
        driver.type(.key(.enter))
        #expect(driver.screens.search.focus == .filter)
        driver.type(.key(.escape))
        #expect(driver.screens.search.results.albums.count == 7 && driver.screens.search.focus == .list)
        #expect(driver.shows(Shown.albums(7, for: "night")))
    }

    @Test func `Enter keeps the filter, an album opens from it, Escape shows all around the same album`() {
        driver.type("f77", .key(.enter))
        #expect(search.focus == .list && driver.shows("1 of 1") && driver.shows("Filter 77"))
        driver.type(.key(.enter))
        #expect(driver.screens.album?.album.collectionId == 77)
        driver.type(.key(.escape))
        #expect(driver.shows("Filter 77"))
        driver.type(.key(.escape))
        #expect(search.results.filter == nil && search.results.list.selected == 76 && !driver.isOver)
        driver.type(.key(.escape))
        #expect(driver.shows(Shown.account))
    }

    @Test func `covers come with the rows that the filter leaves`() {
        driver.loadCovers()
        driver.type("f80")
        #expect(driver.coverRequests.map(\.album.collectionId) == [80])
        driver.loadCovers()
        driver.type(.key(.escape))
        let results = search.results
        #expect([79, 0].allSatisfy { results.covers.rows[results.albums[$0].collectionId] != nil })
    }

    @Test func `another search, and the same one again, begin without a filter`() {
        driver.type("f77", .key(KeyPress(.function(5))))
        driver.find(AlbumSamples.many(81))
        #expect(search.results.filter == nil && search.results.albums.count == 81)
        driver.type("f7", .key(.shiftTab), "s", .key(.enter))
        #expect(search.results.filter == nil && search.results.albums.isEmpty)
    }

    // MARK: Order

    @Test func `s sorts by artist and by year, and goes to the first album`() {
        let driver = AlbumScreenDriver()
        driver.search("night", finding: AlbumSamples.world)
        driver.type(.key(.end))
        let titles = AlbumSamples.world.map(\.collectionId)
        driver.type("sa")
        let results = driver.screens.search.results
        #expect(driver.shows("1 of 7 · by artist"))
        #expect(results.albums.map(\.collectionId) != titles)
        driver.type("sy")
        let years = driver.screens.search.results.albums.map { $0.releaseYear ?? "" }
        #expect(driver.shows(" of 7 · by year") && years == years.sorted())
        driver.type("fé", .key(.enter), "st")
        #expect(driver.screens.search.results.filter?.text == "é" && !driver.shows(" · by"))
    }

    // MARK: Density

    @Test func `six albums show at 80×12`() {
        let driver = AlbumScreenDriver.searched(9, columns: 80, rows: 12)
        #expect(driver.shows("Night 6") && driver.shows("⌕ Search night"))
    }

    @Test func `rows have a cover and two lines, and in a low window one line without cover`() {
        for (rows, isDense) in [(14, true), (15, false), (60, false)] {
            let driver = AlbumScreenDriver.searched(3, columns: 80, rows: rows)
            #expect(driver.coverRequests.isEmpty == isDense)
            driver.loadCovers()
            let list = driver.screens.search.listRect(in: Size(columns: 80, rows: rows))
            let lines = driver.frame.lines[list.row + 1..<list.row + 1 + (isDense ? 3 : 6)]
            #expect(lines.allSatisfy { !$0.isEmpty })
            #expect(lines.count { $0.contains("The Lanterns") } == 3)
            #expect(lines.count { $0.contains("Night") } == 3)
            #expect(lines.count { $0.contains("Night") && $0.contains("Lanterns") } == (isDense ? 3 : 0))
        }
    }

    @Test func `d changes the density at the same album, and a resize keeps the user's choice`() {
        driver.type(.key(.down, times: 9))
        let visible = search.results.list.visibleIndices.count
        driver.type("d")
        #expect(search.results.list.visibleIndices.count > visible && driver.shows("▸ Night 10"))
        #expect(driver.coverRequests.isEmpty && driver.shows("10 of 81"))
        driver.resize(80, 40)
        #expect(driver.coverRequests.isEmpty && driver.shows("▸ Night 10"))
        driver.type("d")
        driver.resize(80, 12)
        #expect(!driver.coverRequests.isEmpty && driver.shows("▸ Night 10"))
    }

    @Test func `without covers there is one density`() {
        let driver = AlbumScreenDriver(showsCovers: false)
        driver.search("night", finding: AlbumSamples.many(9))
        let before = driver.frame
        driver.type("d")
        #expect(driver.frame == before && !driver.shows("d density"))
    }

    @Test func `the selected row is one bar with its cover`() {
        let (size, list) = (Size(columns: 80, rows: 24), search.listRect(in: Size(columns: 80, rows: 24)))
        func bar(_ row: Int) -> Bool {
            (list.column..<list.column + list.columns).allSatisfy {
                driver.frame.style(column: $0, row: row) == .selection
            }
        }
        #expect(size.columns == list.column + list.columns + 1)
        #expect(bar(list.row + 1) && bar(list.row + 2) && !bar(list.row + 3))
        driver.loadCovers()
        guard case .pixels? = driver.frame.style(column: list.column, row: list.row + 1) else {
            Issue.record("no cover in the bar")
            return
        }
        #expect(driver.frame.style(column: list.column + 3, row: list.row + 2) == .selection)
    }

    // MARK: The last terms

    @Test func `before the first search two examples are offered, and the terms that were asked lately`() {
        let driver = AlbumScreenDriver()
        #expect(driver.shows("kind of blue") && driver.shows("кино") && !driver.shows("Recent"))
        driver.receive(.recalled(["night", "кино"]))
        let lines = driver.frame.lines
        let places = ["Recent", "night", "кино", "Try", "kind of blue"].map { term in
            lines.firstIndex { $0.contains(term) } ?? 0
        }
        #expect(places == Array(places[0]..<places[0] + 5))
        // One mark: in the field or in the list.
        #expect(lines.count { $0.contains("▸") } == 1)
        driver.type(.key(.down, times: 3))
        #expect(driver.frame.lines.filter { $0.contains("▸") } == [" ▸ kind of blue"])
        driver.type("k")
        #expect(driver.shows("▸ кино"))
        driver.type("j", .key(.enter))
        #expect(driver.lastQuestion?.question == .search("kind of blue", .unitedStates, isRefresh: false))
        driver.find(AlbumSamples.many(3))
        #expect(driver.screens.search.field.text == "kind of blue" && !driver.shows("Recent"))
        // An empty field leads back to them, and what was searched for comes first.
        driver.type("/", .key(KeyPress(.backspace)), .key(.enter))
        #expect(driver.shows("kind of blue") && driver.shows("night") && !driver.shows("Try"))
        driver.go(to: .list)
        driver.type("/day")
        #expect(driver.screens.search.field.text == "day")
    }

    @Test func `a term that found nothing is not offered`() {
        let driver = AlbumScreenDriver()
        driver.search("zzz", finding: [])
        driver.search("yyy", finding: AlbumSamples.many(1))
        driver.type("/", .key(KeyPress(.backspace)), .key(.enter))
        #expect(driver.shows("yyy") && !driver.shows("zzz"))
    }

    @Test func `terms that come late leave what is typed and selected alone`() {
        let driver = AlbumScreenDriver()
        driver.type("ab")
        driver.receive(.recalled(["night"]))
        #expect(driver.screens.search.focus == .field && driver.screens.search.field.text == "ab")
        driver.search("c", finding: AlbumSamples.many(3))
        let before = driver.frame
        driver.receive(.recalled(["day"]))
        #expect(driver.frame == before)
    }

    @Test func `the last terms come back with the arrow up, what was typed with the arrow down`() {
        driver.go(to: .field)
        for term in ["one", "two", "one"] {
            driver.type(.key(.control("u")))
            driver.search(term, finding: [])
        }
        driver.type(.key(.control("u")), "dra")
        func expect(_ key: KeyPress, _ text: String) {
            driver.type(.key(key))
            #expect(search.field.text == text)
        }
        for term in ["one", "two", "night", "night"] { expect(.up, term) }
        for term in ["two", "one", "dra", "dra"] { expect(.down, term) }
        expect(.up, "one")
        driver.type("!")
        expect(.up, "one")
        expect(.down, "one!")
    }

    // MARK: Covers

    @Test func `covers in rows stand apart from each other`() {
        for rows in [15, 24, 40] {
            let driver = AlbumScreenDriver.searched(9, columns: 80, rows: rows)
            driver.loadCovers()
            let list = driver.screens.search.listRect(in: Size(columns: 80, rows: rows))
            let styles = (list.row + 1..<list.row + list.rows).compactMap {
                driver.frame.style(column: 1, row: $0)
            }
            let gaps = styles.count { if case .pixels(_, nil) = $0 { true } else { false } }
            #expect(gaps == driver.screens.search.results.list.visibleIndices.count, "\(rows): \(styles)")
        }
    }

    @Test func `a cover that did not come is asked for again when the list is opened again`() {
        let driver = AlbumScreenDriver.searched(2)
        for request in driver.coverRequests { driver.receive(.cover(request, nil)) }
        driver.type(.key(.down))
        #expect(driver.coverRequests.isEmpty)
        driver.type(.key(.enter), .key(.escape))
        #expect(driver.coverRequests.map(\.album.collectionId) == [1, 2])
    }

    @Test func `from 110 columns on the songs of the selected album stand beside the list`() {
        let driver = AlbumScreenDriver.searched(9, columns: 109, rows: 40)
        #expect(driver.previews.isEmpty)
        driver.resize(110, 40)
        driver.type(.key(.down))
        #expect(driver.previews == [1, 2] && !driver.shows("First Pier"))
        driver.receive(.previewed(AlbumSamples.contents(of: AlbumSamples.many(2)[1])))
        #expect(driver.shows("First Pier"))
        driver.type(.key(.up))
        #expect(!driver.shows("First Pier") && driver.previews == [1, 2, 1])
        driver.type(.key(.down))
        #expect(driver.shows("First Pier") && driver.previews == [1, 2, 1])
        driver.resize(109, 40)
        #expect(!driver.shows("First Pier"))
    }

    @Test func `a wide window shows the selected album's cover beside the list`() {
        let driver = AlbumScreenDriver.searched(9, columns: 99, rows: 24)
        #expect(driver.coverRequests.allSatisfy { $0.pixels == AlbumCovers.rowPixels })
        driver.resize(100, 24)
        let rows = driver.screens.search.results.list.visibleIndices.count
        #expect(
            driver.coverRequests.map(\.pixels)
                == [AlbumPage.coverPixels] + Array(repeating: AlbumCovers.rowPixels, count: rows))
        #expect(driver.shows("░░░░"))
        driver.loadCovers()
        #expect(!driver.shows("░░░░") && driver.shows("▀▀▀▀▀▀▀▀▀▀▀▀"))
        driver.type(.key(.down))
        #expect(driver.coverRequests.map(\.album.collectionId) == [2] && driver.shows("░░░░"))
        driver.receive(.cover(driver.coverRequests[0], nil))
        #expect(driver.shows("no cover"))
        driver.type(.key(.up))
        #expect(driver.coverRequests.isEmpty && !driver.shows("░░░░"))
    }
}
