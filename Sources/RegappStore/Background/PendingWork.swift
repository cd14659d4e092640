internal import Dispatch

/// Work on another thread.
package struct PendingWork<Value: Sendable, Failure: Error>: Sendable {
    private let outcome = Locked<Result<Value, Failure>?>(nil)
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
                if let work = held.withLock({ $0.take() }) {
                    let result = Result { () throws(Failure) in try work() }
                    pending.outcome.withLock { $0 = result }
                }
                pending.done.signal()
            }
        )
    }

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
        guard let outcome = outcome.withLock({ $0 }) else { preconditionFailure("the work is done") }
        return try outcome.get()
    }
}
