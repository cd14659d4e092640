import AlbumCatalog
import PlainValues
import TerminalUI

/// The albums that a search found, as a list with covers that a filter narrows down.
///
/// A row is two lines high and has a cover, or is dense: one line without.
struct AlbumResults: Sendable {
    /// Windows with fewer rows have dense ones, unless somebody wants otherwise.
    private static let roomyRows = 15

    /// Whether covers are shown at all.
    let showsCovers: Bool
    /// Whether somebody wants dense rows; nil where nobody said.
    private var wantsDense: Bool?
    private var found: [Album] = []
    /// What narrows them down, if anything.
    private(set) var filter: AlbumFilter?
    /// The albums listed.
    private(set) var albums: [Album] = []
    private(set) var covers = AlbumCovers()
    private(set) var list = ListView(columns: [], rows: [])
    private var window = ScreenSession.minimumSize

    /// Begins with no album.
    init(showsCovers: Bool) {
        self.showsCovers = showsCovers
    }

    /// The selected album; nil if there is none.
    var selected: Album? { albums.indices.contains(list.selected) ? albums[list.selected] : nil }

    /// The columns of the selected album's cover and the gap before it.
    var previewColumns: Int { previewSize.map { $0.columns + 2 } ?? 0 }

    /// The cells of the selected album's cover beside the list; nil if it has no room.
    var previewSize: Size? { showsCovers ? covers.previewSize : nil }

    /// Takes the albums that were found in the place of those before, and lists them from the first one on.
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

    /// Answers a key on the list; the index of an album that is chosen.
    mutating func update(_ event: Event) -> Int? { list.update(event) }

    // MARK: Density

    private var isDense: Bool { !showsCovers || wantsDense ?? (window.rows < Self.roomyRows) }

    /// Changes between dense rows and rows with covers, where there are covers; the selection stays.
    mutating func changeDensity() {
        guard showsCovers else { return }
        wantsDense = !isDense
        let selected = list.selected
        show(albums)
        list.select(selected)
    }

    // MARK: Filter

    /// Begins to filter, where nothing is filtered yet.
    mutating func beginFilter() {
        if filter == nil { filter = AlbumFilter(found) }
    }

    /// Answers a key in the filter's field.
    mutating func updateFilter(_ event: Event) {
        filter?.update(event)
        show(filter?.matches ?? found)
    }

    /// Ends the filter; the album that is selected stays so.
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

    /// Shows a cover; nil if there is none.
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

    /// Makes the last wishes be made again.
    mutating func startAgain() { covers.startAgain() }
}
