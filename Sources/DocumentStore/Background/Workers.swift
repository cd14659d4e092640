/// Threads that do blocking work for asynchronous callers, which must not block a thread of Swift's own pool.
///
/// There are never more of them than processors; other work waits in order. They end when nothing is left to do. **The
/// one exception:** if the system has no thread to give, the caller does the work itself.
package final class Workers: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var threads = 0
    }

    /// The workers for files and hashes.
    package static let shared = Workers()

    private let state = Locked(State())
    private let startThread: @Sendable (@escaping @Sendable () -> Void) -> Bool

    package convenience init() { self.init(startThread: BackgroundThread.start) }

    /// - Parameter startThread: runs a closure on another thread, or returns false.
    init(startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool) {
        self.startThread = startThread
    }

    package func run<Result: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let outcome: Swift.Result<Result, Failure> = await withCheckedContinuation { continuation in
            add {
                do throws(Failure) { continuation.resume(returning: .success(try work())) } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try outcome.get()
    }

    private func add(_ piece: @escaping @Sendable () -> Void) {
        let needsThread = state.withLock { state in
            state.waiting.append(piece)
            guard state.threads < BackgroundThread.processors else { return false }
            state.threads += 1
            return true
        }
        if needsThread, !startThread(workOff) { BackgroundQueue.standingIn(workOff) }
    }

    @Sendable private func workOff() { while let piece = next() { piece() } }

    /// The oldest waiting work. Nil ends the calling thread.
    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.threads -= 1
            return nil
        }
    }
}
