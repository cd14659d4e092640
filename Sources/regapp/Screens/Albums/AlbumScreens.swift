import AlbumCatalog
import TerminalUI

/// The album screens: the list, an album over it, and the work for both.
///
/// One question is open at a time, each with a number; answers to older ones are dropped. Keys never wait for
/// answers.
struct AlbumScreens: ScreenApplication {
    typealias Message = AlbumOutcome

    /// The interval between turns of the spinner, in milliseconds.
    private static let spinnerInterval = 100
    /// The interval at which a countdown of seconds is looked at, in milliseconds.
    private static let countdownInterval = 200

    private(set) var search: SearchScreen
    /// The album that is shown over the list.
    private(set) var album: AlbumScreen?
    private(set) var currentUser: CurrentUser
    /// Why the screens must be left: nobody is logged in any more, or the files cannot be read.
    private(set) var failure: Report?
    private(set) var alert: Alert?
    /// The overlay with the keys, while it is open.
    private var help: KeyHelp?
    /// How often the files are being read.
    private(set) var readings = 0
    private let start: (AlbumWork) -> Void
    private let now: () -> ContinuousClock.Instant
    /// The time from which a busy catalogue may be asked again.
    private var end: ContinuousClock.Instant?
    private var number = 0
    private var size = ScreenSession.minimumSize

    /// Begins with an empty list.
    ///
    /// - Parameters:
    ///   - goesBack: whether leaving leads back to other screens.
    ///   - now: tells the time.
    ///   - start: begins work in the background, whose outcome comes through ``receive(_:)``.
    init(
        currentUser: CurrentUser, reader: ReaderLocale, showsCovers: Bool, goesBack: Bool = false,
        now: @escaping () -> ContinuousClock.Instant, start: @escaping (AlbumWork) -> Void
    ) {
        self.currentUser = currentUser
        self.now = now
        self.start = start
        search = SearchScreen(reader: reader, showsCovers: showsCovers, goesBack: goesBack)
    }

    /// Cancels all work in the background; nothing is to be done with the screens afterwards.
    func stop() { start(.stop) }

    var tickInterval: Int? {
        let question = album?.question ?? search.question
        if question.isAsking { return Self.spinnerInterval }
        return question.secondsLeft == nil ? nil : Self.countdownInterval
    }

    mutating func update(_ event: Event) -> ScreenCommand? {
        switch event {
        case .resize(let size):
            self.size = size
            _ = help?.update(event)
            _ = album?.update(event)
            let effects = search.update(event)
            // Under an album the list loads nothing.
            return album == nil ? perform(effects) : nil
        case .resumed, .focusGained:
            readings += 1
            start(.readCurrentUser)
            return nil
        case .tick: countDown()
        case .focusLost: return nil
        case .key, .paste, .filled, .chosen: break
        }
        if answersHelp(event) { return nil }
        if var open = alert {
            let answer = open.update(event)
            alert = open
            return answer == nil ? nil : .quit
        }
        return perform(album?.update(event) ?? search.update(event))
    }

    /// Answers a key that opens the overlay with the keys, or that is pressed while it is open.
    private mutating func answersHelp(_ event: Event) -> Bool {
        if help != nil {
            if help?.update(event) == false { help = nil }
            return true
        }
        let isTyping = alert == nil && album == nil && search.isTyping
        guard KeyHelp.opens(event, isTyping: isTyping) else { return false }
        let tables = alert.map { _ in [.alert, .everywhere] } ?? album?.keyTables ?? search.keyTables
        help = KeyHelp(currentUser.facts, tables, size: size)
        return true
    }

    private mutating func countDown() {
        guard let end else { return }
        let left = now().duration(to: end)
        let seconds = max(0, Int((left / .seconds(1)).rounded(.up)))
        search.count(to: seconds)
        album?.count(to: seconds)
    }

    mutating func receive(_ outcome: AlbumOutcome) -> ScreenCommand? {
        if let seconds = outcome.secondsToWait { end = now() + .seconds(seconds) }
        switch outcome {
        case .found(let found, let number) where number == self.number:
            return perform(search.show(found))
        case .lookedUp(let found, let number) where number == self.number:
            album?.show(found)
            return perform(album.map { [.loadCovers($0.wishes)] } ?? [])
        case .failed(let error, let number) where number == self.number:
            if album == nil { return perform(search.show(error)) }
            album?.show(error)
        case .found, .lookedUp, .failed: break
        case .cover(let wish, let picture):
            album?.show(picture, for: wish)
            search.show(picture, for: wish)
        case .currentUser(let result):
            readings -= 1
            take(result)
        }
        return nil
    }

    private mutating func take(_ result: Result<CurrentUser, Report>) {
        switch result {
        case .success(let currentUser):
            self.currentUser = currentUser
            failure = nil
            alert = nil
        case .failure(let report):
            failure = report
            // Where the screens of accounts are left for, they have a form to log in.
            let hints = report.exit == .denied ? ["leave the albums to log in"] : report.hints.map(\.text)
            let sentences = report.errors + hints
            alert = Alert(
                title: "Your account", text: sentences.joined(separator: " · "),
                buttons: [Alert.Button("leave", "Leave the albums")])
        }
    }

    private mutating func perform(_ effects: [AlbumEffect]) -> ScreenCommand? {
        for effect in effects {
            switch effect {
            case .quit: return .quit
            case .ask(let question): ask(question)
            case .cancel: cancelQuestion()
            case .loadCovers(let wishes): start(.loadCovers(wishes))
            case .open(let chosen, let store):
                let opened = AlbumScreen(
                    chosen, in: store, size: size, showsCover: search.results.showsCovers)
                album = opened
                ask(opened.firstQuestion)
                start(.loadCovers(opened.wishes))
            case .back:
                album = nil
                for case .loadCovers(let wishes) in search.comeBack() { start(.loadCovers(wishes)) }
            }
        }
        return nil
    }

    private mutating func ask(_ question: AlbumQuestion) {
        number += 1
        start(.ask(question, number: number))
    }

    private mutating func cancelQuestion() {
        number += 1
        start(.cancel)
    }

    func render(_ size: Size) -> Frame {
        var frame = page(size)
        help?.draw(on: &frame)
        return frame
    }

    private func page(_ size: Size) -> Frame {
        guard alert != nil || help != nil else {
            return album?.render(size, currentUser: currentUser)
                ?? search.render(size, currentUser: currentUser)
        }
        var frame =
            album?.withoutFocus.render(size, currentUser: currentUser)
            ?? search.render(size, currentUser: currentUser, hasFocus: false)
        guard let alert else { return frame }
        alert.draw(on: &frame, in: Rect(size).inset(top: 1, bottom: 1))
        frame.fill(Rect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1))
        frame.drawHelp(alert.bindings, last: KeyHelp.binding(isTyping: false))
        return frame
    }
}
