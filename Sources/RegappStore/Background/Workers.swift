internal import Dispatch

/// Threads that do blocking work for callers that must not, such as asynchronous ones, which must not block a thread
/// of Swift's own pool.
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
            add {
                do throws(Failure) { continuation.resume(returning: .success(try work())) } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
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
        let piece = WantedPiece(work)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard tasks.waitingCount < most else { return continuation.resume(returning: .tooMany) }
                guard piece.wait(continuation) else { return }
                add(of: piece) { piece.begin() }
            }
        } onCancel: {
            piece.cancel()
            tasks.remove(of: piece)
        }
    }

    package func start<Result: Sendable>(
        _ work: @escaping @Sendable () -> Result
    ) -> PendingWork<Result, Never> {
        let (pending, task) = PendingWork.of(work)
        add(task)
        return pending
    }

    func add(of owner: AnyObject? = nil, _ task: @escaping @Sendable () -> Void) {
        guard tasks.add(task, of: owner.map(ObjectIdentifier.init), upTo: most) else { return }
        let tasks = tasks
        if !startThread({ tasks.workOff() }) {
            BackgroundQueue.runOnCaller { tasks.workOff(waits: false) }
        }
    }
}

/// Work that a task waits for, and that is dropped if the task is cancelled before it begins.
private final class WantedPiece: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Workers.Wanted, Never>)
        case begun
        case cancelled
    }

    private let state = Locked(State.new)
    private let work: @Sendable () -> Void

    init(_ work: @escaping @Sendable () -> Void) { self.work = work }

    /// - Returns: false if the task has been cancelled; it goes on then.
    func wait(_ continuation: CheckedContinuation<Workers.Wanted, Never>) -> Bool {
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .waiting(continuation)
            return false
        }
        if isCancelled { continuation.resume(returning: .cancelled) }
        return !isCancelled
    }

    func begin() {
        guard let continuation = leave(for: .begun) else { return }
        work()
        continuation.resume(returning: .done)
    }

    func cancel() { leave(for: .cancelled)?.resume(returning: .cancelled) }

    /// Ends the wait; nil if it has not begun, or has ended.
    private func leave(for next: State) -> CheckedContinuation<Workers.Wanted, Never>? {
        state.withLock { state in
            switch state {
            case .waiting(let continuation):
                state = next
                return continuation
            case .new:
                state = next
                return nil
            case .begun, .cancelled: return nil
            }
        }
    }
}

/// What workers have to do. Their threads refer to it alone, so that their owner can go.
private final class WorkerTasks: Sendable {
    private struct State {
        var waiting: [(owner: ObjectIdentifier?, task: @Sendable () -> Void)] = []
        var threads = 0
        var hasEnded = false
    }

    private let state = Locked(State())
    /// Signalled for each task, if threads wait for more.
    private let more: DispatchSemaphore?

    init(stay: Bool) { more = stay ? DispatchSemaphore(value: 0) : nil }

    /// - Returns: whether a thread is to be started for it.
    func add(_ task: @escaping @Sendable () -> Void, of owner: ObjectIdentifier?, upTo most: Int) -> Bool {
        let needsThread = state.withLock { state in
            state.waiting.append((owner, task))
            guard state.threads < most else { return false }
            state.threads += 1
            return true
        }
        more?.signal()
        return needsThread
    }

    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Forgets what no thread has begun.
    func remove(of owner: AnyObject) {
        let owner = ObjectIdentifier(owner)
        state.withLock { state in state.waiting.removeAll { $0.owner == owner } }
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
        while let task = next(waits: waits) { task() }
    }

    /// The oldest waiting task. Nil ends the calling thread.
    private func next(waits: Bool) -> (@Sendable () -> Void)? {
        while true {
            if waits { more?.wait() }
            let (task, hasEnded): ((@Sendable () -> Void)?, Bool) = state.withLock { state in
                guard state.waiting.isEmpty else { return (state.waiting.removeFirst().task, false) }
                // Another thread may have done what the signal was about.
                guard state.hasEnded || more == nil || !waits else { return (nil, false) }
                state.threads -= 1
                return (nil, true)
            }
            if task != nil || hasEnded { return task }
        }
    }
}
