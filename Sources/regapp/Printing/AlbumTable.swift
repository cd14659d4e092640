import RegappAlbums
import RegappWording
import RegappTerminal

/// Albums as a table. Every row has the id, since it is the argument of another command. On a narrow terminal the year
/// is left out first, then the number of songs, then the artist.
enum AlbumTable {
    private static let gap = 2
    private static let songsWidth = 5
    private static let yearWidth = 4
    /// The least width of title and artist with which the year is shown.
    private static let comfort = 20
    /// The least width of title and artist with which anything else is shown.
    private static let tight = 12

    private struct Column {
        let head: String
        let shape: TextTable.Column
        let cell: (Album) -> String
    }

    /// The head of the table and its rows, each at most this many columns wide; if nil, nothing is cut.
    static func rows(_ albums: [Album], columns room: Int?) -> (head: String, rows: [String]) {
        let columns = columns(of: albums, in: room)
        let table = TextTable(columns.map(\.shape), gap: gap)
        func row(_ cells: [String]) -> String {
            let row = table.line(cells)
            return room.map { row.truncated(to: $0) } ?? row
        }
        return (row(columns.map(\.head)), albums.map { album in row(columns.map { $0.cell(album) }) })
    }

    /// The columns for which there is room.
    private static func columns(of albums: [Album], in room: Int?) -> [Column] {
        func widest(_ head: String, _ text: (Album) -> String) -> Int {
            albums.reduce(head.utf8.count) { max($0, text($1).displayWidth) }
        }
        let id = widest("ID") { "\($0.collectionId)" }
        var title = widest("TITLE") { $0.markedTitle(columns: nil) }
        var artist = widest("ARTIST", \.artist)
        // The room for title and artist beside the id, then beside the others as well.
        let besideID = (room ?? Int(Int32.max)) - id - 2 * gap
        let besideSongs = besideID - songsWidth - gap
        let besideYear = besideSongs - yearWidth - gap
        let hasYear = besideYear >= min(comfort, title + artist)
        let hasSongs = besideSongs >= tight
        let hasArtist = besideID >= tight
        if hasArtist {
            // The title gets what the artist leaves, but at least three fifths if both are long.
            var texts = besideID
            if hasSongs { texts = besideSongs }
            if hasYear { texts = besideYear }
            title = min(title, max(texts * 3 / 5, texts - artist))
            artist = min(artist, texts - title)
        } else {
            title = min(title, max(0, besideID + gap))
        }
        var columns = [Column(head: "TITLE", shape: .init(title), cell: { $0.markedTitle(columns: title) })]
        if hasArtist { columns.append(Column(head: "ARTIST", shape: .init(artist), cell: \.artist)) }
        if hasSongs {
            columns.append(
                Column(head: "SONGS", shape: .init(songsWidth, isRightAligned: true), cell: \.songs))
        }
        if hasYear {
            columns.append(Column(head: "YEAR", shape: .init(yearWidth), cell: { $0.releaseYear ?? "" }))
        }
        return columns + [
            Column(head: "ID", shape: .init(id, isRightAligned: true), cell: { "\($0.collectionId)" })
        ]
    }

    /// One album a line for programs: title, artist, number of songs, year, number, and `explicit` or `cleaned`,
    /// separated by tabs, nothing cut.
    static func tabSeparated(_ albums: [Album]) -> String {
        albums.map { album in
            let rating = album.collectionExplicitness
            let cells = [
                album.collectionName, album.artistName ?? "", album.songs, album.releaseYear ?? "",
                "\(album.collectionId)", rating == .notExplicit ? "" : rating.rawValue,
            ]
            return cells.map(\.printable).joined(separator: "\t") + "\n"
        }.joined()
    }
}

extension Album {
    fileprivate var artist: String { (artistName ?? "").printable }

    fileprivate var songs: String { trackCount.map { "\($0)" } ?? "" }
}

struct CoverPrinter {
    /// The columns between a cover and the lines beside it.
    static let gap = 2

    let palette: Palette
    let abilities: TerminalAbilities

    func pixels(columns: Int) -> Int {
        // A cell is one pixel wide with half blocks, and about 12 pixels in a terminal that shows pictures.
        abilities.hasKittyGraphics ? columns * 12 : columns
    }

    /// Puts a cover of `size` cells, or empty room, to the left of lines, which must fit into `room(beside:columns:)`.
    func beside(_ cover: Cover?, _ size: Size, _ lines: [String]) -> String {
        let empty = String(repeating: " ", count: size.columns)
        let space = String(repeating: " ", count: Self.gap)
        var drawing = Array(repeating: empty, count: size.rows)
        var start = ""
        if let cover {
            if abilities.hasKittyGraphics {
                start = kittyPicture(png: cover.png, size: size)
            } else {
                var frame = Frame(size)
                CellPicture(cover.pixels, fitting: size).draw(on: &frame, in: Rect(size))
                drawing = frame.printed(palette)
            }
        }
        let rows = (0..<max(size.rows, lines.count)).map { row in
            let left = row < drawing.count ? drawing[row] : empty
            return row < lines.count && !lines[row].isEmpty ? left + space + lines[row] : left
        }
        return start + rows.joined(separator: "\n") + "\n"
    }

    /// A link as text for a width: whole if it fits, else shortened and linked; nil if it does not fit and the
    /// terminal does not support links, so that it needs a line of its own.
    func link(_ address: String, columns: Int?) -> String? {
        let columns = columns ?? address.utf8.count
        if abilities.hasLinks { return abilities.link(address.truncated(to: max(1, columns)), to: address) }
        return address.utf8.count <= columns ? address : nil
    }

    /// The columns left for lines beside a cover; nil if unlimited.
    func room(beside size: Size, columns: Int?) -> Int? {
        columns.map { max(1, $0 - size.columns - Self.gap) }
    }
}
