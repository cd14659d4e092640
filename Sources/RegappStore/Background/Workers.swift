internal import Dispatch
internal import Synchronization

/// Threads for blocking work of callers that must not block, such as asynchronous ones. `BackgroundQueue` has a single
/// such thread; a `Pipeline` returns results in order.
///
/// There are at most as many threads as processors; other work waits in order. **The one exception:** if the system
/// cannot start a thread, the caller does the work itself.
package final class Workers: Sendable {
    private let tasks: WorkerTasks
    private let most: Int
    private let startThread: @Sendable (@escaping @Sendable () -> Void) -> Bool

    /// - Parameters:
    ///   - most: how many threads; at most one per processor.
    ///   - stay: whether idle threads wait for work until this object goes; otherwise they end.
    package init(
        most: Int = .max, stay: Bool = false,
        startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = BackgroundThread.start
    ) {
        tasks = WorkerTasks(stay: stay)
        self.most = most == 1 ? 1 : min(most, BackgroundThread.processors)
        self.startThread = startThread
    }

    deinit { tasks.end() }

    package func run<Result: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let outcome: Swift.Result<Result, Failure> = await withCheckedContinuation { continuation in
            add(Piece { continuation.resume(returning: Swift.Result { () throws(Failure) in try work() }) })
        }
        return try outcome.get()
    }

    /// How many pieces of work no thread has begun.
    package var waitingCount: Int { tasks.waitingCount }

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
        let number = tasks.nextNumber()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: .cancelled) }
                guard tasks.waitingCount < most else { return continuation.resume(returning: .tooMany) }
                var piece = Piece { continuation.resume(returning: .done(work())) }
                piece.cancellation = (number, { continuation.resume(returning: .cancelled) })
                add(piece)
                // The task may have been cancelled before the piece was added.
                if Task.isCancelled { tasks.cancel(number) }
            }
        } onCancel: {
            tasks.cancel(number)
        }
    }

    package func start<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result
    ) -> PendingWork<Result, Never> {
        let pending = PendingWork<Result, Never>()
        add(pending.piece(work))
        return pending
    }

    func add(_ piece: Piece) {
        guard tasks.add(piece, upTo: most) else { return }
        let tasks = tasks
        if !startThread({ tasks.workOff() }) {
            BackgroundQueue.runOnCaller { tasks.workOff(waits: false) }
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

/// The workers' queue. Threads refer only to this, so that their `Workers` object can be destroyed meanwhile.
private final class WorkerTasks: Sendable {
    private struct State {
        var waiting: [Piece] = []
        var threads = 0
        var hasEnded = false
    }

    private let state = Locked(State())
    private let numbers = Atomic(0)
    /// Signalled for each piece; nil if idle threads end instead of waiting.
    private let more: DispatchSemaphore?

    init(stay: Bool) { more = stay ? DispatchSemaphore(value: 0) : nil }

    /// - Returns: whether to start a thread for it.
    func add(_ piece: Piece, upTo most: Int) -> Bool {
        let needsThread = state.withLock { state in
            state.waiting.append(piece)
            guard state.threads < most else { return false }
            state.threads += 1
            return true
        }
        more?.signal()
        return needsThread
    }

    var waitingCount: Int { state.withLock { $0.waiting.count } }

    func nextNumber() -> Int { numbers.add(1, ordering: .relaxed).newValue }

    func cancel(_ number: Int) {
        let piece = state.withLock { state in
            state.waiting.firstIndex { $0.cancellation?.number == number }.map {
                state.waiting.remove(at: $0)
            }
        }
        piece?.cancellation?.end()
    }

    /// Ends idle threads and drops pieces that have not begun.
    func end() {
        guard let more else { return }
        let threads = state.withLock { state in
            state.hasEnded = true
            state.waiting = []
            return state.threads
        }
        for _ in 0..<threads { more.signal() }
    }

    /// - Parameter waits: false on a thread that is not the workers' own.
    func workOff(waits: Bool = true) {
        while var piece = next(waits: waits) {
            piece.work?()
            (piece.work, piece.cancellation) = (nil, nil)
            piece.done?.signal()
        }
    }

    /// The oldest waiting piece; nil ends the calling thread.
    private func next(waits: Bool) -> Piece? {
        while true {
            if waits { more?.wait() }
            let (piece, hasEnded): (Piece?, Bool) = state.withLock { state in
                guard state.waiting.isEmpty else { return (state.waiting.removeFirst(), false) }
                // Another thread may have taken the signalled piece.
                guard state.hasEnded || more == nil || !waits else { return (nil, false) }
                state.threads -= 1
                return (nil, true)
            }
            if piece != nil || hasEnded { return piece }
        }
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

    package init(
        startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = BackgroundThread.start
    ) {
        workers = Workers(most: Self.mostThreads, stay: true, startThread: startThread)
    }

    /// Whether to call `next` before adding another part.
    package var isFull: Bool { parts.count >= Self.mostParts }

    package var isEmpty: Bool { parts.isEmpty }

    package mutating func add(_ work: @escaping @Sendable () -> Result) { parts.append(workers.start(work)) }

    /// Waits for the oldest part and removes it; nil if there is none.
    package mutating func next() -> Result? { parts.isEmpty ? nil : parts.removeFirst().result() }
}
