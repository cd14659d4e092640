import AlbumCatalog
import Dispatch
import Glibc
import Synchronization
import TerminalUI

/// Runs a command's slow work in the background while the main thread shows progress, and handles Ctrl-C from the
/// first work to the command's end.
///
/// Ctrl-C cancels the question in progress, and the command ends with 130. Between two questions, and while results
/// are printed, it ends the process at once. A signal that was ignored from the start stays ignored.
final class Waiting {
    /// The time before progress is shown, in milliseconds: what a person perceives as immediate.
    private static let silence = 70
    /// The time between two turns of the spinner, in milliseconds.
    private static let turn = 80

    private let question = OpenQuestion()
    private let manner: Progress.Manner
    /// From the first work on; nil where the signal is ignored.
    private lazy var signals = Self.isInterruptIgnored ? nil : interrupts()

    init(_ manner: Progress.Manner) { self.manner = manner }

    private func interrupts() -> any DispatchSourceSignal {
        signal(SIGINT, SIG_IGN)
        let signals = DispatchSource.makeSignalSource(
            signal: SIGINT,
            // Its own: work that waits may hold every thread of the shared pool for a second.
            queue: DispatchQueue(label: "regapp.albums.interrupts"))
        signals.setEventHandler { [question] in
            guard let cancellation = question.cancellation else { _exit(ExitCode.interrupted.rawValue) }
            cancellation.cancel()
        }
        signals.resume()
        return signals
    }

    /// Runs `work` on another thread than the main one; Ctrl-C cancels the question.
    func `for`<Value: Sendable>(
        _ kind: AlbumsWork, _ work: @escaping @Sendable (Cancellation) throws(CatalogError) -> Value
    ) throws(Report) -> Value {
        _ = signals
        let cancellation = Cancellation()
        question.cancellation = cancellation
        defer { question.cancellation = nil }
        let box = OutcomeBox<Value>()
        DispatchQueue.global().async {
            box.settle(Result { () throws(CatalogError) in try work(cancellation) })
        }
        var progress = Progress(manner, afterMilliseconds: Self.silence)
        while !box.wait(milliseconds: Self.turn) { progress.tick(kind.words) }
        progress.clear()
        switch box.outcome {
        // Ctrl-C may come when the answer has: the command ends all the same.
        case .success where cancellation.isCancelled: throw .interrupted
        case .success(let value): return value
        case .failure(let error): throw Report(error)
        case nil: throw .interrupted
        }
    }

    private static var isInterruptIgnored: Bool {
        var action = sigaction()
        unsafe sigaction(SIGINT, nil, &action)
        // SIG_IGN is the address 1.
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}

/// The handle to cancel the question in progress; nil while there is none.
private final class OpenQuestion: Sendable {
    private let current = Mutex<Cancellation?>(nil)

    var cancellation: Cancellation? {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}

/// Receives the outcome of background work.
private final class OutcomeBox<Value: Sendable>: Sendable {
    private let settled = Mutex<Result<Value, CatalogError>?>(nil)
    private let done = DispatchSemaphore(value: 0)

    func settle(_ outcome: Result<Value, CatalogError>) {
        settled.withLock { $0 = outcome }
        done.signal()
    }

    /// Waits for a time; returns whether there is an outcome.
    func wait(milliseconds: Int) -> Bool {
        done.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
    }

    var outcome: Result<Value, CatalogError>? { settled.withLock { $0 } }
}
