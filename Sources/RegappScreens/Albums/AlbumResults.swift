import RegappAlbums
import RegappValues
import RegappWording
import RegappTerminal

/// The albums found by a search, as a list with covers that a filter narrows down.
///
/// A row has two lines and a cover or, if dense, one line without.
struct AlbumResults: Sendable {
    /// Lower windows have dense rows by default.
    private static let roomyRows = 15

    /// In columns.
    private static let widestSongs = 60

    let showsCovers: Bool
    private let reader: ReaderLocale
    private(set) var order = AlbumOrder.title
    /// The person's choice of dense rows; nil for the default.
    private var wantsDense: Bool?
    private var found: [Album] = []
    private(set) var filter: AlbumFilter?
    private(set) var albums: [Album] = []
    private(set) var covers = AlbumCovers()
    /// The songs of albums that have been selected in a wide window.
    private var contents: [Int64: AlbumContents] = [:]
    /// The album whose songs were asked for last.
    private var previewed: Int64?
    private(set) var list = ListView(columns: [], rows: [])
    private var window = ScreenSession.minimumSize

    init(reader: ReaderLocale, showsCovers: Bool) {
        (self.reader, self.showsCovers) = (reader, showsCovers)
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

    /// Replaces the albums, which are in the order of titles, and goes to the first one.
    mutating func put(_ albums: [Album]) {
        found = order == .title ? albums : albums.sorted(by: order, for: reader)
        (filter, contents, previewed) = (nil, [:], nil)
        covers.forgetAll()
        show(found)
    }

    /// Sorts by what comes after the present order; the selected album stays selected.
    mutating func changeOrder() {
        let orders = AlbumOrder.allCases
        order = orders[((orders.firstIndex(of: order) ?? 0) + 1) % orders.count]
        found = found.sorted(by: order, for: reader)
        filter?.albums = found
        let selected = selected
        show(filter?.matches ?? found)
        select(selected)
    }

    private mutating func select(_ album: Album?) {
        list.select(albums.firstIndex { $0.collectionId == album?.collectionId } ?? 0)
    }

    private mutating func show(_ albums: [Album]) {
        self.albums = albums
        let table = AlbumTable(columns: window.columns - previewColumns, hasTwoLines: !isDense)
        list = ListView(
            columns: table.columns, rows: albums.map(table.row),
            pictureSize: isDense ? nil : AlbumCovers.rowSize)
        guard !isDense else { return }
        for (row, album) in albums.enumerated() { list.setPicture(covers.row(of: album), row: row) }
    }

    /// Returns the index of an album that the event chooses, or nil.
    mutating func update(_ event: Event) -> Int? { list.update(event) }

    // MARK: Density

    private var isDense: Bool { !showsCovers || wantsDense ?? (window.rows < Self.roomyRows) }

    /// Switches between dense rows and rows with covers, if there are covers; the selection stays.
    mutating func changeDensity() {
        guard showsCovers else { return }
        wantsDense = !isDense
        let selected = list.selected
        show(albums)
        list.select(selected)
    }

    // MARK: Filter

    mutating func beginFilter() {
        if filter == nil { filter = AlbumFilter(found) }
    }

    mutating func updateFilter(_ event: Event) {
        filter?.update(event)
        show(filter?.matches ?? found)
    }

    /// Removes the filter; the selected album stays selected.
    mutating func endFilter() {
        let selected = selected
        filter = nil
        show(found)
        select(selected)
    }

    // MARK: Sizes

    /// Fits rows and covers to a window; set the list's height separately.
    mutating func resize(to window: Size) {
        self.window = window
        covers.resize(to: window)
        show(albums)
    }

    mutating func setHeight(_ rows: Int) { list.setHeight(rows) }

    mutating func select(_ index: Int) { list.select(index) }

    // MARK: Covers

    /// Nil if there is no cover.
    mutating func show(_ picture: PixelGrid?, for request: CoverRequest) {
        covers.take(picture, for: request)
        guard !isDense else { return }
        for (index, album) in albums.enumerated() where album.collectionId == request.album.collectionId {
            list.setPicture(covers.row(of: album), row: index)
        }
    }

    /// The covers to load now; nil if the last request is still right.
    mutating func coverRequests() -> [CoverRequest]? {
        guard showsCovers else { return nil }
        let visible = isDense ? [] : list.visibleIndices.map { albums[$0] }
        return covers.coverRequests(for: visible, selected: selected)
    }

    mutating func startAgain() {
        covers.startAgain()
        previewed = nil
    }

    // MARK: Songs

    /// The songs of the selected album, for beside the list.
    var songs: AlbumContents? { showsSongs ? selected.flatMap { contents[$0.collectionId] } : nil }

    /// The album whose songs to ask for now, if any.
    mutating func songRequest() -> Int64? {
        guard showsSongs, let album = selected?.collectionId, contents[album] == nil, previewed != album
        else {
            return nil
        }
        previewed = album
        return album
    }

    mutating func take(_ songs: AlbumContents) { contents[songs.album.collectionId] = songs }
}
