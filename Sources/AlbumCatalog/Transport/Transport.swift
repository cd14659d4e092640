/// One HTTP GET: what to ask, for how long to wait and how much to take.
public struct TransportRequest: Sendable, Hashable {
    /// An absolute address, `http` or `https`, percent-encoded.
    public var url: String
    /// How long the whole exchange may take, in milliseconds, from the call to the last byte.
    public var deadline: Int
    /// How many bytes of body are taken, unpacked.
    public var byteLimit: Int

    /// Puts a request together.
    public init(url: String, deadline: Int, byteLimit: Int) {
        self.url = url
        self.deadline = deadline
        self.byteLimit = byteLimit
    }
}

/// What came back: one answer, redirects not followed.
public struct TransportAnswer: Sendable, Hashable {
    /// The status code, 100 … 599.
    public var status: Int
    /// The header fields, their names in small letters.
    public var headers: [String: String]
    /// The body, unpacked.
    public var body: [UInt8]

    /// Puts an answer together.
    public init(status: Int, headers: [String: String], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// The seam between the catalogue and the network; tests put a script in its place.
///
/// `send` blocks until the answer is complete, the deadline is over or the question is taken back, and may be
/// called from several threads. It follows no redirect, keeps no cookie and caches nothing.
public protocol Transport: Sendable {
    /// Sends one request. Throws what `CatalogError` says of connections, sizes and times; never `.status`.
    func send(_ request: TransportRequest, cancellation: Cancellation) throws(CatalogError) -> TransportAnswer
}
