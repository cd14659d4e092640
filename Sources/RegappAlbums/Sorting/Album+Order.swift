extension CatalogAnswer {
    /// Sorts the albums, unless they have the reader's order; a cached answer names its order.
    mutating func sortAlbums(for reader: ReaderLocale) {
        guard order != reader.identifier else { return }
        albums = albums.sorted(by: .title, for: reader)
        order = reader.identifier
    }
}

package enum AlbumOrder: Sendable, CaseIterable {
    case title, artist, year
}

extension [Album] {
    /// Sorted as a `Collator` compares them; equal ones by title, artist, release year and identity, so that they
    /// always have the same order.
    package func sorted(by order: AlbumOrder, for reader: ReaderLocale) -> [Album] {
        let collator = Collator(reader.identifier)
        let keys = map { album in
            let (title, artist) = (collator.key(album.collectionName), collator.key(album.artistName ?? ""))
            let year = album.releaseYear ?? ""
            let texts =
                switch order {
                case .title: [title, artist]
                case .artist: [artist, title]
                case .year: [[UInt8](year.utf8), title, artist]
                }
            return SortKey(texts: texts, year: year, id: album.collectionId)
        }
        return indices.sorted { keys[$0] < keys[$1] }.map { self[$0] }
    }
}

private struct SortKey: Comparable {
    let texts: [[UInt8]]
    let year: String
    let id: Int64

    static func < (left: SortKey, right: SortKey) -> Bool {
        for (left, right) in zip(left.texts, right.texts) where left != right {
            return left.lexicographicallyPrecedes(right)
        }
        return (left.year, left.id) < (right.year, right.id)
    }
}
