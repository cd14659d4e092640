/// Sorts albums by title with ICU's collation for the reader's locale, ignoring case and comparing numbers by value,
/// then by artist, release year and identity, so that equal titles always have the same order.
func inTitleOrder(_ albums: [Album], for reader: ReaderLocale) -> [Album] {
    let collator = Collator(reader.identifier)
    let places = albums.map { album in
        Place(
            title: collator.key(album.collectionName), artist: collator.key(album.artistName ?? ""),
            year: album.releaseYear ?? "", id: album.collectionId)
    }
    return albums.indices.sorted { places[$0] < places[$1] }.map { albums[$0] }
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

/// Sorts the tracks of an album by disc, number and identity; tracks without a number come last.
func inAlbumOrder(_ tracks: [Track]) -> [Track] {
    tracks.sorted { left, right in
        let leftPlace = (left.discNumber ?? .max, left.trackNumber ?? .max, left.trackId)
        return leftPlace < (right.discNumber ?? .max, right.trackNumber ?? .max, right.trackId)
    }
}
