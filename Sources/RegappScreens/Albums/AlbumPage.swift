import RegappAlbums
import RegappValues
import RegappWording
import RegappTerminal

/// One album: its cover, title, artist and year, its songs by disc, and its page in the store.
///
/// What the list knows is shown at once; the songs follow.
struct AlbumPage: CataloguePage {
    enum Focus: Hashable, Sendable {
        case text, retry
    }

    /// Width and height, in pixels: more than the cover is ever drawn with.
    static let coverPixels = 240
    /// In columns, for the text beside a cover that takes more than a third of the window.
    private static let textColumns = 64

    private let store: Storefront
    let showsCover: Bool
    private(set) var album: Album
    private(set) var contents: AlbumContents?
    private(set) var question: QuestionLine
    private(set) var focus = Focus.text
    private(set) var hasNoCover = false
    private(set) var cover: CellPicture?
    /// The cells that the cover was scaled to.
    private var coverCells: Size?
    private(set) var size: Size
    var userData: [String] = []
    /// The text beside the cover, updated when it or its width changes.
    private(set) var lines: [StyledLine] = []
    private(set) var top = 0

    init(_ album: Album, in store: Storefront, size: Size, showsCover: Bool) {
        self.album = album
        self.store = store
        self.size = size
        self.showsCover = showsCover
        hasNoCover = album.artworkUrl100 == nil
        question = QuestionLine(.loadingSongs)
        layOut()
    }

    var firstQuestion: AlbumQuestion { .lookUp(album.collectionId, store, isRefresh: false) }

    var coverRequests: [CoverRequest] {
        let cells = Size(columns: coverRect.columns, rows: coverRect.rows)
        guard showsCover, !hasNoCover, coverCells != cells else { return [] }
        return [CoverRequest(album: album, pixels: Self.coverPixels, cells: cells)]
    }

    mutating func update(_ event: Event) -> [AlbumEffect] {
        switch event {
        case .resize(let size):
            self.size = size
            layOut()
            return coverRequests.isEmpty ? [] : [.work(.loadCovers(coverRequests))]
        case .tick:
            question.tick()
            if question.isAsking { layOut() }
        case .key:
            defer { layOut() }
            return answer(event)
        case .chosen(let id):
            switch Choice(rawValue: id) {
            case .again: return askAgain()
            case nil: break
            }
        case .wheel(let rows): scroll(to: top + rows)
        case .click, .pointed, .paste, .filled, .opened, .answered, .focusGained, .focusLost, .resumed: break
        }
        return []
    }

    // MARK: Keys

    /// The keys that work now, the most important first.
    var bindings: [KeyBinding] {
        let escape = question.isAsking ? AlbumKeys.cancel : AlbumKeys.back
        let isLong = lines.count > textRect.rows
        let scroll = isLong ? [AlbumKeys.scroll] : []
        let page = isLong ? [AlbumKeys.page] : []
        let refresh = question.isAsking ? [] : [AlbumKeys.refresh]
        switch focus {
        case .retry:
            return [AlbumKeys.retry, escape] + scroll + [AlbumKeys.field, AlbumKeys.quit] + page
        case .text:
            let turn = question.canRetry ? [AlbumKeys.turn] : []
            return [escape] + turn + scroll + [AlbumKeys.field, AlbumKeys.neighbours] + refresh
                + [AlbumKeys.quit] + page
        }
    }

    var copyable: String? { album.collectionName }
    var keyTables: [KeyTable] { [AlbumKeys.albumTable, .everywhere] }

    private mutating func answer(_ event: Event) -> [AlbumEffect] {
        if AlbumKeys.back.matches(event) { return back() }
        if AlbumKeys.field.matches(event) { return back(passing: event) }
        if AlbumKeys.quit.matches(event) { return [.quit] }
        if AlbumKeys.refresh.matches(event) { return askAgain() }
        if AlbumKeys.neighbours.matches(event) { return [.turn(event == .key(.character("<")) ? -1 : 1)] }
        if question.canRetry {
            if AlbumKeys.turn.matches(event) {
                focus = focus == .text ? .retry : .text
                if focus == .retry { top = 0 }
            }
            if focus == .retry, AlbumKeys.retry.matches(event) { return askAgain() }
        }
        if case .key(let key) = event { scroll(by: key) }
        return []
    }

    private func back(passing event: Event? = nil) -> [AlbumEffect] {
        (question.isAsking ? [.cancelQuestion] : []) + [.back(passing: event)]
    }

    private mutating func scroll(by key: KeyPress) {
        guard key.modifiers.isEmpty else { return }
        let page = max(1, textRect.rows - 1)
        switch key.code {
        case .up, .character("k"): scroll(to: top - 1)
        case .down, .character("j"): scroll(to: top + 1)
        case .pageUp: scroll(to: top - page)
        case .pageDown, .character(" "): scroll(to: top + page)
        case .home, .character("g"): scroll(to: 0)
        case .end, .character("G"): scroll(to: lines.count)
        default: break
        }
    }

    private mutating func scroll(to line: Int) {
        top = max(0, min(line, lines.count - textRect.rows))
    }

    private mutating func askAgain() -> [AlbumEffect] {
        guard !question.isAsking else { return [] }
        focus = .text
        question.set(.loadingSongs)
        return [.ask(.lookUp(album.collectionId, store, isRefresh: true))]
    }

    var isTyping: Bool { false }

    // MARK: Answers

    mutating func receive(_ outcome: AlbumOutcome) -> [AlbumEffect] {
        switch outcome {
        case .lookedUp(let found, _):
            show(found)
            return [.work(.loadCovers(coverRequests))]
        case .failed(let error, _): show(error)
        case .cover(let request, let picture): show(picture, for: request)
        case .found, .previewed, .recalled: break
        }
        return []
    }

    private mutating func show(_ found: CatalogResult<AlbumContents>) {
        contents = found.value
        // A store may send less in one answer than in the other.
        if found.value.album.artworkUrl100 != nil || album.artworkUrl100 == nil { album = found.value.album }
        if cover == nil { hasNoCover = hasNoCover && album.artworkUrl100 == nil }
        focus = .text
        question.set(.init(found.freshness))
        layOut()
    }

    private mutating func show(_ error: CatalogError) {
        question.set(.failed(error))
        focus = .retry
        layOut()
    }

    /// Nil if there is no cover.
    private mutating func show(_ cover: CellPicture?, for request: CoverRequest) {
        guard request.pixels == Self.coverPixels, request.album.collectionId == album.collectionId,
            cover != nil || self.cover == nil
        else { return }
        (self.cover, coverCells) = (cover, request.cells)
        hasNoCover = cover == nil
    }

    mutating func count(to seconds: Int) {
        guard question.secondsLeft.map({ $0 != seconds }) == true else { return }
        question.count(to: seconds)
        layOut()
    }

    // MARK: Sizes

    /// The cover takes a third of the window, in a wide one all that the text leaves, and is square in pixels.
    var coverRect: Rect {
        let rows = max(1, size.rows - 4)
        let columns =
            showsCover ? min(max(size.columns / 3, size.columns - Self.textColumns), rows * 2) / 2 * 2 : 0
        return Rect(column: 2, row: 2, columns: columns, rows: columns / 2)
    }

    var textRect: Rect {
        let left = showsCover ? coverRect.column + coverRect.columns + 2 : 2
        return Rect(size).inset(top: 2, bottom: 1, left: left, right: 1)
    }

    private mutating func layOut() {
        lines =
            AlbumLines(
                album: album, contents: contents, question: question, columns: textRect.columns,
                hasFocus: focus == .retry
            ).all
        scroll(to: top)
    }

    // MARK: Drawing

    private var withoutFocus: AlbumPage {
        var screen = self
        screen.focus = .text
        screen.layOut()
        return screen
    }

    func render(_ size: Size, hasFocus: Bool) -> Frame {
        guard hasFocus else { return withoutFocus.render(size, hasFocus: true) }
        var frame = Frame(size)
        frame.drawHeader(Regapp.name, detail: userData.first ?? "")
        drawCover(on: &frame)
        let rect = textRect
        let visible = Array(lines.dropFirst(top).prefix(rect.rows))
        frame.write(visible, column: rect.column, row: rect.row, limit: rect.columns)
        if focus == .text { frame.setCursor(column: rect.column, row: rect.row) }
        frame.drawScrollMarks(
            column: rect.column + rect.columns, in: rect, above: top > 0, below: lines.count > top + rect.rows
        )
        frame.drawHelp(bindings, last: KeyHelp.binding(isTyping: false))
        return frame
    }

    private func drawCover(on frame: inout Frame) {
        guard showsCover else { return }
        let rect = coverRect
        if let cover { return cover.draw(on: &frame, in: rect) }
        frame.drawMissingCover(in: rect, isEmpty: hasNoCover)
    }
}
