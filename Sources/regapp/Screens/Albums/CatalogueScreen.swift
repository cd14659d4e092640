import Accounts
import TerminalUI

/// A screen that asks the catalogue for the current user.
protocol CatalogueScreen: Screen {
    /// The state of the last question.
    var question: QuestionLine { get }
}

/// How often such a screen looks at a countdown, in milliseconds.
private let countdownInterval = 200

extension CatalogueScreen {
    var needsCurrentUser: Bool { true }

    /// The context already knows the user.
    mutating func take(_ files: Files, hasFocus: Bool) -> Bool { (try? files.account.get()) != nil }

    var tickInterval: Int? {
        if question.isAsking { return Spinner.interval }
        return question.secondsLeft == nil ? nil : countdownInterval
    }

    func facts(_ context: ScreenContext) -> [KeyHelp.Fact] { context.facts }

    var work: String? {
        if case .asking(let words) = question.state { words } else { nil }
    }
}

extension Alert {
    /// Says why the album screens have to be left.
    static func leavesAlbums(_ error: AccountsError) -> Alert {
        let report = Report(error)
        // The account screens have a login form.
        let hints =
            error == .nobodyLoggedIn ? ["leave the albums to log in"] : report.hints.map(\.text)
        return Alert(
            title: "Your account", text: (report.errors + hints).joined(separator: " · "),
            buttons: [Button("leave", "Leave the albums")])
    }
}
