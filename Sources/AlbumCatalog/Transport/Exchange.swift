internal import Dispatch
internal import Foundation
internal import FoundationNetworking
internal import Synchronization

/// One request under way: gathers its answer within the limit and wakes who waits for it.
///
/// The first outcome stays; whatever comes later is ignored.
final class Exchange: Sendable {
    private struct State {
        var answer: TransportAnswer?
        var outcome: Result<TransportAnswer, CatalogError>?
    }

    private let request: TransportRequest
    private let host: String
    private let state = Mutex(State())
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

    /// Settles the outcome.
    func finish(_ outcome: Result<TransportAnswer, CatalogError>) {
        let isFirst = state.withLock { state in
            guard state.outcome == nil else { return false }
            state.outcome = outcome
            state.answer = nil
            return true
        }
        if isFirst { done.signal() }
    }

    /// Takes status and header; returns whether the body is wanted.
    func begin(_ response: URLResponse) -> Bool {
        guard let answer = TransportAnswer(response) else {
            finish(.failure(.notHTTP))
            return false
        }
        guard response.expectedContentLength <= Int64(request.byteLimit) else {
            finish(.failure(.tooLarge(limit: request.byteLimit)))
            return false
        }
        return state.withLock { state in
            state.answer = answer
            return state.outcome == nil
        }
    }

    /// Takes a piece of the body; returns whether more is wanted.
    func take(_ data: Data) -> Bool {
        let fits = state.withLock { state -> Bool? in
            guard state.outcome == nil, let count = state.answer?.body.count else { return nil }
            guard data.count <= request.byteLimit - count else { return false }
            state.answer?.body.append(contentsOf: data)
            return true
        }
        if fits == false { finish(.failure(.tooLarge(limit: request.byteLimit))) }
        return fits == true
    }

    /// Ends with the head of a redirect: its body is of no interest.
    func end(withRedirect response: HTTPURLResponse) {
        if let answer = TransportAnswer(response) { finish(.success(answer)) }
    }

    /// Ends as the session says.
    func end(_ error: (any Error)?) {
        if let error {
            finish(.failure(CatalogError(error, request, host: host)))
        } else if let answer = state.withLock({ $0.answer }) {
            finish(.success(answer))
        } else {
            finish(.failure(.connectionLost))
        }
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
