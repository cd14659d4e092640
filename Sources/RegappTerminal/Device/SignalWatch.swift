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

/// The pipe of all watches; never closed, since a handler on another thread might still be about to write.
private let pipe = WakePipe()
private let wakeEnd = Atomic<Int32>(-1)
/// Holds a byte for each signal that asks the process to end and is still pending; never closed either.
private let ends = WakePipe()
private let endsEnd = Atomic<Int32>(-1)

private let stopper = Mutex<(@Sendable (_ stop: () -> Void) -> Void)?>(nil)

/// Notices signals while it exists, in place of their usual effect.
///
/// The handler only writes the signal's number into a pipe, for ordinary code to handle: poll ``descriptor`` together
/// with the terminal, then call ``next()``. A signal ignored when the watch began stays ignored (`nohup`, background
/// jobs of plain shells). Watches nest; the inner one notices everything until it ends. A pending signal that asks the
/// process to end is raised again when a watch ends, so none is lost.
final class SignalWatch {
    let descriptor: Int32
    private var handlers = SignalHandlers()

    init?() {
        guard let pipe, let ends else { return nil }
        descriptor = pipe.readEnd
        wakeEnd.store(pipe.writeEnd, ordering: .sequentiallyConsistent)
        endsEnd.store(ends.writeEnd, ordering: .sequentiallyConsistent)
        for signal in TerminalSignal.allCases { handlers.install(signal.rawValue, Self.note) }
    }

    deinit {
        handlers.restore()
        var pending: [TerminalSignal] = []
        while let signal = Self.next() { pending.append(signal) }
        for signal in pending where signal.ends { raise(signal.rawValue) }
    }

    /// Readable while a signal that asks the process to end is pending.
    static var endDescriptor: Int32? { ends?.readEnd }

    /// The next signal that was noticed; nil for none.
    static func next() -> TerminalSignal? {
        let signal = pipe?.next().flatMap { TerminalSignal(rawValue: Int32($0)) }
        if signal?.ends == true { _ = ends?.next() }
        return signal
    }

    /// Lets `signal` take its default effect on this process, unless it was ignored from the start; returns if the
    /// process survives. With `group`, the whole process group gets it, as from a key press.
    func deliver(_ signal: TerminalSignal, toGroup group: Bool = false) {
        let deliver = {
            self.lettingThrough([signal]) {
                guard self.handlers.numbers.contains(signal.rawValue) else { return }
                _ = group ? kill(0, signal.rawValue) : raise(signal.rawValue)
            }
        }
        guard signal == .stop, let stopper = stopper.withLock({ $0 }) else { return deliver() }
        stopper(deliver)
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

/// Installs handlers of signals and restores the previous actions. Nothing else in this module changes signal actions.
package struct SignalHandlers: ~Copyable {
    /// A handler; it may do only what signal-safety(7) allows.
    package typealias Handler = @convention(c) (Int32) -> Void

    /// A signal and what was to happen at it.
    private struct Handling {
        let number: Int32
        var action: sigaction
    }

    private var previous: [Handling] = []

    package init() {}

    package var numbers: [Int32] { previous.map(\.number) }

    /// Handles a signal from now on, unless it is ignored, as by `nohup` and background jobs of plain shells. `flags`
    /// are those of `sigaction`; a nil `handler` ignores the signal.
    package mutating func install(_ number: Int32, flags: Int32 = 0, _ handler: Handler?) {
        var old = sigaction()
        unsafe sigaction(number, nil, &old)
        if unsafe Self.address(of: old.__sigaction_handler.sa_handler) == Self.address(of: SIG_IGN) { return }
        var action = sigaction()
        action.sa_flags = flags
        unsafe action.__sigaction_handler.sa_handler = handler ?? SIG_IGN
        unsafe sigaction(number, &action, nil)
        previous.append(Handling(number: number, action: old))
    }

    private static func address(of handler: Handler?) -> Int { unsafe unsafeBitCast(handler, to: Int.self) }

    /// Runs `body` while the handled ones among these signals take their default action.
    package func withDefaults(for numbers: [Int32], _ body: () -> Void) {
        var present: [Handling] = []
        for number in self.numbers where numbers.contains(number) {
            var standard = sigaction()
            var action = sigaction()
            unsafe standard.__sigaction_handler.sa_handler = SIG_DFL
            unsafe sigaction(number, &standard, &action)
            present.append(Handling(number: number, action: action))
        }
        body()
        Self.set(present)
    }

    package mutating func restore() {
        Self.set(previous)
        previous = []
    }

    /// Gives a signal its default action for good, whatever a parent or the Swift runtime set.
    package static func reset(_ number: Int32) { signal(number, SIG_DFL) }

    private static func set(_ actions: [Handling]) {
        for entry in actions {
            var action = entry.action
            unsafe sigaction(entry.number, &action, nil)
        }
    }
}

extension Terminal {
    /// Sets what calls `stop` at Ctrl-Z; it can wait until background work, which stops too, holds no lock.
    package static func stops(by stop: @escaping @Sendable (_ stop: () -> Void) -> Void) {
        stopper.withLock { $0 = stop }
    }

    /// Removes the signals that the screens noticed and did not act on, which are for the program that comes to the
    /// foreground next; returns the last SIGHUP, SIGQUIT or SIGTERM, if any. The others lose their meaning while
    /// another program has the terminal: the size is read again afterwards, and an interruption is that program's.
    package static func consumeEnd() -> Int32? {
        var end: TerminalSignal?
        while let signal = SignalWatch.next() {
            if signal.ends, signal != .interrupt { end = signal }
        }
        return end?.rawValue
    }
}
