internal import Glibc

/// Installs handlers of signals and restores the previous actions. Nothing else changes signal actions.
package struct SignalHandlers: ~Copyable {
    /// A handler; it may do only what signal-safety(7) allows.
    package typealias Handler = @convention(c) (Int32) -> Void

    private var previous: [(number: Int32, action: sigaction)] = []

    package init() {}

    package var numbers: [Int32] { previous.map(\.number) }

    /// Handles a signal from now on, unless it is ignored, as by `nohup` and background jobs of plain shells.
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

    /// Runs `body` while the handled ones among these signals take their default action.
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

    package mutating func restore() {
        Self.set(previous)
        previous = []
    }

    /// Gives a signal its default action for good, whatever a parent or the Swift runtime set.
    package static func reset(_ number: Int32) { signal(number, SIG_DFL) }

    private static func set(_ actions: [(number: Int32, action: sigaction)]) {
        for entry in actions {
            var action = entry.action
            unsafe sigaction(entry.number, &action, nil)
        }
    }
}
