internal import Dispatch

/// Blocking work of callers that must not block, such as asynchronous ones, and results that are made ahead while the
/// caller uses the one before; the pieces begin in order.
///
/// **The one exception:** if the system cannot start a thread, the caller does the work itself.
package final class Workers: Sendable {
    /// How many results a caller has made ahead at most. It bounds the memory, whatever the number of processors.
    package static let mostAhead = 16

    /// For results that are made ahead and used in order: more threads would only wait for the one that uses them.
    package static func ahead(in pool: ThreadPool = .shared) -> Workers {
        Workers(most: min(8, ThreadPool.processors), in: pool)
    }

    /// For a piece of work that mostly waits for another program, and waits for no other piece.
    package static var separate: Workers { Workers(most: 1) }

    /// Works, or gives up a piece that nobody wants any more. What is returned tells the caller; a thread calls that once
    /// the work is gone, with all that it held open, and the thread counts as free for the caller's next work.
    typealias Piece = @Sendable (_ isWanted: Bool) -> @Sendable () -> Void

    private struct State {
        /// Pieces that no thread has begun, by their numbers.
        var waiting: [Int: Piece] = [:]
        /// The numbers of the last pieces that were added, and begun or passed over.
        var added = 0
        var begun = 0
        var threads = 0
    }

    private let state = Locked(State())
    private let most: Int
    private let pool: ThreadPool

    /// - Parameter most: how many threads may do this work at once; nil for one per processor.
    package init(most: Int? = nil, in pool: ThreadPool = .shared) {
        self.most = most ?? ThreadPool.processors
        self.pool = pool
    }

    package func run<Result: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let outcome: Swift.Result<Result, Failure> = await withCheckedContinuation { continuation in
            add { _ in
                let result = Swift.Result { () throws(Failure) in try work() }
                return { continuation.resume(returning: result) }
            }
        }
        return try outcome.get()
    }

    /// How many pieces of work no thread has begun.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Does the work; nil if the task is cancelled before it begins, or if too much other work waits.
    package func runIfWanted<Result: Sendable>(
        waitingAtMost most: Int, _ work: @escaping @Sendable () -> Result
    ) async -> Result? {
        let number = Locked<Int?>(nil)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled, waitingCount < most else {
                    return continuation.resume(returning: nil)
                }
                let added = add { isWanted in
                    let result = isWanted ? work() : nil
                    return { continuation.resume(returning: result) }
                }
                number.withLock { $0 = added }
                // The task may have been cancelled before.
                if Task.isCancelled { cancel(added) }
            }
        } onCancel: {
            if let number = number.withLock({ $0 }) { cancel(number) }
        }
    }

    /// Returns at once.
    @discardableResult
    package func start<Result: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Result
    ) -> PendingWork<Result, Failure> {
        let pending = PendingWork<Result, Failure>()
        add(pending.piece(work))
        return pending
    }

    /// - Returns: the piece's number.
    @discardableResult
    func add(_ piece: @escaping Piece) -> Int {
        var number = 0
        let needsThread = state.withLock { state in
            state.added += 1
            state.waiting[state.added] = piece
            number = state.added
            guard state.threads < most else { return false }
            state.threads += 1
            return true
        }
        if needsThread, !pool.workOff(self) { BackgroundQueue.runOnCaller { _ = workOff(isCaller: true) } }
        return number
    }

    /// Drops pieces that no thread has begun; no caller may wait for them.
    package func dropWaiting() { state.withLock { $0.waiting = [:] } }

    private func cancel(_ number: Int) {
        let piece = state.withLock { $0.waiting.removeValue(forKey: number) }
        piece?(false)()
    }

    /// - Returns: whether the thread shall wait for other work.
    func workOff(isCaller: Bool = false) -> Bool {
        var waits = false
        var piece = next(isCaller, &waits)
        while let tell = Self.workOff(&piece) {
            piece = next(isCaller, &waits)
            tell()
        }
        return waits
    }

    /// A function of its own, so that nothing holds the piece afterwards.
    private static func workOff(_ piece: inout Piece?) -> (@Sendable () -> Void)? { piece.take()?(true) }

    private func next(_ isCaller: Bool, _ waits: inout Bool) -> Piece? {
        state.withLock { state in
            while state.begun < state.added {
                state.begun += 1
                if let piece = state.waiting.removeValue(forKey: state.begun) { return piece }
            }
            state.threads -= 1
            waits = !isCaller && pool.keepsThread()
            return nil
        }
    }
}

/// The result of work that was started in the background.
package struct PendingWork<Value: Sendable, Failure: Error>: Sendable {
    private let outcome = Locked<Result<Value, Failure>?>(nil)
    private let done = DispatchSemaphore(value: 0)

    func piece(_ work: @escaping @Sendable () throws(Failure) -> Value) -> Workers.Piece {
        { _ in
            let result = Result { () throws(Failure) in try work() }
            outcome.withLock { $0 = result }
            // Not the outcome, which may hold files open.
            return { [done] in _ = done.signal() }
        }
    }

    package func isDone(withinMilliseconds milliseconds: Int) -> Bool {
        guard done.wait(timeout: .now() + .milliseconds(milliseconds)) == .success else { return false }
        // Signal again, so that the result can be asked for again.
        done.signal()
        return true
    }

    package func result() throws(Failure) -> Value {
        done.wait()
        done.signal()
        guard let outcome = outcome.withLock({ $0 }) else { preconditionFailure("the work is done") }
        return try outcome.get()
    }
}

extension Array {
    /// Waits for the oldest of results that are made ahead, and removes it; nil if there is none.
    package mutating func next<Value>() -> Value? where Element == PendingWork<Value, Never> {
        isEmpty ? nil : removeFirst().result()
    }
}
