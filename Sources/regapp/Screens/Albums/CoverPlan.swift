import AlbumCatalog

/// Plans which covers of a list to load: those wanted that have not come yet.
struct CoverPlan: Sendable {
    private struct Key: Hashable {
        let album: Int64
        let pixels: Int

        init(_ wish: CoverWish) { (album, pixels) = (wish.album.collectionId, wish.pixels) }
    }

    /// What has come, or will not come.
    private var settled: Set<Key> = []
    /// The last wishes; nil if they no longer hold.
    private var wished: [Key]? = []

    /// The covers to load where these are wanted, the first first; nil if nothing is new.
    mutating func wishes(_ wanted: [CoverWish]) -> [CoverWish]? {
        let missing = wanted.filter { $0.album.artworkUrl100 != nil && !settled.contains(Key($0)) }
        let keys = missing.map(Key.init)
        guard keys != wished else { return nil }
        wished = keys
        return missing
    }

    /// Records that a wish has been answered, by a cover or by none.
    mutating func settle(_ wish: CoverWish) { settled.insert(Key(wish)) }

    /// Forgets the covers of a size, which are to be loaded again.
    mutating func forget(pixels: Int) { settled = settled.filter { $0.pixels != pixels } }

    /// Forgets the last wishes, so that they are made again.
    mutating func startAgain() { wished = nil }
}
