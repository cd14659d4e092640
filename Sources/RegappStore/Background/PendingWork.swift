internal import Dispatch

/// Work on another thread.
package struct PendingWork<Value: Sendable, Failure: Error>: Sendable {
    private let outcome = Locked<Result<Value, Failure>?>(nil)
    private let done = DispatchSemaphore(value: 0)

    func piece(_ work: @escaping @Sendable () throws(Failure) -> Value) -> Piece {
        Piece(done: done) {
            let result = Result { () throws(Failure) in try work() }
            outcome.withLock { $0 = result }
        }
    }

    package func isDone(withinMilliseconds milliseconds: Int) -> Bool {
        guard done.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else { return false }
        // So that the result can be asked for again.
        done.signal()
        return true
    }

    package func result() throws(Failure) -> Value {
        done.wait()
        // As above.
        done.signal()
        guard let outcome = outcome.withLock({ $0 }) else { preconditionFailure("the work is done") }
        return try outcome.get()
    }
}
