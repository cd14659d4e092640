import RegappAlbums
import RegappTerminal
import RegappValues
import RegappWording

/// The albums found by a search, as a list that a filter narrows down. A row has a cover and two lines; if dense, one.
struct AlbumResults: Sendable {
    private static let roomyRows = 15
    /// In characters.
    private static let longestFilter = 200
    /// In columns.
    private static let widestFilter = 40

    /// In columns.
    private static let widestSongs = 60

    let showsCovers: Bool
    let reader: ReaderLocale
    private(set) var order = AlbumOrder.title
    /// The person's choice of dense rows; nil for the default.
    private var wantsDense: Bool?
    private(set) var found: [Album] = []
    /// Narrows down what was found to the albums with all of its words in title and artist, ignoring case.
    var filter: TextField?
    private(set) var albums: [Album] = []
    var covers = AlbumCovers()
    /// The songs of albums that have been selected in a wide window.
    private var contents: [Int64: AlbumContents] = [:]
    /// The album of the songs that were asked for last.
    private var previewed: Int64?
    var list = ListView(columns: [])
    private var window = ScreenSession.minimumSize

    init(reader: ReaderLocale, showsCovers: Bool) {
        self.reader = reader
        self.showsCovers = showsCovers
    }

    var selected: Album? { albums.indices.contains(list.selected) ? albums[list.selected] : nil }

    /// The columns of the selected album's cover and songs, and the gap before them.
    var previewColumns: Int {
        let songs = showsSongs ? min(Self.widestSongs, window.columns / 3) : 0
        let columns = max(songs, previewSize?.columns ?? 0)
        return columns == 0 ? 0 : columns + 2
    }

    private var showsSongs: Bool { window.columns >= AlbumCovers.forSongs }

    /// In cells, for the selected album's cover beside the list; nil if there is no room.
    var previewSize: Size? { showsCovers ? covers.previewSize : nil }

    mutating func put(sortedByTitle albums: [Album]) {
        found = order == .title ? albums : albums.sorted(by: order, for: reader)
        filter = nil
        contents = [:]
        previewed = nil
        covers.forgetAll()
        show(found)
    }

    mutating func sort(by order: AlbumOrder) {
        self.order = order
        found = found.sorted(by: order, for: reader)
        show(matches)
    }

    private mutating func show(_ albums: [Album], selecting selected: Album? = nil) {
        self.albums = albums
        let index = albums.firstIndex { $0.collectionId == selected?.collectionId }
        list.setCount(albums.count, selecting: index ?? 0)
    }

    private var isDense: Bool { !showsCovers || wantsDense ?? (window.rows < Self.roomyRows) }

    /// Switches between dense rows and rows with covers, if there are covers; the selection stays.
    mutating func changeDensity() {
        guard showsCovers else { return }
        wantsDense = !isDense
        list.pictureSize = rowSize
    }

    private var rowSize: Size? { isDense ? nil : AlbumCovers.rowSize }

    mutating func beginFilter() {
        if filter == nil { filter = TextField(limit: Self.longestFilter) }
    }

    mutating func updateFilter(_ event: Event) {
        _ = filter?.update(event)
        show(matches)
    }

    private var matches: [Album] {
        guard let filter else { return found }
        let words = filter.text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        return found.filter { album in
            let text = "\(album.collectionName) \(album.artistName ?? "")".lowercased()
            return words.allSatisfy(text.holds)
        }
    }

    func line(of filter: TextField, columns: Int, isFocused: Bool) -> StyledLine {
        var line = StyledLine("Filter ", isFocused ? .labelFocused : .label)
        let count = "  " + "\(albums.count) of \(found.count.counted("album"))"
        let room = columns - line.columns - count.displayWidth
        line.append(
            filter.line(
                columns: max(1, min(Self.widestFilter, room)), isFocused: isFocused,
                id: SearchPage.Focus.filter.id))
        line.append(count, .label)
        return line
    }

    mutating func endFilter() {
        filter = nil
        show(found, selecting: selected)
    }

    /// Fits rows and covers to a window; set the list's height separately.
    mutating func resize(to window: Size) {
        self.window = window
        covers.resize(to: window)
        list.pictureSize = rowSize
    }

    mutating func coverRequests() -> [CoverRequest]? {
        guard showsCovers else { return nil }
        let visible = isDense ? [] : list.visibleIndices.map { albums[$0] }
        return covers.coverRequests(for: visible, selected: selected)
    }

    mutating func startAgain() {
        covers.startAgain()
        previewed = nil
    }

    var songs: AlbumContents? { showsSongs ? selected.flatMap { contents[$0.collectionId] } : nil }

    mutating func songRequest() -> Int64? {
        guard showsSongs, let album = selected?.collectionId, contents[album] == nil, previewed != album
        else { return nil }
        previewed = album
        return album
    }

    mutating func add(_ songs: AlbumContents) { contents[songs.album.collectionId] = songs }

    /// Always title, artist and year. In rows of two lines, the artist is below the title.
    private var columns: [(column: ListView.Column, text: (Album) -> String)] {
        var columns: [(column: ListView.Column, text: (Album) -> String)] = [
            (.init(isDense ? "Title" : "Title, artist", .flexible(5)), { $0.collectionName }),
            (.init("Genre", .flexible(2), narrowest: 98), { $0.primaryGenreName ?? "" }),
            (.init("Year", .fixed(4)), { $0.releaseYear ?? "" }),
            (
                .init("Songs", .fixed(5), isRightAligned: true, narrowest: 62),
                { $0.trackCount.map(String.init) ?? "" }
            ),
        ]
        if isDense { columns.insert((.init("Artist", .flexible(3)), { $0.artistName ?? "" }), at: 1) }
        return columns
    }

    func draw(on frame: inout Frame, in rect: Rect, isFocused: Bool, marksSelection: Bool) {
        let columns = columns
        var list = list
        list.columns = columns.map(\.column)
        list.draw(on: &frame, in: rect, isFocused: isFocused, marksSelection: marksSelection) { index in
            let album = albums[index]
            return ListView.Row(
                columns.map { $0.text(album) }, mark: album.collectionExplicitness.shortMark,
                below: isDense ? "" : album.artistName ?? "",
                picture: isDense ? nil : covers.rows[album.collectionId])
        }
    }
}

/// The covers of listed albums: small ones in the rows and, in wide windows, the selected album's beside them.
struct AlbumCovers: Sendable {
    static let rowPixels = 60
    /// In columns; windows at least this wide show a cover beside the list.
    private static let forPreview = 100
    /// In columns; windows at least this wide show songs below the cover beside the list.
    static let forSongs = 110
    /// In columns.
    private static let widestPreview = 44
    /// The rows that the window needs for everything but the cover beside the list.
    private static let otherRows = 15

    /// In cells; the lower half of the last row stays free.
    static let rowSize = Size(columns: 3, rows: 2)
    private(set) var previewSize: Size?
    private(set) var rows: [Int64: CellPicture] = [:]
    /// Nil for a cover that does not exist.
    private(set) var previews: [Int64: CellPicture?] = [:]
    private var failed: Set<CoverRequest> = []
    /// The last request; nil if it is outdated.
    private var requested: [CoverRequest]? = []

    mutating func resize(to window: Size) {
        let rows = (window.rows - Self.otherRows) / (window.columns < Self.forSongs ? 1 : 2)
        let side = min(window.columns / 3, rows * 2, Self.widestPreview) / 2
        let hasPreview = window.columns >= Self.forPreview && side > 2
        let previewSize = hasPreview ? Size(columns: side * 2, rows: side) : nil
        guard previewSize != self.previewSize else { return }
        self.previewSize = previewSize
        previews = [:]
    }

    mutating func forgetAll() {
        rows = [:]
        previews = [:]
        startAgain()
    }

    /// Adds a cover that has arrived; `picture` is nil if there is none.
    mutating func add(_ picture: CellPicture?, for request: CoverRequest) {
        let identity = request.album.collectionId
        if request.pixels == Self.rowPixels {
            rows[identity] = picture
        } else if request.cells == previewSize {
            previews[identity] = .some(picture)
        }
        if picture == nil { failed.insert(request) }
    }

    private func has(_ request: CoverRequest) -> Bool {
        let identity = request.album.collectionId
        return request.pixels == Self.rowPixels ? rows[identity] != nil : (previews[identity] ?? nil) != nil
    }

    /// The covers to load for the visible albums and the selected one; nil if the last request is still right.
    mutating func coverRequests(for visible: [Album], selected: Album?) -> [CoverRequest]? {
        let beside = selected.flatMap { album in
            previewSize.map { CoverRequest(album: album, pixels: AlbumPage.coverPixels, cells: $0) }
        }
        let wanted =
            [beside].compactMap(\.self)
            + visible.map { CoverRequest(album: $0, pixels: Self.rowPixels, cells: Self.rowSize) }
        let missing = wanted.filter { $0.album.artworkUrl100 != nil && !has($0) && !failed.contains($0) }
        guard missing != requested else { return nil }
        requested = missing
        return missing
    }

    /// Forgets the last request and all failures, so that covers that did not arrive are requested again.
    mutating func startAgain() {
        requested = nil
        failed = []
    }
}

extension Frame {
    /// Draws a cover, or the room for one that may still come unless it `isMissing`.
    mutating func draw(_ cover: CellPicture?, in rect: Rect, isMissing: Bool) {
        if let cover { return cover.draw(on: &self, in: rect) }
        fill(rect, with: "░", style: .faint)
        guard isMissing else { return }
        let words = "no cover".truncated(to: rect.columns)
        let column = rect.column + (rect.columns - words.displayWidth) / 2
        write(words, column: column, row: rect.row + rect.rows / 2, style: .faint)
    }
}

/// The terms searched for since the screens were opened, to be recalled one by one, and what else is known of terms;
/// never written to a file.
struct TermHistory: Sendable {
    private static let limit = 100

    private(set) var terms: [String] = []
    /// Terms whose answers are cached, the newest first.
    var cached: [String] = []
    /// Terms that have found nothing.
    var fruitless: Set<String> = []
    /// The index of the term recalled last.
    private var recalled: Int?
    /// The text that was typed before the first recall.
    private var draft = ""

    mutating func add(_ term: String) {
        terms.removeAll { $0 == term }
        terms = terms.suffix(Self.limit - 1) + [term]
        recalled = nil
    }

    /// Recalls the term before this text; nil if there is none.
    mutating func older(than text: String) -> String? {
        guard let index = olderIndex(than: text) else { return nil }
        if !isShown(text) { draft = text }
        recalled = index
        return terms[index]
    }

    /// Recalls the term after this text or, after the newest, what had been typed; nil if the text was not recalled.
    mutating func newer(than text: String) -> String? {
        guard let shown = recalled, isShown(text) else { return nil }
        recalled = shown + 1 < terms.count ? shown + 1 : nil
        return recalled.map { terms[$0] } ?? draft
    }

    func olderIndex(than text: String) -> Int? {
        let end = isShown(text) ? recalled ?? 0 : terms.count
        return terms[..<end].lastIndex { $0 != text }
    }

    private func isShown(_ text: String) -> Bool { recalled.map { terms[$0] == text } ?? false }
}

/// What to search for first: the latest terms that have found something, and two examples.
struct TermOffers: Sendable {
    /// A title and an artist in different alphabets, which select different stores.
    static let examples = ["kind of blue", "кино"]
    static let mostRecent = 5

    /// One for each row; empty for a heading.
    let terms: [String]
    var list: ListView

    init(_ history: TermHistory) {
        var last: [String] = []
        for term in history.terms.reversed() + history.cached where !history.fruitless.contains(term) {
            if !last.contains(term), last.count < Self.mostRecent { last.append(term) }
        }
        let examples = Self.examples.filter { !last.contains($0) }
        let headings =
            last.isEmpty || examples.isEmpty ? [] : [ListView.Row(["Try"], styles: [.label], isHeading: true)]
        terms = last + headings.map { _ in "" } + examples
        list = ListView(
            columns: [.init(last.isEmpty ? "Try" : "Recent", .flexible(1))],
            rows: last.map { .init([$0]) } + headings + examples.map { .init([$0]) })
    }
}
