internal import Dispatch

/// All threads that the process starts for blocking work. A thread that has nothing to do waits for work of any kind,
/// and ends after some seconds, so that neither a batch nor a store needs threads of its own.
///
/// Whoever has work does not use this directly, but says how much of it may run at once: `BackgroundQueue` one piece,
/// `Workers` several, a `Pipeline` several with results in order.
package final class ThreadPool: Sendable {
    package static let shared = ThreadPool()

    private struct State {
        var idle = 0
        /// What idle threads are about to do: never more than there are such threads.
        var given: [Workers] = []
    }

    private let state = Locked(State())
    private let more = DispatchSemaphore(value: 0)
    private let patience: Int
    private let startThread: @Sendable (@escaping @Sendable () -> Void) -> Bool

    /// - Parameter patience: how long an idle thread waits, in milliseconds.
    package init(
        patience: Int = 5_000,
        startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = BackgroundThread.start
    ) {
        (self.patience, self.startThread) = (patience, startThread)
    }

    /// - Returns: false, with the work not done, if no thread is idle and the system cannot start one.
    fileprivate func workOff(_ workers: Workers) -> Bool {
        let isGiven = state.withLock { state in
            guard state.given.count < state.idle else { return false }
            state.given.append(workers)
            return true
        }
        if isGiven {
            more.signal()
            return true
        }
        return startThread { [self] in
            workers.workOff()
            while let next = waitForWork() { next.workOff() }
        }
    }

    /// Called by a thread that is about to wait, before its last work counts as done.
    fileprivate func countIdle() { state.withLock { $0.idle += 1 } }

    /// Nil ends the calling thread.
    private func waitForWork() -> Workers? {
        // After a timeout, work may have come all the same; its signal then only ends another wait early.
        _ = more.wait(timeout: .now() + .milliseconds(patience))
        return state.withLock { state in
            state.idle -= 1
            return state.given.isEmpty ? nil : state.given.removeFirst()
        }
    }
}

/// Blocking work of callers that must not block, such as asynchronous ones; the pieces begin in order.
///
/// **The one exception:** if the system cannot start a thread, the caller does the work itself.
package final class Workers: Sendable {
    /// For a piece of work that mostly waits for another program, and waits for no other piece.
    package static var separate: Workers { Workers(most: 1) }

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
        (self.most, self.pool) = (most ?? BackgroundThread.processors, pool)
    }

    package func run<Result: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let outcome: Swift.Result<Result, Failure> = await withCheckedContinuation { continuation in
            add(Piece { continuation.resume(returning: Swift.Result { () throws(Failure) in try work() }) })
        }
        return try outcome.get()
    }

    /// How many pieces of work no thread has begun.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// The outcome of work that may be dropped before it begins.
    package enum Wanted<Result: Sendable>: Sendable {
        case done(Result)
        case cancelled
        case tooMany
    }

    /// Does the work unless the task is cancelled before it begins, or too much other work waits.
    package func runIfWanted<Result: Sendable>(
        waitingAtMost most: Int, _ work: @escaping @Sendable () -> Result
    ) async -> Wanted<Result> {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: .cancelled) }
                guard waitingCount < most else { return continuation.resume(returning: .tooMany) }
                var piece = Piece { continuation.resume(returning: .done(work())) }
                piece.cancellation = (number, { continuation.resume(returning: .cancelled) })
                add(piece)
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
        BackgroundQueue.runOnCaller { workOff(isCaller: true) }
    }

    /// Drops pieces that no thread has begun; nobody may wait for them.
    package func dropWaiting() { state.withLock { $0.waiting = [] } }

    private func cancel(_ number: Int) {
        let piece = state.withLock { state in
            state.waiting.firstIndex { $0.cancellation?.number == number }.map {
                state.waiting.remove(at: $0)
            }
        }
        piece?.cancellation?.end()
    }

    fileprivate func workOff(isCaller: Bool = false) {
        var following = next(isCaller)
        while var piece = following {
            piece.work?()
            (piece.work, piece.cancellation) = (nil, nil)
            // Before the caller goes on, so that its next work finds this thread idle.
            following = next(isCaller)
            piece.done?.signal()
        }
    }

    private func next(_ isCaller: Bool) -> Piece? {
        state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            if !isCaller { pool.countIdle() }
            state.threads -= 1
            return nil
        }
    }
}

struct Piece: Sendable {
    /// Set to nil once done, before the caller is told, so that everything the work held open is closed by then.
    var work: (@Sendable () -> Void)?
    var done: DispatchSemaphore?
    /// For work that can be cancelled before it begins: its number, and what to do instead.
    var cancellation: (number: Int, end: @Sendable () -> Void)?

    init(done: DispatchSemaphore? = nil, work: @escaping @Sendable () -> Void) {
        (self.work, self.done) = (work, done)
    }
}

package struct PendingWork<Value: Sendable, Failure: Error>: Sendable {
    private let outcome = Locked<Result<Value, Failure>?>(nil)
    private let done = DispatchSemaphore(value: 0)

    func piece(_ work: @escaping @Sendable () throws(Failure) -> Value) -> Piece {
        Piece(done: done) {
            let result = Result { () throws(Failure) in try work() }
            outcome.withLock { $0 = result }
        }
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

/// Makes results part by part in the background: while the caller uses one, a few threads make the next ones.
///
/// Add parts until `isFull`, take results with `next`, in order. If no thread can be started, `add` does the part.
package struct Pipeline<Result: Sendable>: Sendable {
    /// Bounds the memory, whatever the number of processors.
    private static var mostParts: Int { 16 }
    /// More threads would only wait for the one that takes the results.
    private static var mostThreads: Int { 8 }

    private let workers: Workers
    private var parts: [PendingWork<Result, Never>] = []

    package init(in pool: ThreadPool = .shared) {
        workers = Workers(most: min(Self.mostThreads, BackgroundThread.processors), in: pool)
    }

    /// Whether to call `next` before adding another part.
    package var isFull: Bool { parts.count >= Self.mostParts }

    package var isEmpty: Bool { parts.isEmpty }

    package mutating func add(_ work: @escaping @Sendable () -> Result) { parts.append(workers.start(work)) }

    /// Waits for the oldest part and removes it; nil if there is none.
    package mutating func next() -> Result? { parts.isEmpty ? nil : parts.removeFirst().result() }
}
