internal import Dispatch
internal import Synchronization

/// Reads and writes files in the background while the calling thread waits: one piece of work at a time, in order, on a
/// thread of the ``ThreadPool``. A caller that is in the background already, on another queue, does the work itself. **The
/// one exception:** so does any caller if the system cannot start a thread.
package final class BackgroundQueue: Sendable {
    /// How many calling threads are doing a queue's work.
    private static let callersAtWork = Atomic(0)

    /// Whether this thread is doing a queue's work.
    @TaskLocal private static var isAtWork = false

    private let queue = DispatchQueue(label: "regapp.background")
    private let workers: Workers
    private let isOnAnyThread: Bool

    /// - Parameter isOnAnyThread: whether work may be done on any thread except the main one.
    package init(isOnAnyThread: Bool = false, in pool: ThreadPool = .shared) {
        self.isOnAnyThread = isOnAnyThread
        workers = Workers(most: 1, in: pool)
    }

    /// For work that its caller keeps off the main thread.
    static let onAnyThread = BackgroundQueue(isOnAnyThread: true)

    /// Stops the program unless the caller is on this queue, or work may be done on any thread.
    func check() { if !isOnAnyThread { dispatchPrecondition(condition: .onQueue(queue)) } }

    /// Stops the program on the main thread, unless that thread is doing a queue's work.
    package static func checkBackground() {
        guard callersAtWork.load(ordering: .relaxed) == 0 else { return }
        dispatchPrecondition(condition: .notOnQueue(.main))
    }

    func run<Result: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard Self.isAtWork else { return try start(work).result() }
        return try queue.sync { Swift.Result { () throws(Failure) in try work() } }.get()
    }

    func run<Result: Sendable>(
        _ work: @autoclosure @escaping @Sendable () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try run { () throws(StoreError) in try work() }
    }

    /// Returns at once; pieces run one after another, in order.
    @discardableResult
    package func start<Result: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Result
    ) -> PendingWork<Result, Failure> {
        let pending = PendingWork<Result, Failure>()
        let piece = pending.piece(work)
        // `sync` runs the work on the calling thread. The captured `self` keeps the queue until the piece is done.
        workers.add { [self] isWanted in
            queue.sync { Self.$isAtWork.withValue(true) { piece(isWanted) } }
        }
        return pending
    }

    /// Used if the system cannot start a thread.
    static func runOnCaller(_ work: () -> Void) {
        callersAtWork.add(1, ordering: .relaxed)
        defer { callersAtWork.subtract(1, ordering: .relaxed) }
        work()
    }
}
