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

    let showsCovers: Bool
    /// The person's choice of dense rows; nil for the default.
    private var wantsDense: Bool?
    private var found: [Album] = []
    private(set) var filter: AlbumFilter?
    private(set) var albums: [Album] = []
    private(set) var covers = AlbumCovers()
    private(set) var list = ListView(columns: [], rows: [])
    private var window = ScreenSession.minimumSize

    init(showsCovers: Bool) {
        self.showsCovers = showsCovers
    }

    var selected: Album? { albums.indices.contains(list.selected) ? albums[list.selected] : nil }

    /// The columns of the selected album's cover and the gap before it.
    var previewColumns: Int { previewSize.map { $0.columns + 2 } ?? 0 }

    /// In cells, for the selected album's cover beside the list; nil if there is no room.
    var previewSize: Size? { showsCovers ? covers.previewSize : nil }

    /// Replaces the albums and goes to the first one.
    mutating func put(_ albums: [Album]) {
        found = albums
        filter = nil
        covers.forgetAll()
        show(albums)
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
        if let place = found.firstIndex(where: { $0.collectionId == selected?.collectionId }) {
            list.select(place)
        }
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

    mutating func startAgain() { covers.startAgain() }
}
