package import RegappStore

/// Calls a hook before every call, so that a test can do something at exactly that moment.
package struct Interposer: ForwardingFileSystem {
    package let base: any FileSystem
    package let openPaths = OpenPaths()
    private let before: @Sendable (Call) -> Void

    /// Puts a hook in front of a file system; it sees `close` and `pause` too.
    package init(_ base: any FileSystem, before: @escaping @Sendable (Call) -> Void) {
        self.base = base
        self.before = before
    }

    /// Puts a hook in front of a file system that sees one call only: the meant one with this number, from 1.
    package init(
        _ base: any FileSystem, beforeCall number: Int,
        of isMeant: @escaping @Sendable (Call) -> Bool = { _ in true },
        act: @escaping @Sendable () -> Void
    ) {
        let count = Locked(0)
        self.init(base) { call in
            guard isMeant(call) else { return }
            let made = count.withLock { count in
                count += 1
                return count
            }
            if made == number { act() }
        }
    }

    package func forward<Result: Sendable>(
        _ call: Call, _ body: @autoclosure () throws(Errno) -> Result
    ) throws(Errno) -> Result {
        before(call)
        return try body()
    }

    package func forwardSurely(_ call: Call, _ body: () -> Void) {
        before(call)
        body()
    }
}
