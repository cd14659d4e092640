internal import Glibc
internal import Synchronization

/// A signal that a program on a terminal has to handle.
enum TerminalSignal: Int32, CaseIterable, Sendable {
    case hangup = 1
    case interrupt = 2
    case quit = 3
    case terminate = 15
    case `continue` = 18
    case stop = 20
    case resize = 28

    var ends: Bool {
        switch self {
        case .hangup, .interrupt, .quit, .terminate: true
        case .continue, .stop, .resize: false
        }
    }
}

/// The pipe of all watches.
///
/// Never closed: a handler on another thread might still be about to write.
private let pipe = WakePipe()
private let wakeEnd = Atomic<Int32>(-1)
/// Holds a byte for each signal that asks the process to end and is still pending; never closed either.
private let ends = WakePipe()
private let endsEnd = Atomic<Int32>(-1)

private let beforeStop = Mutex<(@Sendable () -> Void)?>(nil)

package enum TerminalStop {
    /// Sets what a watch waits for before Ctrl-Z stops this process, which stops its background work too.
    package static func waits(for body: @escaping @Sendable () -> Void) { beforeStop.withLock { $0 = body } }
}

/// Notices signals while it exists; they have no effect.
///
/// The handler only writes the signal's number into a pipe, so that ordinary code handles it: poll ``descriptor``
/// together with the terminal, then call ``next()``. A signal that was ignored when the watch began stays ignored
/// (`nohup`, background jobs of plain shells). Watches nest; the inner one notices everything until it ends. A signal
/// that asks the process to end and is still pending when a watch ends is raised again, so no such signal is lost.
final class SignalWatch {
    let descriptor: Int32
    private var handlers = SignalHandlers()

    init?(_ signals: [TerminalSignal] = TerminalSignal.allCases) {
        guard let pipe, let ends else { return nil }
        descriptor = pipe.readEnd
        wakeEnd.store(pipe.writeEnd, ordering: .sequentiallyConsistent)
        endsEnd.store(ends.writeEnd, ordering: .sequentiallyConsistent)
        for signal in signals { handlers.install(signal.rawValue, Self.note) }
    }

    deinit {
        handlers.restore()
        var pending: [TerminalSignal] = []
        while let signal = Self.next() { pending.append(signal) }
        for signal in pending where signal.ends { raise(signal.rawValue) }
    }

    func next() -> TerminalSignal? { Self.next() }

    /// Readable while a signal that asks the process to end is pending.
    static var endDescriptor: Int32? { ends?.readEnd }

    fileprivate static func next() -> TerminalSignal? {
        let signal = pipe?.next().flatMap { TerminalSignal(rawValue: Int32($0)) }
        if signal?.ends == true { _ = ends?.next() }
        return signal
    }

    /// Lets `signal` take its default effect on this process, and returns if the process survives.
    ///
    /// A signal that was ignored from the start has no effect.
    ///
    /// - Parameter group: whether the whole process group gets it, as from a key press.
    func deliver(_ signal: TerminalSignal, toGroup group: Bool = false) {
        if signal == .stop { beforeStop.withLock { $0 }?() }
        lettingThrough([signal]) {
            guard handlers.numbers.contains(signal.rawValue) else { return }
            if group {
                kill(0, signal.rawValue)
            } else {
                raise(signal.rawValue)
            }
        }
    }

    func lettingThrough(_ signals: [TerminalSignal], during body: () -> Void) {
        handlers.withDefaults(for: signals.map(\.rawValue), body)
    }

    private static let note: SignalHandlers.Handler = { number in
        // errno belongs to the code that was interrupted.
        let saved = errno
        var byte = UInt8(truncatingIfNeeded: number)
        let count = unsafe write(wakeEnd.load(ordering: .relaxed), &byte, 1)
        if count == 1, TerminalSignal(rawValue: number)?.ends == true {
            _ = unsafe write(endsEnd.load(ordering: .relaxed), &byte, 1)
        }
        errno = saved
    }
}

/// Signals that the screens noticed and did not act on, for the program that comes to the foreground next.
package enum PendingSignals {
    /// Removes all of them; returns the last SIGHUP, SIGQUIT or SIGTERM, nil if there is none.
    ///
    /// The others lose their meaning while another program has the terminal: the size is read again afterwards, and an
    /// interruption is that program's.
    package static func consumeEnd() -> Int32? {
        var end: TerminalSignal?
        while let signal = SignalWatch.next() {
            if signal.ends, signal != .interrupt { end = signal }
        }
        return end?.rawValue
    }
}
