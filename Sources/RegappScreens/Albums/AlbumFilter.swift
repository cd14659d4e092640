import RegappAlbums
import RegappWording
import RegappTerminal
import RegappValues

/// Narrows albums down to those with all typed words in title and artist, ignoring case.
struct AlbumFilter: Sendable {
    /// In characters; no title is longer.
    private static let longest = 200
    /// In columns.
    private static let widestField = 40
    private static let label = "Filter "

    var field = TextField(limit: longest)
    var albums: [Album] { didSet { texts = Self.texts(of: albums) } }
    /// Of each album, in lowercase.
    private var texts: [String]

    init(_ albums: [Album]) {
        self.albums = albums
        texts = Self.texts(of: albums)
    }

    private static func texts(of albums: [Album]) -> [String] {
        albums.map { "\($0.collectionName) \($0.artistName ?? "")".lowercased() }
    }

    var matches: [Album] {
        let words = field.text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        return zip(albums, texts).filter { entry in words.allSatisfy { entry.1.firstPlace(of: $0) != nil } }
            .map(\.0)
    }

    /// What to do if no album matches.
    var advice: String {
        Self.nothingMatches(SearchTerm.text(field.text), of: albums.count)
    }

    /// The field, and how many albums match.
    func line(columns: Int, isFocused: Bool, left: Int) -> StyledLine {
        var line = StyledLine(Self.label, isFocused ? .labelFocused : .label)
        let count = "  " + Self.matching(left, of: albums.count)
        let room = columns - line.columns - count.displayWidth
        line.append(
            field.line(columns: max(1, min(Self.widestField, room)), isFocused: isFocused, id: "filter"))
        line.append(count, .label)
        return line
    }
}
