import AlbumCatalog

/// Which covers of a list are still worth loading: those that show and have not been answered for.
struct CoverPlan: Sendable {
    private let pixels: Int
    /// Albums whose cover came, or will not come.
    private var settled: Set<Int64> = []
    /// What was wished for last; nil where that does not hold any more.
    private var wished: [Int64]? = []

    /// A plan for covers of so many pixels a side.
    init(pixels: Int) { self.pixels = pixels }

    /// The covers to load when these albums show; nil where nothing is new.
    mutating func wishes(for visible: [Album]) -> [CoverWish]? {
        let missing = visible.filter { $0.artworkUrl100 != nil && !settled.contains($0.collectionId) }
        let identities = missing.map(\.collectionId)
        guard identities != wished else { return nil }
        wished = identities
        return missing.map { CoverWish(album: $0, pixels: pixels) }
    }

    /// Knows that a wish is answered, if by a cover or not.
    mutating func settle(_ wish: CoverWish) { settled.insert(wish.album.collectionId) }

    /// Forgets which covers came as well: the list that held them is gone.
    mutating func forgetAll() {
        settled = []
        startAgain()
    }

    /// Forgets what was wished for, so that it is wished for again.
    mutating func startAgain() { wished = nil }
}
