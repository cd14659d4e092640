package import RegappStore

/// Lets the Nth call fail, or every call from the Nth on; a test raises N until nothing fires any more.
///
/// Only calls that can fail are counted, all but `close` and `pause`, from 1. One that fails goes no further.
package final class FaultInjectingFileSystem: ForwardingFileSystem {
    package enum Fault: Hashable, Sendable {
        case failure(Errno)
        /// Of reads alone, the Nth gives one byte.
        case shortRead
        /// Of writes alone, the Nth writes one byte.
        case shortWrite
    }

    private struct Count {
        var calls = 0
        var hits = 0
    }

    package let base: any FileSystem
    package let openPaths = OpenPaths()
    private let number: Int
    private let fault: Fault
    private let forEver: Bool
    private let count = Locked(Count())

    /// - Parameters:
    ///   - number: Which call it hits, from 1 on; of a short read or write, which read or write.
    ///   - forEver: Whether it hits all later ones too.
    package init(_ base: any FileSystem, at number: Int, _ fault: Fault, forEver: Bool = false) {
        self.base = base
        self.number = number
        self.fault = fault
        self.forEver = forEver
    }

    /// How many calls came that the fault could hit.
    package var calls: Int { count.withLock(\.calls) }

    package var fired: Bool { count.withLock(\.hits) > 0 }

    package func forward<Result: Sendable>(
        _ call: Call, _ body: @autoclosure () throws(Errno) -> Result
    ) throws(Errno) -> Result {
        guard case .failure(let error) = fault else { return try body() }
        if hits() { throw error }
        return try body()
    }

    package func allowance(for call: Call, _ count: Int) -> Int {
        switch (call, fault) {
        case (.read, .shortRead), (.write, .shortWrite): hits() ? min(1, count) : count
        default: count
        }
    }

    private func hits() -> Bool {
        count.withLock { count in
            count.calls += 1
            let hits = forEver ? count.calls >= number : count.calls == number
            if hits { count.hits += 1 }
            return hits
        }
    }
}

extension Errno {
    /// The errors that a storage device, its limits and its rights can answer any call with.
    package static let storageFaults: [Errno] = [
        .noSpace, .inputOutput, .quota, .readOnly, .accessDenied, .tooManyOpenFiles, .interrupted,
    ]
}

extension Errno {
    package static let noSpace = Errno(rawValue: 28)
    package static let quota = Errno(rawValue: 122)
}
