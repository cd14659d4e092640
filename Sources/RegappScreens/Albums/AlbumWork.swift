package import RegappAlbums
package import RegappValues

/// A question to the catalogue; at most one is open.
package enum AlbumQuestion: Hashable, Sendable {
    /// Albums for a term. A refresh asks the service even if a cached answer is still valid.
    case search(String, Storefront, isRefresh: Bool)
    /// The tracks of the album with this id.
    case lookUp(Int64, Storefront, isRefresh: Bool)
}

package struct CoverRequest: Hashable, Sendable {
    let album: Album
    /// The requested width and height in pixels; the service scales the picture.
    let pixels: Int
}

/// Background work that does not make keys wait.
package enum AlbumWork: Sendable {
    /// Ask the catalogue; the answer carries the same number.
    case ask(AlbumQuestion, number: Int)
    /// Look up the tracks of an album that is only selected, unless other work replaces it soon.
    case preview(Int64, Storefront)
    /// Report the latest terms with cached answers.
    case recall
    /// Cancel the open question.
    case cancel
    /// Load only these covers, in this order.
    case loadCovers([CoverRequest])
    /// Cancel all work.
    case stop
}

package enum AlbumOutcome: Sendable {
    /// Sorted.
    case found(CatalogResult<[Album]>, number: Int)
    case lookedUp(CatalogResult<AlbumContents>, number: Int)
    case failed(CatalogError, number: Int)
    case previewed(AlbumContents)
    /// Nil if there is no cover.
    case cover(CoverRequest, PixelGrid?)
    /// The latest terms with cached answers, the newest first.
    case recalled([String])

    /// The number of the answered question; nil if the outcome is no answer.
    var number: Int? {
        switch self {
        case .found(_, let number), .lookedUp(_, let number), .failed(_, let number): number
        case .cover, .previewed, .recalled: nil
        }
    }

    /// If the catalogue is busy: the seconds until it may be asked again.
    var secondsToWait: Int? {
        let freshness: Freshness
        switch self {
        case .found(let found, _): freshness = found.freshness
        case .lookedUp(let found, _): freshness = found.freshness
        case .failed(.rateLimited(let seconds), _): return seconds
        case .failed, .cover, .previewed, .recalled: return nil
        }
        guard case .outdated(_, .rateLimited(let seconds)) = freshness else { return nil }
        return seconds
    }
}
