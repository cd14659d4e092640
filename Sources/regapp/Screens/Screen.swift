import Accounts
import AlbumCatalog
import TerminalUI

/// A screen of `regapp` as a value: it takes events and outcomes, and gives effects and frames.
///
/// A screen touches neither files nor the network. It asks the ``ScreenStack`` by an effect, and gets the outcome
/// later.
protocol Screen: Sendable {
    /// Whether only a logged-in person may see the screen. Any other screen is replaced if ``take(_:hasFocus:)``
    /// refuses the files.
    var needsCurrentUser: Bool { get }

    mutating func update(_ event: Event) -> ScreenEffect?

    /// Handles the answer to its alert: the id of a button.
    mutating func answer(_ id: String) -> ScreenEffect?

    /// Handles the outcome of a task that it asked for, or that ended in it.
    mutating func receive(_ outcome: AccountOutcome) -> ScreenEffect?

    /// Handles the answer to the last question to the catalogue, or a cover.
    mutating func receive(_ outcome: AlbumOutcome) -> ScreenEffect?

    /// Takes the present files; false if it cannot show them. Typed text is kept.
    ///
    /// - Parameter hasFocus: whether keys go to the screen, and not to an alert.
    mutating func take(_ files: Files, hasFocus: Bool) -> Bool

    /// Takes the bar that says who is logged in, before the first frame and whenever it is another.
    mutating func take(_ header: Header)

    /// Shows a notice about work elsewhere.
    mutating func tell(_ news: Notice)

    /// Called when the screen above has been left.
    mutating func comeBack() -> ScreenEffect?

    /// Whether it opens again as it was when it is left.
    var isKeptWhenLeft: Bool { get }

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
    func conversation(_ context: ScreenContext, alert: Alert?) -> ConversationPage

    /// What a conversation says while it waits; nil if it need not wait.
    var work: String? { get }
}

extension Screen {
    mutating func answer(_ id: String) -> ScreenEffect? { nil }
    mutating func receive(_ outcome: AccountOutcome) -> ScreenEffect? { nil }
    mutating func receive(_ outcome: AlbumOutcome) -> ScreenEffect? { nil }
    mutating func count(to seconds: Int) {}
    mutating func take(_ header: Header) {}
    mutating func tell(_ news: Notice) {}
    var isKeptWhenLeft: Bool { false }
    var tickInterval: Int? { nil }
    var work: String? { nil }
}

protocol FormScreen: Screen {
    /// The page without anything that covers it temporarily.
    var page: FormPage { get set }
    /// The rules in force; nil if they cannot be read.
    var policy: Policy? { get }
    var shown: FormPage { get }

    /// Does what a button of the page says.
    mutating func press(_ id: String) -> ScreenEffect?
    /// Does what a button of an alert says, other than those about leaving.
    mutating func confirm(_ id: String) -> ScreenEffect?
    /// Leaves the page, after Escape.
    mutating func leave() -> ScreenEffect?
}

extension FormScreen {
    var shown: FormPage { page }
    var needsCurrentUser: Bool { false }
    var isTyping: Bool { shown.form.isTyping }
    var keyTables: [KeyTable] { shown.keyTables }

    mutating func update(_ event: Event) -> ScreenEffect? { follow(page.update(event)) }

    mutating func follow(_ effect: FormPage.Effect?) -> ScreenEffect? {
        switch effect {
        case .pressed(FormPage.fix): page.wrongDocument.map(ScreenEffect.openEditor)
        case .pressed(let id): press(id)
        case .escaped: shown.form.isTouched ? askToLeave : leave()
        case .quit: .quit
        case nil: nil
        }
    }

    mutating func answer(_ id: String) -> ScreenEffect? {
        switch id {
        case FormPage.leave: leave()
        case FormPage.showFiles: .work(.open())
        default: confirm(id)
        }
    }

    mutating func confirm(_ id: String) -> ScreenEffect? { press(id) }

    mutating func leave() -> ScreenEffect? { .quit }

    var askToLeave: ScreenEffect { .alert(shown.leavingAlert) }

    mutating func tell(_ news: Notice) { page.tellNews(news) }

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
    /// Show an alert over the screen until ``Screen/answer(_:)`` gets the answer.
    case alert(Alert)
    /// Send an event to the screen that is now on top.
    case answer(Event)
    /// Work with the files in the background; keys wait meanwhile.
    case work(AccountTask)
    case openAlbums
    /// Go back to the screen below the album screens; without one, end the program.
    case leaveAlbums
    case openEditor(Edit.Subject)
    /// Show what the files require. Keep the edit until its account, with this email, is logged in again.
    case setAside(UserEditScreen, email: String)
    /// Ask the catalogue and drop the previous question; keys do not wait.
    case ask(AlbumQuestion)
    case cancelQuestion
    /// Load only these covers, in this order.
    case loadCovers([CoverRequest])
    /// In this order.
    case several([ScreenEffect])
}
