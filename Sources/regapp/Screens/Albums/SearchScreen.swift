import AlbumCatalog
import PlainValues
import TerminalUI

/// The first screen: a search field and the albums found, with their covers.
///
/// A value: events and answers go in, effects and frames come out. It keeps its place while an album is shown.
struct SearchScreen: Sendable {
    /// The element that has the focus.
    enum Focus: Hashable, Sendable {
        case field, retry, filter, list
    }

    /// The most characters of a term; no title is longer.
    static let longestTerm = 200

    /// What is searched for, and where.
    private struct Search: Hashable {
        let term: String
        let store: Storefront
    }

    private let reader: ReaderLocale
    /// Whether leaving leads back to other screens.
    let goesBack: Bool
    private(set) var focus = Focus.field
    private(set) var field: TextField
    private(set) var question: QuestionLine
    private(set) var results: AlbumResults
    private var history = TermHistory()
    private(set) var size = ScreenSession.minimumSize
    /// The last search, and the one whose answer the list shows.
    private var asked: Search?
    private var answered: Search?

    private static let idle = QuestionLine.State.idle("Type a few words and press Enter.")

    init(reader: ReaderLocale, showsCovers: Bool, goesBack: Bool = false) {
        self.reader = reader
        self.goesBack = goesBack
        results = AlbumResults(showsCovers: showsCovers)
        field = TextField(limit: Self.longestTerm)
        field.placeholder = "a title, or an artist"
        question = QuestionLine(Self.idle)
    }

    /// Handles a key, a paste, a tick or a new size.
    mutating func update(_ event: Event) -> [AlbumEffect] {
        var effects: [AlbumEffect] = []
        switch event {
        case .resize(let size): resize(to: size)
        case .tick: question.tick()
        case .key, .paste: effects = answer(event)
        case .filled(_, let text): field = TextField(text, limit: .max)
        case .chosen(let id): effects = choose(id)
        case .focusGained, .focusLost, .resumed: break
        }
        fit()
        // First the list's covers: those of an album that is opened take their place.
        return wishes() + effects
    }

    // MARK: Keys

    /// The keys that do something now, the most important first.
    var bindings: [KeyBinding] {
        let leave = goesBack ? AlbumKeys.back : AlbumKeys.quit
        let escape = question.isAsking ? AlbumKeys.cancel : results.filter == nil ? leave : AlbumKeys.showAll
        let refresh = asked == nil || question.isAsking ? [] : [AlbumKeys.refresh]
        switch focus {
        case .field:
            let next = results.albums.isEmpty && !question.canRetry ? [] : [AlbumKeys.next]
            let older = history.hasOlder(than: field.text) ? [AlbumKeys.older] : []
            return [AlbumKeys.search, escape] + next + older + refresh
        case .retry: return [AlbumKeys.retry, escape, AlbumKeys.next, AlbumKeys.leave]
        case .filter:
            return (results.albums.isEmpty ? [] : [AlbumKeys.keep]) + [escape, AlbumKeys.next] + refresh
        case .list:
            return [ListView.choose, AlbumKeys.field, escape, ListView.move, AlbumKeys.filter] + refresh
                + [AlbumKeys.leave, ListView.page, ListView.moveByLetter, ListView.ends]
        }
    }

    /// Whether typed characters go into a field now.
    var isTyping: Bool { focus == .field || focus == .filter }

    /// All keys of the place that has the focus.
    var keyTables: [KeyTable] {
        switch focus {
        case .field: [AlbumKeys.searchTable, .typing, .everywhere]
        case .retry: [AlbumKeys.retryTable, .everywhere]
        case .filter: [AlbumKeys.filterTable, .typing, .everywhere]
        case .list: [AlbumKeys.listTable, .list, .everywhere]
        }
    }

    private mutating func answer(_ event: Event) -> [AlbumEffect] {
        if AlbumKeys.quit.matches(event) { return escape() }
        if AlbumKeys.refresh.matches(event) { return askAgain() }
        if AlbumKeys.next.matches(event) { return turn(to: 1) }
        if AlbumKeys.previous.matches(event) { return turn(to: -1) }
        switch focus {
        case .field: return answerInField(event)
        case .retry: return answerOnRetry(event)
        case .filter: return answerInFilter(event)
        case .list: return answerInList(event)
        }
    }

    /// Cancels what is in the way first, and leaves at last.
    private mutating func escape() -> [AlbumEffect] {
        if question.isAsking { return cancel() }
        guard results.filter != nil else { return [.quit] }
        results.endFilter()
        focus = .list
        return []
    }

    /// Moves the focus on: field, button, filter, list.
    private mutating func turn(to step: Int) -> [AlbumEffect] {
        let places: [Focus] =
            [.field] + (question.canRetry ? [.retry] : []) + (results.filter == nil ? [] : [.filter])
            + (results.albums.isEmpty ? [] : [.list])
        let present = places.firstIndex(of: focus) ?? 0
        focus = places[(present + step + places.count) % places.count]
        return []
    }

    private mutating func answerInField(_ event: Event) -> [AlbumEffect] {
        if AlbumKeys.search.matches(event) { return search() }
        if AlbumKeys.older.matches(event), let term = history.older(than: field.text) {
            field.text = term
            return []
        }
        if AlbumKeys.newer.matches(event), let term = history.newer(than: field.text) {
            field.text = term
            return []
        }
        if AlbumKeys.toList.matches(event), !results.albums.isEmpty {
            focus = .list
            return []
        }
        _ = field.update(event)
        return []
    }

    private mutating func answerOnRetry(_ event: Event) -> [AlbumEffect] {
        if AlbumKeys.retry.matches(event) { return askAgain() }
        if AlbumKeys.leave.matches(event) { return [.quit] }
        if event == .key(.up) { focus = .field }
        if event == .key(.down), !results.albums.isEmpty { focus = .list }
        return []
    }

    private mutating func answerInFilter(_ event: Event) -> [AlbumEffect] {
        if AlbumKeys.keep.matches(event) {
            if !results.albums.isEmpty { focus = .list }
        } else {
            results.updateFilter(event)
        }
        return []
    }

    private mutating func answerInList(_ event: Event) -> [AlbumEffect] {
        if AlbumKeys.leave.matches(event) { return [.quit] }
        if AlbumKeys.field.matches(event) || event == .key(.up) && results.list.selected == 0 {
            focus = .field
            return []
        }
        if AlbumKeys.filter.matches(event) {
            results.beginFilter()
            focus = .filter
            return []
        }
        return results.update(event).map { open($0) } ?? []
    }

    mutating func open(_ index: Int) -> [AlbumEffect] {
        guard results.albums.indices.contains(index), let store = answered?.store else { return [] }
        // One question at a time: the album's takes the place of this one.
        if question.isAsking { cancelQuestion() }
        return [.open(results.albums[index], store)]
    }

    // MARK: Questions

    mutating func search() -> [AlbumEffect] {
        let term = typedTerm
        guard !term.isEmpty else {
            if !question.isAsking { startOver() }
            return []
        }
        let store = Storefront.preferred(forTerm: term, reader: reader)
        return ask(Search(term: term, store: store), isRefresh: false)
    }

    private var typedTerm: String { SearchTerm.text(field.text) }

    mutating func askAgain() -> [AlbumEffect] {
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
        history.add(search.term)
        // Albums stand under the term that found them, and under no other.
        if search != answered { put([]) }
        question.set(.asking("searching “\(search.term)” in the \(search.store.code) store"))
        if focus == .retry { focus = .field }
        return [.ask(.search(search.term, search.store, isRefresh: isRefresh))]
    }

    private mutating func cancel() -> [AlbumEffect] {
        cancelQuestion()
        return [.cancel]
    }

    private mutating func cancelQuestion() {
        question.set(.cancelled)
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
        if focus == .field, typedTerm == asked.term { focus = results.albums.isEmpty ? .field : .list }
        if results.albums.isEmpty, focus == .list { focus = .field }
        fit()
        return wishes()
    }

    /// Counts down the seconds until a busy catalogue may be asked again.
    mutating func count(to seconds: Int) {
        if question.secondsLeft != nil { question.count(to: seconds) }
    }

    /// Puts albums into the list, from the first one on.
    private mutating func put(_ albums: [Album]) {
        answered = nil
        if focus == .filter { focus = .field }
        results.put(albums)
    }

    /// Shows why there is no answer.
    mutating func show(_ error: CatalogError) -> [AlbumEffect] {
        question.set(.failed(error))
        // Whoever types on would press the button without meaning it.
        if focus == .field, typedTerm == asked?.term { focus = .retry }
        fit()
        return wishes()
    }

    /// Shows a cover; nil if there is none.
    mutating func show(_ picture: PixelGrid?, for wish: CoverWish) { results.show(picture, for: wish) }

    /// The effect of loading the visible covers, if they have changed.
    private mutating func wishes() -> [AlbumEffect] { results.wishes().map { [.loadCovers($0)] } ?? [] }

    /// Returns to the screen: loads its covers again, which those of another screen replaced.
    mutating func comeBack() -> [AlbumEffect] {
        results.startAgain()
        return wishes()
    }

    private static func state(_ found: Found<[Album]>, _ search: Search) -> QuestionLine.State {
        let count = found.value.count
        let albums = count == 0 ? "no album" : "\(count) album\(count == 1 ? "" : "s")"
        var words = "\(albums) for “\(search.term)” in the \(search.store.code) store"
        if found.droppedCount > 0 { words += "; \(found.droppedCount) could not be read" }
        guard case .outdated(let age, let error) = found.freshness else { return .answered(words) }
        return .outdated("\(words), as of \(ageWords(milliseconds: age)) ago", error)
    }
}

// MARK: Sizes

extension SearchScreen {
    private mutating func resize(to size: Size) {
        self.size = size
        let selected = results.list.selected
        results.resize(to: size)
        fit()
        results.select(selected)
    }

    /// Sets the list's height.
    private mutating func fit() { results.setHeight(listRect(in: size).rows) }
}
