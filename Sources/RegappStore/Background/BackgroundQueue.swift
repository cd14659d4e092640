internal import Dispatch
internal import Synchronization

/// The background queue on which files are read and written while the calling thread waits.
///
/// Each piece of work gets a thread of its own, unless one is kept for a work of many pieces. Dispatch would start threads
/// too, but at a limit on processes or memory it waits forever. **The one exception:** if the system has no thread to give, the calling thread does the work itself.
package final class BackgroundQueue: Sendable {
    /// How many calling threads are doing a queue's work now.
    private static let callersAtWork = Atomic(0)

    private let queue = DispatchQueue(label: "regapp.background")
    private let waiting = WaitingPieces()
    private let startThread: @Sendable (@escaping @Sendable () -> Void) -> Bool
    private let isAnywhere: Bool

    package convenience init() { self.init(startThread: BackgroundThread.start) }

    /// - Parameters:
    ///   - isAnywhere: whether work may be done on any thread except the main one.
    ///   - startThread: runs a closure on another thread, or returns false.
    init(
        isAnywhere: Bool = false,
        startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool
    ) {
        (self.isAnywhere, self.startThread) = (isAnywhere, startThread)
    }

    /// For work that its caller keeps off the main thread.
    static var anywhere: BackgroundQueue {
        BackgroundQueue(isAnywhere: true, startThread: BackgroundThread.start)
    }

    /// Has one thread do all pieces that begin before the returned object goes: a work of many pieces keeps it.
    func keepingThread() -> KeptThread {
        waiting.keep { [startThread] in Workers(most: 1, stay: true, startThread: startThread) }
        return KeptThread(for: waiting)
    }

    /// Stops the program unless it runs on this queue.
    func check() {
        if !isAnywhere { dispatchPrecondition(condition: .onQueue(queue)) }
    }

    /// Stops the program on the main thread, unless that is doing a queue's work.
    package static func checkBackground() {
        guard callersAtWork.load(ordering: .relaxed) == 0 else { return }
        dispatchPrecondition(condition: .notOnQueue(.main))
    }

    func run<Result: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // Not `start(work).result()`: the types of its `Locked` values would be made by the runtime at every start, and cost
        // `show` 6.5 % of its instructions and `edit` 4.6 %. The variable is of this call, which waits: the thread that does
        // the work writes it before it signals, and this one reads it after that; the thread sanitizer sees both.
        nonisolated(unsafe) var outcome: Swift.Result<Result, Failure>?
        let done = DispatchSemaphore(value: 0)
        let fill: @Sendable () -> Void = {
            do throws(Failure) { unsafe outcome = .success(try work()) } catch {
                unsafe outcome = .failure(error)
            }
        }
        begin(Piece(work: fill, done: done))
        done.wait()
        guard let outcome = unsafe outcome else { preconditionFailure("the work is done") }
        return try outcome.get()
    }

    func run<Result: Sendable>(
        _ work: @autoclosure @escaping @Sendable () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try run { () throws(StoreError) in try work() }
    }

    /// Starts work on the queue and returns at once. Pieces run one after another, in order.
    @discardableResult
    package func start<Result: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Result
    ) -> PendingWork<Result, Failure> {
        let (pending, doWork) = PendingWork.of(work)
        begin(Piece(work: doWork, done: nil))
        return pending
    }

    private func begin(_ piece: Piece) {
        let workers = waiting.add(piece)
        // `sync` runs on the calling thread and needs no other. Threads may arrive in any order. Workers that go would
        // forget what waits for them.
        let runNext: @Sendable () -> Void = { [queue, waiting, workers] in
            withExtendedLifetime(workers) { queue.sync { waiting.finishFirst() } }
        }
        if let workers { workers.add(runNext) } else if !startThread(runNext) { Self.runOnCaller(runNext) }
    }

    /// Does a queue's work on the calling thread, because there is no other.
    static func runOnCaller(_ work: () -> Void) {
        callersAtWork.add(1, ordering: .relaxed)
        defer { callersAtWork.subtract(1, ordering: .relaxed) }
        work()
    }
}

/// A thread of a queue that waits for more until this object goes.
package final class KeptThread: Sendable {
    private let pieces: WaitingPieces

    fileprivate init(for pieces: WaitingPieces) { self.pieces = pieces }

    deinit { pieces.release() }
}

private struct Piece: Sendable {
    let work: @Sendable () -> Void
    let done: DispatchSemaphore?
}

/// Pieces that have not begun yet, oldest first.
private final class WaitingPieces: Sendable {
    private struct State {
        var pieces: [Piece] = []
        /// The kept thread, and by how many it is kept.
        var workers: Workers?
        var keepers = 0
    }

    private let state = Locked(State())

    func keep(_ make: () -> Workers) {
        state.withLock { state in
            state.keepers += 1
            if state.workers == nil { state.workers = make() }
        }
    }

    func release() {
        state.withLock { state in
            state.keepers -= 1
            if state.keepers == 0 { state.workers = nil }
        }
    }

    /// - Returns: what does it, if a thread is kept.
    func add(_ piece: Piece) -> Workers? {
        state.withLock { state in
            state.pieces.append(piece)
            return state.workers
        }
    }

    /// Does the oldest piece's work, and releases it before its caller learns of its end, so that everything it had
    /// open is closed by then.
    func finishFirst() {
        var first = state.withLock { $0.pieces.isEmpty ? nil : $0.pieces.removeFirst() }
        let done = first?.done
        first?.work()
        first = nil
        done?.signal()
    }
}
