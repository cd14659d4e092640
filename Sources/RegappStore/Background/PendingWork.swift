internal import Dispatch

/// Work on another thread.
package struct PendingWork<Value: Sendable, Failure: Error>: Sendable {
    private let outcome = Outcome<Value, Failure>()
    private let done = DispatchSemaphore(value: 0)

    private init() {}

    /// - Returns: the work, and a closure that does it on another thread and releases it before the caller learns of
    ///   its end, so that everything it had open is closed by then.
    static func of(_ work: @escaping @Sendable () throws(Failure) -> Value) -> (Self, @Sendable () -> Void) {
        let pending = Self()
        let held = Locked<(@Sendable () throws(Failure) -> Value)?>(work)
        return (
            pending,
            {
                if let work = held.withLock({ $0.take() }) { pending.outcome.fill(work) }
                pending.done.signal()
            }
        )
    }

    /// Waits for the result, but no longer than this.
    package func isDone(withinMilliseconds milliseconds: Int) -> Bool {
        guard done.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else { return false }
        // For the next caller.
        done.signal()
        return true
    }

    package func result() throws(Failure) -> Value {
        done.wait()
        // For the next caller.
        done.signal()
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
        guard let result = slot.withLock({ $0 }) else {
            preconditionFailure("results are asked for after the work is done")
        }
        return try result.get()
    }
}
