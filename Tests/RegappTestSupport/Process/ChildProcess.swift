internal import Foundation
internal import Glibc
internal import RegappStore

package enum Termination: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)
}

/// Why a test could not start or watch a process: a call and what `errno` said.
package struct ProcessFailure: Error, CustomStringConvertible {
    /// The call and what it was for.
    package let operation: String
    package let number: Int32

    package var description: String { "\(operation): error \(number)" }
}

/// A running process that the test has started, and will have reaped when it ends.
///
/// A thread of its own waits for it; its end shows as a hang-up on `exitDescriptor`, which a test polls beside output.
package final class ChildProcess: Sendable {
    /// The process's number; also that of its process group.
    package let pid: Int32
    /// A pipe that hangs up when the process has ended.
    let exitDescriptor: Int32
    private let termination = Locked<Termination?>(nil)

    init(pid: Int32) throws {
        var ends: [Int32] = [0, 0]
        guard unsafe pipe(&ends) == 0 else { throw ProcessFailure(operation: "pipe", number: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        self.pid = pid
        exitDescriptor = ends[0]
        startWaiting(closing: ends[1])
    }

    deinit {
        close(exitDescriptor)
    }

    /// How it ended; nil while it runs.
    package var ended: Termination? { termination.withLock { $0 } }

    /// The process that this one has started and waits for; nil if there is none.
    package var child: Int32? {
        let list = "/proc/\(pid)/task/\(pid)/children"
        let text = (try? String(contentsOfFile: list, encoding: .utf8)) ?? ""
        return text.split(separator: " ").first.flatMap { Int32($0) }
    }

    /// Sends a signal to the process, unless it has ended.
    package func signal(_ number: Int32) {
        termination.withLock { if $0 == nil { _ = kill(pid, number) } }
    }

    /// Kills the process and all of its group.
    package func killGroup() {
        termination.withLock { if $0 == nil { _ = kill(-pid, SIGKILL) } }
    }

    /// Waits for the end until a moment; nil when it has not come by then.
    package func wait(until deadline: ContinuousClock.Instant) -> Termination? {
        while ended == nil {
            guard Poll.anyReady([exitDescriptor], until: deadline) else { return nil }
        }
        return ended
    }

    /// Waits until the process has been stopped (by SIGSTOP or SIGTSTP); false when it has not by the deadline.
    package func waitUntilStopped(until deadline: ContinuousClock.Instant) -> Bool {
        while ended == nil {
            var info = unsafe siginfo_t()
            let flags = WSTOPPED | WNOHANG | WNOWAIT
            if unsafe waitid(P_PID, id_t(pid), &info, flags) == 0, unsafe info.si_signo == SIGCHLD {
                return true
            }
            // No descriptor reports a stop: look again every 5 ms.
            let next = ContinuousClock.now + .milliseconds(5)
            if next > deadline { return false }
            _ = Poll.anyReady([exitDescriptor], until: next)
        }
        return false
    }

    private func startWaiting(closing end: Int32) {
        let thread = WaitingThread { [self] in
            var info = unsafe siginfo_t()
            while unsafe waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
            // Reaped under the lock, so that no signal goes to a stranger who got the same number.
            termination.withLock { termination in
                var status: Int32 = 0
                while unsafe waitpid(pid, &status, 0) < 0 && errno == EINTR {}
                termination = Termination(status: status)
            }
            close(end)
        }
        thread.start()
    }
}

extension Termination {
    fileprivate init(status: Int32) {
        self = status & 0x7f == 0 ? .exited(status >> 8 & 0xff) : .signalled(status & 0x7f)
    }
}
