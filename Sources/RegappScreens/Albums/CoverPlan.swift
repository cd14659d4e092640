import RegappAlbums

/// Plans which covers of a list to load: the wanted ones that have not arrived.
struct CoverPlan: Sendable {
    private struct Key: Hashable {
        let album: Int64
        let pixels: Int

        init(_ request: CoverRequest) { (album, pixels) = (request.album.collectionId, request.pixels) }
    }

    private var arrived: Set<Key> = []
    /// The covers that did not come; they are asked for again when the list is opened again.
    private var failed: Set<Key> = []
    /// The last request; nil if it is outdated.
    private var requested: [Key]? = []

    /// The covers to load if these are wanted, in this order; nil if the last request is still right.
    mutating func coverRequests(_ wanted: [CoverRequest]) -> [CoverRequest]? {
        let missing = wanted.filter {
            $0.album.artworkUrl100 != nil && !arrived.union(failed).contains(Key($0))
        }
        let keys = missing.map(Key.init)
        guard keys != requested else { return nil }
        requested = keys
        return missing
    }

    mutating func note(_ request: CoverRequest, hasArrived: Bool) {
        if hasArrived { arrived.insert(Key(request)) } else { failed.insert(Key(request)) }
    }

    /// Forgets the covers of this size, so that they are loaded again.
    mutating func forget(pixels: Int) { arrived = arrived.filter { $0.pixels != pixels } }

    /// Forgets the last request, so that it is repeated, with the covers that did not come.
    mutating func startAgain() { (requested, failed) = (nil, []) }
}
