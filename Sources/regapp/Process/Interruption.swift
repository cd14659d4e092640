import Glibc
import Synchronization
import RegappTerminal

/// Signals that ask this process to end while it makes a change; the user has to know the outcome.
enum Interruption {
    /// 0 if none came.
    private static let signal = Atomic<Int32>(0)

    private static let areNoted = Atomic(false)

    static var hasCome: Bool { signal.load(ordering: .acquiring) != 0 }

    /// Whether signals are noted now, so that output must not wait for a reader for ever.
    static var isPossible: Bool { areNoted.load(ordering: .acquiring) }

    /// Notes the signals, unless they are ignored, while the body runs. If the body returns, they came too late to stop
    /// it, and are dropped.
    static func noting<Result>(_ body: () throws -> Result) throws -> Result {
        // Made here, since a handler must not allocate.
        signal.store(0, ordering: .releasing)
        var handlers = SignalHandlers()
        for number in [SIGINT, SIGTERM, SIGHUP] {
            handlers.install(number) { Interruption.signal.store($0, ordering: .releasing) }
        }
        areNoted.store(true, ordering: .releasing)
        defer {
            areNoted.store(false, ordering: .releasing)
            handlers.restore()
        }
        let result = try body()
        signal.store(0, ordering: .releasing)
        return result
    }

    /// Ends the process by the signal that has stopped it, if any, for its parent to see. Ctrl-C has an exit code
    /// instead.
    static func endBySignal() {
        let number = signal.load(ordering: .acquiring)
        if number != 0, number != SIGINT { raise(number) }
    }
}
