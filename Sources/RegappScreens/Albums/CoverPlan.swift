import RegappAlbums
import RegappWording

/// Plans which covers of a list to load: the wanted ones that have not arrived.
struct CoverPlan: Sendable {
    private struct Key: Hashable {
        let album: Int64
        let pixels: Int

        init(_ request: CoverRequest) { (album, pixels) = (request.album.collectionId, request.pixels) }
    }

    /// The covers that have arrived or do not exist.
    private var settled: Set<Key> = []
    /// The last request; nil if it is outdated.
    private var requested: [Key]? = []

    /// The covers to load if these are wanted, in this order; nil if the last request is still right.
    mutating func coverRequests(_ wanted: [CoverRequest]) -> [CoverRequest]? {
        let missing = wanted.filter { $0.album.artworkUrl100 != nil && !settled.contains(Key($0)) }
        let keys = missing.map(Key.init)
        guard keys != requested else { return nil }
        requested = keys
        return missing
    }

    /// Records an answer, whether a cover or none.
    mutating func settle(_ request: CoverRequest) { settled.insert(Key(request)) }

    /// Forgets the covers of this size, so that they are loaded again.
    mutating func forget(pixels: Int) { settled = settled.filter { $0.pixels != pixels } }

    /// Forgets the last request, so that it is repeated.
    mutating func startAgain() { requested = nil }
}
