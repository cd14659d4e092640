import Glibc
import Synchronization

/// What Ctrl-Z sends, while another thread releases the last lock: the handler is due, but runs after the release.
enum LateStop {
    private static let isBlocked = Atomic(false)
    private static let isSent = Atomic(false)
    private static let isLate = Atomic(false)

    /// Called on a queue, whose threads take no signals, while the main thread waits for it.
    static func send() {
        catching(SIGUSR1, blocking: [SIGTSTP, SIGWINCH]) { _ in
            LateStop.isBlocked.store(true, ordering: .sequentiallyConsistent)
            LateStop.wait(for: LateStop.isSent)
        }
        // Of two signals that wait, the handler of the higher one runs first.
        catching(SIGWINCH, blocking: [SIGTSTP]) { _ in
            LateStop.isLate.store(true, ordering: .sequentiallyConsistent)
            var action = sigaction()
            repeat {
                sched_yield()
                unsafe sigaction(SIGTSTP, nil, &action)
            } while unsafe action.__sigaction_handler.sa_handler != nil
            // The release needs as long for its last steps, or less; if it needs longer, nothing is late.
            var moment = timespec(tv_sec: 0, tv_nsec: 20_000_000)
            unsafe nanosleep(&moment, nil)
        }
        kill(getpid(), SIGUSR1)
        wait(for: isBlocked)
        for number in [SIGTSTP, SIGWINCH] { kill(getpid(), number) }
        isSent.store(true, ordering: .sequentiallyConsistent)
        wait(for: isLate)
    }

    private static func wait(for flag: borrowing Atomic<Bool>) {
        while !flag.load(ordering: .sequentiallyConsistent) { sched_yield() }
    }

    private static func catching(
        _ number: Int32, blocking blocked: [Int32], _ handler: @escaping @convention(c) (Int32) -> Void
    ) {
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = handler
        for number in blocked { unsafe sigaddset(&action.sa_mask, number) }
        unsafe sigaction(number, &action, nil)
    }
}
