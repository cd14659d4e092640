public import DocumentStore

/// Calls a hook before every call, so that a test can do something by hand at exactly that moment.
public struct Interposer: ForwardingFileSystem {
    public let base: any FileSystem
    public let openPaths = OpenPaths()
    private let before: @Sendable (Call) -> Void

    /// Puts a hook in front of a file system; it sees `close` and `pause` too.
    public init(_ base: any FileSystem, before: @escaping @Sendable (Call) -> Void) {
        self.base = base
        self.before = before
    }

    public func forward<Result: Sendable>(
        _ call: Call, _ body: () throws(Errno) -> Result
    ) throws(Errno) -> Result {
        before(call)
        return try body()
    }

    public func forwardSurely(_ call: Call, _ body: () -> Void) {
        before(call)
        body()
    }
}
