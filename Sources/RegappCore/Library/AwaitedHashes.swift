internal import RegappStore

/// The hashes that one call of the library needs, computed elsewhere while the call holds no thread. Asking for one
/// that is not there fails with `HashingError.awaited`; the work restarts once all ``wanted`` ones have an answer.
final class AwaitedHashes: Sendable {
    enum Request: Hashable, Sendable {
        case match(PasswordHash, password: String)
        case new(password: String, HashMethod, cost: Int)
    }

    /// A new hash, or the given one if it matches the password, or else nil.
    private typealias Answer = Result<PasswordHash?, HashingError>

    private struct State {
        var answers: [Request: Answer] = [:]
        var wanted: [Request] = []
    }

    private let state = Locked(State())

    /// The unanswered requests, in order.
    var wanted: [Request] { state.withLock { $0.wanted } }

    func require(_ hashes: [PasswordHash], of password: String) throws(HashingError) {
        let answers = hashes.map { answer(to: .match($0, password: password)) }
        guard answers.allSatisfy({ $0 != nil }) else { throw .awaited }
    }

    func isHash(_ hash: PasswordHash, of password: String) throws(HashingError) -> Bool {
        guard let result = answer(to: .match(hash, password: password)) else { throw .awaited }
        return try result.get() != nil
    }

    func newHash(of password: String, under policy: Policy) throws(HashingError) -> PasswordHash {
        let request = Request.new(password: password, policy.hash, cost: policy.hashCost)
        guard let hash = try answer(to: request)?.get() else { throw .awaited }
        return hash
    }

    private func answer(to request: Request) -> Answer? {
        state.withLock { state in
            if let answer = state.answers[request] { return answer }
            if !state.wanted.contains(request) { state.wanted.append(request) }
            return nil
        }
    }

    func answer(_ request: Request) {
        let answer = Answer { () throws(HashingError) in
            switch request {
            case .match(let hash, let password): try hash.matches(password) ? hash : nil
            case .new(let password, let method, let cost):
                try PasswordHash(hashing: password, method: method, cost: cost)
            }
        }
        state.withLock { state in
            state.answers[request] = answer
            state.wanted.removeAll { $0 == request }
        }
    }
}
