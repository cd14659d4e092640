package import RegappCore
package import RegappWording

/// Background work; its outcome arrives as a ``ScreenMessage``.
package enum ScreenWork: Sendable {
    case task(AccountTask)
    case albums(AlbumWork)
    case accounts(AccountsWork)
}

package enum ScreenMessage: Sendable {
    case task(TaskOutcome)
    case albums(AlbumOutcome)
    case accounts(AccountsOutcome)
    case editor(EditorOutcome)
}

package enum EditorOutcome: Sendable {
    /// The notice says what came of it.
    case ended(Message)
    /// The person must decide something before the text is saved.
    case needs(EditorDecision)
}

/// Serves a ``ScreenStack``: the screens' only way to files, network and other programs.
package protocol ScreenHost: AnyObject {
    /// Returns at once.
    func start(_ work: ScreenWork)

    /// Prepares a section for the current user.
    func open(_ section: ScreenSection) throws -> OpenSection

    /// Runs the user's editor, which has the terminal until it ends.
    func edit(_ document: Edit.Subject)
    func answerEditor(_ answer: EditorDecision.Answer)

    /// For countdowns.
    var now: ContinuousClock.Instant { get }
}
