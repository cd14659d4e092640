import RegappAlbums
import RegappWording
import RegappTerminal

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

    private struct Search: Hashable {
        let term: String
        let store: Storefront
    }

    /// What the list is of.
    private enum Subject {
        case offers
        /// Of nothing yet, since this search has no answer.
        case asked(Search)
        /// Of the albums that this search has found, perhaps none.
        case found(Search)

        /// The last search; nil before the first.
        var search: Search? {
            switch self {
            case .offers: nil
            case .asked(let search), .found(let search): search
            }
        }
    }

    let reader: ReaderLocale
    private(set) var focus = Focus.field
    private(set) var field: TextField
    private(set) var question: QuestionLine
    var results: AlbumResults
    private(set) var history = TermHistory()
    /// What to search for, until the first search.
    var offers = TermOffers()
    /// The terms with cached answers, the newest first.
    private var kept: [String] = []
    private var fruitless: Set<String> = []
    var size = ScreenSession.minimumSize
    private var subject = Subject.offers

    init(reader: ReaderLocale, showsCovers: Bool) {
        self.reader = reader
        results = AlbumResults(reader: reader, showsCovers: showsCovers)
        field = TextField(limit: Self.longestTerm)
        field.placeholder = Self.whatToType
        question = QuestionLine(.beforeSearch)
    }

    var isOffering: Bool { subject.search == nil }
    private var found: Search? { if case .found(let search) = subject { search } else { nil } }
    var hasList: Bool { isOffering || !results.albums.isEmpty }

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
        var order: [Focus] = [.field]
        if question.canRetry { order.append(.retry) }
        if results.filter != nil { order.append(.filter) }
        if hasList { order.append(.list) }
        let present = order.firstIndex(of: focus) ?? 0
        focus = order[(present + step + order.count) % order.count]
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

    mutating func open(_ index: Int) -> [ScreenEffect] {
        guard results.albums.indices.contains(index), let store = found?.store else { return [] }
        // One question at a time: the album's replaces this one.
        if question.isAsking { cancelQuestion() }
        return AlbumPage.opening(index, of: results.albums, in: store, showsCover: results.showsCovers)
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
            put([], of: .offers)
            question.set(.beforeSearch)
            offer()
            return []
        }
        let store = Storefront.preferred(forTerm: term, reader: reader)
        return ask(Search(term: term, store: store), isRefresh: false)
    }

    private var typedTerm: String { SearchTerm.text(field.text) }

    private mutating func askAgain() -> [ScreenEffect] {
        guard let search = subject.search, !question.isAsking else { return [] }
        return ask(search, isRefresh: true)
    }

    /// Offers the terms of this session and those with cached answers, if they have found albums; the selection stays.
    private mutating func offer() {
        let selected = offers.list.selected
        offers = TermOffers(recent: (history.terms.reversed() + kept).filter { !fruitless.contains($0) })
        offers.list.select(selected)
        fit()
    }

    private mutating func ask(_ search: Search, isRefresh: Bool) -> [ScreenEffect] {
        history.add(search.term)
        // Albums are shown only below the term that found them.
        if search != found { put([], of: .asked(search)) }
        let effect = question.ask(
            .search(search.term, search.store, isRefresh: isRefresh),
            "searching “\(search.term)” in the \(search.store.code) store")
        if focus == .retry { focus = .field }
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
            kept = terms
            offer()
        case .previewed(let songs): results.add(songs)
        case .found, .failed, .lookedUp: break
        }
        return nil
    }

    private mutating func show(_ found: CatalogResult<[Album]>) -> ScreenEffect? {
        guard let asked = subject.search else { return nil }
        put(found.value, of: .found(asked))
        if found.value.isEmpty { fruitless.insert(asked.term) } else { fruitless.remove(asked.term) }
        var words = String.albumsFound(found.value.count, for: asked.term, in: asked.store).sentenceCased
        if found.droppedCount > 0 { words += "; " + .unreadable(found.droppedCount) }
        question.set(.init(words, found.freshness))
        // If the person has gone on typing, the focus stays.
        if focus == .field, typedTerm == asked.term { focus = results.albums.isEmpty ? .field : .list }
        if results.albums.isEmpty, focus == .list { focus = .field }
        fit()
        return .several(coverRequests())
    }

    private mutating func put(_ albums: [Album], of subject: Subject) {
        self.subject = subject
        if focus == .filter { focus = .field }
        results.put(sortedByTitle: albums)
    }

    private mutating func show(_ error: CatalogError) -> ScreenEffect? {
        question.set(.failed(error))
        // A person who has gone on typing could press the button by mistake.
        if focus == .field, typedTerm == subject.search?.term { focus = .retry }
        fit()
        return .several(coverRequests())
    }

    /// Asks for the visible covers, if they have changed, and for the songs of the selected album.
    private mutating func coverRequests() -> [ScreenEffect] {
        let covers = results.coverRequests().map { [ScreenEffect.albums(.loadCovers($0))] } ?? []
        guard !question.isAsking, let store = found?.store, let album = results.songRequest() else {
            return covers
        }
        return covers + [.albums(.preview(album, store))]
    }

    /// Loads its covers again, since another page's replaced them. If a question was open on leaving, starts afresh.
    mutating func reopen() -> ScreenEffect? {
        if question.isAsking { self = SearchPage(reader: reader, showsCovers: results.showsCovers) }
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
