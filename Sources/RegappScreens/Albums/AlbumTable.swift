import RegappAlbums
import RegappWording
import RegappTerminal

/// The columns of the list of albums that fit into a width: always title, artist and number of songs. In rows of two
/// lines, the artist is below the title.
struct AlbumTable {
    /// In columns; a narrower list shows no year.
    private static let forYear = 64
    /// In columns; a narrower list shows no genre.
    private static let forGenre = 100

    private let parts: [(column: ListView.Column, text: (Album) -> String)]
    private let hasTwoLines: Bool

    init(columns: Int, hasTwoLines: Bool) {
        self.hasTwoLines = hasTwoLines
        var parts: [(ListView.Column, (Album) -> String)] = [
            (.init(hasTwoLines ? "Title, artist" : "Title", .flexible(5)), { $0.collectionName })
        ]
        if !hasTwoLines { parts.append((.init("Artist", .flexible(3)), { $0.artistName ?? "" })) }
        if columns >= Self.forGenre {
            parts.append((.init("Genre", .flexible(2)), { $0.primaryGenreName ?? "" }))
        }
        if columns >= Self.forYear { parts.append((.init("Year", .fixed(4)), { $0.releaseYear ?? "" })) }
        let songs = ListView.Column("Songs", .fixed(5), isRightAligned: true)
        parts.append((songs, { $0.trackCount.map(String.init) ?? "" }))
        self.parts = parts
    }

    var columns: [ListView.Column] { parts.map(\.column) }

    func row(of album: Album) -> ListView.Row {
        ListView.Row(
            parts.map { $0.text(album) }, mark: album.collectionExplicitness.shortMark,
            below: hasTwoLines ? album.artistName ?? "" : "")
    }
}
