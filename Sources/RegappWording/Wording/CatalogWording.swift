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

// Phrases about an answer: a screen puts them on one line, a command makes a message of each.
extension String {
    /// - Parameter term: what was searched for.
    package static func albumsFound(_ count: Int, for term: String, in store: Storefront) -> String {
        "\(count == 0 ? "no album" : count.counted("album")) for “\(term)” in the \(store.code) store"
    }

    package static func unreadable(_ count: Int) -> String { "\(count) could not be read" }

    /// - Parameter age: in milliseconds; said in whole days, hours or minutes.
    package static func asOf(_ age: Int64) -> String {
        let minutes = age / 60_000
        let words =
            switch minutes {
            case ..<1: "less than a minute"
            case 1: "a minute"
            case ..<(2 * 60): "\(minutes) minutes"
            case ..<(2 * 24 * 60): "\(minutes / 60) hours"
            default: "\(minutes / (24 * 60)) days"
            }
        return "as of \(words) ago"
    }
}
