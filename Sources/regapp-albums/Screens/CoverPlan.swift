import AlbumCatalog

/// Plans which covers of a list to load: the visible ones that have not come yet.
struct CoverPlan: Sendable {
    private let pixels: Int
    /// The albums whose cover has come, or will not come.
    private var settled: Set<Int64> = []
    /// The last wishes; nil if they no longer hold.
    private var wished: [Int64]? = []

    /// Makes a plan for covers of this many pixels a side.
    init(pixels: Int) { self.pixels = pixels }

    /// The covers to load when these albums are visible; nil if nothing is new.
    mutating func wishes(for visible: [Album]) -> [CoverWish]? {
        let missing = visible.filter { $0.artworkUrl100 != nil && !settled.contains($0.collectionId) }
        let identities = missing.map(\.collectionId)
        guard identities != wished else { return nil }
        wished = identities
        return missing.map { CoverWish(album: $0, pixels: pixels) }
    }

    /// Records that a wish has been answered, by a cover or by none.
    mutating func settle(_ wish: CoverWish) { settled.insert(wish.album.collectionId) }

    /// Forgets all covers too: the list that held them is gone.
    mutating func forgetAll() {
        settled = []
        startAgain()
    }

    /// Forgets the last wishes, so that they are made again.
    mutating func startAgain() { wished = nil }
}
