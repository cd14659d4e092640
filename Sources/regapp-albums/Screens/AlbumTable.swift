import AlbumCatalog
import TerminalUI

/// The columns of the list of albums, as many as fit into a width.
struct AlbumTable {
    /// The width from which the number of tracks fits.
    private static let forTracks = 64
    /// The width from which the genre fits.
    private static let forGenre = 100

    private let parts: [Part]

    private enum Part {
        case title, artist, year, tracks, genre
    }

    init(columns: Int) {
        var parts: [Part] = [.title, .artist]
        if columns >= Self.forGenre { parts.append(.genre) }
        parts.append(.year)
        if columns >= Self.forTracks { parts.append(.tracks) }
        self.parts = parts
    }

    var columns: [ListView.Column] {
        parts.map { part in
            switch part {
            case .title: .init("Title", .flexible(5))
            case .artist: .init("Artist", .flexible(3))
            case .genre: .init("Genre", .flexible(2))
            case .year: .init("Year", .fixed(4))
            case .tracks: .init("Tracks", .fixed(6), isRightAligned: true)
            }
        }
    }

    func row(of album: Album) -> ListView.Row {
        ListView.Row(texts(of: album), mark: album.collectionExplicitness.shortMark)
    }

    private func texts(of album: Album) -> [String] {
        parts.map { part in
            switch part {
            case .title: album.collectionName
            case .artist: album.artistName ?? ""
            case .genre: album.primaryGenreName ?? ""
            case .year: album.releaseYear ?? ""
            case .tracks: album.trackCount.map(String.init) ?? ""
            }
        }
    }
}
