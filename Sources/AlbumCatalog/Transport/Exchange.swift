internal import Dispatch
internal import DocumentStore
internal import Foundation
internal import FoundationNetworking

/// A request in progress: collects the answer within the limit and wakes the thread that waits for it.
///
/// The first outcome stays; later ones are ignored.
final class Exchange: Sendable {
    private struct State {
        var answer: TransportAnswer?
        var pieces = 0
        var outcome: Result<TransportAnswer, CatalogError>?
        var task: URLSessionTask?
        /// Whether the transfer must be stopped because it has not ended by itself.
        var isStopped = false
    }

    /// The queue that starts and stops the transfer, which may have to wait. A serial queue gets a thread of its own
    /// when it needs one; the shared pool would wait for a second before it grows.
    let control = DispatchQueue(label: "regapp.albums.transfer")

    private let request: TransportRequest
    private let host: String
    private let state = Locked(State())
    private let done = DispatchSemaphore(value: 0)

    init(_ request: TransportRequest, host: String) {
        self.request = request
        self.host = host
    }

    /// Waits until there is an outcome.
    func wait(until end: DispatchTime) -> DispatchTimeoutResult {
        done.wait(timeout: end)
    }

    /// The outcome; `.connectionLost` while there is none.
    var outcome: Result<TransportAnswer, CatalogError> {
        state.withLock { $0.outcome ?? .failure(.connectionLost) }
    }

    /// Whether there is an outcome.
    var isOver: Bool { state.withLock { $0.outcome != nil } }

    /// Takes the transfer, which is stopped if this ends before it does.
    func carry(_ task: URLSessionTask) {
        let isStopped = state.withLock { state in
            if state.outcome == nil { state.task = task }
            return state.isStopped
        }
        if isStopped { task.cancel() }
    }

    /// Sets the outcome, and stops the transfer unless it has ended; returns whether this was the first outcome.
    @discardableResult
    func finish(_ outcome: Result<TransportAnswer, CatalogError>, stopping: Bool = true) -> Bool {
        let (isFirst, task) = state.withLock { state in
            guard state.outcome == nil else { return (false, nil as URLSessionTask?) }
            state.outcome = outcome
            state.answer = nil
            state.isStopped = stopping
            defer { state.task = nil }
            return (true, stopping ? state.task : nil)
        }
        if isFirst { done.signal() }
        if let task { control.async { task.cancel() } }
        return isFirst
    }

    /// Receives status and header.
    func begin(_ response: URLResponse) {
        guard var answer = TransportAnswer(response) else {
            finish(.failure(.notHTTP))
            return
        }
        guard response.expectedContentLength <= Int64(request.byteLimit) else {
            finish(.failure(.tooLarge(limit: request.byteLimit)))
            return
        }
        answer.body.reserveCapacity(Int(max(0, response.expectedContentLength)))
        state.withLock { state in
            if state.outcome == nil { state.answer = answer }
        }
    }

    /// The most pieces of a body. Foundation keeps some 300 bytes for each until it gets to free them; the largest
    /// answer comes in a third of so many, each the size of an Ethernet packet.
    private static let greatestPieces = 16_384

    /// Receives a piece of the body; pieces after the end are dropped.
    func take(_ data: Data) {
        let fits = state.withLock { state in
            guard state.outcome == nil, let count = state.answer?.body.count else { return true }
            state.pieces += 1
            guard data.count <= request.byteLimit - count, state.pieces <= Self.greatestPieces else {
                return false
            }
            state.answer?.body.append(data, limit: request.byteLimit)
            return true
        }
        if !fits { finish(.failure(.tooLarge(limit: request.byteLimit))) }
    }

    /// Ends with the head of a redirect; its body does not matter. Returns whether the transfer may end by itself;
    /// otherwise it is being stopped.
    func end(withRedirect response: HTTPURLResponse) -> Bool {
        finish(TransportAnswer(response).map { .success($0) } ?? .failure(.notHTTP), stopping: false)
    }

    /// Ends with the answer as far as it came; no more will come.
    func endHere() {
        finish(state.withLock { $0.answer }.map { .success($0) } ?? .failure(.connectionLost))
    }

    /// Ends as the session reports, which has finished the transfer.
    func end(_ error: (any Error)?) {
        if let error {
            finish(.failure(CatalogError(error, request, host: host)), stopping: false)
        } else if let answer = state.withLock({ $0.answer }) {
            finish(.success(answer), stopping: false)
        } else {
            // The one answer that Foundation keeps to itself.
            finish(.failure(.redirected(.malformed)), stopping: false)
        }
    }
}

extension [UInt8] {
    /// Appends a piece. When the capacity is exceeded, the whole limit is reserved at once: growing step by step
    /// would briefly hold three times the bytes, and memory that is not written to costs nothing.
    fileprivate mutating func append(_ piece: Data, limit: Int) {
        if count + piece.count > capacity { reserveCapacity(limit) }
        append(contentsOf: piece)
    }
}

extension TransportAnswer {
    fileprivate init?(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return nil }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            guard let name = name as? String, let value = value as? String else { continue }
            headers[name.lowercased()] = value
        }
        self.init(status: response.statusCode, headers: headers, body: [])
    }
}
