import RegappAlbums
import RegappWording
import RegappTerminal

enum PrintedTable {
    /// One album a line for programs: title, artist, number of songs, year, number, and `explicit` or `cleaned`,
    /// separated by tabs, nothing cut.
    static func tabSeparated(_ albums: [Album]) -> String {
        albums.map { album in
            let cells = [
                album.collectionName, album.artistName ?? "", album.trackCount.map { "\($0)" } ?? "",
                album.releaseYear ?? "", "\(album.collectionId)", mark(album.collectionExplicitness),
            ]
            return cells.map(\.printable).joined(separator: "\t") + "\n"
        }.joined()
    }

    private static func mark(_ explicitness: Explicitness) -> String {
        explicitness == .notExplicit ? "" : explicitness.rawValue
    }

    /// The head of the table and its rows, each at most this many columns wide; if nil, nothing is cut.
    static func rows(_ albums: [Album], columns: Int?) -> (head: String, rows: [String]) {
        let layout = TableLayout(albums, columns: columns)
        let head = layout.row("TITLE", "ARTIST", "SONGS", "YEAR", "ID")
        let rows = albums.map { album in
            layout.row(
                MarkedTitle(of: album).text(columns: layout.title), (album.artistName ?? "").printable,
                album.trackCount.map { "\($0)" } ?? "", album.releaseYear ?? "", "\(album.collectionId)")
        }
        return (head, rows)
    }
}
