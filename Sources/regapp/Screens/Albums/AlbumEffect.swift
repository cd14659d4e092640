import AlbumCatalog
import PlainValues
import TerminalUI

/// A question to the catalogue; only one is open at a time.
enum AlbumQuestion: Hashable, Sendable {
    /// Albums for a term; a refresh asks the service even if a kept answer is still valid.
    case search(String, Storefront, isRefresh: Bool)
    /// The tracks of the album with this identity.
    case lookUp(Int64, Storefront, isRefresh: Bool)
}

/// A cover to show.
struct CoverWish: Hashable, Sendable {
    let album: Album
    /// The requested pixels a side; the service scales.
    let pixels: Int
}

/// A request of a screen.
enum AlbumEffect: Hashable, Sendable {
    /// Ask the catalogue; an open question is cancelled.
    case ask(AlbumQuestion)
    /// Cancel the open question.
    case cancel
    /// Show an album over the list, which keeps its place.
    case open(Album, Storefront)
    /// Show the list again.
    case back
    /// Load these covers, the first first, and no others any more.
    case loadCovers([CoverWish])
    /// Leave the screens.
    case quit
}

/// Work for the background.
enum AlbumWork: Sendable {
    /// Ask the catalogue; the answer carries the number.
    case ask(AlbumQuestion, number: Int)
    /// Cancel the open question.
    case cancel
    /// Load these covers, the first first, and no others any more.
    case loadCovers([CoverWish])
    /// Read who is logged in from the files.
    case readCurrentUser
    /// Cancel everything in progress.
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
    /// Who is logged in now, or why nobody is.
    case currentUser(Result<CurrentUser, Report>)

    /// The seconds until the catalogue may be asked again, if this says that it is busy.
    var secondsToWait: Int? {
        let error: CatalogError? =
            switch self {
            case .found(let found, _): found.freshness.error
            case .lookedUp(let found, _): found.freshness.error
            case .failed(let error, _): error
            case .cover, .currentUser: nil
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
