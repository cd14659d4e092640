import AlbumCatalog
import PlainValues
import TerminalUI

/// The albums that a search found, as a list with covers that a filter narrows down.
struct AlbumResults: Sendable {
    /// Whether covers are shown at all.
    let showsCovers: Bool
    private var found: [Album] = []
    /// What narrows them down, if anything.
    private(set) var filter: AlbumFilter?
    /// The albums listed.
    private(set) var albums: [Album] = []
    private(set) var covers = AlbumCovers()
    private(set) var list = ListView(columns: [], rows: [])
    private var columns = ScreenSession.minimumSize.columns

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
        let table = AlbumTable(columns: columns - previewColumns)
        list = ListView(
            columns: table.columns, rows: albums.map(table.row),
            pictureSize: showsCovers ? covers.rowSize : nil)
        for (row, album) in albums.enumerated() { list.setPicture(covers.row(of: album), row: row) }
    }

    /// Answers a key on the list; the index of an album that is chosen.
    mutating func update(_ event: Event) -> Int? { list.update(event) }

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
        columns = window.columns
        covers.resize(to: window)
        show(albums)
    }

    mutating func setHeight(_ rows: Int) { list.setHeight(rows) }

    mutating func select(_ index: Int) { list.select(index) }

    // MARK: Covers

    /// Shows a cover; nil if there is none.
    mutating func show(_ picture: PixelGrid?, for wish: CoverWish) {
        covers.take(picture, for: wish)
        for (index, album) in albums.enumerated() where album.collectionId == wish.album.collectionId {
            list.setPicture(covers.row(of: album), row: index)
        }
    }

    /// The covers to load now that others are visible; nil if nothing is new.
    mutating func wishes() -> [CoverWish]? {
        guard showsCovers else { return nil }
        return covers.wishes(for: list.visibleIndices.map { albums[$0] }, selected: selected)
    }

    /// Makes the last wishes be made again.
    mutating func startAgain() { covers.startAgain() }
}
