import Glibc
import Synchronization
import TerminalUI

/// Signals that ask this process to end while it makes a change whose outcome the user has to know.
enum Interruption {
    /// 0 if none came.
    private static let signal = Atomic<Int32>(0)

    static var hasCome: Bool { signal.load(ordering: .acquiring) != 0 }

    /// Notes the signals, unless they are ignored, while the body runs. A body that returns was not stopped: they came
    /// too late.
    static func noting<Result>(_ body: () throws -> Result) throws -> Result {
        // Made here, since a handler must not allocate.
        signal.store(0, ordering: .releasing)
        var handlers = SignalHandlers()
        for number in [SIGINT, SIGTERM, SIGHUP] {
            // Without SA_RESTART: output that nobody reads must not keep the process.
            handlers.install(number) { Interruption.signal.store($0, ordering: .releasing) }
        }
        defer { handlers.restore() }
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
