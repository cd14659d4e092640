internal import Glibc

/// Handlers of signals, and what the process did at these signals before: the one place where that is changed.
package struct SignalHandlers: ~Copyable {
    /// What a signal does while a handler is installed; it may do only what signal-safety(7) allows.
    package typealias Handler = @convention(c) (Int32) -> Void

    private var previous: [(number: Int32, action: sigaction)] = []

    package init() {}

    /// The signals that are handled.
    package var numbers: [Int32] { previous.map(\.number) }

    /// Handles a signal from now on, unless it is ignored: `nohup` and background jobs of plain shells stay what they
    /// are.
    ///
    /// - Parameters:
    ///   - flags: those of `sigaction`.
    ///   - handler: nil ignores the signal.
    package mutating func install(_ number: Int32, flags: Int32 = 0, _ handler: Handler?) {
        var old = sigaction()
        unsafe sigaction(number, nil, &old)
        if unsafe Self.address(of: old.__sigaction_handler.sa_handler) == Self.address(of: SIG_IGN) { return }
        var action = sigaction()
        action.sa_flags = flags
        unsafe action.__sigaction_handler.sa_handler = handler ?? SIG_IGN
        unsafe sigaction(number, &action, nil)
        previous.append((number, old))
    }

    private static func address(of handler: Handler?) -> Int { unsafe unsafeBitCast(handler, to: Int.self) }

    /// Runs `body` while these signals, where they are handled, do what they do by default.
    package func withDefaults(for numbers: [Int32], _ body: () -> Void) {
        var present: [(number: Int32, action: sigaction)] = []
        for number in self.numbers where numbers.contains(number) {
            var (standard, action) = (sigaction(), sigaction())
            unsafe standard.__sigaction_handler.sa_handler = SIG_DFL
            unsafe sigaction(number, &standard, &action)
            present.append((number, action))
        }
        body()
        Self.set(present)
    }

    /// Brings back what was done before.
    package mutating func restore() {
        Self.set(previous)
        previous = []
    }

    private static func set(_ actions: [(number: Int32, action: sigaction)]) {
        for entry in actions {
            var action = entry.action
            unsafe sigaction(entry.number, &action, nil)
        }
    }
}
