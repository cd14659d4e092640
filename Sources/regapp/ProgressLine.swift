import Synchronization
import TerminalUI

/// What takes so long, said on the terminal a few times a second, from whichever thread is at work.
final class ProgressLine: Sendable {
    private static let interval = Duration.milliseconds(100)

    private struct State {
        var progress = Progress()
        var next = ContinuousClock.now
    }

    private let isShown = Terminal.isTerminal(.standardError)
    private let state = Mutex(State())

    /// Says how far the work is, if it is time to.
    func tick(_ text: () -> String) {
        guard isShown else { return }
        state.withLock { state in
            let now = ContinuousClock.now
            guard now >= state.next else { return }
            state.next = now + Self.interval
            state.progress.tick(text())
        }
    }

    /// Removes the line, so that something else can be written.
    func clear() {
        state.withLock { $0.progress.clear() }
    }
}
