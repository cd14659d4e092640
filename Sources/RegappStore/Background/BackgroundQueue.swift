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
    private let isAnywhere: Bool

    /// - Parameter stay: whether the thread stays until the queue goes; otherwise it ends with its work.
    package convenience init(stay: Bool = true) {
        self.init(stay: stay, startThread: BackgroundThread.start)
    }

    /// - Parameters:
    ///   - isAnywhere: whether work may be done on any thread except the main one.
    ///   - startThread: runs a closure on another thread, or returns false.
    init(
        stay: Bool = true, isAnywhere: Bool = false,
        startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool
    ) {
        self.isAnywhere = isAnywhere
        worker = Workers(most: 1, stay: stay, startThread: startThread)
    }

    /// For work that its caller keeps off the main thread.
    static let anywhere = BackgroundQueue(isAnywhere: true, startThread: BackgroundThread.start)

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
        // Not `start(work).result()`, whose `Locked` values the runtime would make types for at every start. No thread ever
        // waits for this lock: the other one writes before it signals, and this one reads after that.
        let outcome = Mutex<Swift.Result<Result, Failure>?>(nil)
        let done = DispatchSemaphore(value: 0)
        begin(
            Piece(done: done) {
                let result = Swift.Result { () throws(Failure) in try work() }
                outcome.withLock { $0 = result }
            })
        done.wait()
        guard let outcome = outcome.withLock({ $0 }) else { preconditionFailure("the work is done") }
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
        let pending = PendingWork<Result, Failure>()
        begin(pending.piece(work))
        return pending
    }

    private func begin(_ piece: Piece) {
        var piece = piece
        // `sync` runs on the calling thread and needs no other. The queue stays until the piece is done.
        piece.work = { [self, work = piece.work] in queue.sync { work?() } }
        worker.add(piece)
    }

    /// Does a queue's work on the calling thread, because there is no other.
    static func runOnCaller(_ work: () -> Void) {
        callersAtWork.add(1, ordering: .relaxed)
        defer { callersAtWork.subtract(1, ordering: .relaxed) }
        work()
    }
}
