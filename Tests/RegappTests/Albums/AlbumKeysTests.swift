import RegappTerminal
import RegappTestSupport
import Testing

@testable import RegappAlbums
@testable import RegappScreens
@testable import regapp

/// Keys of the album screens that mean the same on every page.
@Suite struct AlbumKeysTests {
    private let driver = AlbumScreenDriver.searched(3)

    @Test func `Escape never ends the program, and once too many neither`() {
        driver.type("f1", .key(.enter, times: 2))
        // Out of the album, the filter and the list, and once too many.
        driver.type(.key(.escape, times: 4))
        #expect(!driver.isOver && driver.shows(Shown.account))
        driver.read(AlbumSamples.currentUser)
        driver.type(.key(.escape))
        #expect(!driver.isOver && driver.shows("q quits"))
    }

    @Test func `albums that were left are there again for the user who left them`() {
        let driver = AlbumScreenDriver.searched(9)
        driver.type(.key(.down, times: 3))
        let before = driver.frame
        driver.type(.key(.escape))
        driver.read(AlbumSamples.currentUser)
        driver.type("a")
        #expect(driver.frame == before)
        driver.type(.key(.escape))
        driver.read(AlbumSamples.files("{\"email\": \"ann@example.org\"}"))
        driver.type("a")
        #expect(driver.shows("\(Shown.typeWords) and press Enter.") && !driver.shows("Night"))
    }

    @Test func `albums that had to be left while they asked wait for nothing when they open again`() {
        driver.type(.key(KeyPress(.function(5))))
        driver.read(AlbumSamples.loggedOut)
        driver.type(.key(.enter))
        driver.read(AlbumSamples.currentUser)
        driver.type("a")
        #expect(driver.shows("Albums") && driver.screens.tickInterval == 240)
    }

    // MARK: The field

    /// Places at which nothing is typed.
    private static let places: [(String, @Sendable (AlbumScreenDriver) -> Void)] = [
        ("the list", { _ in }), ("the end of the list", { $0.type(.key(.end)) }),
        (
            "an error",
            { driver in
                driver.type(.key(KeyPress(.function(5))))
                driver.fail(.offline)
                driver.go(to: .retry)
            }
        ),
        ("waiting", { $0.type(.key(KeyPress(.function(5)))) }),
        ("waiting for songs", { $0.type(.key(.enter)) }),
        (
            "an album",
            { driver in
                driver.type(.key(.enter))
                driver.lookUp(AlbumSamples.contents(of: AlbumSamples.many(1)[0]))
            }
        ),
        (
            "an album that cannot be loaded",
            { driver in
                driver.type(.key(.enter))
                driver.fail(.offline)
            }
        ),
    ]

    @Test func `a slash goes to the field, where what is typed replaces the last term`() {
        for (name, go) in Self.places {
            let driver = AlbumScreenDriver.searched(3)
            go(driver)
            driver.type("/")
            #expect(driver.style(of: "night") == .selection, "\(name)")
            driver.type("day")
            #expect(driver.screens.search.focus == .field, "\(name)")
            #expect(driver.screens.search.field.text == "day", "\(name)")
        }
    }

    @Test func `after a search that failed, was cancelled or still runs, what is typed replaces its term`() {
        let ends: [(AlbumScreenDriver) -> Void] = [
            { _ in }, { $0.type(.key(.escape)) }, { $0.find([]) }, { $0.fail(.offline) },
        ]
        for end in ends {
            for slash in ["", "/", "//"] {
                let driver = AlbumScreenDriver.asking()
                end(driver)
                if slash.isEmpty, driver.screens.search.focus == .retry { continue }
                driver.type(.text(slash + "day"))
                #expect(driver.screens.search.field.text == "day")
            }
        }
    }

    @Test func `in the middle of words a slash is a slash`() {
        let driver = AlbumScreenDriver.asking("ac/dc")
        #expect(driver.lastQuestion?.question == .search("ac/dc", .unitedStates, isRefresh: false))
        driver.type(.key(.left), "/")
        #expect(driver.screens.search.field.text == "ac/d/c")
    }

    @Test func `Ctrl-S searches from anywhere, and Ctrl-R asks nothing`() {
        driver.type(.key(.control("r")))
        #expect(driver.questionCount == 1)
        driver.go(to: .field)
        driver.type("s")
        driver.go(to: .list)
        driver.type(.key(.control("s")))
        #expect(driver.lastQuestion?.question == .search("nights", .unitedStates, isRefresh: false))
    }
}
