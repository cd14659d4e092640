import RegappAlbums
import RegappCore
import RegappTerminal
import RegappWording

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

    init(reader: ReaderLocale, showsCovers: Bool) {
        search = SearchPage(reader: reader, showsCovers: showsCovers)
    }

    private var page: any CataloguePage { album ?? search }
    var activity: ScreenActivity? { page.question.activity }
    var isTyping: Bool { page.isTyping }
    var copyable: String? { page.copyable }
    var keyTables: [KeyTable] { page.keyTables }

    func facts(_ context: ScreenContext) -> [KeyHelp.Fact] {
        [context.currentUser].filter { !$0.isEmpty }.map { KeyHelp.Fact("You", $0) } + context.facts
    }

    // MARK: Events

    mutating func update(_ event: Event, _ context: ScreenContext) -> ScreenEffect? {
        if case .tick = event { count(context.now) }
        // The search only learns its size: what it would ask for is not needed while an album covers it.
        if case .resize = event, album != nil { _ = search.update(event) }
        return perform(album?.update(event) ?? search.update(event))
    }

    private mutating func count(_ now: ContinuousClock.Instant) {
        guard let busyUntil else { return }
        let left = now.duration(to: busyUntil)
        let seconds = max(0, Int((left / .seconds(1)).rounded(.up)))
        search.count(to: seconds)
        album?.count(to: seconds)
    }

    mutating func refresh(_ files: SignIn.Reading, _ context: ScreenContext) -> ScreenEffect? {
        let isLoggedIn = (try? files.account.get()) != nil
        let leave = ScreenEffect.several([.albums(.stop), .leave()])
        return .ask(isLoggedIn ? nil : .leavesAlbums(files.error ?? .nobodyLoggedIn, leave: leave))
    }

    /// What was asked when the section was left is forgotten.
    mutating func reopen(_ context: ScreenContext) -> ScreenEffect? {
        album = nil
        if search.question.isAsking {
            search = SearchPage(reader: search.reader, showsCovers: search.results.showsCovers)
        }
        number += 1
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
            let page = AlbumPage(
                album, in: store, size: search.size, showsCover: search.results.showsCovers)
            self.album = page
            return perform([
                .ask(.lookUp(album.collectionId, store, isRefresh: false)),
                .work(.loadCovers(page.coverRequests)),
            ])
        case .turn(let step): return perform(search.openNeighbour(step))
        case .back(let event):
            guard album != nil else { return .several([.albums(.stop), .leave()]) }
            album = nil
            return perform(search.comeBack() + (event.map { search.update($0) } ?? []))
        case .quit: return .quit
        }
    }

    // MARK: Drawing

    func render(_ size: Size, _ context: ScreenContext, hasFocus: Bool, question: Alert?) -> Frame {
        var frame = page.render(size, context, hasFocus: hasFocus)
        if let question { frame.draw(question) }
        return frame
    }

    func conversation(_ context: ScreenContext) -> ConversationPage { page.conversation(context) }
}

/// A page of ``AlbumScreens``: the search, or an album.
protocol CataloguePage: Sendable {
    /// The question to the catalogue, and what came of it.
    var question: QuestionLine { get }

    var isTyping: Bool { get }
    var keyTables: [KeyTable] { get }

    var copyable: String? { get }

    /// - Parameter hasFocus: whether keys go to the page; if not, nothing in it looks focused.
    func render(_ size: Size, _ context: ScreenContext, hasFocus: Bool) -> Frame
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

extension SearchPage {
    enum Choice: String, FormAction {
        case search, again
    }

    private static let term = "term"

    func conversation(_ context: ScreenContext) -> ConversationPage {
        var typed = FormField(Self.term, label: "A title, or an artist", input: field)
        // A term that was typed before is no change of the form.
        typed.given = field.text
        var buttons = [FormButton(Choice.search, title: "Search", needsValidFields: true)]
        if let again = question.again { buttons.append(FormButton(.again, title: again)) }
        return ConversationPage(
            "Albums", guidance: Self.guidance, lines: [context.currentUser] + question.sentences,
            rows: results.albums.map(\.row),
            form: Form(fields: [typed], buttons: buttons.map(\.button), check: Self.problems),
            leaving: .program(title: "Back"))
    }

    private static func problems(in texts: [String: String]) -> [String: [String]] {
        let typed = texts[term] ?? ""
        if SearchTerm.text(typed).isEmpty { return [term: ["a word or more is needed"]] }
        guard typed.count > longestTerm else { return [:] }
        return [term: Message.termTooLong(limit: "\(longestTerm) characters").facts.map(\.text)]
    }

    mutating func choose(_ choice: Choice) -> [AlbumEffect] {
        switch choice {
        case .search: search()
        case .again: askAgain()
        }
    }
}

extension AlbumPage {
    enum Choice: String, FormAction {
        case again
    }

    func conversation(_ context: ScreenContext) -> ConversationPage {
        let printed = contents.map { PrintedAlbum(contents: $0, columns: nil) }
        let lines = (printed?.page(.none) ?? [album.row]) + question.sentences + (printed?.tracks ?? [])
        let buttons = question.again.map { [FormButton(Choice.again, title: $0).button] } ?? []
        return ConversationPage(
            "Album", lines: lines, form: Form(fields: [], buttons: buttons, isReadOnly: true),
            leaving: .page(title: "Back to the list"))
    }
}

extension QuestionLine {
    fileprivate var sentences: [String] {
        switch state {
        case .idle, .asking: []
        case .answered, .failed, .cancelled: text.isEmpty ? [] : [text]
        }
    }
}

extension Album {
    fileprivate var row: String {
        [markedTitle(columns: nil), artistName, songCount, releaseYear].compactMap(\.self)
            .filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
