package import RegappAlbums
internal import RegappTerminal

extension Album {
    /// The title and the mark of its rating in at most this many columns, unlimited if nil.
    package func markedTitle(columns: Int?) -> String {
        collectionExplicitness.marking(collectionName.printable, columns: columns)
    }
}

extension Track {
    func markedTitle(columns: Int?) -> String {
        trackExplicitness.marking(trackName.printable, columns: columns)
    }
}

extension Explicitness {
    /// The mark is written out only if the title keeps at least this many columns.
    private static let leastTitle = 8

    /// A title with its mark, which is kept when the title is cut. With little room the mark is a letter.
    fileprivate func marking(_ title: String, columns: Int?) -> String {
        let full = mark
        guard let columns, title.displayWidth + full.utf8.count > columns else { return title + full }
        let mark = columns < Self.leastTitle + full.utf8.count ? shortMark : full
        return (title.truncated(to: max(0, columns - mark.utf8.count)) + mark).truncated(to: columns)
    }

    /// What the short marks of some titles mean, such as `[E] explicit`.
    package static func legend(of titles: [Explicitness]) -> [String] {
        [explicit, cleaned].filter(titles.contains).map { "\($0.shortMark.dropFirst()) \($0.word)" }
    }

    package var mark: String { word.isEmpty ? "" : " [\(word)]" }

    package var shortMark: String { word.isEmpty ? "" : " [\(word.prefix(1).uppercased())]" }

    private var word: String {
        switch self {
        case .explicit: "explicit"
        case .cleaned: "clean"
        case .notExplicit: ""
        }
    }
}
