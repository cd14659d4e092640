import AlbumCatalog

extension AlbumContents {
    /// How much of the album the store has, as a sentence; nil where all of it is there as songs, or nobody knows.
    var availability: String? {
        if songs.isEmpty { return "No songs of this album are in this store." }
        guard let whole = album.trackCount, songs.count < whole else { return nil }
        let count = "\(songs.count) of \(whole)"
        return missingCount > 0 ? "\(count) songs are in this store." : "\(count) tracks are songs."
    }
}
