internal import Dispatch

/// The one pool: threads that do blocking work for callers that must not, such as asynchronous ones, which must not block a
/// thread of Swift's own pool. `BackgroundQueue` is one of a single thread, `Pipeline` one whose results come in order.
///
/// There are never more of them than processors; other work waits in order. **The one exception:** if the system has no
/// thread to give, the caller does the work itself.
package final class Workers: Sendable {
    package static var processors: Int { BackgroundThread.processors }

    private let tasks: WorkerTasks
    private let most: Int
    private let startThread: @Sendable (@escaping @Sendable () -> Void) -> Bool

    /// - Parameter stay: whether threads without work wait for more until this object goes; otherwise they end.
    package convenience init(stay: Bool = false) {
        self.init(stay: stay, startThread: BackgroundThread.start)
    }

    /// - Parameters:
    ///   - most: the most threads; at most one for each processor.
    ///   - stay: as above.
    ///   - startThread: runs a closure on another thread, or returns false.
    init(
        most: Int = .max, stay: Bool = false,
        startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool
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

    /// How much work no thread has begun.
    package var waitingCount: Int { tasks.waitingCount }

    /// How work ended that may be dropped before it begins.
    package enum Wanted: Sendable {
        case done
        /// The task was cancelled before the work began.
        case cancelled
        /// Too much other work waits already.
        case tooMany
    }

    /// Does work unless the task is cancelled before it begins, or too much other work waits.
    package func runIfWanted(
        waitingAtMost most: Int, _ work: @escaping @Sendable () -> Void
    ) async -> Wanted {
        let number = tasks.nextNumber()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled else { return continuation.resume(returning: .cancelled) }
                guard tasks.waitingCount < most else { return continuation.resume(returning: .tooMany) }
                var piece = Piece {
                    work()
                    continuation.resume(returning: .done)
                }
                piece.cancellation = (number, { continuation.resume(returning: .cancelled) })
                add(piece)
                // The handler may have come before the piece.
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

/// A piece of work for another thread.
struct Piece: Sendable {
    /// Set to nil when it has been done, before the caller learns of that: what it had open is closed by then.
    var work: (@Sendable () -> Void)?
    /// Signalled when it has been done.
    var done: DispatchSemaphore?
    /// Its number, and what is done in its place if it is cancelled before it begins; nil if it cannot be.
    var cancellation: (number: Int, end: @Sendable () -> Void)?

    init(done: DispatchSemaphore? = nil, work: @escaping @Sendable () -> Void) {
        (self.work, self.done) = (work, done)
    }
}

/// What workers have to do. Their threads refer to it alone, so that their owner can go.
private final class WorkerTasks: Sendable {
    private struct State {
        var waiting: [Piece] = []
        var threads = 0
        var hasEnded = false
        var lastNumber = 0
    }

    private let state = Locked(State())
    /// Signalled for each piece, if threads wait for more.
    private let more: DispatchSemaphore?

    init(stay: Bool) { more = stay ? DispatchSemaphore(value: 0) : nil }

    /// - Returns: whether a thread is to be started for it.
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

    func nextNumber() -> Int {
        state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
    }

    /// Drops a piece that no thread has begun.
    func cancel(_ number: Int) {
        let piece = state.withLock { state in
            state.waiting.firstIndex { $0.cancellation?.number == number }.map {
                state.waiting.remove(at: $0)
            }
        }
        piece?.cancellation?.end()
    }

    /// Ends threads that wait for more, and forgets what they have not begun.
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

    /// The oldest waiting piece. Nil ends the calling thread.
    private func next(waits: Bool) -> Piece? {
        while true {
            if waits { more?.wait() }
            let (piece, hasEnded): (Piece?, Bool) = state.withLock { state in
                guard state.waiting.isEmpty else { return (state.waiting.removeFirst(), false) }
                // Another thread may have done what the signal was about.
                guard state.hasEnded || more == nil || !waits else { return (nil, false) }
                state.threads -= 1
                return (nil, true)
            }
            if piece != nil || hasEnded { return piece }
        }
    }
}
