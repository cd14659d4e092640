internal import Dispatch

/// All threads that the process starts for blocking work. A few that have nothing to do wait for work of any kind, so
/// that neither a batch nor a store needs threads of its own; the others end.
///
/// Callers do not use this directly, but say how much of their work may run at once: `BackgroundQueue` one piece,
/// `Workers` several.
///
/// Four types give that: this one the threads, `Workers` the limit and the order, `PendingWork` the result, and
/// `BackgroundQueue` the proof that files are used in the background.
///
/// Dispatch alone will not do: where the system has no thread or memory left, its queues wait for one for ever, and so
/// would every command. Here `start` says so at once, and the caller does the work itself.
package final class ThreadPool: Sendable {
    package static let shared = ThreadPool()

    /// How many threads wait and have been given no work.
    private let idle = Locked(0)
    /// Work for threads that wait.
    private let given = Locked<[Workers]>([])
    private let more = DispatchSemaphore(value: 0)
    private let mostIdle: Int
    private let startThread: @Sendable (@escaping @Sendable () -> Void) -> Bool

    package init(
        mostIdle: Int = 8,
        startThread: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool = ThreadPool.start
    ) {
        self.mostIdle = mostIdle
        self.startThread = startThread
    }

    /// - Returns: false, with the work not done, if no thread is idle and the system cannot start one.
    func workOff(_ workers: Workers) -> Bool {
        let isOneIdle = idle.withLock { idle in
            guard idle > 0 else { return false }
            idle -= 1
            return true
        }
        if isOneIdle {
            given.withLock { $0.append(workers) }
            more.signal()
            return true
        }
        return startThread { [self] in
            var work = workers
            while work.workOff() {
                more.wait()
                work = given.withLock { $0.removeFirst() }
            }
        }
    }

    /// Called by a thread that is out of work, before its last work counts as done: whether it shall wait.
    func keepsThread() -> Bool {
        idle.withLock { idle in
            guard idle < mostIdle else { return false }
            idle += 1
            return true
        }
    }
}
