import RegappCore
import RegappTerminal
import RegappTestSupport
import Testing

@testable import RegappWording
@testable import RegappAlbums
@testable import RegappScreens

/// The album screens with a person at the keyboard; what they ask for is noted, and answered when a test says so.
final class AlbumScreenDriver {
    /// What was asked for, in order.
    private final class Inbox: ScreenHost {
        var work: [AlbumWork] = []
        var tasks: [AccountTask] = []

        func start(_ task: AccountTask) { tasks.append(task) }
        func start(_ work: AlbumWork) { self.work.append(work) }
        func start(_ work: AccountListTask) {}

        func open(_ section: ScreenSection) -> OpenSection { .albums(reader: reader, showsCovers: true) }
        func edit(_ document: EditSubject) {}
        func answerEditor(_ answer: EditorDecision.Answer) {}
    }

    static let reader = ReaderLocale(allCategories: nil, collation: nil, language: "en_US.UTF-8")

    private let inbox = Inbox()
    private(set) var screens: ScreenStack
    /// Whether the screens have asked to be left.
    private(set) var isOver = false
    private var size = Size(columns: 80, rows: 24)

    init(showsCovers: Bool = true, columns: Int = 80, rows: Int = 24) {
        screens = ScreenStack(
            AlbumSamples.currentUser, section: .albums(reader: Self.reader, showsCovers: showsCovers),
            home: nil, host: inbox)
        resize(columns, rows)
    }

    func resize(_ columns: Int, _ rows: Int) {
        size = Size(columns: columns, rows: rows)
        send(.resize(size))
    }

    func type(_ strokes: Stroke...) {
        for stroke in strokes { _ = stroke.perform(send) { [] } }
    }

    /// Presses Tab until a part of the search page has the focus.
    func go(to focus: SearchPage.Focus, sourceLocation: SourceLocation = #_sourceLocation) {
        // No more than the page has parts.
        for _ in 0..<4 where screens.search.focus != focus { type(.key(.tab)) }
        #expect(screens.search.focus == focus, "\(screens.scene)", sourceLocation: sourceLocation)
    }

    func send(_ event: Event) {
        answer(screens.update(event))
        screens.didShow()
    }

    func receive(_ outcome: AlbumOutcome) { answer(screens.receive(.albums(outcome))) }

    /// Gives the screens the files that they asked for.
    func read(_ files: DirectoryState.Reading) { receive(files, of: .read) }

    private func receive(_ files: DirectoryState.Reading, of task: AccountTask) {
        answer(
            screens.receive(.task(TaskOutcome(task: task, files: files, seen: files, result: .success(nil)))))
    }

    private func answer(_ command: ScreenCommand?) {
        if case .quit = command { isOver = true }
    }

    func search(_ term: String, finding albums: [Album], droppedCount: Int = 0) {
        type(.text(term), .key(.enter))
        find(albums, droppedCount: droppedCount)
    }

    /// Screens on which a term was asked for, without an answer so far.
    static func asking(_ term: String = "night") -> AlbumScreenDriver {
        let driver = AlbumScreenDriver()
        driver.type(.text(term), .key(.enter))
        return driver
    }

    /// Screens on which this many albums were found.
    static func searched(_ count: Int = 200, columns: Int = 80, rows: Int = 24) -> AlbumScreenDriver {
        let driver = AlbumScreenDriver(columns: columns, rows: rows)
        driver.search("night", finding: AlbumSamples.many(count))
        return driver
    }

    // MARK: What was asked for

    var lastQuestion: (question: AlbumQuestion, number: Int)? {
        for case .ask(let question, let number) in inbox.work.reversed() { return (question, number) }
        return nil
    }

    var questionCount: Int { inbox.work.count { if case .ask = $0 { true } else { false } } }

    /// Whether the last thing asked for was to cancel a question.
    var hasCancelled: Bool { if case .cancel? = inbox.work.last { true } else { false } }

    var cancelCount: Int { inbox.work.count { if case .cancel = $0 { true } else { false } } }

    /// The covers that are to be loaded now.
    var coverRequests: [CoverRequest] {
        for case .loadCovers(let coverRequests) in inbox.work.reversed() { return coverRequests }
        return []
    }

    /// The albums whose songs were asked for while they were selected.
    var previews: [Int64] { inbox.work.compactMap { if case .preview(let id, _) = $0 { id } else { nil } } }

    var readings: Int { inbox.tasks.count { !$0.isPoll } }

    var looks: Int { inbox.tasks.count(where: \.isPoll) }

    // MARK: Answers

    func look(_ files: DirectoryState.Reading) { receive(files, of: .look) }

    func find(_ albums: [Album], droppedCount: Int = 0, freshness: Freshness = .fetched) {
        let found = CatalogResult(value: albums, freshness: freshness, droppedCount: droppedCount)
        receive(.found(found, number: lastQuestion?.number ?? 0))
    }

    func lookUp(_ contents: AlbumContents, freshness: Freshness = .fetched) {
        let found = CatalogResult(value: contents, freshness: freshness, droppedCount: 0)
        receive(.lookedUp(found, number: lastQuestion?.number ?? 0))
    }

    func fail(_ error: CatalogError) { receive(.failed(error, number: lastQuestion?.number ?? 0)) }

    func loadCovers() {
        for request in coverRequests { receive(.cover(request, request.scaled(AlbumSamples.picture))) }
    }

    // MARK: What shows

    var frame: Frame { screens.render(size) }

    func shows(_ text: String) -> Bool { frame.lines.contains { $0.contains(text) } }

    func style(of text: String) -> Style? { frame.style(of: text) }
}

extension ScreenStack {
    var search: SearchPage {
        for case let search as SearchPage in screens { return search }
        return SearchPage(reader: AlbumScreenDriver.reader, showsCovers: false)
    }

    /// The album that is shown over the list.
    var album: AlbumPage? { screens.last as? AlbumPage }
}
