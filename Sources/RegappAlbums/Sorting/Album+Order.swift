extension CatalogAnswer {
    /// Sorts the albums, unless they have the reader's order: the answer knows which one it is kept in.
    mutating func sortAlbums(for reader: ReaderLocale) {
        guard order != reader.identifier else { return }
        albums = albums.inTitleOrder(for: reader)
        order = reader.identifier
    }
}

extension [Album] {
    /// Sorted by title with ICU's collation for the reader's locale, ignoring case and comparing numbers by value, then
    /// by artist, release year and identity, so that equal titles always have the same order.
    func inTitleOrder(for reader: ReaderLocale) -> [Album] {
        let collator = Collator(reader.identifier)
        let places = map { album in
            Place(
                title: collator.key(album.collectionName), artist: collator.key(album.artistName ?? ""),
                year: album.releaseYear ?? "", id: album.collectionId)
        }
        return indices.sorted { places[$0] < places[$1] }.map { self[$0] }
    }
}

private struct Place: Comparable {
    let title: [UInt8]
    let artist: [UInt8]
    let year: String
    let id: Int64

    static func < (left: Place, right: Place) -> Bool {
        if left.title != right.title { return left.title.lexicographicallyPrecedes(right.title) }
        if left.artist != right.artist { return left.artist.lexicographicallyPrecedes(right.artist) }
        return (left.year, left.id) < (right.year, right.id)
    }
}
