import RegappAlbums
import RegappWording
import RegappTerminal

/// Albums as a table. The id is the argument of another command, so it is in every row. On a narrow terminal the year is left out first,
/// then the number of songs, then the artist.
struct PrintedTable {
    private static let gap = 2
    private static let songsWidth = 5
    private static let yearWidth = 4
    /// The least width of title and artist with which the year is shown.
    private static let comfort = 20
    /// The least width of title and artist with which anything else is shown.
    private static let tight = 12

    private let title: Int
    private let artist: Int
    private let id: Int
    private let hasSongs: Bool
    private let hasYear: Bool
    private let hasArtist: Bool
    private let columns: Int?

    /// The head of the table and its rows, each at most this many columns wide; if nil, nothing is cut.
    static func rows(_ albums: [Album], columns: Int?) -> (head: String, rows: [String]) {
        let table = PrintedTable(albums, columns: columns)
        let head = table.row("TITLE", "ARTIST", "SONGS", "YEAR", "ID")
        return (head, albums.map(table.row))
    }

    /// Distributes a width; if nil, every cell gets what it needs.
    private init(_ albums: [Album], columns: Int?) {
        self.columns = columns
        id = albums.map { "\($0.collectionId)".count }.max() ?? 2
        func widest(_ head: String, _ text: (Album) -> String) -> Int {
            albums.reduce(head.utf8.count) { max($0, text($1).displayWidth) }
        }
        let longestTitle = widest("TITLE") { $0.markedTitle(columns: nil) }
        let longestArtist = widest("ARTIST") { ($0.artistName ?? "").printable }
        guard let columns else {
            (title, artist) = (longestTitle, longestArtist)
            (hasSongs, hasYear, hasArtist) = (true, true, true)
            return
        }
        // The room for title and artist beside the id, then beside the others as well.
        let besideID = columns - id - 2 * Self.gap
        let besideSongs = besideID - Self.songsWidth - Self.gap
        let besideYear = besideSongs - Self.yearWidth - Self.gap
        hasYear = besideYear >= min(Self.comfort, longestTitle + longestArtist)
        hasSongs = besideSongs >= Self.tight
        hasArtist = besideID >= Self.tight
        let texts = hasYear ? besideYear : (hasSongs ? besideSongs : besideID)
        guard hasArtist else {
            (title, artist) = (min(longestTitle, max(0, besideID + Self.gap)), 0)
            return
        }
        // The title gets what the artist leaves, but at least three fifths if both are long.
        title = min(longestTitle, max(texts * 3 / 5, texts - longestArtist))
        artist = min(longestArtist, texts - title)
    }

    private func row(_ album: Album) -> String {
        row(
            album.markedTitle(columns: title),
            (album.artistName ?? "").printable, album.songs, album.releaseYear ?? "",
            "\(album.collectionId)")
    }

    /// A row of the cells for which there is room.
    private func row(_ title: String, _ artist: String, _ songs: String, _ year: String, _ id: String)
        -> String
    {
        var cells: [(text: String, column: TextTable.Column)] = [(title, .init(self.title))]
        if hasArtist { cells.append((artist, .init(self.artist))) }
        if hasSongs { cells.append((songs, .init(Self.songsWidth, isRightAligned: true))) }
        if hasYear { cells.append((year, .init(Self.yearWidth))) }
        cells.append((id, .init(self.id, isRightAligned: true)))
        let row = TextTable(cells.map(\.column), gap: Self.gap).line(cells.map(\.text))
        return columns.map { row.truncated(to: $0) } ?? row
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
    fileprivate var songs: String { trackCount.map { "\($0)" } ?? "" }
}
