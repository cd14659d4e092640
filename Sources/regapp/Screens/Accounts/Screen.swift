import Accounts
import TerminalUI

/// One screen of `regapp`, as a value: events and outcomes go in, effects and frames come out.
///
/// A screen touches no file. What it shows comes from a ``Snapshot`` of the files, and what is to be done with
/// them it asks of ``AccountScreens`` by an effect, whose outcome it gets when that is over.
protocol Screen: Sendable {
    /// Answers a key, a paste or a new size.
    mutating func update(_ event: Event) -> ScreenEffect?

    /// Answers the outcome of a task that it asked for and that did not end in another screen.
    mutating func receive(_ outcome: AccountOutcome) -> ScreenEffect?

    /// Takes what the files say now; false where another screen has to show that.
    ///
    /// What somebody is typing is kept.
    mutating func take(_ files: Files) -> Bool

    /// The page, apart from what may stand before it for a moment.
    var page: FormPage { get set }
    /// The rules that it shows the files under; nil where they cannot be read.
    var policy: Policy? { get }

    /// What shows.
    var shown: FormPage { get }
}

extension Screen {
    var shown: FormPage { page }
}

/// What a screen asks for.
enum ScreenEffect: Sendable {
    /// Leave the screens with exit code 0.
    case quit
    /// Show another screen, and read the files for it.
    case show(any Screen)
    /// Do something with the files in the background.
    case work(AccountTask)
    /// Run the album screens and come back.
    case openAlbums
    /// Open a document in the person's editor and come back.
    case openEditor(Edit.Subject)
    /// Show what the files call for, and keep an edit until its account, of this email, is logged in again.
    case setAside(UserEditScreen, email: String)
}
