internal import Dispatch
internal import Synchronization

/// The background queue on which files are read and written while the calling thread waits.
struct BackgroundQueue: Sendable {
    private let queue = DispatchQueue(label: "regapp.files")
    /// Whether this is the queue as a part of work sees it, which runs beside others of its kind.
    private var isForPart = false

    /// Work that its caller keeps from the main thread.
    static var anywhere: BackgroundQueue {
        var queue = BackgroundQueue()
        queue.isForPart = true
        return queue
    }

    /// Stops the program unless it runs on this queue, or is a part of work that does.
    func check() {
        if !isForPart { dispatchPrecondition(condition: .onQueue(queue)) }
    }

    /// Works on the parts of some values on all processors at once, while the queue waits for them all.
    ///
    /// - Parameter work: gets the queue as a part of the work sees it, and the positions of its values.
    /// - Returns: what comes of each part, in their order.
    func parts<Result: Sendable>(
        of count: Int, _ work: @escaping @Sendable (BackgroundQueue, Range<Int>) -> Result
    ) -> [Result] {
        check()
        var queue = self
        queue.isForPart = true
        // More parts than processors, so that one that is late does not keep the others waiting.
        let size = max(16, count / 8)
        let outcomes = (0..<(count + size - 1) / size).map { _ in Outcome<Result, Never>() }
        DispatchQueue.concurrentPerform(iterations: outcomes.count) { [queue] part in
            outcomes[part].fill { work(queue, part * size..<min((part + 1) * size, count)) }
        }
        return outcomes.map { $0.get() }
    }

    /// Does some work on the queue and hands back what it returns or throws.
    func run<Result: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try start(work).result()
    }

    /// Begins some work on the queue and comes back at once; one call after the other, in their order.
    func start<Result: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Result
    ) -> PendingWork<Result, Failure> {
        let pending = PendingWork<Result, Failure>()
        let held = Locked<(@Sendable () throws(Failure) -> Result)?>(work)
        // Not `sync`, which may run the work on the calling thread.
        queue.async { pending.finish(held) }
        return pending
    }
}

/// Work that was begun in the background and whose result is waited for later.
public struct PendingWork<Value: Sendable, Failure: Error>: Sendable {
    private let outcome = Outcome<Value, Failure>()
    private let done = DispatchSemaphore(value: 0)

    init() {}

    /// Does the work and lets go of it before it says so: what it had open is closed by then.
    fileprivate func finish(_ held: Locked<(@Sendable () throws(Failure) -> Value)?>) {
        if let work = held.withLock({ $0.take() }) { outcome.fill(work) }
        done.signal()
    }

    /// Waits for what the work returns or throws; asked once.
    public func result() throws(Failure) -> Value {
        done.wait()
        return try outcome.get()
    }
}

/// What work in the background hands back to the thread that waits for it.
private final class Outcome<Value: Sendable, Failure: Error>: Sendable {
    private let slot = Mutex<Result<Value, Failure>?>(nil)

    func fill(_ work: () throws(Failure) -> Value) {
        let result: Result<Value, Failure>
        do throws(Failure) { result = .success(try work()) } catch { result = .failure(error) }
        slot.withLock { $0 = result }
    }

    func get() throws(Failure) -> Value {
        guard let result = slot.withLock({ $0.take() }) else {
            preconditionFailure("results are asked for after the work is done")
        }
        return try result.get()
    }
}
