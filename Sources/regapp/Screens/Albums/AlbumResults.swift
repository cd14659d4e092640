import AlbumCatalog
import PlainValues
import TerminalUI

/// The albums that a search found, as a list with covers that a filter narrows down.
///
/// A row is two lines high and has a cover, or is dense: one line without.
struct AlbumResults: Sendable {
    /// Windows with fewer rows have dense ones by default.
    private static let roomyRows = 15

    /// Whether covers are shown at all.
    let showsCovers: Bool
    /// Whether the person chose dense rows; nil by default.
    private var wantsDense: Bool?
    private var found: [Album] = []
    /// The filter, if there is one.
    private(set) var filter: AlbumFilter?
    /// The albums listed.
    private(set) var albums: [Album] = []
    private(set) var covers = AlbumCovers()
    private(set) var list = ListView(columns: [], rows: [])
    private var window = ScreenSession.minimumSize

    init(showsCovers: Bool) {
        self.showsCovers = showsCovers
    }

    /// The selected album; nil if there is none.
    var selected: Album? { albums.indices.contains(list.selected) ? albums[list.selected] : nil }

    /// The columns of the selected album's cover and the gap before it.
    var previewColumns: Int { previewSize.map { $0.columns + 2 } ?? 0 }

    /// The cells of the selected album's cover beside the list; nil if it has no room.
    var previewSize: Size? { showsCovers ? covers.previewSize : nil }

    /// Replaces the albums, and lists them from the first one on.
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

    /// Handles a key on the list; returns the index of a chosen album.
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

    /// Starts a filter unless there is one.
    mutating func beginFilter() {
        if filter == nil { filter = AlbumFilter(found) }
    }

    /// Handles a key in the filter's field.
    mutating func updateFilter(_ event: Event) {
        filter?.update(event)
        show(filter?.matches ?? found)
    }

    /// Ends the filter; the selected album stays selected.
    mutating func endFilter() {
        let selected = selected
        filter = nil
        show(found)
        if let place = found.firstIndex(where: { $0.collectionId == selected?.collectionId }) {
            list.select(place)
        }
    }

    // MARK: Sizes

    /// Fits rows and covers to a window; the list's height is then set by itself.
    mutating func resize(to window: Size) {
        self.window = window
        covers.resize(to: window)
        show(albums)
    }

    mutating func setHeight(_ rows: Int) { list.setHeight(rows) }

    mutating func select(_ index: Int) { list.select(index) }

    // MARK: Covers

    /// Takes a cover; nil if there is none.
    mutating func show(_ picture: PixelGrid?, for wish: CoverWish) {
        covers.take(picture, for: wish)
        guard !isDense else { return }
        for (index, album) in albums.enumerated() where album.collectionId == wish.album.collectionId {
            list.setPicture(covers.row(of: album), row: index)
        }
    }

    /// The covers to load now that others are visible; nil if nothing is new.
    mutating func wishes() -> [CoverWish]? {
        guard showsCovers else { return nil }
        let visible = isDense ? [] : list.visibleIndices.map { albums[$0] }
        return covers.wishes(for: visible, selected: selected)
    }

    /// Makes the next request repeat the last one.
    mutating func startAgain() { covers.startAgain() }
}
