internal import Dispatch
internal import Synchronization

/// The background queue on which files are read and written while the calling thread waits.
///
/// Each piece of work gets a thread of its own. Dispatch would start one too, but at a limit on processes or memory it
/// waits forever. **The one exception:** if the system has no thread to give, the calling thread does the work itself.
package struct BackgroundQueue: Sendable {
    /// How many calling threads are doing a queue's work now.
    private static let callersAtWork = Atomic(0)

    private let queue = DispatchQueue(label: "regapp.background")
    private let waiting = WaitingPieces()
    private let startThread: @Sendable (@escaping @Sendable () -> Void) -> Bool
    /// Whether work may be done on any thread except the main one.
    private var isAnywhere = false

    package init() { self.init(startThread: BackgroundThread.start) }

    /// - Parameter startThread: runs a closure on another thread, or returns false.
    init(startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool) {
        self.startThread = startThread
    }

    /// For work that its caller keeps off the main thread.
    static var anywhere: BackgroundQueue {
        var queue = BackgroundQueue()
        queue.isAnywhere = true
        return queue
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
        // In a variable of this call, which waits anyway: the generic types of `start` take a third of a small
        // command's time to be made. The thread that does the work writes it before it signals, and this one reads it
        // after that.
        nonisolated(unsafe) var outcome: Swift.Result<Result, Failure>?
        let done = DispatchSemaphore(value: 0)
        begin(
            Piece(
                {
                    do throws(Failure) { unsafe outcome = .success(try work()) } catch {
                        unsafe outcome = .failure(error)
                    }
                }, signalling: done))
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
        begin(Piece(doWork))
        return pending
    }

    private func begin(_ piece: Piece) {
        waiting.add(piece)
        // `sync` runs on the calling thread and needs no other. Threads may arrive in any order.
        let runNext: @Sendable () -> Void = { [queue, waiting] in queue.sync { waiting.popFirst()?.finish() }
        }
        if !startThread(runNext) { Self.runOnCaller(runNext) }
    }

    /// Does a queue's work on the calling thread, because there is no other.
    static func runOnCaller(_ work: () -> Void) {
        callersAtWork.add(1, ordering: .relaxed)
        defer { callersAtWork.subtract(1, ordering: .relaxed) }
        work()
    }
}

/// A piece of work. The compiler does not see why its two variables are safe: `next` is used under the lock of
/// ``WaitingPieces`` alone, and `work` by the one thread that took the piece from there.
private final class Piece: Sendable {
    private nonisolated(unsafe) var work: (@Sendable () -> Void)?
    private let done: DispatchSemaphore?
    /// The piece that was begun after this one.
    nonisolated(unsafe) var next: Piece?

    init(_ work: @escaping @Sendable () -> Void, signalling done: DispatchSemaphore? = nil) {
        unsafe self.work = work
        self.done = done
    }

    /// Does the work, on the one thread that took it, and releases it before the caller learns of its end, so that
    /// everything it had open is closed by then.
    func finish() {
        unsafe work?()
        unsafe work = nil
        done?.signal()
    }
}

/// Pieces that have not begun yet, oldest first.
private final class WaitingPieces: Sendable {
    private let oldest = Locked<Piece?>(nil)

    func add(_ piece: Piece) {
        oldest.withLock { oldest in
            guard var last = oldest else { return oldest = piece }
            while let next = unsafe last.next { last = next }
            unsafe last.next = piece
        }
    }

    func popFirst() -> Piece? {
        oldest.withLock { oldest in
            let first = oldest
            oldest = unsafe first?.next
            return first
        }
    }
}
