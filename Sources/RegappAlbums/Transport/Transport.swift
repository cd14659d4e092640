internal import Dispatch
internal import RegappStore

package struct TransportRequest: Sendable, Hashable {
    /// An absolute address, `http` or `https`, percent-encoded.
    package var url: String
    /// The longest time of the whole exchange, in milliseconds, from the call to the last byte.
    package var deadline: Int
    /// The most bytes of body, uncompressed.
    package var byteLimit: Int
}

package struct TransportAnswer: Sendable, Hashable {
    /// The status code, 100 … 599.
    package var status: Int
    /// The header fields, their names in lowercase.
    package var headers: [String: String]
    /// The body, uncompressed.
    package var body: [UInt8]

    package init(status: Int, headers: [String: String], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// The seam between the catalogue and the network, which tests replace. It follows no redirects, keeps no cookies and
/// caches nothing. Errors are the `CatalogError` cases about curl, connections, sizes and times; never `.status`.
package protocol Transport: Sendable {
    /// Sends requests in turn, over one connection if the server keeps it, and passes on each outcome once, in order,
    /// with its index. Blocks until everything is answered, `patience` milliseconds are over, or the question is
    /// cancelled; may be called from several threads.
    func send(
        _ requests: [TransportRequest], patience: Int, cancellation: Cancellation,
        receive: (Int, Result<TransportAnswer, CatalogError>) -> Void)
}

extension Transport {
    package func send(
        _ request: TransportRequest, cancellation: Cancellation
    ) throws(CatalogError) -> TransportAnswer {
        var outcome = Result<TransportAnswer, CatalogError>.failure(.cancelled)
        send([request], patience: request.deadline, cancellation: cancellation) { outcome = $1 }
        return try outcome.get()
    }
}

/// Cancels a request, from any thread but not from a signal handler. A waiting thread registers a waker; `cancel` runs
/// each once, on the caller's thread.
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

    /// Registers a waker and returns the key to remove it. If already cancelled, runs the waker at once instead.
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
