package import RegappAlbums
internal import RegappTerminal

/// A title with a mark of its rating; the mark is kept when the title is cut.
package struct MarkedTitle {
    /// The mark is written out only if the title keeps at least this many columns.
    private static let leastTitle = 8

    private let name: String
    private let explicitness: Explicitness

    package init(of album: Album) {
        (name, explicitness) = (album.collectionName.printable, album.collectionExplicitness)
    }

    package init(of track: Track) {
        (name, explicitness) = (track.trackName.printable, track.trackExplicitness)
    }

    /// The title and its mark in at most this many columns, unlimited if nil. With little room the mark is a letter.
    package func text(columns: Int?) -> String {
        let full = explicitness.mark
        guard let columns, name.displayWidth + full.utf8.count > columns else {
            return name + full
        }
        let mark = columns < Self.leastTitle + full.utf8.count ? explicitness.shortMark : full
        return (name.truncated(to: max(0, columns - mark.utf8.count)) + mark).truncated(to: columns)
    }
}

extension Explicitness {
    /// What the short marks of some titles mean, such as `[E] explicit`.
    package static func legend(of titles: [Explicitness]) -> [String] {
        [(explicit, "explicit"), (cleaned, "clean")].filter { titles.contains($0.0) }.map {
            $0.0.shortMark.dropFirst() + " " + $0.1
        }
    }

    package var mark: String {
        switch self {
        case .explicit: " [explicit]"
        case .cleaned: " [clean]"
        case .notExplicit: ""
        }
    }

    package var shortMark: String {
        switch self {
        case .explicit: " [E]"
        case .cleaned: " [C]"
        case .notExplicit: ""
        }
    }
}
