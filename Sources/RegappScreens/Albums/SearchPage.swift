import RegappAlbums
import RegappTerminal
import RegappWording

/// The first page of the albums: a search field and the albums found, with their covers.
struct SearchPage: AlbumsScreen, PressedScreen {
    enum Focus: FormID {
        case field, retry, filter, list
    }

    enum Action: FormID {
        case search, again, sort
    }

    static let longestTerm = 200
    static let whatToType = "a title, or an artist"

    private(set) var focus = Focus.field
    private(set) var field: TextField
    private(set) var question: QuestionLine
    /// The albums that the term last asked for has found; none until then.
    private(set) var results: AlbumResults
    /// The term last asked for; nil while terms are offered.
    private var asked: String?
    private(set) var history = TermHistory()
    /// What to search for, until the first search.
    private(set) var offers = TermOffers(TermHistory())
    private var size = ScreenSession.minimumSize

    init(reader: ReaderLocale, showsCovers: Bool) {
        results = AlbumResults(reader: reader, showsCovers: showsCovers)
        field = TextField(limit: Self.longestTerm)
        field.placeholder = Self.whatToType
        question = QuestionLine(.beforeSearch)
    }

    var isOffering: Bool { asked == nil }
    var hasList: Bool { isOffering || !results.albums.isEmpty }

    /// The parts that can have the focus now, in the order of Tab.
    private var parts: [Focus] {
        var parts: [Focus] = [.field]
        if question.canRetry { parts.append(.retry) }
        if results.filter != nil { parts.append(.filter) }
        if hasList { parts.append(.list) }
        return parts
    }

    /// Fits the page to what it shows now: the lists to their room, and the focus to the parts that are there.
    private mutating func fit() {
        if !parts.contains(focus) { focus = .field }
        let rows = listRect(in: size).rows
        results.list.setHeight(rows)
        offers.list.setHeight(rows)
    }

    mutating func update(_ event: Event, _ context: ScreenContext) -> ScreenEffect? {
        if case .tick = event {
            question.tick(context.clock())
            return nil
        }
        return .several(update(event))
    }

    private mutating func update(_ event: Event) -> [ScreenEffect] {
        var effects: [ScreenEffect] = []
        switch event {
        case .resize(let size):
            self.size = size
            results.resize(to: size)
        case .key, .paste: effects = answer(event)
        case .filled(_, let text): field = TextField(text, limit: .max)
        case .chosen(let id): effects = press(id).map { [$0] } ?? []
        case .opened(let row): effects = open(row)
        case .pointed(.field): goToField()
        case .pointed(.text(Focus.field.id, let column)):
            goToField()
            field.moveCursor(toColumn: column)
        case .pointed(.text(_, let column)):
            focus = .filter
            results.filter?.moveCursor(toColumn: column)
        case .pointed(.row), .wheel: effects = point(event)
        case .click, .pointed, .answered, .focusGained, .focusLost, .resumed, .tick: break
        }
        fit()
        // The list's covers go first, since an opened album's replace them.
        return coverRequests() + effects
    }

    // MARK: Keys

    private mutating func answer(_ event: Event) -> [ScreenEffect] {
        if PageKeys.back.matches(event) { return escape() }
        if AlbumKeys.refreshTyping.matches(event) { return askAgain() }
        if AlbumKeys.submit.matches(event) { return search() }
        if AlbumKeys.next.matches(event) { return turn(to: 1) }
        if AlbumKeys.previous.matches(event) { return turn(to: -1) }
        if !isTyping {
            if PageKeys.quit.matches(event) { return [.quit] }
            if AlbumKeys.refresh.matches(event) { return askAgain() }
            if AlbumKeys.field.matches(event) {
                focus = .field
                field.selectAll()
                return []
            }
        }
        switch focus {
        case .field: return answerInField(event)
        case .retry:
            if AlbumKeys.retry.matches(event) { return askAgain() }
            if event == .key(.up) { goToField() }
            if event == .key(.down), !results.albums.isEmpty { focus = .list }
        case .filter:
            if !AlbumKeys.keep.matches(event) {
                results.updateFilter(event)
            } else if !results.albums.isEmpty {
                focus = .list
            }
        case .list: return answerInList(event)
        }
        return []
    }

    /// Cancels the open question, else ends the filter, else leaves.
    private mutating func escape() -> [ScreenEffect] {
        if question.isAsking {
            cancelQuestion()
            return [.albums(.cancel)]
        }
        guard results.filter != nil else { return [.albums(.stop), .leave()] }
        results.endFilter()
        focus = .list
        return []
    }

    private mutating func turn(to step: Int) -> [ScreenEffect] {
        let parts = parts
        let present = parts.firstIndex(of: focus) ?? 0
        focus = parts[(present + step + parts.count) % parts.count]
        field.isSelected = false
        return []
    }

    private mutating func goToField() {
        focus = .field
        field.isSelected = false
    }

    private mutating func answerInField(_ event: Event) -> [ScreenEffect] {
        if AlbumKeys.search.matches(event) { return search() }
        if AlbumKeys.older.matches(event), let term = history.older(than: field.text) {
            field.text = term
        } else if AlbumKeys.newer.matches(event), let term = history.newer(than: field.text) {
            field.text = term
        } else if AlbumKeys.toList.matches(event), hasList {
            focus = .list
        } else if !(field.isSelected && AlbumKeys.field.matches(event)) {
            // A second `/` changes nothing.
            _ = field.update(event)
        }
        return []
    }

    private mutating func answerInList(_ event: Event) -> [ScreenEffect] {
        if event == .key(.up), (isOffering ? offers.list : results.list).selected == 0 {
            goToField()
        } else if isOffering {
            guard let row = offers.list.update(event) else { return [] }
            field.text = offers.terms[row]
            focus = .field
            return search()
        } else if AlbumKeys.density.matches(event) {
            results.changeDensity()
        } else if AlbumKeys.order.matches(event) {
            return [.ask(orderQuestion)]
        } else if AlbumKeys.filter.matches(event) {
            results.beginFilter()
            focus = .filter
        } else {
            return results.list.update(event).map { open($0) } ?? []
        }
        return []
    }

    private var orderQuestion: Dialog {
        Dialog(title: "Sort by", among: AlbumOrder.allCases, present: results.order) { order in
            ("\(order)".sentenceCased, "")
        } answer: { order in
            .then { (page: inout Self) in
                page.results.sort(by: order)
                return .several(page.coverRequests())
            }
        }
    }

    private mutating func point(_ event: Event) -> [ScreenEffect] {
        guard hasList, focus != .list else { return hasList ? answerInList(event) : [] }
        focus = .list
        field.isSelected = false
        // A first click on the selected row only moves to the list; the next one opens the row.
        let selected = (isOffering ? offers.list : results.list).selected
        return event == .pointed(.row(selected)) ? [] : answerInList(event)
    }

    private mutating func open(_ index: Int) -> [ScreenEffect] {
        guard results.albums.indices.contains(index), let asked else { return [] }
        // One question at a time: the album's replaces this one.
        if question.isAsking { cancelQuestion() }
        return AlbumPage.opening(
            index, of: results.albums, in: store(of: asked), showsCover: results.showsCovers)
    }

    mutating func press(_ action: Action) -> ScreenEffect? {
        switch action {
        case .search: .several(search())
        case .again: .several(askAgain())
        case .sort: .ask(orderQuestion)
        }
    }

    // MARK: Questions

    private mutating func search() -> [ScreenEffect] {
        let term = typedTerm
        guard !term.isEmpty else {
            guard !question.isAsking else { return [] }
            asked = nil
            results.put(sortedByTitle: [])
            question.set(.beforeSearch)
            offer()
            return []
        }
        return ask(term, isRefresh: false)
    }

    private var typedTerm: String { SearchTerm.text(field.text) }

    private func store(of term: String) -> Storefront { .preferred(forTerm: term, reader: results.reader) }

    private mutating func askAgain() -> [ScreenEffect] {
        guard let asked, !question.isAsking else { return [] }
        return ask(asked, isRefresh: true)
    }

    /// Offers what may be searched for again; the selection stays.
    private mutating func offer() {
        let selected = offers.list.selected
        offers = TermOffers(history)
        offers.list.select(selected)
        fit()
    }

    private mutating func ask(_ term: String, isRefresh: Bool) -> [ScreenEffect] {
        history.add(term)
        // Albums are shown only below the term that found them.
        if term != asked { results.put(sortedByTitle: []) }
        asked = term
        let store = store(of: term)
        let effect = question.ask(
            .search(term, store, isRefresh: isRefresh), "searching “\(term)” in the \(store.code) store")
        // Typing while waiting begins another term.
        field.selectAll()
        return [effect]
    }

    private mutating func cancelQuestion() {
        question.set(.failed(.cancelled))
        if focus != .list { focus = .field }
    }

    // MARK: Answers

    mutating func receive(_ message: ScreenMessage) -> ScreenEffect? {
        guard case .albums(let outcome) = message else { return nil }
        switch outcome {
        case .found(let found, let number) where question.isOpen(number): return show(found)
        case .failed(let error, let number) where question.isOpen(number): return show(error)
        case .cover(let request, let picture): results.covers.add(picture, for: request)
        case .recalled(let terms):
            history.cached = terms
            offer()
        case .previewed(let songs): results.add(songs)
        case .found, .failed, .lookedUp: break
        }
        return nil
    }

    private mutating func show(_ found: CatalogResult<[Album]>) -> ScreenEffect? {
        guard let asked else { return nil }
        if found.value.isEmpty { history.fruitless.insert(asked) } else { history.fruitless.remove(asked) }
        var words = String.albumsFound(found.value.count, for: asked, in: store(of: asked)).sentenceCased
        if found.droppedCount > 0 { words += "; " + .unreadable(found.droppedCount) }
        question.set(.init(words, found.freshness))
        results.put(sortedByTitle: found.value)
        fit()
        // If the person has gone on typing, the focus stays.
        if focus == .field, typedTerm == asked, hasList { focus = .list }
        return .several(coverRequests())
    }

    private mutating func show(_ error: CatalogError) -> ScreenEffect? {
        question.set(.failed(error))
        // A person who has gone on typing could press the button by mistake.
        if focus == .field, typedTerm == asked { focus = .retry }
        fit()
        return .several(coverRequests())
    }

    /// Asks for the visible covers, if they have changed, and for the songs of the selected album.
    private mutating func coverRequests() -> [ScreenEffect] {
        let covers = results.coverRequests().map { [ScreenEffect.albums(.loadCovers($0))] } ?? []
        guard !question.isAsking, let asked, let album = results.songRequest() else {
            return covers
        }
        return covers + [.albums(.preview(album, store(of: asked)))]
    }

    /// Loads its covers again, since another page's replaced them. If a question was open on leaving, starts afresh.
    mutating func reopen() -> ScreenEffect? {
        if question.isAsking { self = SearchPage(reader: results.reader, showsCovers: results.showsCovers) }
        results.startAgain()
        return .several(coverRequests())
    }

    /// Comes back from an album of the list, and handles the event that left the album.
    mutating func comeBack(from index: Int, passing event: Event?) -> ScreenEffect? {
        results.list.select(index)
        results.startAgain()
        return .several(coverRequests() + (event.map { update($0) } ?? []))
    }
}
