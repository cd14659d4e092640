internal import Dispatch
internal import Foundation
internal import FoundationNetworking

/// A `URLSession` without cookies, cache, credentials or redirects, that hands what comes to exchanges.
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
        configuration.urlCredentialStorage = nil
        configuration.httpMaximumConnectionsPerHost = URLSessionTransport.greatestConcurrency
        configuration.httpAdditionalHeaders = ["Accept": "*/*", "User-Agent": "regapp"]
        // Longer than any deadline of ours: ours is kept to the millisecond, this one is not.
        configuration.timeoutIntervalForRequest = 120
        session = URLSession(configuration: configuration, delegate: router, delegateQueue: InlineQueue())
    }

    /// Starts to fetch an address.
    func start(_ url: URL, _ exchange: Exchange) -> URLSessionDataTask {
        let task = session.dataTask(with: URLRequest(url: url))
        router.add(exchange, for: task.taskIdentifier)
        task.resume()
        return task
    }

    /// Lets the session go once its transfers are over.
    func close() {
        DispatchQueue.global().async { [session] in session.finishTasksAndInvalidate() }
    }
}

/// Calls the delegate at once, where the data arrives.
///
/// A queue of its own would have no bound: it fills as fast as a server can send, whatever the delegate does. This
/// way the next bytes are read only when the last have been looked at.
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
    private let exchanges = Locked<[Int: Exchange]>([:])

    func add(_ exchange: Exchange, for task: Int) {
        exchanges.withLock { $0[task] = exchange }
    }

    private func exchange(of task: URLSessionTask) -> Exchange? {
        exchanges.withLock { $0[task.taskIdentifier] }
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
        exchange(of: task)?.end(withRedirect: response)
        completionHandler(nil)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        exchange?.end(error)
    }
}
