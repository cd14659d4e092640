import TerminalUI
import TestSupport
import Testing

@testable import AlbumCatalog
@testable import regapp

/// What makes a list of albums comfortable: letters that move, the place in it, a filter, and the last terms.
@Suite struct AlbumListTests {
    private let driver = AlbumScreenDriver.searched(81)
    private var search: SearchScreen { driver.screens.search }

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
        driver.press(.down, times: 11)
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
        driver.press(.control("u"))
        driver.type("quill  title")
        #expect(driver.screens.search.results.albums.map(\.collectionId) == [6])
        driver.type("x")
        #expect(driver.screens.search.results.albums.isEmpty && driver.shows("0 of 7 albums"))
        driver.press(.enter)
        #expect(driver.screens.search.focus == .filter)
        driver.press(.escape)
        #expect(driver.screens.search.results.albums.count == 7 && driver.screens.search.focus == .list)
        #expect(driver.shows("7 albums for “night”"))
    }

    @Test func `Enter keeps the filter, an album opens from it, and Escape shows all around the same album`()
    {
        driver.type("f77")
        driver.press(.enter)
        #expect(search.focus == .list && driver.shows("1 of 1") && driver.shows("Filter 77"))
        driver.press(.enter)
        #expect(driver.screens.album?.album.collectionId == 77)
        driver.press(.escape)
        #expect(driver.shows("Filter 77"))
        driver.press(.escape)
        #expect(search.results.filter == nil && search.results.list.selected == 76 && !driver.isOver)
        driver.press(.escape)
        #expect(driver.shows("User info"))
    }

    @Test func `covers come with the rows that the filter leaves`() {
        driver.loadCovers()
        driver.type("f80")
        #expect(driver.wishes.map(\.album.collectionId) == [80])
        driver.loadCovers()
        driver.press(.escape)
        #expect(search.results.list.rows[79].picture != nil && search.results.list.rows[0].picture != nil)
    }

    @Test func `another search, and the same one again, begin without a filter`() {
        driver.type("f77")
        driver.press(Key(.function(5)))
        driver.find(AlbumSamples.many(81))
        #expect(search.results.filter == nil && search.results.albums.count == 81)
        driver.type("f7")
        driver.press(.shiftTab)
        driver.type("s")
        driver.press(.enter)
        #expect(search.results.filter == nil && search.results.albums.isEmpty)
    }

    // MARK: The last terms

    @Test func `the last terms come back with the arrow up, what was typed with the arrow down`() {
        driver.press(.tab)
        for term in ["one", "two", "one"] {
            driver.press(.control("u"))
            driver.search(term, finding: [])
        }
        driver.press(.control("u"))
        driver.type("dra")
        func expect(_ key: Key, _ text: String) {
            driver.press(key)
            #expect(search.field.text == text)
        }
        for term in ["one", "two", "night", "night"] { expect(.up, term) }
        for term in ["two", "one", "dra", "dra"] { expect(.down, term) }
        expect(.up, "one")
        driver.type("!")
        expect(.up, "one")
        expect(.down, "one!")
    }

    @Test func `the arrow down goes to the list where no term was brought back`() {
        driver.press(.tab)
        driver.press(.down)
        #expect(search.focus == .list)
    }

    // MARK: Covers

    @Test func `covers in rows stand apart from each other`() {
        for rows in [12, 24, 40] {
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

    @Test func `a wide window shows the selected album's cover beside the list`() {
        let driver = AlbumScreenDriver.searched(9, columns: 99, rows: 24)
        #expect(driver.wishes.allSatisfy { $0.pixels == AlbumCovers.rowPixels })
        driver.resize(100, 24)
        let rows = driver.screens.search.results.list.visibleIndices.count
        #expect(
            driver.wishes.map(\.pixels)
                == [AlbumScreen.coverPixels] + Array(repeating: AlbumCovers.rowPixels, count: rows))
        #expect(driver.shows("░░░░"))
        driver.loadCovers()
        #expect(!driver.shows("░░░░") && driver.shows("▀▀▀▀▀▀▀▀▀▀▀▀"))
        driver.press(.down)
        #expect(driver.wishes.map(\.album.collectionId) == [2] && driver.shows("░░░░"))
        driver.receive(.cover(driver.wishes[0], nil))
        #expect(driver.shows("no cover"))
        driver.press(.up)
        #expect(driver.wishes.isEmpty && !driver.shows("░░░░"))
    }
}
