import RegappAlbums
import RegappValues
import RegappTerminal

/// The covers of listed albums: small ones in the rows and, in wide windows, the selected album's beside them.
struct AlbumCovers: Sendable {
    /// The width and height of a cover in a row, in pixels.
    static let rowPixels = 60
    /// The same picture as on the album's own page.
    private static let previewPixels = AlbumPage.coverPixels
    /// In columns; windows at least this wide show a cover beside the list.
    private static let forPreview = 100
    /// In columns; windows at least this wide show songs below that cover.
    static let forSongs = 140
    /// In columns.
    private static let widestPreview = 44
    /// The rows that the window needs besides that cover.
    private static let otherRows = 12

    /// In cells; the lower half of the last one stays free.
    static let rowSize = Size(columns: 3, rows: 2)
    /// In cells; nil if there is no room.
    private(set) var previewSize: Size?
    private var rows: [Int64: CellPicture] = [:]
    /// Nil for a cover that does not exist.
    private var previews: [Int64: CellPicture?] = [:]
    /// The covers that did not come; they are asked for again when the list is opened again.
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
        (rows, previews) = ([:], [:])
        startAgain()
    }

    /// Nil if there is no cover.
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

    /// Nil if it has not arrived.
    func row(of album: Album) -> CellPicture? { rows[album.collectionId] }

    /// The covers to load for the visible albums and the selected one; nil if the last request is still right.
    mutating func coverRequests(for visible: [Album], selected: Album?) -> [CoverRequest]? {
        let beside = selected.flatMap { album in
            previewSize.map { CoverRequest(album: album, pixels: Self.previewPixels, cells: $0) }
        }
        let wanted =
            [beside].compactMap(\.self)
            + visible.map {
                CoverRequest(album: $0, pixels: Self.rowPixels, cells: Self.rowSize, hasGapBelow: true)
            }
        let missing = wanted.filter { $0.album.artworkUrl100 != nil && !has($0) && !failed.contains($0) }
        guard missing != requested else { return nil }
        requested = missing
        return missing
    }

    /// Forgets the last request, so that it is repeated, with the covers that did not come.
    mutating func startAgain() { (requested, failed) = (nil, []) }

    /// Draws the cover of the selected album or, without one, a grey square.
    func drawPreview(of album: Album, on frame: inout Frame, in rect: Rect) {
        let preview = previews[album.collectionId]
        if let cover = preview ?? nil { return cover.draw(on: &frame, in: rect) }
        frame.drawMissingCover(in: rect, isEmpty: preview != nil || album.artworkUrl100 == nil)
    }
}

extension Frame {
    /// Draws a grey square for a cover that has not come; it says so if there is none.
    mutating func drawMissingCover(in rect: Rect, isEmpty: Bool) {
        fill(rect, with: "░", style: .faint)
        guard isEmpty else { return }
        let words = "no cover".truncated(to: rect.columns)
        let column = rect.column + (rect.columns - words.displayWidth) / 2
        write(words, column: column, row: rect.row + rect.rows / 2, style: .faint)
    }
}
