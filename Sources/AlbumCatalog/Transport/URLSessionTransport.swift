internal import Dispatch
internal import DocumentStore
internal import Foundation
internal import FoundationNetworking

/// The network, through a `URLSession` that is made for the first request.
///
/// On Linux, `URLSession` ignores `timeoutIntervalForResource`, rounds the request timeout to whole seconds and may
/// crash when it follows redirects over HTTP/2 while requests are queued. So the deadline, the byte limit and the
/// redirects are enforced here, and at most two requests run at once.
///
/// Everything that Foundation does for any session runs on one queue, which a server that floods it keeps busy, and
/// starting or stopping a transfer waits for that queue. So both are done elsewhere: `send` returns at its deadline
/// whatever happens, and data that comes after the end is read and dropped in bounded memory until the stop gets its
/// turn, which at the speed of a network is at once.
public final class URLSessionTransport: Transport {
    /// The most requests at once.
    public static let greatestConcurrency = 2

    private let places = DispatchSemaphore(value: greatestConcurrency)
    /// Nil before the first request.
    private let session = Locked<LimitedSession?>(nil)

    /// Makes a transport; nothing is connected or loaded before the first request.
    public init() {}

    deinit {
        session.withLock { $0?.close() }
    }

    public func send(
        _ request: TransportRequest, cancellation: Cancellation
    ) throws(CatalogError) -> TransportAnswer {
        let end = DispatchTime.now() + .milliseconds(max(0, request.deadline))
        guard let url = URL(string: request.url), let host = url.host else { throw .notHTTP }
        try takePlace(before: end, request, cancellation)
        defer { places.signal() }
        let exchange = Exchange(request, host: host)
        exchange.control.async {
            if !exchange.isOver { exchange.carry(self.liveSession.start(url, exchange)) }
        }
        return try cancellation.waking(with: { exchange.finish(.failure(.cancelled)) }) {
            () throws(CatalogError) in
            if exchange.wait(until: end) == .timedOut {
                exchange.finish(.failure(.timeout(milliseconds: request.deadline)))
            }
            return try exchange.outcome.get()
        }
    }

    private var liveSession: LimitedSession {
        session.withLock { session in
            let live = session ?? LimitedSession()
            session = live
            return live
        }
    }

    /// Waits for one of the places, in short steps so that a cancelled question does not stay in the queue.
    private func takePlace(
        before end: DispatchTime, _ request: TransportRequest, _ cancellation: Cancellation
    ) throws(CatalogError) {
        while !cancellation.isCancelled {
            let step = min(end, .now() + .milliseconds(20))
            if places.wait(timeout: step) == .success { return }
            guard DispatchTime.now() < end else { throw .timeout(milliseconds: request.deadline) }
        }
        throw .cancelled
    }
}
