import Glibc
import Synchronization
import RegappAlbums
import RegappStore
import RegappTerminal
import RegappWording

/// Runs a command's slow work in the background while the main thread shows progress, and handles Ctrl-C from the
/// first work to the command's end.
///
/// Ctrl-C cancels the question in progress, and the command ends with 130. Between two questions, while results are
/// printed, and if the system has no thread for the work, it ends the process at once. A signal that was ignored from
/// the start stays ignored.
final class Waiting {
    /// How long nothing is shown, in milliseconds: what people perceive as immediate.
    private static let silence = 70
    /// The time between two frames of the spinner, in milliseconds.
    private static let turn = 80

    private let style: Progress.Style
    private var handlesInterrupts = false

    init(_ style: Progress.Style) { self.style = style }

    func `for`<Value: Sendable>(
        _ words: String, _ work: @escaping @Sendable (Cancellation) throws -> Value
    ) throws -> Value {
        if !handlesInterrupts { Interrupts.handle() }
        handlesInterrupts = true
        let cancellation = Cancellation()
        let pending = BackgroundQueue().start { try work(cancellation) }
        Interrupts.await()
        defer { Interrupts.endAtOnce() }
        var progress = Progress(style, afterMilliseconds: Self.silence)
        while !pending.isDone(withinMilliseconds: Self.turn) {
            progress.tick(words)
            if Interrupts.hasCome { cancellation.cancel() }
        }
        progress.clear()
        let value = try pending.result()
        // Ctrl-C may come together with the answer: the command ends all the same.
        if cancellation.isCancelled || Interrupts.hasCome { throw Report.interrupted }
        return value
    }
}

/// The handler of SIGINT while a command waits, and what it leaves for the waiting thread, which needs no further
/// thread to notice.
private enum Interrupts {
    private static let isAwaited = Atomic(false)
    private static let came = Atomic(false)

    /// Handles SIGINT from now on, unless it is ignored.
    static func handle() {
        // Made here, since a handler must not allocate.
        endAtOnce()
        // For good: the process ends with the command.
        var handlers = SignalHandlers()
        handlers.install(SIGINT, flags: SA_RESTART) { _ in
            guard Interrupts.isAwaited.load(ordering: .acquiring) else {
                _exit(ExitCode.interrupted.rawValue)
            }
            Interrupts.came.store(true, ordering: .releasing)
        }
    }

    static func await() { isAwaited.store(true, ordering: .releasing) }

    /// From now on an interrupt ends the process; earlier ones have been answered.
    static func endAtOnce() {
        isAwaited.store(false, ordering: .releasing)
        came.store(false, ordering: .releasing)
    }

    static var hasCome: Bool { came.load(ordering: .acquiring) }
}

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
