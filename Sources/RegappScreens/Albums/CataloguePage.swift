import RegappAlbums
import RegappTerminal

/// A page of ``AlbumScreens``: the search, or an album.
protocol CataloguePage: Sendable {
    /// The question to the catalogue, and what came of it.
    var question: QuestionLine { get }

    mutating func update(_ event: Event) -> [AlbumEffect]

    /// Handles the answer to the last question, or a cover.
    mutating func receive(_ outcome: AlbumOutcome) -> [AlbumEffect]

    /// The current user's data; the name is first.
    var userData: [String] { get set }

    /// Counts down the seconds until a busy catalogue may be asked again.
    mutating func count(to seconds: Int)

    var isTyping: Bool { get }
    var keyTables: [KeyTable] { get }

    /// The value under the cursor; nil for none.
    var copyable: String? { get }

    /// - Parameter hasFocus: whether keys go to the page; if not, nothing in it looks focused.
    func render(_ size: Size, hasFocus: Bool) -> Frame
    func conversation(_ context: ScreenContext) -> ConversationPage
}

enum AlbumEffect: Sendable {
    /// Ask the catalogue and drop the previous question; keys do not wait.
    case ask(AlbumQuestion)
    case cancelQuestion
    /// Work that is no question.
    case work(AlbumWork)
    /// Show an album over the search.
    case open(Album, Storefront)
    /// Show the album that is so many rows further down in the list.
    case turn(Int)
    /// Go back to the search, which then gets the event, or from it to the screen below.
    case back(passing: Event? = nil)
    /// End the program.
    case quit
}
