import Accounts
import AlbumCatalog
import TerminalUI

/// A screen of `regapp` as a value: it takes events and outcomes, and gives effects and frames.
///
/// A screen touches neither files nor the network. It asks the ``ScreenStack`` by an effect, and gets the outcome
/// later.
protocol Screen: Sendable {
    /// Whether only a logged-in person may see the screen. Any other screen is replaced if ``take(_:)`` refuses the
    /// files.
    var needsCurrentUser: Bool { get }

    mutating func update(_ event: Event) -> ScreenEffect?

    /// Handles the outcome of a task of this screen, unless it led to another screen.
    mutating func receive(_ outcome: AccountOutcome) -> ScreenEffect?

    /// Handles the answer to the last question to the catalogue, or a cover.
    mutating func receive(_ outcome: AlbumOutcome) -> ScreenEffect?

    /// Takes the present files, and keeps typed text; false if the screen cannot show them.
    mutating func take(_ files: Files) -> Bool

    /// Takes the current user's data, for the header.
    mutating func take(userData: [String])

    /// Called when the screen above has been left.
    mutating func comeBack() -> ScreenEffect?

    /// In milliseconds; nil for no ticks.
    var tickInterval: Int? { get }

    /// Counts down the seconds until a busy catalogue may be asked again.
    mutating func count(to seconds: Int)

    /// Whether typed characters go into a field now.
    var isTyping: Bool { get }

    var keyTables: [KeyTable] { get }

    /// The facts in the overlay with the keys.
    func facts(_ context: ScreenContext) -> [KeyHelp.Fact]

    /// - Parameter hasFocus: whether keys go to the screen; if not, nothing in it looks focused.
    func render(_ size: Size, _ context: ScreenContext, hasFocus: Bool) -> Frame

    /// The same as a page of a conversation.
    ///
    /// - Parameter alert: an alert over the screen.
    func conversation(_ context: ScreenContext, alert: Alert?) -> ConversationPage

    /// What a conversation says while it waits; nil if it need not wait.
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
    /// The page without anything that covers it temporarily.
    var page: FormPage { get set }
    /// The rules in force; nil if they cannot be read.
    var policy: Policy? { get }
    var shown: FormPage { get }
}

extension FormScreen {
    var shown: FormPage { page }
    var needsCurrentUser: Bool { false }
    var isTyping: Bool { shown.isTyping }
    var keyTables: [KeyTable] { shown.keyTables }

    /// The files may have changed while another screen was on top.
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

indirect enum ScreenEffect: Sendable {
    /// Leave all screens, with exit code 0.
    case quit
    /// Replace this screen, and read the files for the new one.
    case show(any Screen)
    /// Show a screen on top of this one.
    case open(any Screen)
    /// Go back to the screen below; from the first one, end the program.
    case back
    /// Send an event to the screen that is now on top.
    case answer(Event)
    /// Work with the files in the background; keys wait meanwhile.
    case work(AccountTask)
    case openAlbums
    /// Go back to the screen below the album screens; without one, end the program.
    case leaveAlbums
    /// Open a document in the user's editor, and come back.
    case openEditor(Edit.Subject)
    /// Show what the files require. Keep the edit until its account, with this email, is logged in again.
    case setAside(UserEditScreen, email: String)
    /// Ask the catalogue and drop the previous question; keys do not wait.
    case ask(AlbumQuestion)
    case cancelQuestion
    /// Load only these covers, in this order.
    case loadCovers([CoverWish])
    /// In this order.
    case several([ScreenEffect])
}
