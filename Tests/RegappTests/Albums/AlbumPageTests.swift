import RegappTestSupport
import RegappCore
import RegappTerminal
import Testing

@testable import RegappAlbums
@testable import RegappScreens
@testable import regapp

/// What keys and answers do to the screen of one album.
@Suite struct AlbumPageTests {
    private let driver = AlbumScreenDriver.searched(3)

    @Test func `Enter opens the album and Escape comes back to the same place`() {
        let driver = AlbumScreenDriver.searched()
        driver.type(.key(.pageDown, times: 3), .key(.down, times: 2))
        let list = driver.frame
        let selected = driver.screens.search.results.list.selected
        driver.type(.key(.enter))
        #expect(
            driver.lastQuestion?.question
                == .lookUp(Int64(selected + 1), .unitedStates, isRefresh: false))
        #expect(driver.coverRequests.map(\.pixels) == [AlbumPage.coverPixels])
        driver.lookUp(AlbumSamples.contents(of: AlbumSamples.many(200)[selected]))
        driver.type(.key(.escape))
        #expect(driver.frame == list && !driver.isOver)
        #expect(driver.coverRequests.map(\.pixels).contains(AlbumCovers.rowPixels))
        driver.type(.key(.escape))
        #expect(driver.shows(Shown.account))
    }

    @Test func `Escape cancels the songs that are being loaded and goes back`() throws {
        driver.type(.key(.enter))
        let number = try #require(driver.lastQuestion?.number)
        driver.type(.key(.escape))
        #expect(driver.screens.album == nil && !driver.isOver)
        driver.receive(.failed(.cancelled, number: number))
        #expect(driver.shows(Shown.albums(3, for: "night")))
    }

    @Test func `the signs for less and greater open the albums before and after`() {
        driver.type(.key(.enter))
        for (sign, album) in [("<", 1), (">", 2), (">", 3), (">", 3), ("<", 2)] {
            driver.type(.text(sign))
            #expect(driver.lastQuestion?.question == .lookUp(Int64(album), .unitedStates, isRefresh: false))
            #expect(driver.screens.album?.album.collectionId == Int64(album))
        }
        driver.type(.key(.escape))
        #expect(driver.shows("▸ Night 2"))
    }

    @Test func `letters scroll, and the cover is as large as there is room for`() {
        driver.type(.key(.enter))
        driver.lookUp(AlbumSamples.contents(of: AlbumSamples.many(1)[0], songs: 100))
        driver.type("jjk")
        #expect(driver.screens.album?.top == 1)
        driver.type("G")
        #expect(driver.shows("Song 100"))
        driver.type("g")
        #expect(driver.screens.album?.top == 0)
        driver.resize(200, 60)
        #expect((driver.screens.album?.coverRect.rows ?? 0) >= 28)
    }

    @Test func `songs that cannot be loaded are asked for again`() {
        driver.type(.key(.enter))
        driver.fail(.status(500))
        #expect(driver.style(of: "[ Retry ]") == .buttonFocused)
        driver.type(.key(.enter))
        #expect(driver.lastQuestion?.question == .lookUp(1, .unitedStates, isRefresh: true))
        driver.lookUp(AlbumSamples.contents(of: AlbumSamples.many(1)[0]))
        #expect(driver.shows("First Pier") && !driver.shows("Retry"))
    }

    @Test func `an album opened during another search takes its place`() {
        driver.type("r")
        #expect(driver.screens.search.question.isAsking)
        driver.type(.key(.enter))
        #expect(!driver.screens.search.question.isAsking)
        driver.lookUp(AlbumSamples.contents(of: AlbumSamples.many(1)[0]))
        #expect(driver.screens.album?.contents != nil)
    }

    @Test func `the screen shows the same facts of an album as the command`() {
        let driver = AlbumScreenDriver.searched(1)
        driver.type(.key(.enter))
        let album = AlbumSamples.many(1)[0]
        driver.lookUp(AlbumSamples.contents(of: album))
        #expect(driver.shows(Shown.tracks(5, of: 7)) && !driver.shows("not \(Shown.inStore)"))
        driver.type("r")
        driver.lookUp(AlbumContents(album: album, songs: [], others: []))
        #expect(driver.shows(Shown.noSongs) && !driver.shows(" of 7"))
        driver.type("r")
        driver.lookUp(AlbumSamples.contents(of: album, songs: 7))
        #expect(driver.shows("Song 7") && !driver.shows(Shown.inStore))
    }

    @Test(arguments: [(Explicitness.explicit, "[E]"), (.cleaned, "[C]")])
    func `titles are marked in the list and on the album`(explicitness: Explicitness, mark: String) {
        var album = AlbumSamples.many(1)[0]
        album.collectionExplicitness = explicitness
        let driver = AlbumScreenDriver()
        driver.search("night", finding: [album])
        #expect(driver.shows("Night 1 \(mark)"))
        driver.type(.key(.enter))
        var contents = AlbumSamples.contents(of: album, songs: 1)
        contents.songs[0].trackExplicitness = explicitness
        driver.lookUp(contents)
        #expect(driver.shows("Night 1 \(mark)") && driver.shows("Song 1 \(mark)"))
        let legend = mark + (explicitness == .explicit ? " explicit" : " clean")
        #expect(driver.shows(" · \(legend)"))
        driver.type(.key(.escape))
        #expect(driver.shows(legend))
        driver.resize(40, 12)
        #expect(driver.shows(legend))
    }

    @Test func `durations stand beside the titles of a wide window`() throws {
        let driver = AlbumScreenDriver.searched(1, columns: 200, rows: 60)
        driver.type(.key(.enter))
        var contents = AlbumSamples.contents(of: AlbumSamples.many(1)[0])
        driver.lookUp(contents)
        for title in ["First Pier", "Second Pier [E]", "Low Tide (Film)"] {
            let line = try #require(driver.frame.lines.first { $0.contains(title) })
            #expect(line.drop { "░ ".contains($0) }.count <= 75, "\(line)")
        }
        #expect(driver.shows("First Pier") && driver.shows(" 1:02:05"))
        // One long title moves no other duration away.
        contents.songs[0].trackName = String(repeating: "long ", count: 12) + "end"
        driver.type("r")
        driver.lookUp(contents)
        #expect(driver.shows("end 1:02:05"), "\(driver.frame.text)")
        let line = try #require(driver.frame.lines.first { $0.contains("Second Pier") })
        #expect(line.drop { "░ ".contains($0) }.count <= 75, "\(line)")
    }

    @Test func `a long album scrolls to its end and no further`() {
        let driver = AlbumScreenDriver.searched(1)
        driver.type(.key(.enter))
        driver.lookUp(AlbumSamples.contents(of: AlbumSamples.many(1)[0], songs: 100))
        driver.type(.key(.pageDown, times: 50))
        #expect(driver.shows("Song 100") && driver.shows("℗ 2020") && driver.shows("▲"))
        driver.resize(200, 60)
        #expect(driver.shows("℗ 2020"))
        driver.type(.key(.home))
        #expect(driver.shows("Night 1") && driver.shows("▼"))
    }

    @Test func `the cover fits every window`() throws {
        let driver = AlbumScreenDriver.searched(1)
        driver.type(.key(.enter))
        driver.loadCovers()
        for size in [Size(columns: 40, rows: 12), Size(columns: 80, rows: 24), Size(columns: 200, rows: 60)] {
            // Until the cover has come in the new size, the old one shows.
            driver.resize(size.columns, size.rows)
            #expect(driver.screens.album?.cover != nil)
            driver.loadCovers()
            let album = try #require(driver.screens.album)
            let cover = try #require(album.cover)
            #expect(cover.size.columns == album.coverRect.columns && cover.size.rows == album.coverRect.rows)
            #expect(album.textRect.columns >= 20)
        }
    }
}
