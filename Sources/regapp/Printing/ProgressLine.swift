import Synchronization
import RegappTerminal
import RegappWording

/// Shows on the terminal what a long command is doing, a few times a second, unless the terminal takes nothing now. Any
/// thread may call it, if no lock is held.
final class ProgressLine: Sendable {
    private static let interval = Duration.milliseconds(100)

    private struct State {
        var progress: Progress
        var work: AccountsProgress?
        var next = ContinuousClock.now
    }

    private let isShown = Terminal.isTerminal(.standardError) && !Diagnostics.isQuiet
    private let state = Mutex(State(progress: Progress(Appearance.live.progress)))

    /// Prints the progress if it is time to, or at once if other work begins, which may print nothing for long.
    func tick(_ work: AccountsProgress, _ count: Int = 0, of all: Int? = nil) {
        guard isShown else { return }
        state.withLock { state in
            let now = ContinuousClock.now
            guard work != state.work || now >= state.next, StandardStream.error.takesBytes else { return }
            state.work = work
            state.next = now + Self.interval
            state.progress.tick(work.line(count, of: all))
        }
    }

    func clear() {
        state.withLock { $0.progress.clear() }
    }
}
