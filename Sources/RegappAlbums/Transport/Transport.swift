internal import RegappValues

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
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

/// The seam between the catalogue and the network, which tests replace.
///
/// It follows no redirects, keeps no cookies and caches nothing. Errors are the `CatalogError` cases about curl,
/// connections, sizes and times; never `.status`.
package protocol Transport: Sendable {
    /// Sends requests in turn, over one connection if the server keeps it, and hands over each outcome once, in order,
    /// with its index. All together may take `patience`, in milliseconds.
    ///
    /// It blocks until everything is answered, the time is over or the question is cancelled, and may be called from
    /// several threads.
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
