internal import Foundation

/// The order in which albums are listed: by title as ICU collates in the reader's locale, case aside and numbers
/// by value, then by artist, release year and identity, so that equal titles always stand in the same order.
struct AlbumOrder {
    private let locale: Locale

    init(_ reader: ReaderLocale) {
        locale = Locale(identifier: reader.identifier)
    }

    /// Sorts by binary insertion: a comparison through Foundation costs microseconds, and this makes less than
    /// half as many as the standard library's sort; there are never more than a few hundred albums.
    func sorted(_ albums: [Album]) -> [Album] {
        var result: [Album] = []
        result.reserveCapacity(albums.count)
        for album in albums {
            var (low, high) = (0, result.count)
            while low < high {
                let middle = low + (high - low) / 2
                if precedes(album, result[middle]) { high = middle } else { low = middle + 1 }
            }
            result.insert(album, at: low)
        }
        return result
    }

    private func precedes(_ left: Album, _ right: Album) -> Bool {
        let byTitle = compare(left.collectionName, right.collectionName)
        guard byTitle == .orderedSame else { return byTitle == .orderedAscending }
        let byArtist = compare(left.artistName ?? "", right.artistName ?? "")
        guard byArtist == .orderedSame else { return byArtist == .orderedAscending }
        return (left.releaseYear ?? "", left.collectionId) < (right.releaseYear ?? "", right.collectionId)
    }

    private func compare(_ left: String, _ right: String) -> ComparisonResult {
        left.compare(right, options: [.caseInsensitive, .numeric], range: nil, locale: locale)
    }
}

/// Orders the tracks of an album: by disc, number and identity; what has no number comes last.
func inAlbumOrder(_ tracks: [Track]) -> [Track] {
    tracks.sorted { left, right in
        let leftPlace = (left.discNumber ?? .max, left.trackNumber ?? .max, left.trackId)
        return leftPlace < (right.discNumber ?? .max, right.trackNumber ?? .max, right.trackId)
    }
}
