internal import Dispatch
internal import Synchronization

/// The background queue on which files are read and written while the calling thread waits.
///
/// One thread of its own does all its work, in order: it starts with the first piece and ends with the queue, or with its
/// work. Dispatch would start threads too, but at a limit on processes or memory it waits forever. **The one exception:** if
/// the system has no thread to give, the calling thread does the work itself.
package final class BackgroundQueue: Sendable {
    /// How many calling threads are doing a queue's work now.
    private static let callersAtWork = Atomic(0)

    private let queue = DispatchQueue(label: "regapp.background")
    private let worker: Workers
    private let isOnAnyThread: Bool

    /// - Parameters:
    ///   - stay: whether the thread stays until the queue goes; otherwise it ends with its work.
    ///   - isOnAnyThread: whether work may be done on any thread except the main one.
    package init(
        stay: Bool = true, isOnAnyThread: Bool = false,
        startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = BackgroundThread.start
    ) {
        self.isOnAnyThread = isOnAnyThread
        worker = Workers(most: 1, stay: stay, startThread: startThread)
    }

    /// For work that its caller keeps off the main thread.
    static let onAnyThread = BackgroundQueue(isOnAnyThread: true)

    /// Stops the program unless it runs on this queue.
    func check() {
        if !isOnAnyThread { dispatchPrecondition(condition: .onQueue(queue)) }
    }

    /// Stops the program on the main thread, unless that is doing a queue's work.
    package static func checkBackground() {
        guard callersAtWork.load(ordering: .relaxed) == 0 else { return }
        dispatchPrecondition(condition: .notOnQueue(.main))
    }

    func run<Result: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try start(work).result()
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
        let pending = PendingWork<Result, Failure>()
        var piece = pending.piece(work)
        // `sync` runs on the calling thread and needs no other. The queue stays until the piece is done.
        piece.work = { [self, work = piece.work] in queue.sync { work?() } }
        worker.add(piece)
        return pending
    }

    /// Does a queue's work on the calling thread, because there is no other.
    static func runOnCaller(_ work: () -> Void) {
        callersAtWork.add(1, ordering: .relaxed)
        defer { callersAtWork.subtract(1, ordering: .relaxed) }
        work()
    }
}
