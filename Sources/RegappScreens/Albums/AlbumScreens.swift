import RegappCore
import RegappAlbums
import RegappTerminal

/// The album section: the search and, over it, the album that was opened from its list.
///
/// Both pages ask the catalogue for the current user. One question at a time is open, each has a number, and answers to
/// older ones are dropped. Once no account is logged in, a question leads out of the section. It opens again as it was left.
struct AlbumScreens: Screen {
    private(set) var search: SearchPage
    private(set) var album: AlbumPage?
    /// The number of the last question to the catalogue.
    private var number = 0
    /// The time from which a busy catalogue may be asked again.
    private var busyUntil: ContinuousClock.Instant?
    private var dialog: Dialog<AlbumEffect>?

    init(reader: ReaderLocale, showsCovers: Bool) {
        search = SearchPage(reader: reader, showsCovers: showsCovers)
    }

    private var page: any CataloguePage { album ?? search }
    var activity: ScreenActivity? { page.question.activity }
    var isTyping: Bool { dialog == nil && page.isTyping }
    var copyable: String? { dialog == nil ? page.copyable : nil }
    var keyTables: [KeyTable] { dialog == nil ? page.keyTables : [.alert, .everywhere] }

    func facts(_ context: ScreenContext) -> [KeyHelp.Fact] {
        [context.currentUser].filter { !$0.isEmpty }.map { KeyHelp.Fact("You", $0) } + context.facts
    }

    // MARK: Events

    mutating func update(_ event: Event, _ context: ScreenContext) -> ScreenEffect? {
        if dialog != nil, event.isInput {
            guard let answer = dialog.answer(event) else { return nil }
            album = nil
            return perform([answer])
        }
        if case .tick = event { count(context.now) }
        if case .resize = event {
            update(context)
            // A hidden page asks for nothing.
            if album != nil { _ = search.update(event) }
        }
        return perform(album?.update(event) ?? search.update(event))
    }

    private mutating func count(_ now: ContinuousClock.Instant) {
        guard let busyUntil else { return }
        let left = now.duration(to: busyUntil)
        let seconds = max(0, Int((left / .seconds(1)).rounded(.up)))
        search.count(to: seconds)
        album?.count(to: seconds)
    }

    private mutating func update(_ context: ScreenContext) {
        search.userData = context.userData
        album?.userData = context.userData
    }

    mutating func refresh(_ files: SignIn.Reading, _ context: ScreenContext) -> Bool {
        update(context)
        let isLoggedIn = (try? files.account.get()) != nil
        if isLoggedIn == (dialog != nil) {
            dialog = isLoggedIn ? nil : .leavesAlbums(files.error ?? .nobodyLoggedIn, leave: .back())
        }
        return true
    }

    /// What was asked when the section was left is forgotten.
    mutating func comeBack(_ context: ScreenContext) -> ScreenEffect? {
        (album, dialog) = (nil, nil)
        if search.question.isAsking {
            search = SearchPage(reader: search.reader, showsCovers: search.results.showsCovers)
        }
        number += 1
        update(context)
        return perform(search.comeBack())
    }

    // MARK: Answers

    mutating func receive(_ message: ScreenMessage, _ context: ScreenContext) -> ScreenEffect? {
        guard case .albums(let outcome) = message else { return nil }
        if let seconds = outcome.secondsToWait { busyUntil = context.now + .seconds(seconds) }
        guard let answered = outcome.number else {
            _ = search.receive(outcome)
            _ = album?.receive(outcome)
            return nil
        }
        guard answered == number else { return nil }
        return perform(album?.receive(outcome) ?? search.receive(outcome))
    }

    // MARK: Effects

    private mutating func perform(_ effects: [AlbumEffect]) -> ScreenEffect? {
        .several(effects.compactMap { perform($0) })
    }

    private mutating func perform(_ effect: AlbumEffect) -> ScreenEffect? {
        switch effect {
        case .ask(let question):
            number += 1
            return .albums(.ask(question, number: number))
        case .cancelQuestion:
            number += 1
            return .albums(.cancel)
        case .work(let work): return .albums(work)
        case .open(let album, let store):
            var page = AlbumPage(
                album, in: store, size: search.size, showsCover: search.results.showsCovers)
            page.userData = search.userData
            self.album = page
            return perform([.ask(page.firstQuestion), .work(.loadCovers(page.coverRequests))])
        case .turn(let step): return perform(search.openNeighbour(step))
        case .back(let event):
            guard album != nil else { return .several([.albums(.stop), .leave]) }
            album = nil
            return perform(search.comeBack() + (event.map { search.update($0) } ?? []))
        case .quit: return .quit
        }
    }

    // MARK: Drawing

    func render(_ size: Size, _ context: ScreenContext, hasFocus: Bool) -> Frame {
        var frame = page.render(size, hasFocus: hasFocus && dialog == nil)
        if let dialog { frame.draw(dialog.alert) }
        return frame
    }

    func conversation(_ context: ScreenContext) -> ConversationPage {
        var page = page.conversation(context)
        page.alert = dialog?.alert
        return page
    }
}

/// A page of ``AlbumScreens``: the search, or an album.
protocol CataloguePage: Sendable {
    /// The question to the catalogue, and what came of it.
    var question: QuestionLine { get }

    mutating func update(_ event: Event) -> [AlbumEffect]

    mutating func receive(_ outcome: AlbumOutcome) -> [AlbumEffect]

    /// The current user's data; the name is first.
    var userData: [String] { get set }

    mutating func count(to seconds: Int)

    var isTyping: Bool { get }
    var keyTables: [KeyTable] { get }

    var copyable: String? { get }

    /// - Parameter hasFocus: whether keys go to the page; if not, nothing in it looks focused.
    func render(_ size: Size, hasFocus: Bool) -> Frame
    func conversation(_ context: ScreenContext) -> ConversationPage
}

enum AlbumEffect: Sendable {
    /// Ask the catalogue and drop the previous question; keys do not wait.
    case ask(AlbumQuestion)
    case cancelQuestion
    case work(AlbumWork)
    /// Show an album over the search.
    case open(Album, Storefront)
    /// Show the album that is so many rows further down in the list.
    case turn(Int)
    /// Go back to the search, which then gets the event, or from it to the screen below.
    case back(passing: Event? = nil)
    case quit
}
