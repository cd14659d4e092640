import AlbumCatalog
import PlainValues
import TerminalUI

/// A question to the catalogue; only one is open at a time.
enum AlbumQuestion: Hashable, Sendable {
    /// Albums for a term; a refresh asks the service even if a cached answer is still valid.
    case search(String, Storefront, isRefresh: Bool)
    /// The tracks of the album with this identity.
    case lookUp(Int64, Storefront, isRefresh: Bool)
}

struct CoverWish: Hashable, Sendable {
    let album: Album
    /// The requested width and height in pixels; the service scales.
    let pixels: Int
}

/// Background work for which no key waits.
enum AlbumWork: Sendable {
    /// Ask the catalogue; the answer has the number.
    case ask(AlbumQuestion, number: Int)
    /// Report the latest terms with cached answers.
    case recall
    /// Cancel the open question.
    case cancel
    /// Load only these covers, in this order.
    case loadCovers([CoverWish])
    /// Cancel all work.
    case stop
}

/// The outcome of work.
enum AlbumOutcome: Sendable {
    /// Albums, sorted.
    case found(Found<[Album]>, number: Int)
    /// An album and its tracks.
    case lookedUp(Found<AlbumContents>, number: Int)
    case failed(CatalogError, number: Int)
    /// A cover; nil if there is none.
    case cover(CoverWish, PixelGrid?)
    /// The latest terms with cached answers, the newest first.
    case recalled([String])

    /// The number of the question that it answers; nil if none.
    var number: Int? {
        switch self {
        case .found(_, let number), .lookedUp(_, let number), .failed(_, let number): number
        case .cover, .recalled: nil
        }
    }

    /// The seconds until the catalogue may be asked again, if this says that it is busy.
    var secondsToWait: Int? {
        let error: CatalogError? =
            switch self {
            case .found(let found, _): found.freshness.error
            case .lookedUp(let found, _): found.freshness.error
            case .failed(let error, _): error
            case .cover, .recalled: nil
            }
        guard case .rateLimited(let seconds) = error else { return nil }
        return seconds
    }
}

extension Freshness {
    /// Why there is no newer answer.
    fileprivate var error: CatalogError? {
        if case .outdated(_, let error) = self { error } else { nil }
    }
}
