import RegappAlbums
import RegappTerminal
import RegappValues
import RegappWording

/// One album: its cover, title, artist and year, its songs by disc, and its page in the store. What the list knows is
/// shown at once; the songs follow.
struct AlbumPage: AlbumsScreen {
    enum Focus: Hashable, Sendable {
        case text, retry
    }

    /// Width and height, in pixels: more than the cover is ever drawn with.
    static let coverPixels = 240
    /// In columns, for the text beside a cover that takes more than a third of the window.
    private static let textColumns = 64

    private let albums: [Album]
    let index: Int
    private let store: Storefront
    let showsCover: Bool
    private(set) var album: Album
    private(set) var contents: AlbumContents?
    private(set) var question = QuestionLine(.idle(""))
    private(set) var focus = Focus.text
    private(set) var hasNoCover = false
    private(set) var cover: CellPicture?
    /// The cells that the cover was scaled to.
    private var coverCells: Size?
    private(set) var size = ScreenSession.minimumSize
    private(set) var top = 0

    private init(_ index: Int, of albums: [Album], in store: Storefront, showsCover: Bool) {
        self.albums = albums
        self.index = index
        self.store = store
        self.showsCover = showsCover
        album = albums[index]
        hasNoCover = album.artworkUrl100 == nil
    }

    /// Shows an album of a list on top of that list; does nothing beyond its ends.
    static func opening(
        _ index: Int, of albums: [Album], in store: Storefront, showsCover: Bool
    ) -> [ScreenEffect] {
        guard albums.indices.contains(index) else { return [] }
        var page = AlbumPage(index, of: albums, in: store, showsCover: showsCover)
        let question = page.ask(isRefresh: false)
        return [.push(page), question]
    }

    private mutating func ask(isRefresh: Bool) -> ScreenEffect {
        question.ask(.lookUp(album.collectionId, store, isRefresh: isRefresh), "loading the songs")
    }

    var coverRequests: [CoverRequest] {
        let cells = Size(columns: coverRect.columns, rows: coverRect.rows)
        guard showsCover, !hasNoCover, coverCells != cells else { return [] }
        return [CoverRequest(album: album, pixels: Self.coverPixels, cells: cells)]
    }

    mutating func update(_ event: Event, _ context: ScreenContext) -> ScreenEffect? {
        defer { scroll(to: top) }
        switch event {
        case .resize(let size):
            self.size = size
            return .albums(.loadCovers(coverRequests))
        case .tick: question.tick(context.clock())
        case .key: return answer(event)
        case .wheel(let rows): scroll(to: top + rows)
        case .click, .pointed, .paste, .filled, .chosen, .opened, .answered, .focusGained, .focusLost,
            .resumed:
            break
        }
        return nil
    }

    // MARK: Keys

    var bindings: [KeyBinding] {
        let isLong = lines().count > textRect.rows
        let scroll = isLong ? [AlbumKeys.scroll] : []
        let page = isLong ? [AlbumKeys.page] : []
        let refresh = question.isAsking ? [] : [AlbumKeys.refresh]
        switch focus {
        case .retry:
            return [AlbumKeys.retry, PageKeys.back] + scroll + [AlbumKeys.field, PageKeys.quit] + page
        case .text:
            let turn = question.canRetry ? [AlbumKeys.turn] : []
            return [PageKeys.back] + turn + scroll + [AlbumKeys.field, AlbumKeys.neighbours] + refresh
                + [PageKeys.quit] + page
        }
    }

    var copyable: String? { album.collectionName }
    var keyTables: [KeyTable] { [AlbumKeys.albumTable, .everywhere] }

    private mutating func answer(_ event: Event) -> ScreenEffect? {
        if PageKeys.back.matches(event) { return back() }
        if AlbumKeys.field.matches(event) { return back(passing: event) }
        if PageKeys.quit.matches(event) { return .quit }
        if AlbumKeys.refresh.matches(event) { return askAgain() }
        if AlbumKeys.neighbours.matches(event) {
            let next = event == .key(.character("<")) ? index - 1 : index + 1
            return .several(Self.opening(next, of: albums, in: store, showsCover: showsCover))
        }
        if question.canRetry {
            if AlbumKeys.turn.matches(event) {
                focus = focus == .text ? .retry : .text
                if focus == .retry { top = 0 }
            }
            if focus == .retry, AlbumKeys.retry.matches(event) { return askAgain() }
        }
        if case .key(let key) = event {
            let page = max(1, textRect.rows - 1)
            let scrolling = key == .character(" ") ? .pageDown : key
            if let line = scrolling.destination(from: top, page: page, last: lines().count) {
                scroll(to: line)
            }
        }
        return nil
    }

    private func back(passing event: Event? = nil) -> ScreenEffect {
        let index = index
        let comeBack = ScreenEffect.then { (search: inout SearchPage) in
            search.comeBack(from: index, passing: event)
        }
        return .several((question.isAsking ? [.albums(.cancel)] : []) + [.leave(), comeBack])
    }

    private mutating func scroll(to line: Int) {
        top = max(0, min(line, lines().count - textRect.rows))
    }

    mutating func askAgain() -> ScreenEffect? {
        guard !question.isAsking else { return nil }
        focus = .text
        return ask(isRefresh: true)
    }

    // MARK: Answers

    mutating func receive(_ message: ScreenMessage) -> ScreenEffect? {
        guard case .albums(let outcome) = message else { return nil }
        defer { scroll(to: top) }
        switch outcome {
        case .lookedUp(let found, let number) where question.isOpen(number):
            show(found)
            return .albums(.loadCovers(coverRequests))
        case .failed(let error, let number) where question.isOpen(number):
            question.set(.failed(error))
            focus = .retry
        case .cover(let request, let picture): show(picture, for: request)
        case .found, .failed, .lookedUp, .previewed, .recalled: break
        }
        return nil
    }

    private mutating func show(_ found: CatalogResult<AlbumContents>) {
        contents = found.value
        // The list's answer may have the cover's address though this one lacks it; then what the list knew stays.
        if found.value.album.artworkUrl100 != nil || album.artworkUrl100 == nil { album = found.value.album }
        if cover == nil { hasNoCover = hasNoCover && album.artworkUrl100 == nil }
        focus = .text
        question.set(.init("", found.freshness))
    }

    private mutating func show(_ cover: CellPicture?, for request: CoverRequest) {
        guard request.pixels == Self.coverPixels, request.album.collectionId == album.collectionId,
            cover != nil || self.cover == nil
        else { return }
        self.cover = cover
        coverCells = request.cells
        hasNoCover = cover == nil
    }

    // MARK: Sizes

    /// The cover takes a third of the window, in a wide one all that the text leaves, and is square in pixels.
    var coverRect: Rect {
        let rows = max(1, size.rows - 4)
        let columns =
            showsCover ? min(max(size.columns / 3, size.columns - Self.textColumns), rows * 2) / 2 * 2 : 0
        return Rect(column: 2, row: size.firstRow, columns: columns, rows: columns / 2)
    }

    var textRect: Rect {
        let left = showsCover ? coverRect.column + coverRect.columns + 2 : 2
        // One column for the marks of scrolling, and one between it and the durations.
        return Rect(size).inset(top: size.firstRow, bottom: 1, left: left, right: 2)
    }

    // MARK: Drawing

    /// The text beside the cover.
    private func lines(hasFocus: Bool = true) -> [StyledLine] {
        let columns = textRect.columns
        let text = AlbumLines(album: album, contents: contents, columns: columns)
        var news: [StyledLine] = []
        if question.state != .answered("") {
            let hasFocus = hasFocus && focus == .retry
            news = [StyledLine()] + question.lines(columns: columns, hasFocus: hasFocus)
        }
        return text.facts + news + text.tracks
    }

    func render(_ size: Size, _ context: ScreenContext, hasFocus: Bool, question alert: Alert?) -> Frame {
        var frame = Frame(size)
        frame.drawHeader(Regapp.name, detail: context.email)
        if showsCover { frame.draw(cover, in: coverRect, isMissing: hasNoCover) }
        let rect = textRect
        let lines = lines(hasFocus: hasFocus)
        let visible = Array(lines.dropFirst(top).prefix(rect.rows))
        frame.write(visible, column: rect.column, row: rect.row, limit: rect.columns)
        if focus == .text { frame.setCursor(column: rect.column, row: rect.row) }
        frame.drawScrollMarks(
            column: rect.column + rect.columns + 1, in: rect, above: top > 0,
            below: lines.count > top + rect.rows
        )
        frame.drawHelp(bindings, last: KeyHelp.binding(isTyping: false))
        if let alert { frame.draw(alert) }
        return frame
    }

    func conversation(_ context: ScreenContext) -> ConversationPage {
        let text = contents.map { PrintedAlbum(contents: $0, columns: nil) }
        let again = question.again.map { [KeyBinding(AlbumKeys.refresh.keys, $0)] } ?? []
        return ConversationPage(
            "Album", lines: (text?.page(.none) ?? [album.row]) + question.sentences + (text?.tracks ?? []),
            form: Form(fields: [], isReadOnly: true), keys: again,
            leaving: .page(title: "Back to the list"))
    }
}

/// An album as text beside its cover, as ``PrintedAlbum`` is without one.
struct AlbumLines {
    let album: Album
    let contents: AlbumContents?
    let columns: Int

    /// Title, artist and other facts; the page in the store.
    var facts: [StyledLine] {
        var lines = wrapped(album.collectionName + album.collectionExplicitness.shortMark, .title)
        lines += wrapped(album.artistName ?? "", .text)
        lines += wrapped(details, .label)
        // A cover must be shown together with the page in the store that it comes from.
        if let link = album.storeLink {
            lines.append(StyledLine(link.printable.truncatedInside(to: columns), .text))
        }
        return lines
    }

    /// Songs by disc, and what is missing; the other tracks; the copyright.
    var tracks: [StyledLine] {
        var lines: [StyledLine] = []
        if let contents {
            let table = table(of: contents)
            lines += songs(of: contents, table)
            if let words = contents.availability { lines += [StyledLine()] + wrapped(words, .label) }
            if !contents.others.isEmpty {
                lines += [StyledLine(), StyledLine("Videos and more", .label)]
                lines += contents.others.map { line($0, table) }
            }
        }
        if let copyright = album.copyright { lines += [StyledLine()] + wrapped(copyright, .faint) }
        return lines
    }

    /// The songs by disc, without the empty line before them.
    var songs: [StyledLine] { contents.map { Array(songs(of: $0, table(of: $0)).dropFirst()) } ?? [] }

    private var details: String {
        let marks = contents.map { ($0.songs + $0.others).map(\.trackExplicitness) } ?? []
        let facts = [album.releaseYear, album.primaryGenreName, songCount].compactMap(\.self)
        return (facts + Explicitness.legend(of: [album.collectionExplicitness] + marks))
            .filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// The catalogue counts videos as songs; the page does not, once it has them.
    private var songCount: String? {
        guard let contents else { return album.songCount }
        if contents.missingCount == 0 { return contents.songs.count.counted("song") }
        return contents.others.isEmpty ? album.songCount : album.trackCount?.counted("track")
    }

    /// The widths of the columns.
    private struct TrackTable {
        let title: Int
        let duration: Int
    }

    /// Aligns durations at the right of a narrow window, and beside the titles in a wide one.
    private func table(of contents: AlbumContents) -> TrackTable {
        let tracks = contents.songs + contents.others
        let duration = tracks.map { ($0.durationText ?? "").displayWidth }.max() ?? 0
        let room = max(0, columns - Self.numberWidth - duration - 1)
        let widest = tracks.map { title(of: $0, columns: room).displayWidth }.max() ?? 0
        return TrackTable(title: min(room, widest), duration: duration)
    }

    private func songs(of contents: AlbumContents, _ table: TrackTable) -> [StyledLine] {
        contents.discs.flatMap { disc in
            [StyledLine()] + (contents.heading(ofDisc: disc.number).map { [StyledLine($0, .label)] } ?? [])
                + disc.songs.map { line($0, table) }
        }
    }

    private static let numberWidth = 4

    private func line(_ track: Track, _ table: TrackTable) -> StyledLine {
        let number = track.trackNumber.map { String(min($0, 999)) } ?? ""
        var line = StyledLine(number.rightAligned(to: Self.numberWidth - 1) + " ", .label)
        let room = max(0, columns - line.columns - table.duration - 1)
        line.append(title(of: track, columns: room))
        line.pad(to: Self.numberWidth + table.title)
        if let duration = track.durationText {
            line.append(" " + duration.rightAligned(to: table.duration), .label)
        }
        return line
    }

    /// The title, cut so that its mark stays, and as much of the artist as fits if it is not the album's.
    private func title(of track: Track, columns: Int) -> String {
        let mark = track.trackExplicitness.shortMark
        let title = track.trackName.printable.truncated(to: max(0, columns - mark.displayWidth)) + mark
        guard let artist = track.artistName, artist != album.artistName else { return title }
        return title + " — \(artist)".printable.truncated(to: max(0, columns - title.displayWidth))
    }

    private func wrapped(_ text: String, _ style: Style) -> [StyledLine] {
        text.isEmpty ? [] : StyledLine.wrapped(text, style, to: columns)
    }
}
