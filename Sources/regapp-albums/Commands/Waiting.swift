import AlbumCatalog
import Dispatch
import Glibc
import RegappProcess
import Synchronization
import TerminalUI

/// Does slow work in the background while the main thread shows progress and watches for Ctrl-C.
enum Waiting {
    /// How long nothing is shown, in milliseconds: what a person takes for at once.
    private static let silence = 70
    /// The time between two turns of the spinner, in milliseconds.
    private static let turn = 80

    /// Runs `work` away from the main thread; Ctrl-C takes the question back.
    static func `for`<Value: Sendable>(
        _ words: String, _ work: @escaping @Sendable (Cancellation) throws(CatalogError) -> Value
    ) throws(Report) -> Value {
        let cancellation = Cancellation()
        let watch = watchInterrupt { cancellation.cancel() }
        defer { watch?.cancel() }
        let box = OutcomeBox<Value>()
        DispatchQueue.global().async {
            do throws(CatalogError) { box.settle(.success(try work(cancellation))) } catch {
                box.settle(.failure(error))
            }
        }
        var progress = Progress(afterMilliseconds: silence)
        while !box.wait(milliseconds: turn) { progress.tick(words) }
        progress.clear()
        switch box.outcome {
        case .success(let value): return value
        case .failure(let error): throw Report(error)
        case nil: throw .interrupted
        }
    }

    /// Calls `body` on SIGINT instead of ending; nil where the signal was ignored from the start.
    private static func watchInterrupt(_ body: @escaping @Sendable () -> Void) -> (any DispatchSourceSignal)?
    {
        var previous = sigaction()
        unsafe sigaction(SIGINT, nil, &previous)
        // SIG_IGN is the address 1.
        guard unsafe unsafeBitCast(previous.__sigaction_handler.sa_handler, to: Int.self) != 1 else {
            return nil
        }
        signal(SIGINT, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
        source.setEventHandler(handler: body)
        source.setCancelHandler { signal(SIGINT, SIG_DFL) }
        source.resume()
        return source
    }
}

/// Where the outcome of background work is left.
private final class OutcomeBox<Value: Sendable>: Sendable {
    private let settled = Mutex<Result<Value, CatalogError>?>(nil)
    private let done = DispatchSemaphore(value: 0)

    func settle(_ outcome: Result<Value, CatalogError>) {
        settled.withLock { $0 = outcome }
        done.signal()
    }

    /// Waits so long; returns whether there is an outcome.
    func wait(milliseconds: Int) -> Bool {
        done.wait(timeout: .now() + .milliseconds(milliseconds)) == .success
    }

    var outcome: Result<Value, CatalogError>? { settled.withLock { $0 } }
}
