package import RegappAlbums
internal import RegappValues

// Sentences about the catalogue, its albums and its cache, for commands and screens alike.

extension AlbumContents {
    /// A sentence about how much of the album the store has; nil if it has all songs, or that is unknown.
    package var availability: String? {
        if songs.isEmpty { return "No songs of this album are in this store." }
        guard let whole = album.trackCount, songs.count < whole else { return nil }
        let count = "\(songs.count) of \(whole)"
        return missingCount > 0 ? "\(count) songs are in this store." : "\(count) are songs."
    }

    /// The heading of a disc; nil for an album of one disc.
    package func heading(ofDisc number: Int?) -> String? {
        hasDiscs ? number.map { "Disc \($0)" } ?? "Without a disc" : nil
    }
}

extension Album {
    /// The number of songs, if the catalogue tells; it counts videos as well.
    package var songCount: String? { trackCount?.counted("song") }
}

/// An age in whole days, hours or minutes.
package func ageWords(milliseconds: Int64) -> String {
    let minutes = milliseconds / 60_000
    if minutes < 1 { return "less than a minute" }
    if minutes >= 2 * 24 * 60 { return "\(minutes / (24 * 60)) days" }
    if minutes >= 2 * 60 { return "\(minutes / 60) hours" }
    return minutes == 1 ? "a minute" : "\(minutes) minutes"
}
