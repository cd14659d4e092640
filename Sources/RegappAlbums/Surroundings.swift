internal import Glibc

/// The clock, waiting and deadlines of a catalogue; tests replace them.
package struct Surroundings: Sendable {
    /// The time in milliseconds since 1970.
    let now: @Sendable () -> Int64
    var pause: @Sendable (_ milliseconds: Int, _ cancellation: Cancellation) -> Void
    /// The longest time for one answer, in milliseconds.
    let deadline: Int
    /// The longest time for one cover, in milliseconds.
    let coverDeadline: Int

    package init(
        now: @escaping @Sendable () -> Int64 = Surroundings.milliseconds,
        pause: @escaping @Sendable (_ milliseconds: Int, _ cancellation: Cancellation) -> Void = {
            $1.wait(milliseconds: $0)
        },
        deadline: Int = 15_000, coverDeadline: Int = 5_000
    ) {
        self.now = now
        self.pause = pause
        self.deadline = deadline
        self.coverDeadline = coverDeadline
    }

    /// Since 1970.
    @Sendable package static func milliseconds() -> Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }

    static func variable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }
}
