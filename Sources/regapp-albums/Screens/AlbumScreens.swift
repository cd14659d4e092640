import AlbumCatalog
import RegappProcess
import TerminalUI

/// The application of `regapp-albums`: the list, an album over it, and the work for both.
///
/// One question is open at a time, each with a number; answers to older ones are dropped. Keys never wait for
/// answers.
struct AlbumScreens: ScreenApplication {
    typealias Message = AlbumOutcome

    /// The interval between turns of the spinner, in milliseconds.
    private static let spinnerInterval = 100

    private(set) var search: SearchScreen
    /// The album that is shown over the list.
    private(set) var album: AlbumScreen?
    private(set) var visitor: Visitor
    /// Why the screens must be left: nobody is logged in any more, or the files cannot be read.
    private(set) var failure: Report?
    private var alert: Alert?
    private let start: (AlbumWork) -> Void
    private var number = 0
    private var size = ScreenSession.minimumSize

    /// Begins with an empty list.
    ///
    /// - Parameters:
    ///   - goesBack: whether leaving leads back to other screens.
    ///   - start: begins work in the background, whose outcome comes through ``receive(_:)``.
    init(
        visitor: Visitor, reader: ReaderLocale, showsCovers: Bool, goesBack: Bool = false,
        start: @escaping (AlbumWork) -> Void
    ) {
        self.visitor = visitor
        self.start = start
        search = SearchScreen(reader: reader, showsCovers: showsCovers, goesBack: goesBack)
    }

    var tickInterval: Int? { isAsking ? Self.spinnerInterval : nil }

    /// Whether the visible screen waits for an answer.
    private var isAsking: Bool { album?.question.isAsking ?? search.question.isAsking }

    mutating func update(_ event: Event) -> ScreenCommand? {
        switch event {
        case .resize(let size):
            self.size = size
            _ = album?.update(event)
            let effects = search.update(event)
            // Under an album the list loads nothing.
            return album == nil ? perform(effects) : nil
        case .resumed, .focusGained:
            start(.readVisitor)
            return nil
        case .key, .paste, .tick: break
        }
        if var open = alert {
            let answer = open.update(event)
            alert = open
            return answer == nil ? nil : .quit
        }
        return perform(album?.update(event) ?? search.update(event))
    }

    mutating func receive(_ outcome: AlbumOutcome) -> ScreenCommand? {
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
        case .visitor(let result): take(result)
        }
        return nil
    }

    private mutating func take(_ result: Result<Visitor, Report>) {
        switch result {
        case .success(let visitor):
            self.visitor = visitor
            failure = nil
            alert = nil
        case .failure(let report):
            failure = report
            let sentences = report.errors + report.hints.map(\.text)
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
            case .cancel: takeBack()
            case .loadCovers(let wishes): start(.loadCovers(wishes))
            case .open(let chosen, let store):
                let opened = AlbumScreen(chosen, in: store, size: size, showsCover: search.showsCovers)
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

    private mutating func takeBack() {
        number += 1
        start(.cancel)
    }

    func render(_ size: Size) -> Frame {
        var frame = album?.render(size, visitor: visitor) ?? search.render(size, visitor: visitor)
        guard let alert else { return frame }
        alert.draw(on: &frame, in: Rect(size).inset(top: 1, bottom: 1))
        frame.fill(Rect(column: 0, row: size.rows - 1, columns: size.columns, rows: 1))
        frame.drawHelp(Alert.bindings)
        return frame
    }
}
