import TerminalUI

/// A screen that asks the catalogue for the current user.
protocol CatalogueScreen: Screen {
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
