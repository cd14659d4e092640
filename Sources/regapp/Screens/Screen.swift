import Accounts
import AlbumCatalog
import TerminalUI

/// One screen of `regapp`, as a value: events and outcomes go in, effects and frames come out.
///
/// A screen touches no file and no network. It asks the ``ScreenStack`` for that by an effect, and gets the outcome
/// later.
protocol Screen: Sendable {
    /// Whether only a logged-in person may see it; otherwise another screen replaces it if ``take(_:)`` refuses the
    /// files.
    var needsCurrentUser: Bool { get }

    /// Handles a key, a paste, a tick or a new size.
    mutating func update(_ event: Event) -> ScreenEffect?

    /// Handles the outcome of a task that it asked for and that did not end in another screen.
    mutating func receive(_ outcome: AccountOutcome) -> ScreenEffect?

    /// Handles the answer to the last question to the catalogue, or a cover.
    mutating func receive(_ outcome: AlbumOutcome) -> ScreenEffect?

    /// Takes the present files; false if it cannot show them. Typed text is kept.
    mutating func take(_ files: Files) -> Bool

    /// Takes what is known about the current user.
    mutating func take(userData: [String])

    /// Shows again after the screen above was left.
    mutating func comeBack() -> ScreenEffect?

    /// The interval of ticks, in milliseconds; nil for none.
    var tickInterval: Int? { get }

    /// Counts down the seconds until a busy catalogue may be asked again.
    mutating func count(to seconds: Int)

    /// Whether typed characters go into a field now.
    var isTyping: Bool { get }

    /// All keys that work now.
    var keyTables: [KeyTable] { get }

    /// What the overlay with the keys says besides them.
    func facts(_ context: ScreenContext) -> [KeyHelp.Fact]

    /// - Parameter hasFocus: whether keys go to the screen; if not, nothing in it looks focused.
    func render(_ size: Size, _ context: ScreenContext, hasFocus: Bool) -> Frame

    /// The page of a conversation that shows the same.
    ///
    /// - Parameter alert: an alert over the screen.
    func conversation(_ context: ScreenContext, alert: Alert?) -> ConversationPage

    /// What a conversation waits for, in words.
    var work: String? { get }
}

extension Screen {
    mutating func receive(_ outcome: AccountOutcome) -> ScreenEffect? { nil }
    mutating func receive(_ outcome: AlbumOutcome) -> ScreenEffect? { nil }
    mutating func count(to seconds: Int) {}
    mutating func take(userData: [String]) {}
    var tickInterval: Int? { nil }
    var work: String? { nil }
}

/// A screen that is a page with a form.
protocol FormScreen: Screen {
    /// The page without anything that covers it for a moment.
    var page: FormPage { get set }
    /// The rules for its files; nil if they cannot be read.
    var policy: Policy? { get }
    var shown: FormPage { get }
}

extension FormScreen {
    var shown: FormPage { page }
    var needsCurrentUser: Bool { false }
    var isTyping: Bool { shown.isTyping }
    var keyTables: [KeyTable] { shown.keyTables }

    /// The files may have changed below another screen.
    mutating func comeBack() -> ScreenEffect? {
        page.form.noteEscape()
        return .work(.read)
    }

    func facts(_ context: ScreenContext) -> [KeyHelp.Fact] {
        context.facts(policy, file: shown.guidance?.path)
    }

    func render(_ size: Size, _ context: ScreenContext, hasFocus: Bool) -> Frame {
        shown.render(size, home: context.home, hasFocus: hasFocus)
    }

    func conversation(_ context: ScreenContext, alert: Alert?) -> ConversationPage {
        shown.conversation(home: context.home, alert: alert)
    }
}

/// A request of a screen.
indirect enum ScreenEffect: Sendable {
    /// Leave the screens with exit code 0.
    case quit
    /// Replace this screen by another one, and read the files for it.
    case show(any Screen)
    /// Show another screen over this one, which keeps its place.
    case open(any Screen)
    /// Leave the screen for the one below it; the first one ends the program.
    case back
    /// Send an event to the screen that is then on top.
    case answer(Event)
    /// Work with the files in the background, while keys wait.
    case work(AccountTask)
    /// Open the album screens over this one.
    case openAlbums
    /// Leave the album screens for the one below them, if there is one.
    case leaveAlbums
    /// Open a document in the person's editor and come back.
    case openEditor(Edit.Subject)
    /// Show what the files require, and keep an edit until its account, with this email, is logged in again.
    case setAside(UserEditScreen, email: String)
    /// Ask the catalogue, dropping the previous question; keys do not wait.
    case ask(AlbumQuestion)
    case cancelQuestion
    /// Load only these covers, in this order.
    case loadCovers([CoverWish])
    /// All of these, in this order.
    case several([ScreenEffect])
}
