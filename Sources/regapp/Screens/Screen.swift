import Accounts
import AlbumCatalog
import TerminalUI

/// One screen of `regapp`, as a value: events and outcomes go in, effects and frames come out.
///
/// A screen touches no file and no network. What it needs of them it asks of the ``ScreenStack`` by an effect, whose
/// outcome it gets when that is over.
protocol Screen: Sendable {
    /// Whether only somebody who is logged in may see it; otherwise another screen takes its place when ``take(_:)``
    /// refuses the files.
    var needsCurrentUser: Bool { get }

    /// Answers a key, a paste, a tick or a new size.
    mutating func update(_ event: Event) -> ScreenEffect?

    /// Answers the outcome of a task that it asked for and that did not end in another screen.
    mutating func receive(_ outcome: AccountOutcome) -> ScreenEffect?

    /// Answers what the catalogue said to the last question, or takes a cover that somebody asked for.
    mutating func receive(_ outcome: AlbumOutcome) -> ScreenEffect?

    /// Takes what the files say now; false where it cannot show that.
    ///
    /// What somebody is typing is kept.
    mutating func take(_ files: Files) -> Bool

    /// Takes what is known of who is logged in.
    mutating func take(userData: [String])

    /// Shows again, since the screen above has been left.
    mutating func comeBack() -> ScreenEffect?

    /// The interval at which it wants ticks, in milliseconds; nil for none.
    var tickInterval: Int? { get }

    /// Counts down the seconds until a busy catalogue may be asked again.
    mutating func count(to seconds: Int)

    /// Whether typed characters go into a field now.
    var isTyping: Bool { get }

    /// All keys that mean something now.
    var keyTables: [KeyTable] { get }

    /// What the overlay with the keys says besides them.
    func facts(_ context: ScreenContext) -> [KeyHelp.Fact]

    /// - Parameter hasFocus: whether keys go to the screen; where they do not, nothing in it looks focused.
    func render(_ size: Size, _ context: ScreenContext, hasFocus: Bool) -> Frame

    /// The page of a conversation that shows the same.
    ///
    /// - Parameter alert: what stands before the screen.
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
    /// The page, apart from what may stand before it for a moment.
    var page: FormPage { get set }
    /// The rules that it shows the files under; nil where they cannot be read.
    var policy: Policy? { get }
    /// What shows.
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

/// What a screen asks for.
indirect enum ScreenEffect: Sendable {
    /// Leave the screens with exit code 0.
    case quit
    /// Show another screen in the place of this one, and read the files for it.
    case show(any Screen)
    /// Show another screen over this one, which keeps its place.
    case open(any Screen)
    /// Leave the screen for the one below it; the first one ends the program.
    case back
    /// Have the screen that shows by then answer an event.
    case answer(Event)
    /// Do something with the files in the background, while keys wait.
    case work(AccountTask)
    /// Open the album screens over this one.
    case openAlbums
    /// Leave the album screens for the one below them, if there is one.
    case leaveAlbums
    /// Open a document in the person's editor and come back.
    case openEditor(Edit.Subject)
    /// Show what the files call for, and keep an edit until its account, of this email, is logged in again.
    case setAside(UserEditScreen, email: String)
    /// Ask the catalogue, and no longer what it was asked before; keys do not wait.
    case ask(AlbumQuestion)
    /// Cancel the question.
    case cancelQuestion
    /// Load these covers, the first first, and no others any more.
    case loadCovers([CoverWish])
    /// All of these, in this order.
    case several([ScreenEffect])
}
