internal import Dispatch
internal import DocumentStore
internal import Foundation
internal import FoundationNetworking

/// A `URLSession` without cookies, cache, credentials or redirects that passes data to exchanges.
final class LimitedSession: Sendable {
    private let session: URLSession
    private let router = Router()

    init() {
        // Making any configuration makes a cache, and making a cache makes a folder for it, unless that is impossible.
        URLCache.shared = URLCache(memoryCapacity: 0, diskCapacity: 0, diskPath: "/dev/null")
        let configuration = URLSessionConfiguration.default
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.httpMaximumConnectionsPerHost = URLSessionTransport.greatestConcurrency
        configuration.httpAdditionalHeaders = ["Accept": "*/*", "User-Agent": "regapp"]
        // Longer than any deadline of ours: ours is kept to the millisecond, this one is not.
        configuration.timeoutIntervalForRequest = 120
        session = URLSession(configuration: configuration, delegate: router, delegateQueue: InlineQueue())
    }

    /// Starts to fetch an address.
    func start(_ url: URL, _ exchange: Exchange) -> URLSessionDataTask {
        let task = session.dataTask(with: URLRequest(url: url))
        if router.add(exchange, for: task.taskIdentifier) { watch(since: nil) }
        task.resume()
        return task
    }

    // MARK: Waiting without work

    // Foundation on Linux goes on asking whether a connection can be written to once it has been, which it always
    // can: while an answer is waited for, its queue would keep a processor busy. So when nothing has come for a while
    // that queue sleeps between two looks. `getAllTasks` runs its block there.

    /// The time without data after which the queue sleeps.
    private static let patience = DispatchTimeInterval.milliseconds(25)
    /// The length of each sleep, in seconds: the delay that an answer may have.
    private static let nap = 0.003

    /// Checks repeatedly, while there are transfers, whether any data has come since `activity`.
    private func watch(since activity: Int?) {
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { [weak self] in
            guard let self, let now = router.activity() else { return }
            if now == activity { nap(since: now) } else { watch(since: now) }
        }
    }

    private func nap(since activity: Int) {
        session.getAllTasks { [weak self] _ in
            guard let self, let now = router.activity() else { return }
            guard now == activity else { return watch(since: now) }
            Thread.sleep(forTimeInterval: Self.nap)
            nap(since: now)
        }
    }

    /// Closes the session once its transfers are over.
    func close() {
        DispatchQueue.global().async { [session] in session.finishTasksAndInvalidate() }
    }
}

/// Calls the delegate at once, on the thread where the data arrives.
///
/// A queue of its own would be unbounded: it fills as fast as a server can send, whatever the delegate does. This way
/// the next bytes are read only after the last have been handled. Unchecked as `OperationQueue` itself is, whose
/// subclasses have to repeat it; it adds no state.
private final class InlineQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
        block()
    }

    override func addOperation(_ operation: Operation) {
        operation.start()
    }
}

/// The session's delegate: finds the exchange of each task.
private final class Router: NSObject, URLSessionDataDelegate {
    private struct State {
        var exchanges: [Int: Exchange] = [:]
        /// The number of events of all tasks.
        var activity = 0
        var isWatched = false
    }

    private let state = Locked(State())

    /// Registers the exchange of a task; returns whether watching has to begin.
    func add(_ exchange: Exchange, for task: Int) -> Bool {
        state.withLock { state in
            state.exchanges[task] = exchange
            defer { state.isWatched = true }
            return !state.isWatched
        }
    }

    /// The number of events so far; nil, which ends the watching, if no exchange is waiting any more.
    func activity() -> Int? {
        state.withLock { state in
            state.isWatched = state.exchanges.values.contains { !$0.isOver }
            return state.isWatched ? state.activity : nil
        }
    }

    private func exchange(of task: URLSessionTask) -> Exchange? {
        state.withLock { state in
            state.activity &+= 1
            return state.exchanges[task.taskIdentifier]
        }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        exchange(of: dataTask)?.begin(response)
        // Not `.cancel`: that would wait for the queue that this runs on.
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.take(data)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        // Foundation traps when it is told what to do with a redirect of a task that is being stopped.
        if exchange(of: task)?.end(withRedirect: response) == true { completionHandler(nil) }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // The answer is there, with its status. Every disposition would have Foundation wait for another.
        exchange(of: task)?.endHere()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = state.withLock { $0.exchanges.removeValue(forKey: task.taskIdentifier) }
        exchange?.end(error)
    }
}
