internal import RegappStore

/// The hashes that one call of the library needs. They are computed elsewhere while the call has no thread.
///
/// Work that asks for a hash that is not there yet fails with `HashingError.awaited`; it is done again once all that
/// are ``wanted`` have an answer.
final class AwaitedHashes: Sendable {
    enum Request: Hashable, Sendable {
        case match(PasswordHash, password: String)
        case new(password: String, HashMethod, cost: Int)
    }

    private enum Answer: Sendable {
        case match(Result<Bool, HashingError>)
        case new(Result<PasswordHash, HashingError>)
    }

    private struct State {
        var answers: [Request: Answer] = [:]
        var wanted: [Request] = []
    }

    private let state = Locked(State())

    /// What has no answer yet, in the order in which it was asked for.
    var wanted: [Request] { state.withLock { $0.wanted } }

    /// Asks for several hashes at once.
    func require(_ hashes: [PasswordHash], of password: String) throws(HashingError) {
        var isWhole = true
        for hash in hashes where answer(to: .match(hash, password: password)) == nil { isWhole = false }
        guard isWhole else { throw .awaited }
    }

    func isHash(_ hash: PasswordHash, of password: String) throws(HashingError) -> Bool {
        guard case .match(let result)? = answer(to: .match(hash, password: password)) else { throw .awaited }
        return try result.get()
    }

    func newHash(of password: String, under policy: Policy) throws(HashingError) -> PasswordHash {
        let request = Request.new(password: password, policy.hash, cost: policy.hashCost)
        guard case .new(let result)? = answer(to: request) else { throw .awaited }
        return try result.get()
    }

    private func answer(to request: Request) -> Answer? {
        state.withLock { state in
            if let answer = state.answers[request] { return answer }
            if !state.wanted.contains(request) { state.wanted.append(request) }
            return nil
        }
    }

    /// Computes a hash, on the calling thread.
    func answer(_ request: Request, counting count: () -> Void) {
        count()
        let answer: Answer =
            switch request {
            case .match(let hash, let password):
                .match(Result { () throws(HashingError) in try hash.matches(password) })
            case .new(let password, let method, let cost):
                .new(
                    Result { () throws(HashingError) in
                        try PasswordHash(hashing: password, method: method, cost: cost)
                    })
            }
        state.withLock { state in
            state.answers[request] = answer
            state.wanted.removeAll { $0 == request }
        }
    }
}
