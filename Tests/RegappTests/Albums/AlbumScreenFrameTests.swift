import RegappCore
import RegappTerminal
import RegappTestSupport
import Testing

@testable import RegappAlbums
@testable import RegappScreens
@testable import regapp

/// An album screen that was looked at and found good, as `Fixtures/screens/albums-NAME-SIZE.txt`, and the way there.
struct AlbumScene: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// What holds there, as ``ScreenStack/scene`` says it.
    let facts: String
    let sizes: [Size]
    let showsCovers: Bool
    let act: @Sendable (AlbumScreenDriver) -> Void

    init(
        _ name: String, _ facts: String, sizes: [Size] = [.low, .usual, Size(columns: 200, rows: 60)],
        showsCovers: Bool = true, _ act: @escaping @Sendable (AlbumScreenDriver) -> Void = { _ in }
    ) {
        (testDescription, self.facts, self.sizes) = (name, facts, sizes)
        (self.showsCovers, self.act) = (showsCovers, act)
    }
}

/// What the album screens look like.
@Suite struct AlbumScreenFrameTests {
    private static let list = "Search at list: night, 7 albums at 夜の港"

    static let scenes = [
        AlbumScene("empty", "Search at field"),
        AlbumScene("offers", "Search at list") { driver in
            driver.receive(.recalled(["night harbour", "夜の港"]))
            driver.type(.key(.down))
        },
        AlbumScene("filtered", "Search at filter: night, filter zzz", sizes: [.low, .usual]) { driver in
            driver.search("night", finding: AlbumSamples.world)
            driver.type("fzzz")
        },
        AlbumScene("dense", list, sizes: [.usual]) { driver in
            driver.search("night", finding: AlbumSamples.world)
            driver.loadCovers()
            driver.type("d")
        },
        AlbumScene("nothing", "Search at field: zzz", sizes: [.usual]) { $0.search("zzz", finding: []) },
        AlbumScene("list", list, sizes: [.low, .usual, Size(columns: 200, rows: 60), .large]) { driver in
            driver.search("night", finding: AlbumSamples.world, droppedCount: 2)
            driver.loadCovers()
        },
        AlbumScene("scrolled", "Search at list: night, 200 albums at Night 199") { driver in
            driver.search("night", finding: AlbumSamples.many(200))
            driver.type(.key(.end), .key(.up))
        },
        AlbumScene("album", "Album of 夜の港, 4 songs") { driver in
            driver.search("night", finding: AlbumSamples.world)
            driver.type(.key(.enter))
            driver.lookUp(AlbumSamples.contents(of: AlbumSamples.world[0]))
            driver.loadCovers()
        },
        AlbumScene("album-loading", "Album of 夜の港, without songs") { driver in
            driver.search("night", finding: AlbumSamples.world)
            driver.type(.key(.enter))
        },
        AlbumScene("error", "Search at retry: night") { driver in
            driver.type("night", .key(.enter))
            driver.fail(.timeout(milliseconds: 15_000))
        },
        AlbumScene("outdated", list) { driver in
            driver.type("night", .key(.enter))
            driver.find(AlbumSamples.world, freshness: .outdated(age: 7_200_000, because: .offline))
        },
        AlbumScene("album-error", "Album of 夜の港, without songs", sizes: [.usual]) { driver in
            driver.search("night", finding: AlbumSamples.world)
            driver.type(.key(.enter))
            for request in driver.coverRequests { driver.receive(.cover(request, nil)) }
            driver.fail(.status(500))
        },
        AlbumScene("logged-out", "'\(Shown.account)' at Leave the albums, over \(list)", sizes: [.usual]) {
            driver in
            driver.search("night", finding: AlbumSamples.world)
            driver.send(.resumed)
            driver.read(AlbumSamples.loggedOut)
        },
        AlbumScene("no-covers", list, sizes: [.usual], showsCovers: false) { driver in
            driver.search("night", finding: AlbumSamples.world)
            #expect(driver.coverRequests.isEmpty)
        },
        AlbumScene("album-no-cover", "Album of 夜の港, 4 songs", sizes: [.usual], showsCovers: false) { driver in
            driver.search("night", finding: AlbumSamples.world)
            driver.type(.key(.enter))
            driver.lookUp(AlbumSamples.contents(of: AlbumSamples.world[0]))
            #expect(driver.coverRequests.isEmpty)
        },
    ]

    @Test(arguments: scenes)
    func `each album screen is the recorded one`(scene: AlbumScene) throws {
        for size in scene.sizes {
            let driver = AlbumScreenDriver(
                showsCovers: scene.showsCovers, columns: size.columns, rows: size.rows)
            scene.act(driver)
            try ScreenGolden.expect(
                driver.frame, of: driver.screens, at: scene.facts,
                is: "albums-\(scene.testDescription)-\(size.columns)x\(size.rows)")
        }
    }

    @Test func `an explicit title keeps its mark however long it is`() {
        let driver = AlbumScreenDriver(columns: 40, rows: 12)
        var album = AlbumSamples.world[0]
        album.collectionName = String(repeating: "long ", count: 20)
        album.collectionExplicitness = .explicit
        driver.search("night", finding: [album])
        #expect(driver.frame.text.contains("… [E] "))
        driver.type(.key(.enter))
        driver.lookUp(AlbumSamples.contents(of: album))
        driver.type(.key(.down, times: 10))
        #expect(driver.frame.text.contains("… [E]    1:05"))
    }

    @Test func `all keys of the list, over it`() throws {
        let driver = AlbumScreenDriver.searched()
        driver.type(.key(.character("?")))
        try ScreenGolden.expect(
            driver.frame, of: driver.screens, at: "keys of Search at list: night, 200 albums at Night 1",
            is: "keys-albums")
    }
}
