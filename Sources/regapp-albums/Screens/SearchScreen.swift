import AlbumCatalog
import PlainValues
import TerminalUI

/// The first screen: a search field and the albums found, with their covers.
///
/// A value: events and answers go in, effects and frames come out. It keeps its place while an album is shown.
struct SearchScreen: Sendable {
    /// The element that has the focus.
    enum Focus: Hashable, Sendable {
        case field, retry, list
    }

    /// The most characters of a term; no title is longer.
    private static let longestTerm = 200
    /// The pixels of a cover in the list, a side.
    static let coverPixels = 60
    /// The cells of a cover in the list: four by four pixels.
    static let coverCells = Size(columns: 4, rows: 2)

    /// What is searched for, and where.
    private struct Search: Hashable {
        let term: String
        let store: Storefront
    }

    private let reader: ReaderLocale
    let showsCovers: Bool
    /// Whether leaving leads back to other screens.
    private let goesBack: Bool
    private(set) var focus = Focus.field
    private(set) var field: TextField
    private(set) var question: QuestionLine
    private(set) var albums: [Album] = []
    private(set) var list: ListView
    private(set) var size = ScreenSession.minimumSize
    /// The last search, and the one whose answer the list shows.
    private var asked: Search?
    private var answered: Search?
    private var coverPlan = CoverPlan(pixels: coverPixels)

    private static let idle = QuestionLine.State.idle("Type a few words and press Enter.")

    init(reader: ReaderLocale, showsCovers: Bool, goesBack: Bool = false) {
        self.reader = reader
        self.goesBack = goesBack
        self.showsCovers = showsCovers
        field = TextField(limit: Self.longestTerm)
        field.placeholder = "a title, or an artist"
        question = QuestionLine(Self.idle)
        list = Self.list([], columns: size.columns, showsCovers: showsCovers)
    }

    /// Handles a key, a paste, a tick or a new size.
    mutating func update(_ event: Event) -> [AlbumEffect] {
        var effects: [AlbumEffect] = []
        switch event {
        case .resize(let size): resize(to: size)
        case .tick: question.tick()
        case .key, .paste: effects = answer(event)
        case .focusGained, .resumed: break
        }
        fit()
        // First the list's covers: those of an album that is opened take their place.
        return wishes() + effects
    }

    // MARK: Keys

    static let searchKey = KeyBinding([.enter], "search")
    static let retryKey = KeyBinding([.enter, .character(" "), .character("r")], "retry")
    static let nextKey = KeyBinding([.tab], "next")
    private static let previousKey = KeyBinding([.shiftTab], "previous")
    private static let fieldKey = KeyBinding([.character("/")], "search")
    static let refreshKey = KeyBinding([.control("r")], "ask again")
    static let cancelKey = KeyBinding([.escape], "cancel")
    static let quitKey = KeyBinding([.escape], "quit")
    private static let backKey = KeyBinding(quitKey.keys, "back")
    static let quitLetter = KeyBinding([.character("q")], "quit")
    private static let toList = KeyBinding([.down, .pageDown, .pageUp], "list")

    /// The keys that do something now, the most important first.
    var bindings: [KeyBinding] {
        let escape = question.isAsking ? Self.cancelKey : goesBack ? Self.backKey : Self.quitKey
        let refresh = asked == nil || question.isAsking ? [] : [Self.refreshKey]
        switch focus {
        case .field:
            let next = albums.isEmpty && !question.canRetry ? [] : [Self.nextKey]
            return [Self.searchKey, escape] + next + refresh
        case .retry: return [Self.retryKey, escape, Self.nextKey, Self.quitLetter]
        case .list:
            return [ListView.choose, Self.fieldKey, escape, ListView.move, Self.quitLetter] + refresh
                + [ListView.page]
        }
    }

    private mutating func answer(_ event: Event) -> [AlbumEffect] {
        if Self.quitKey.matches(event) { return question.isAsking ? cancel() : [.quit] }
        if Self.refreshKey.matches(event) { return askAgain() }
        if Self.nextKey.matches(event) { return turn(to: 1) }
        if Self.previousKey.matches(event) { return turn(to: -1) }
        switch focus {
        case .field: return answerInField(event)
        case .retry: return answerOnRetry(event)
        case .list: return answerInList(event)
        }
    }

    /// Moves the focus on: field, button, list.
    private mutating func turn(to step: Int) -> [AlbumEffect] {
        let places: [Focus] =
            [.field] + (question.canRetry ? [.retry] : []) + (albums.isEmpty ? [] : [.list])
        let present = places.firstIndex(of: focus) ?? 0
        focus = places[(present + step + places.count) % places.count]
        return []
    }

    private mutating func answerInField(_ event: Event) -> [AlbumEffect] {
        if Self.searchKey.matches(event) { return search() }
        if Self.toList.matches(event), !albums.isEmpty {
            focus = .list
            return []
        }
        _ = field.update(event)
        return []
    }

    private mutating func answerOnRetry(_ event: Event) -> [AlbumEffect] {
        if Self.retryKey.matches(event) { return askAgain() }
        if Self.quitLetter.matches(event) { return [.quit] }
        if event == .key(.up) { focus = .field }
        if event == .key(.down), !albums.isEmpty { focus = .list }
        return []
    }

    private mutating func answerInList(_ event: Event) -> [AlbumEffect] {
        if Self.quitLetter.matches(event) { return [.quit] }
        if Self.fieldKey.matches(event) || event == .key(.up) && list.selected == 0 {
            focus = .field
            return []
        }
        return list.update(event).map { open($0) } ?? []
    }

    private mutating func open(_ index: Int) -> [AlbumEffect] {
        guard albums.indices.contains(index), let store = answered?.store else { return [] }
        // One question at a time: the album's takes the place of this one.
        if question.isAsking { takeBack() }
        return [.open(albums[index], store)]
    }

    // MARK: Questions

    private mutating func search() -> [AlbumEffect] {
        let term = typedTerm
        guard !term.isEmpty else {
            if !question.isAsking { startOver() }
            return []
        }
        let store = Storefront.preferred(forTerm: term, reader: reader)
        return ask(Search(term: term, store: store), isRefresh: false)
    }

    private var typedTerm: String { SearchTerm.text(field.text) }

    private mutating func askAgain() -> [AlbumEffect] {
        guard let asked, !question.isAsking else { return [] }
        return ask(asked, isRefresh: true)
    }

    /// Returns to the state before any question.
    private mutating func startOver() {
        asked = nil
        put([])
        question.set(Self.idle)
    }

    private mutating func ask(_ search: Search, isRefresh: Bool) -> [AlbumEffect] {
        asked = search
        // Albums stand under the term that found them, and under no other.
        if search != answered { put([]) }
        question.set(.asking("searching “\(search.term)” in the \(search.store.code) store"))
        if focus == .retry { focus = .field }
        return [.ask(.search(search.term, search.store, isRefresh: isRefresh))]
    }

    private mutating func cancel() -> [AlbumEffect] {
        takeBack()
        return [.cancel]
    }

    private mutating func takeBack() {
        question.set(.failed("the search was cancelled"))
        if focus != .list { focus = .field }
    }

    // MARK: Answers

    /// Shows albums from the first one on.
    mutating func show(_ found: Found<[Album]>) -> [AlbumEffect] {
        guard let asked else { return [] }
        put(found.value)
        answered = asked
        question.set(Self.state(found, asked))
        // Somebody who types on is not disturbed.
        if focus == .field, typedTerm == asked.term { focus = albums.isEmpty ? .field : .list }
        if albums.isEmpty, focus == .list { focus = .field }
        fit()
        return wishes()
    }

    /// Puts albums into the list, from the first one on.
    private mutating func put(_ albums: [Album]) {
        answered = nil
        self.albums = albums
        list = Self.list(albums, columns: size.columns, showsCovers: showsCovers)
        coverPlan.forgetAll()
    }

    /// Shows why there is no answer.
    mutating func show(_ error: CatalogError) -> [AlbumEffect] {
        question.set(.failed(error.words))
        // Whoever types on would press the button without meaning it.
        if focus == .field, typedTerm == asked?.term { focus = .retry }
        fit()
        return wishes()
    }

    /// Shows a cover; nil if there is none.
    mutating func show(_ picture: PixelGrid?, for wish: CoverWish) {
        guard wish.pixels == Self.coverPixels else { return }
        coverPlan.settle(wish)
        guard let picture else { return }
        let cells = CellPicture(picture, fitting: Self.coverCells)
        for (index, album) in albums.enumerated() where album.collectionId == wish.album.collectionId {
            list.setPicture(cells, row: index)
        }
    }

    /// The effect of loading the visible covers, if they have changed.
    private mutating func wishes() -> [AlbumEffect] {
        guard showsCovers else { return [] }
        return coverPlan.wishes(for: list.visibleIndices.map { albums[$0] }).map { [.loadCovers($0)] } ?? []
    }

    /// Returns to the screen: loads its covers again, which those of another screen replaced.
    mutating func comeBack() -> [AlbumEffect] {
        coverPlan.startAgain()
        return wishes()
    }

    private static func state(_ found: Found<[Album]>, _ search: Search) -> QuestionLine.State {
        let count = found.value.count
        let albums = count == 0 ? "no album" : "\(count) album\(count == 1 ? "" : "s")"
        var words = "\(albums) for “\(search.term)” in the \(search.store.code) store"
        if found.droppedCount > 0 { words += "; \(found.droppedCount) could not be read" }
        guard case .outdated(let age, let error) = found.freshness else { return .answered(words) }
        return .outdated("\(words), as of \(ageWords(milliseconds: age)) ago: \(error.words)")
    }
}

// MARK: Sizes

extension SearchScreen {
    private mutating func resize(to size: Size) {
        self.size = size
        let selected = list.selected
        let pictures = list.rows.map(\.picture)
        list = Self.list(albums, columns: size.columns, showsCovers: showsCovers)
        for (index, picture) in pictures.enumerated() where picture != nil {
            list.setPicture(picture, row: index)
        }
        fit()
        list.select(selected)
    }

    /// Sets the list's height.
    private mutating func fit() { list.setHeight(listRect(in: size).rows) }

    private static func list(_ albums: [Album], columns: Int, showsCovers: Bool) -> ListView {
        let table = AlbumTable(columns: columns)
        return ListView(
            columns: table.columns, rows: albums.map(table.row),
            pictureSize: showsCovers ? coverCells : nil)
    }
}
