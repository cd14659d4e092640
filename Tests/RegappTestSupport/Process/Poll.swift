internal import Foundation
internal import Glibc

enum Poll {
    /// Waits until one of the descriptors can be read or has hung up; false when the deadline came first.
    static func anyReady(_ descriptors: [Int32], until deadline: ContinuousClock.Instant) -> Bool {
        ready(descriptors, events: Int16(POLLIN), until: deadline)
    }

    /// Waits until the descriptor accepts more bytes; false when the deadline came first.
    static func writable(_ descriptor: Int32, until deadline: ContinuousClock.Instant) -> Bool {
        ready([descriptor], events: Int16(POLLOUT), until: deadline)
    }

    private static func ready(
        _ descriptors: [Int32], events: Int16, until deadline: ContinuousClock.Instant
    ) -> Bool {
        while true {
            let left = (deadline - .now) / .milliseconds(1)
            let milliseconds = Int32(max(0, min(left.rounded(.up), 60_000)))
            var requests = descriptors.map { pollfd(fd: $0, events: events, revents: 0) }
            let count = unsafe poll(&requests, nfds_t(requests.count), milliseconds)
            if count > 0 { return true }
            if count < 0 && errno != EINTR { return false }
            if ContinuousClock.now >= deadline { return false }
        }
    }
}

/// A thread that runs one closure; unlike a task it may block.
struct WaitingThread {
    private let thread: Thread

    init(_ body: @escaping @Sendable () -> Void) {
        thread = Thread(block: body)
        thread.stackSize = 256 * 1024
    }

    func start() { thread.start() }
}
