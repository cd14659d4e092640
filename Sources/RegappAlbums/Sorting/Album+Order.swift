extension CatalogAnswer {
    /// Sorts the albums, unless they have the reader's order: the answer knows which one it is kept in.
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
            let (artist, year) = (collator.key(album.artistName ?? ""), album.releaseYear ?? "")
            let first =
                switch order {
                case .title: [UInt8]()
                case .artist: artist
                case .year: [UInt8](year.utf8)
                }
            return SortKey(
                first: first, title: collator.key(album.collectionName), artist: artist, year: year,
                id: album.collectionId)
        }
        return indices.sorted { keys[$0] < keys[$1] }.map { self[$0] }
    }
}

private struct SortKey: Comparable {
    let first: [UInt8]
    let title: [UInt8]
    let artist: [UInt8]
    let year: String
    let id: Int64

    static func < (left: SortKey, right: SortKey) -> Bool {
        if left.first != right.first { return left.first.lexicographicallyPrecedes(right.first) }
        if left.title != right.title { return left.title.lexicographicallyPrecedes(right.title) }
        if left.artist != right.artist { return left.artist.lexicographicallyPrecedes(right.artist) }
        return (left.year, left.id) < (right.year, right.id)
    }
}
