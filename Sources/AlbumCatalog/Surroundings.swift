internal import Dispatch

/// What a catalogue needs to know of time; tests put their own in its place.
public struct Surroundings: Sendable {
    /// The time in milliseconds since 1970.
    public var now: @Sendable () -> Int64
    /// Lets so many milliseconds pass, less when the question is taken back.
    public var pause: @Sendable (_ milliseconds: Int, _ cancellation: Cancellation) -> Void
    /// How long one answer may take, in milliseconds.
    public var deadline: Int
    /// How long one cover may take, in milliseconds.
    public var coverDeadline: Int

    /// Puts a clock, a way to wait and the deadlines together.
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
    /// Waits until the question is taken back, but no longer than so many milliseconds.
    public func wait(milliseconds: Int) {
        let woken = DispatchSemaphore(value: 0)
        waking(with: { woken.signal() }) {
            _ = woken.wait(timeout: .now() + .milliseconds(milliseconds))
        }
    }
}
