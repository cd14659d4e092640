internal import Dispatch
internal import Foundation
internal import FoundationNetworking
internal import Synchronization

/// A `URLSession` without cookies, cache, credentials or redirects, that hands what comes to exchanges.
final class LimitedSession: Sendable {
    private let session: URLSession
    private let router = Router()
    /// Where the delegate is called: a serial queue of its own, since the shared pool's threads may all be waiting
    /// for what the delegate has to say.
    private let queue = DispatchQueue(label: "regapp.albums.session")

    init() {
        let configuration = URLSessionConfiguration.ephemeral
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
        let operations = OperationQueue()
        operations.maxConcurrentOperationCount = 1
        // The operation queue does not keep its dispatch queue alive; this object does, as long as the session.
        unsafe operations.underlyingQueue = queue
        session = URLSession(configuration: configuration, delegate: router, delegateQueue: operations)
    }

    /// Starts to fetch an address.
    func start(_ url: URL, _ exchange: Exchange) -> URLSessionDataTask {
        let task = session.dataTask(with: URLRequest(url: url))
        router.add(exchange, for: task.taskIdentifier)
        task.resume()
        return task
    }

    /// Ends every transfer and lets go of the session's threads.
    func close() {
        session.invalidateAndCancel()
    }
}

/// The session's delegate: finds the exchange of each task.
private final class Router: NSObject, URLSessionDataDelegate {
    private let exchanges = Mutex<[Int: Exchange]>([:])

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
        let goesOn = exchange(of: dataTask)?.begin(response) ?? false
        completionHandler(goesOn ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        guard let exchange = exchange(of: dataTask), exchange.take(data) else { return dataTask.cancel() }
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
