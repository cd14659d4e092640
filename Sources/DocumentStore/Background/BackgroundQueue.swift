internal import Dispatch
internal import Synchronization

/// The background queue on which files are read and written while the calling thread waits.
///
/// Each piece of work gets a thread of its own. Dispatch would start one too, but at a limit on processes or memory it
/// waits forever. **The one exception:** if the system has no thread to give, the calling thread does the work itself.
package struct BackgroundQueue: Sendable {
    /// How many calling threads are doing a queue's work now.
    private static let standIns = Atomic(0)

    private let queue = DispatchQueue(label: "regapp.background")
    private let begun = Begun()
    private let startThread: @Sendable (@escaping @Sendable () -> Void) -> Bool
    /// Whether this is the queue as one part of `parts` sees it; parts run side by side.
    private var isForPart = false

    package init() { self.init(startThread: BackgroundThread.start) }

    /// - Parameter startThread: runs a closure on another thread, or returns false.
    init(startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool) {
        self.startThread = startThread
    }

    /// For work that its caller keeps off the main thread.
    static var anywhere: BackgroundQueue {
        var queue = BackgroundQueue()
        queue.isForPart = true
        return queue
    }

    /// Stops the program unless it runs on this queue or in a part of its work.
    func check() {
        if !isForPart { dispatchPrecondition(condition: .onQueue(queue)) }
    }

    /// Stops the program on the main thread, unless that is doing a queue's work.
    package static func checkBackground() {
        guard standIns.load(ordering: .relaxed) == 0 else { return }
        dispatchPrecondition(condition: .notOnQueue(.main))
    }

    /// Splits values into parts and works on them on all processors, or on as many threads as there are; the queue
    /// waits.
    ///
    /// - Parameters:
    ///   - least: the smallest size of a part.
    ///   - work: gets the queue as the part sees it, and the positions of its values.
    /// - Returns: the result of each part, in order.
    func parts<Result: Sendable>(
        of count: Int, least: Int = 16, _ work: @escaping @Sendable (BackgroundQueue, Range<Int>) -> Result
    ) -> [Result] {
        check()
        var queue = self
        queue.isForPart = true
        // More parts than processors, so that a slow one does not keep the others waiting.
        let size = max(least, count / 8)
        let outcomes = (0..<(count + size - 1) / size).map { _ in Outcome<Result, Never>() }
        let next = Locked(0)
        let workOff: @Sendable () -> Void = { [queue] in
            while true {
                let part = next.withLock { next in
                    defer { next += 1 }
                    return next
                }
                guard part < outcomes.count else { return }
                outcomes[part].fill { work(queue, part * size..<min((part + 1) * size, count)) }
            }
        }
        let done = DispatchSemaphore(value: 0)
        let wanted = min(outcomes.count, BackgroundThread.processors) - 1
        var helpers = 0
        while helpers < wanted,
            startThread({
                workOff()
                done.signal()
            })
        { helpers += 1 }
        workOff()
        for _ in 0..<helpers { done.wait() }
        return outcomes.map { $0.get() }
    }

    func run<Result: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try start(work).result()
    }

    func run<Result: Sendable>(
        _ work: @autoclosure @escaping @Sendable () throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        try start(work).result()
    }

    /// Starts work on the queue and returns at once. Pieces run one after another, in order.
    @discardableResult
    package func start<Result: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Result
    ) -> PendingWork<Result, Failure> {
        let pending = PendingWork<Result, Failure>()
        let held = Locked<(@Sendable () throws(Failure) -> Result)?>(work)
        begun.add { pending.finish(held) }
        // `sync` runs on the calling thread and needs no other. Threads may arrive in any order.
        let runNext: @Sendable () -> Void = { [queue, begun] in queue.sync { begun.takeFirst()?() } }
        if !startThread(runNext) { Self.standingIn(runNext) }
        return pending
    }

    /// Does a queue's work on the calling thread, because there is no other.
    static func standingIn(_ work: () -> Void) {
        standIns.add(1, ordering: .relaxed)
        defer { standIns.subtract(1, ordering: .relaxed) }
        work()
    }
}

/// Work that has not begun yet, oldest first.
private final class Begun: Sendable {
    private let work = Locked<[@Sendable () -> Void]>([])

    func add(_ piece: @escaping @Sendable () -> Void) { work.withLock { $0.append(piece) } }

    func takeFirst() -> (@Sendable () -> Void)? {
        work.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}

package struct PendingWork<Value: Sendable, Failure: Error>: Sendable {
    private let outcome = Outcome<Value, Failure>()
    private let done = DispatchSemaphore(value: 0)

    init() {}

    /// Does the work and releases it before signalling, so that everything it had open is closed by then.
    fileprivate func finish(_ held: Locked<(@Sendable () throws(Failure) -> Value)?>) {
        if let work = held.withLock({ $0.take() }) { outcome.fill(work) }
        done.signal()
    }

    /// Waits for the result, but no longer than this.
    package func isDone(withinMilliseconds milliseconds: Int) -> Bool {
        guard done.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else { return false }
        // For whoever asks next.
        done.signal()
        return true
    }

    /// Waits for the result; call it once.
    package func result() throws(Failure) -> Value {
        done.wait()
        return try outcome.get()
    }
}

private final class Outcome<Value: Sendable, Failure: Error>: Sendable {
    private let slot = Locked<Result<Value, Failure>?>(nil)

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
