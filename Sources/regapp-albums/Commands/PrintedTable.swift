import AlbumCatalog
import TerminalUI

/// The albums that a search found, as text.
enum PrintedTable {
    /// The widths of what stands on the right of a row: songs, year, number.
    private static let songsWidth = 5
    private static let yearWidth = 4

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

    /// The head of the table and its rows, each as wide as the terminal at most.
    static func rows(_ albums: [Album], columns: Int) -> (head: String, rows: [String]) {
        let idWidth = albums.map { "\($0.collectionId)".count }.max() ?? 2
        let fixed = songsWidth + yearWidth + idWidth + 2 * 4
        let texts = max(8, columns - fixed)
        let titles = albums.map { title(of: $0) }
        let longestTitle = max(5, titles.map { DisplayWidth.columns(of: $0) }.max() ?? 0)
        let longestArtist = max(
            6, albums.map { DisplayWidth.columns(of: ($0.artistName ?? "").printable) }.max() ?? 0)
        // The title gets what the artist leaves, but three fifths at least where both are long.
        let titleWidth = min(longestTitle, max(texts * 3 / 5, texts - longestArtist))
        let artistWidth = max(1, min(longestArtist, texts - titleWidth))
        func row(_ title: String, _ artist: String, _ songs: String, _ year: String, _ id: String) -> String {
            let cells = [
                title.truncated(to: titleWidth).padded(to: titleWidth),
                artist.truncated(to: artistWidth).padded(to: artistWidth),
                rightAligned(songs, songsWidth), year.padded(to: yearWidth), rightAligned(id, idWidth),
            ]
            return cells.joined(separator: "  ").truncated(to: columns)
        }
        let rows = zip(albums, titles).map { album, title in
            row(
                title, (album.artistName ?? "").printable, album.trackCount.map { "\($0)" } ?? "",
                album.releaseYear ?? "", "\(album.collectionId)")
        }
        return (row("TITLE", "ARTIST", "SONGS", "YEAR", "ID"), rows)
    }

    /// The title with a mark of what language it holds.
    static func title(of album: Album) -> String {
        album.collectionName.printable + marked(album.collectionExplicitness)
    }

    /// A mark to set after a title.
    static func marked(_ explicitness: Explicitness) -> String {
        switch explicitness {
        case .explicit: " [explicit]"
        case .cleaned: " [clean]"
        case .notExplicit: ""
        }
    }

    private static func rightAligned(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }
}
