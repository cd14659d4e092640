internal import Dispatch

/// All threads that the process starts for blocking work. A few that have nothing to do wait for work of any kind, so
/// that neither a batch nor a store needs threads of its own; the others end.
///
/// Callers do not use this directly, but say how much of their work may run at once: `BackgroundQueue` one piece,
/// `Workers` several, a `Pipeline` several with results in order.
package final class ThreadPool: Sendable {
    package static let shared = ThreadPool()

    private struct State {
        /// How many threads wait and have been given no work.
        var idle = 0
        var given: [Workers] = []
    }

    private let state = Locked(State())
    private let more = DispatchSemaphore(value: 0)
    private let mostIdle: Int
    private let startThread: @Sendable (@escaping @Sendable () -> Void) -> Bool

    package init(
        mostIdle: Int = 8,
        startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = BackgroundThread.start
    ) {
        self.mostIdle = mostIdle
        self.startThread = startThread
    }

    /// - Returns: false, with the work not done, if no thread is idle and the system cannot start one.
    fileprivate func workOff(_ workers: Workers) -> Bool {
        let isGiven = state.withLock { state in
            guard state.idle > 0 else { return false }
            state.idle -= 1
            state.given.append(workers)
            return true
        }
        if isGiven {
            more.signal()
            return true
        }
        return startThread { [self] in
            var work = workers
            while work.workOff() {
                more.wait()
                work = state.withLock { $0.given.removeFirst() }
            }
        }
    }

    /// Called by a thread that is out of work, before its last work counts as done: whether it shall wait.
    fileprivate func keepsThread() -> Bool {
        state.withLock { state in
            guard state.idle < mostIdle else { return false }
            state.idle += 1
            return true
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
        self.most = most ?? BackgroundThread.processors
        self.pool = pool
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
                (piece.number, piece.end) = (number, { continuation.resume(returning: .cancelled) })
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
    fileprivate func workOff(isCaller: Bool = false) -> Bool {
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

struct Piece: Sendable {
    /// Set to nil once done, before the caller is told, so that everything the work held open is closed by then.
    var work: (@Sendable () -> Void)?
    var done: DispatchSemaphore?
    /// For work that can be cancelled before it begins: its number, and what to do instead.
    var number = 0
    var end: (@Sendable () -> Void)? = nil

    init(done: DispatchSemaphore? = nil, work: @escaping @Sendable () -> Void) {
        self.work = work
        self.done = done
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
