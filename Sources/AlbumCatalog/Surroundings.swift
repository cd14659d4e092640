internal import Dispatch

/// The clock, waiting and deadlines of a catalogue; tests replace them.
public struct Surroundings: Sendable {
    /// The time in milliseconds since 1970.
    public var now: @Sendable () -> Int64
    /// Waits for some milliseconds, or until the question is cancelled.
    public var pause: @Sendable (_ milliseconds: Int, _ cancellation: Cancellation) -> Void
    /// The longest time for one answer, in milliseconds.
    public var deadline: Int
    /// The longest time for one cover, in milliseconds.
    public var coverDeadline: Int

    /// Combines a clock, a way to wait and the deadlines.
    public init(
        now: @escaping @Sendable () -> Int64,
        pause: @escaping @Sendable (_ milliseconds: Int, _ cancellation: Cancellation) -> Void,
        deadline: Int = 15_000, coverDeadline: Int = 5_000
    ) {
        self.now = now
        self.pause = pause
        self.deadline = deadline
        self.coverDeadline = coverDeadline
    }
}

extension Cancellation {
    /// Waits until the question is cancelled, but at most some milliseconds.
    public func wait(milliseconds: Int) {
        let woken = DispatchSemaphore(value: 0)
        waking(with: { woken.signal() }) {
            _ = woken.wait(timeout: .now() + .milliseconds(milliseconds))
        }
    }
}
