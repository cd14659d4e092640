internal import Dispatch
internal import RegappStore

/// Cancels a question, from any thread, at any time.
///
/// A waiting thread registers a waker; `cancel` runs each once, immediately, on the caller's thread. It must not be
/// called from a signal handler: a thread that waits for the signal calls it.
package final class Cancellation: Sendable {
    private struct State {
        var isCancelled = false
        var nextKey = 0
        var wakers: [Int: @Sendable () -> Void] = [:]
    }

    private let state = Locked(State())

    package init() {}

    package var isCancelled: Bool { state.withLock { $0.isCancelled } }

    /// Further calls do nothing.
    package func cancel() {
        let wakers = state.withLock { state in
            state.isCancelled = true
            defer { state.wakers = [:] }
            return Array(state.wakers.values)
        }
        for wake in wakers { wake() }
    }

    package func wait(milliseconds: Int) {
        let woken = DispatchSemaphore(value: 0)
        let waker = addWaker { woken.signal() }
        defer { removeWaker(waker) }
        _ = woken.wait(timeout: .now() + .milliseconds(milliseconds))
    }

    /// Registers a waker; returns the key to remove it. If the question is already cancelled, the waker runs at once,
    /// and there is no key.
    func addWaker(_ waker: @escaping @Sendable () -> Void) -> Int? {
        let key = state.withLock { state -> Int? in
            guard !state.isCancelled else { return nil }
            state.nextKey += 1
            state.wakers[state.nextKey] = waker
            return state.nextKey
        }
        if key == nil { waker() }
        return key
    }

    func removeWaker(_ key: Int?) {
        if let key { state.withLock { _ = $0.wakers.removeValue(forKey: key) } }
    }
}
