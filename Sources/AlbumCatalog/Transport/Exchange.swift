internal import Dispatch
internal import Foundation
internal import FoundationNetworking

/// One request under way: gathers its answer within the limit and wakes who waits for it.
///
/// The first outcome stays; whatever comes later is ignored.
final class Exchange: Sendable {
    private struct State {
        var answer: TransportAnswer?
        var pieces = 0
        var outcome: Result<TransportAnswer, CatalogError>?
        var task: URLSessionTask?
        /// Whether the transfer is to be stopped, not at its end by itself.
        var isStopped = false
    }

    /// Where the transfer is started and stopped, which may have to wait. A serial queue has a thread for itself when
    /// it needs one; the shared pool would wait for a second before it grows.
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

    /// How it ended; `.connectionLost` while it has not.
    var outcome: Result<TransportAnswer, CatalogError> {
        state.withLock { $0.outcome ?? .failure(.connectionLost) }
    }

    /// Whether there is an outcome.
    var isOver: Bool { state.withLock { $0.outcome != nil } }

    /// Takes the transfer that is to be stopped if this ends before it does.
    func carry(_ task: URLSessionTask) {
        let isStopped = state.withLock { state in
            if state.outcome == nil { state.task = task }
            return state.isStopped
        }
        if isStopped { task.cancel() }
    }

    /// Settles the outcome, and stops the transfer unless it is at its end; returns whether this was the first outcome.
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

    /// Takes status and header.
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

    /// In how many pieces a body may come. Foundation keeps some 300 bytes for each until it finds the time to let
    /// them go; the largest answer comes in a third of so many, each as large as a packet of Ethernet.
    private static let greatestPieces = 16_384

    /// Takes a piece of the body; after the end, lets it go by.
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

    /// Ends with the head of a redirect: its body is of no interest. Returns whether the transfer may end by itself;
    /// where it may not, it is being stopped.
    func end(withRedirect response: HTTPURLResponse) -> Bool {
        guard let answer = TransportAnswer(response) else {
            return finish(.failure(.notHTTP), stopping: false)
        }
        return finish(.success(answer), stopping: false)
    }

    /// Ends with the answer as far as it came, which nobody will complete.
    func endHere() {
        finish(state.withLock { $0.answer }.map { .success($0) } ?? .failure(.connectionLost))
    }

    /// Ends as the session says, which is done with it.
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
    /// Appends a piece; what has no room is given all the room there may ever be. Growing step by step would hold
    /// three times the bytes for a moment, and memory that is not written to costs nothing.
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
