import AlbumCatalog
import PlainValues
import RegappProcess
import TerminalUI

/// A question to the catalogue, of which one is open at a time.
enum AlbumQuestion: Hashable, Sendable {
    /// Albums for a term; a refresh asks the service even where a kept answer is still good.
    case search(String, Storefront, isRefresh: Bool)
    /// What is on the album of this identity.
    case lookUp(Int64, Storefront, isRefresh: Bool)
}

/// A cover that shows, or should.
struct CoverWish: Hashable, Sendable {
    let album: Album
    /// How many pixels a side are asked for; the service scales.
    let pixels: Int
}

/// What a screen asks for.
enum AlbumEffect: Hashable, Sendable {
    /// Ask the catalogue; an open question is taken back.
    case ask(AlbumQuestion)
    /// Take the open question back.
    case cancel
    /// Show an album, over the list that keeps its place.
    case open(Album, Storefront)
    /// Show the list again.
    case back
    /// Load these covers, the first first, and no others any more.
    case loadCovers([CoverWish])
    /// Leave the screens.
    case quit
}

/// What is to be done away from the screen's loop.
enum AlbumWork: Sendable {
    /// Ask the catalogue; the number comes back with the answer.
    case ask(AlbumQuestion, number: Int)
    /// Take the open question back.
    case cancel
    /// Load these covers, the first first, and no others any more.
    case loadCovers([CoverWish])
    /// Read from the files who is logged in.
    case readVisitor
}

/// What came of work.
enum AlbumOutcome: Sendable {
    /// Albums, sorted.
    case found(Found<[Album]>, number: Int)
    /// An album and what is on it.
    case lookedUp(Found<AlbumContents>, number: Int)
    case failed(CatalogError, number: Int)
    /// A cover, or that there is none.
    case cover(CoverWish, PixelGrid?)
    /// Who is logged in by now, or why nobody is.
    case visitor(Result<Visitor, Report>)
}
