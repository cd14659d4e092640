import Accounts
import TerminalUI

/// A screen that asks the catalogue, on behalf of the current user.
protocol CatalogueScreen: Screen {
    /// The state of the question that it asked last.
    var question: QuestionLine { get }
}

/// How often screens that ask the catalogue want ticks, in milliseconds.
private enum Interval {
    static let spinner = 100
    static let countdown = 200
}

extension CatalogueScreen {
    var needsCurrentUser: Bool { true }

    /// Whoever it is stands in the context.
    mutating func take(_ files: Files) -> Bool { (try? files.account.get()) != nil }

    var tickInterval: Int? {
        if question.isAsking { return Interval.spinner }
        return question.secondsLeft == nil ? nil : Interval.countdown
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
        // Where the screens of accounts are left for, they have a form to log in.
        let hints =
            error == .nobodyLoggedIn ? ["leave the albums to log in"] : report.hints.map(\.text)
        return Alert(
            title: "Your account", text: (report.errors + hints).joined(separator: " · "),
            buttons: [Button("leave", "Leave the albums")])
    }
}
