import RegappCore
import RegappTerminal
import RegappTestSupport
import Testing

@testable import RegappAlbums
@testable import RegappScreens
@testable import regapp

/// Every key that a help line of the album screens names is pressed, and does what the line says.
@Suite struct AlbumHelpTests {
    /// A state of the screens and how to get there.
    struct Situation: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let driver: @Sendable () -> AlbumScreenDriver

        init(_ name: String, _ driver: @escaping @Sendable () -> AlbumScreenDriver) {
            (testDescription, self.driver) = (name, driver)
        }
    }

    static let situations = [
        Situation("a term typed") {
            let driver = AlbumScreenDriver(columns: 120, rows: 30)
            driver.type("night")
            return driver
        },
        Situation("terms are offered") {
            let driver = AlbumScreenDriver(columns: 120, rows: 30)
            driver.receive(.recalled(["night", "day", "dusk"]))
            driver.press(.down, times: 2)
            return driver
        },
        Situation("a question is open") {
            let driver = AlbumScreenDriver(columns: 120, rows: 30)
            driver.type("night")
            driver.press(.enter)
            return driver
        },
        Situation("in the list") {
            let driver = searched()
            driver.press(.pageDown)
            return driver
        },
        Situation("in the field over a list") {
            let driver = searched()
            driver.go(to: .field)
            return driver
        },
        Situation("a filter is typed") {
            let driver = searched()
            driver.type("f1")
            return driver
        },
        Situation("in a filtered list") {
            let driver = searched()
            driver.type("fnight")
            driver.press(.enter)
            driver.press(.pageDown)
            return driver
        },
        Situation("another term was searched for") {
            let driver = searched()
            driver.go(to: .field)
            driver.type("s")
            driver.press(.enter)
            driver.find([])
            return driver
        },
        Situation("asked again, in the list") {
            let driver = searched()
            driver.press(.pageDown)
            driver.press(KeyPress(.function(5)))
            return driver
        },
        Situation("nothing can be reached") {
            let driver = AlbumScreenDriver(columns: 120, rows: 30)
            driver.type("night")
            driver.press(.enter)
            driver.fail(.offline)
            return driver
        },
        Situation("an album") { opened() },
        Situation("the songs are being loaded") {
            let driver = searched()
            driver.press(.down)
            driver.press(.enter)
            return driver
        },
        Situation("no songs") {
            let driver = opened()
            driver.press(KeyPress(.function(5)))
            driver.fail(.offline)
            return driver
        },
        Situation("no songs, in the text") {
            let driver = opened()
            driver.press(KeyPress(.function(5)))
            driver.fail(.offline)
            driver.press(.tab)
            return driver
        },
        Situation("logged out") {
            let driver = searched()
            driver.read(AlbumSamples.loggedOut)
            return driver
        },
    ]

    private static func searched() -> AlbumScreenDriver {
        AlbumScreenDriver.searched(60, columns: 120, rows: 30)
    }

    private static func opened() -> AlbumScreenDriver {
        let driver = searched()
        driver.press(.down)
        driver.press(.enter)
        driver.lookUp(AlbumSamples.contents(of: AlbumSamples.many(1)[0], songs: 120))
        driver.press(.pageDown)
        return driver
    }

    @Test(arguments: situations)
    func `each key of the help line does what the line says`(situation: Situation) throws {
        let line = try #require(situation.driver().frame.lines.last)
        let pieces = line.split(separator: "  ").map { $0.drop { $0 == " " } }
        #expect(!pieces.isEmpty)
        let labels = pieces.map { $0.drop { $0 != " " } }
        #expect(Set(labels).count == labels.count, "\(line)")
        for piece in pieces {
            let words = piece.split(separator: " ", maxSplits: 1).map(String.init)
            let keys = Self.keys(named: words[0])
            let effect = try #require(Self.effects[words[1]], "\(piece)")
            #expect(!keys.isEmpty, "\(piece)")
            for key in keys {
                let driver = situation.driver()
                let before = State(driver)
                driver.press(key)
                let isDone = effect(before, State(driver))
                #expect(isDone, "\(situation.testDescription): \(key) of \(piece)")
            }
        }
    }

    /// The keys of a name in a help line, such as `Ctrl-R`, `↑↓` or `PgUp/PgDn`.
    private static func keys(named name: String) -> [KeyPress] {
        let isPair = name.count > 1 && name.contains("/")
        let parts = isPair ? name.split(separator: "/").map(String.init) : [name]
        return parts.flatMap { part in
            let known: [KeyPress] = [
                .enter, .escape, .tab, .shiftTab, .up, .down, .pageUp, .pageDown, KeyPress(.home),
                KeyPress(.end),
            ]
            if let key = known.first(where: { $0.description == part }) { return [key] }
            if part.hasPrefix("Ctrl-"), let letter = part.lowercased().last {
                return [KeyPress.control(letter)]
            }
            if part == "↑↓" { return [.up, .down] }
            if part.hasPrefix("F"), let number = Int(part.dropFirst()) {
                return [KeyPress(.function(number))]
            }
            return part.count == 1 ? part.map { KeyPress.character($0) } : []
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
