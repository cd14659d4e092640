import RegappCore
import RegappTerminal
import RegappTestSupport
import Testing

@testable import RegappAlbums
@testable import RegappScreens
@testable import regapp

/// What the album screens look like, compared with `Fixtures/screens/albums-*.txt`.
@Suite struct AlbumScreenFrameTests {
    static let sizes = [
        Size(columns: 40, rows: 12), Size(columns: 80, rows: 24), Size(columns: 200, rows: 60),
    ]

    private func expect(_ driver: AlbumScreenDriver, _ name: String, _ size: Size, at scene: String) throws {
        try ScreenGolden.expect(
            driver.frame, of: driver.screens, at: scene, is: "albums-\(name)-\(size.columns)x\(size.rows)")
    }

    @Test(arguments: sizes)
    func `the album screens begin with an empty field`(size: Size) throws {
        try expect(
            AlbumScreenDriver(columns: size.columns, rows: size.rows), "empty", size, at: "Search at field")
    }

    @Test(arguments: sizes)
    func `before the first search it offers the last terms and examples`(size: Size) throws {
        let driver = AlbumScreenDriver(columns: size.columns, rows: size.rows)
        driver.receive(.recalled(["night harbour", "夜の港"]))
        driver.press(.down)
        try expect(driver, "offers", size, at: "Search at list")
    }

    @Test(arguments: sizes.prefix(2))
    func `a filter that leaves nothing says what to do`(size: Size) throws {
        let driver = AlbumScreenDriver(columns: size.columns, rows: size.rows)
        driver.search("night", finding: AlbumSamples.world)
        driver.type("fzzz")
        try expect(driver, "filtered", size, at: "Search at filter: night, filter zzz")
    }

    @Test func `dense rows have one line each`() throws {
        let driver = AlbumScreenDriver()
        driver.search("night", finding: AlbumSamples.world)
        driver.loadCovers()
        driver.type("d")
        try expect(driver, "dense", .usual, at: "Search at list: night, 7 albums at 夜の港")
    }

    @Test func `a search that finds nothing says what to do`() throws {
        let driver = AlbumScreenDriver()
        driver.search("zzz", finding: [])
        try expect(driver, "nothing", .usual, at: "Search at field: zzz")
    }

    @Test(arguments: sizes + [Size(columns: 120, rows: 40)])
    func `albums of all scripts stand in their columns with covers beside them`(size: Size) throws {
        let driver = AlbumScreenDriver(columns: size.columns, rows: size.rows)
        driver.search("night", finding: AlbumSamples.world, droppedCount: 2)
        driver.loadCovers()
        try expect(driver, "list", size, at: "Search at list: night, 7 albums at 夜の港")
    }

    @Test(arguments: sizes)
    func `two hundred albums are scrolled to the end`(size: Size) throws {
        let driver = AlbumScreenDriver(columns: size.columns, rows: size.rows)
        driver.search("night", finding: AlbumSamples.many(200))
        driver.press(.end)
        driver.press(.up)
        try expect(driver, "scrolled", size, at: "Search at list: night, 200 albums at Night 199")
    }

    @Test(arguments: sizes)
    func `an album shows its cover, its songs by disc and its page in the store`(size: Size) throws {
        let driver = AlbumScreenDriver(columns: size.columns, rows: size.rows)
        driver.search("night", finding: AlbumSamples.world)
        driver.press(.enter)
        driver.lookUp(AlbumSamples.contents(of: AlbumSamples.world[0]))
        driver.loadCovers()
        try expect(driver, "album", size, at: "Album of 夜の港, 4 songs")
    }

    @Test func `an explicit title keeps its mark however long it is`() {
        let driver = AlbumScreenDriver(columns: 40, rows: 12)
        var album = AlbumSamples.world[0]
        album.collectionName = String(repeating: "long ", count: 20)
        album.collectionExplicitness = .explicit
        driver.search("night", finding: [album])
        #expect(driver.frame.text.contains("… [E] "))
        driver.press(.enter)
        driver.lookUp(AlbumSamples.contents(of: album))
        driver.press(.down, times: 10)
        #expect(driver.frame.text.contains("… [E]    1:05"))
    }

    @Test(arguments: sizes)
    func `an album shows what the list knows while its songs are loaded`(size: Size) throws {
        let driver = AlbumScreenDriver(columns: size.columns, rows: size.rows)
        driver.search("night", finding: AlbumSamples.world)
        driver.press(.enter)
        try expect(driver, "album-loading", size, at: "Album of 夜の港, without songs")
    }

    @Test(arguments: sizes)
    func `an error stands in a line with a button`(size: Size) throws {
        let driver = AlbumScreenDriver(columns: size.columns, rows: size.rows)
        driver.type("night")
        driver.press(.enter)
        driver.fail(.timeout(milliseconds: 15_000))
        try expect(driver, "error", size, at: "Search at retry: night")
    }

    @Test(arguments: sizes)
    func `an old answer says how old it is and why`(size: Size) throws {
        let driver = AlbumScreenDriver(columns: size.columns, rows: size.rows)
        driver.type("night")
        driver.press(.enter)
        driver.find(AlbumSamples.world, freshness: .outdated(age: 7_200_000, because: .offline))
        try expect(driver, "outdated", size, at: "Search at list: night, 7 albums at 夜の港")
    }

    @Test func `an album that cannot be looked up shows why, without cover too`() throws {
        let driver = AlbumScreenDriver()
        driver.search("night", finding: AlbumSamples.world)
        driver.press(.enter)
        for request in driver.coverRequests { driver.receive(.cover(request, nil)) }
        driver.fail(.status(500))
        try expect(driver, "album-error", .usual, at: "Album of 夜の港, without songs")
    }

    @Test func `a user who is logged out meanwhile sees it`() throws {
        let driver = AlbumScreenDriver()
        driver.search("night", finding: AlbumSamples.world)
        driver.send(.resumed)
        driver.read(AlbumSamples.loggedOut)
        try expect(
            driver, "logged-out", .usual,
            at: "'Your account' at Leave the albums, over Search at list: night, 7 albums at 夜の港")
    }

    @Test func `all keys of the list, over it`() throws {
        let driver = AlbumScreenDriver.searched()
        driver.press(.character("?"))
        try ScreenGolden.expect(
            driver.frame, of: driver.screens, at: "keys of Search at list: night, 200 albums at Night 1",
            is: "keys-albums")
    }

    @Test func `without covers the rows are one line high`() throws {
        let driver = AlbumScreenDriver(showsCovers: false)
        driver.search("night", finding: AlbumSamples.world)
        #expect(driver.coverRequests.isEmpty)
        try expect(driver, "no-covers", .usual, at: "Search at list: night, 7 albums at 夜の港")
        driver.press(.enter)
        driver.lookUp(AlbumSamples.contents(of: AlbumSamples.world[0]))
        #expect(driver.coverRequests.isEmpty)
        try expect(driver, "album-no-cover", .usual, at: "Album of 夜の港, 4 songs")
    }
}
