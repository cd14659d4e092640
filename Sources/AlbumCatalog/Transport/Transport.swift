/// An HTTP GET: the address, the deadline and the size limit.
public struct TransportRequest: Sendable, Hashable {
    /// An absolute address, `http` or `https`, percent-encoded.
    public var url: String
    /// The longest time of the whole exchange, in milliseconds, from the call to the last byte.
    public var deadline: Int
    /// The most bytes of body, uncompressed.
    public var byteLimit: Int
}

/// One answer; redirects are not followed.
public struct TransportAnswer: Sendable, Hashable {
    /// The status code, 100 … 599.
    public var status: Int
    /// The header fields, their names in lowercase.
    public var headers: [String: String]
    /// The body, uncompressed.
    public var body: [UInt8]

    package init(status: Int, headers: [String: String], body: [UInt8]) {
        (self.status, self.headers, self.body) = (status, headers, body)
    }
}

/// The seam between the catalogue and the network, which tests replace.
///
/// `send` blocks until the answer is complete, the deadline is over or the question is cancelled, and may be called
/// from several threads. It follows no redirects, keeps no cookies and caches nothing.
public protocol Transport: Sendable {
    /// Sends one request. Throws the `CatalogError` cases about connections, sizes and times; never `.status`.
    func send(_ request: TransportRequest, cancellation: Cancellation) throws(CatalogError) -> TransportAnswer
}
