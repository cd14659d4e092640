internal import Dispatch

/// Blocking work of callers that must not block, such as asynchronous ones, and results that are made ahead while the
/// caller uses the one before; the pieces begin in order.
///
/// **The one exception:** if the system cannot start a thread, the caller does the work itself.
package final class Workers: Sendable {
    /// How many results a caller has made ahead at most. It bounds the memory, whatever the number of processors.
    package static let mostAhead = 16

    /// For results that are made ahead and used in order: more threads would only wait for the one that uses them.
    package static func ahead(in pool: ThreadPool = .shared) -> Workers {
        Workers(most: min(8, ThreadPool.processors), in: pool)
    }

    /// For a piece of work that mostly waits for another program, and waits for no other piece.
    package static var separate: Workers { Workers(most: 1) }

    struct Piece: Sendable {
        /// Set to nil once done, before the caller is told, so that everything the work held open is closed by then.
        var work: (@Sendable () -> Void)?
        /// Signalled once the work is done.
        var done: DispatchSemaphore?
        /// Of work that can be cancelled before it begins.
        var number = 0
        /// What to do instead if it is cancelled.
        var end: (@Sendable () -> Void)?
    }

    private struct State {
        var waiting: [Piece] = []
        var threads = 0
        var lastNumber = 0
    }

    private let state = Locked(State())
    private let most: Int
    private let pool: ThreadPool

    /// - Parameter most: how many threads may do this work at once; nil for one per processor.
    package init(most: Int? = nil, in pool: ThreadPool = .shared) {
        self.most = most ?? ThreadPool.processors
        self.pool = pool
    }

    package func run<Result: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let outcome: Swift.Result<Result, Failure> = await withCheckedContinuation { continuation in
            add(
                Piece(work: {
                    continuation.resume(returning: Swift.Result { () throws(Failure) in try work() })
                }))
        }
        return try outcome.get()
    }

    /// How many pieces of work no thread has begun.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Does the work; nil if the task is cancelled before it begins, or if too much other work waits.
    package func runIfWanted<Result: Sendable>(
        waitingAtMost most: Int, _ work: @escaping @Sendable () -> Result
    ) async -> Result? {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled, waitingCount < most else {
                    return continuation.resume(returning: nil)
                }
                add(
                    Piece(
                        work: { continuation.resume(returning: work()) }, number: number,
                        end: { continuation.resume(returning: nil) }))
                // The task may have been cancelled before the piece was added.
                if Task.isCancelled { cancel(number) }
            }
        } onCancel: {
            cancel(number)
        }
    }

    /// Returns at once.
    @discardableResult
    package func start<Result: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Result
    ) -> PendingWork<Result, Failure> {
        let pending = PendingWork<Result, Failure>()
        add(pending.piece(work))
        return pending
    }

    func add(_ piece: Piece) {
        let needsThread = state.withLock { state in
            state.waiting.append(piece)
            guard state.threads < most else { return false }
            state.threads += 1
            return true
        }
        guard needsThread, !pool.workOff(self) else { return }
        BackgroundQueue.runOnCaller { _ = workOff(isCaller: true) }
    }

    /// Drops pieces that no thread has begun; no caller may wait for them.
    package func dropWaiting() { state.withLock { $0.waiting = [] } }

    private func cancel(_ number: Int) {
        let piece = state.withLock { state in
            state.waiting.firstIndex { $0.number == number }.map {
                state.waiting.remove(at: $0)
            }
        }
        piece?.end?()
    }

    /// - Returns: whether the thread shall wait for other work.
    func workOff(isCaller: Bool = false) -> Bool {
        var (following, waits) = next(isCaller)
        while var piece = following {
            piece.work?()
            piece.work = nil
            piece.end = nil
            // Before the caller goes on, so that its next work finds this thread idle.
            (following, waits) = next(isCaller)
            piece.done?.signal()
        }
        return waits
    }

    private func next(_ isCaller: Bool) -> (Piece?, waits: Bool) {
        state.withLock { state in
            guard state.waiting.isEmpty else { return (state.waiting.removeFirst(), false) }
            state.threads -= 1
            return (nil, !isCaller && pool.keepsThread())
        }
    }
}

/// The result of work that was started in the background.
package struct PendingWork<Value: Sendable, Failure: Error>: Sendable {
    private let outcome = Locked<Result<Value, Failure>?>(nil)
    private let done = DispatchSemaphore(value: 0)

    func piece(_ work: @escaping @Sendable () throws(Failure) -> Value) -> Workers.Piece {
        let work: @Sendable () -> Void = {
            let result = Result { () throws(Failure) in try work() }
            outcome.withLock { $0 = result }
        }
        return Workers.Piece(work: work, done: done)
    }

    package func isDone(withinMilliseconds milliseconds: Int) -> Bool {
        guard done.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else { return false }
        // Signal again, so that the result can be asked for again.
        done.signal()
        return true
    }

    package func result() throws(Failure) -> Value {
        done.wait()
        done.signal()
        guard let outcome = outcome.withLock({ $0 }) else { preconditionFailure("the work is done") }
        return try outcome.get()
    }
}

extension Array {
    /// Waits for the oldest of results that are made ahead, and removes it; nil if there is none.
    package mutating func next<Value>() -> Value? where Element == PendingWork<Value, Never> {
        isEmpty ? nil : removeFirst().result()
    }
}
