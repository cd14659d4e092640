import RegappTestSupport
import RegappCore
import RegappTerminal
import Testing

@testable import RegappAlbums
@testable import RegappScreens
@testable import regapp

/// Every key that a help line of the album screens names is pressed, and does what the line says.
@Suite struct AlbumHelpTests {
    /// What the screens show before a test types.
    enum Start {
        case empty, found, opened, failed

        var driver: AlbumScreenDriver {
            switch self {
            case .empty: return AlbumScreenDriver(columns: 120, rows: 30)
            case .found: return AlbumScreenDriver.searched(60, columns: 120, rows: 30)
            case .opened:
                let driver = Start.found.driver
                driver.type(.key(.down), .key(.enter))
                driver.lookUp(AlbumSamples.contents(of: AlbumSamples.many(1)[0], songs: 120))
                driver.type(.key(.pageDown))
                return driver
            case .failed:
                let driver = Start.opened.driver
                driver.type(.key(KeyPress(.function(5))))
                driver.fail(.offline)
                return driver
            }
        }
    }

    /// A state of the screens and how to get there.
    struct Situation: CustomTestStringConvertible, Sendable {
        let testDescription: String
        private let start: Start
        private let act: @Sendable (AlbumScreenDriver) -> Void

        init(
            _ name: String, _ start: Start = .found,
            _ act: @escaping @Sendable (AlbumScreenDriver) -> Void = { _ in }
        ) {
            (testDescription, self.start, self.act) = (name, start, act)
        }

        func driver() -> AlbumScreenDriver {
            let driver = start.driver
            act(driver)
            return driver
        }
    }

    static let situations = [
        Situation("a term typed", .empty) { $0.type("night") },
        Situation("terms are offered", .empty) { driver in
            driver.receive(.recalled(["night", "day", "dusk"]))
            driver.type(.key(.down, times: 2))
        },
        Situation("a question is open", .empty) { $0.type("night", .key(.enter)) },
        Situation("in the list") { $0.type(.key(.pageDown)) },
        Situation("in the field over a list") { $0.go(to: .field) },
        Situation("a filter is typed") { $0.type("f1") },
        Situation("in a filtered list") { $0.type("fnight", .key(.enter), .key(.pageDown)) },
        Situation("another term was searched for") { driver in
            driver.go(to: .field)
            driver.search("s", finding: [])
        },
        Situation("asked again, in the list") { $0.type(.key(.pageDown), .key(KeyPress(.function(5)))) },
        Situation("nothing can be reached", .empty) { driver in
            driver.type("night", .key(.enter))
            driver.fail(.offline)
        },
        Situation("an album", .opened),
        Situation("the songs are being loaded") { $0.type(.key(.down), .key(.enter)) },
        Situation("no songs", .failed),
        Situation("no songs, in the text", .failed) { $0.type(.key(.tab)) },
        Situation("logged out") { $0.read(AlbumSamples.loggedOut) },
    ]

    @Test(arguments: situations)
    func `each key of the help line does what the line says`(situation: Situation) throws {
        let line = try #require(situation.driver().frame.lines.last)
        let pieces = line.split(separator: "  ").map { $0.drop { $0 == " " } }
        #expect(!pieces.isEmpty)
        let labels = pieces.map { $0.drop { $0 != " " } }
        #expect(Set(labels).count == labels.count, "\(line)")
        for piece in pieces {
            let words = piece.split(separator: " ", maxSplits: 1).map(String.init)
            let keys = try #require(`Help line`.keys[words[0]], "\(piece)")
            let effect = try #require(Self.effects[words[1]], "\(piece)")
            for key in keys {
                let driver = situation.driver()
                let before = State(driver)
                driver.type(.key(key))
                let isDone = effect(before, State(driver))
                #expect(isDone, "\(situation.testDescription): \(key) of \(piece)")
            }
        }
    }

    /// What a person sees of the screens, and what they have asked for.
    private struct State {
        let isOver: Bool
        let showsAlbums: Bool
        let isSelected: Bool
        let questions: Int
        let isRefresh: Bool
        let cancels: Int
        let focus: SearchPage.Focus
        let albumFocus: AlbumPage.Focus?
        let hasFilter: Bool
        let term: String
        let selected: Int
        let count: Int
        let top: Int?
        let page: Int
        let showsKeys: Bool
        let look: Frame

        init(_ driver: AlbumScreenDriver) {
            let (search, album) = (driver.screens.search, driver.screens.album)
            isOver = driver.isOver
            showsAlbums = driver.screens.screens.last is any AlbumsScreen
            isSelected = search.field.isSelected
            showsKeys = driver.shows("│ Keys")
            look = driver.frame
            questions = driver.questionCount
            cancels = driver.cancelCount
            (focus, albumFocus) = (search.focus, album?.focus)
            (hasFilter, term) = (search.results.filter != nil, search.field.text)
            let list = search.isOffering ? search.offers.list : search.results.list
            (selected, count) = (album?.index ?? list.selected, search.results.albums.count)
            (top, page) = (album?.top, album?.textRect.rows ?? search.results.list.visibleIndices.count)
            switch driver.lastQuestion?.question {
            case .search(_, _, let flag), .lookUp(_, _, let flag): isRefresh = flag
            case nil: isRefresh = false
            }
        }
    }

    /// What each label of a help line promises.
    private static let effects: [String: @Sendable (State, State) -> Bool] = [
        // Enter searches, `/` goes to the search field.
        "search": {
            $0.focus == .field
                ? $1.questions == $0.questions + 1
                : $1.focus == .field && ($1.isSelected || $1.term.isEmpty) && $1.albumFocus == nil
        },
        "try": { $1.questions == $0.questions + 1 && !$1.term.isEmpty },
        "density": { $1.page != $0.page && $1.selected == $0.selected },
        "open": { $0.albumFocus == nil && $1.albumFocus != nil },
        "cancel": { $1.cancels == $0.cancels + 1 && !$1.isOver },
        "quit": { $1.isOver },
        "press": { !$1.showsAlbums && !$1.isOver },
        "close": { !$1.showsAlbums && !$1.isOver },
        "back": { $1.albumFocus == nil && $1.showsAlbums == ($0.albumFocus != nil) && !$1.isOver },
        "next": { $0.focus != $1.focus },
        "filter": { $1.focus == .filter },
        "list": { $1.focus == .list },
        "show all": { $0.hasFilter && !$1.hasFilter && $1.count == 60 && !$1.isOver },
        "last terms": { $1.term != $0.term && !$1.term.isEmpty },
        "first/last": { $1.selected != $0.selected && [0, $1.count - 1].contains($1.selected) },
        "button": { $0.albumFocus != $1.albumFocus },
        "retry": { $1.questions == $0.questions + 1 && $1.isRefresh },
        "refresh": { $1.questions == $0.questions + 1 && $1.isRefresh },
        "sort": { $1.look != $0.look && $1.selected == $0.selected },
        "other albums": { $1.questions == $0.questions + 1 && abs($1.selected - $0.selected) == 1 },
        "move": { abs($1.selected - $0.selected) == 1 },
        "page": { before, after in
            guard let old = before.top, let new = after.top else {
                return abs(after.selected - before.selected) == before.page
            }
            // One line stays, so that the eye finds its place.
            return abs(new - old) == before.page - 1
        },
        "scroll": { $0.top != $1.top },
        "keys": { !$0.showsKeys && $1.showsKeys },
    ]
}
