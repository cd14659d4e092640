internal import RegappProcesses
internal import Glibc

/// A program that runs in the foreground, with this process's group and streams, while this process waits.
enum ForegroundProgram {
    /// Only the program reacts to Ctrl-C and Ctrl-\. Stopping it, as with Ctrl-Z, also stops this process. Signals that
    /// ask this process to end are passed on, and take effect here once the program has ended.
    ///
    /// - Parameters:
    ///   - descriptor: an open file that the program inherits, if any.
    ///   - afterwards: called once the program has ended, before a pending signal ends this process.
    static func run(
        _ start: ProgramStart, inheriting descriptor: Int32?, afterwards: (ProgramEnd) -> Void
    ) -> ProgramEnd {
        let signals = Signals()
        let (process, refusal) = start.inheriting(descriptor, defaults: signals.ownInterrupts).run()
        var failure = refusal
        if failure == 0 { signals.goTo(process) }
        var status: Int32 = 0
        while failure == 0 {
            if Self.waitWhileStopped(process) { continue }
            if unsafe waitpid(process, &status, 0) >= 0 { break }
            if errno != EINTR { failure = errno }
        }
        let end = failure == 0 ? ProgramEnd(waitStatus: status) : .notStarted(failure)
        afterwards(end)
        signals.finish()
        return end
    }

    /// Waits until a program ends, or stops and continues; true for the latter.
    ///
    /// Most editors stop the whole group, including this process. If one stops only itself, this process follows, so
    /// that the shell gets the terminal back.
    private static func waitWhileStopped(_ process: pid_t) -> Bool {
        func isStopped(_ options: Int32) -> Bool {
            var info = unsafe siginfo_t()
            let result = unsafe waitid(P_PID, id_t(process), &info, options | WSTOPPED | WNOWAIT)
            return unsafe result == 0 && info.si_signo == SIGCHLD && info.si_code == CLD_STOPPED
        }
        guard isStopped(WEXITED) else { return false }
        // Continued at the same moment as this process, it may be late by some microseconds.
        usleep(20_000)
        guard isStopped(WNOHANG) else { return true }
        var status: Int32 = 0
        unsafe waitpid(process, &status, WUNTRACED | WNOHANG)
        kill(getpid(), SIGTSTP)
        return true
    }

    /// The program that a shell would run for a name, its links resolved; nil if there is none.
    ///
    /// - Parameter folders: the value of `$PATH`.
    static func find(_ name: String, in folders: String) -> String? {
        guard let path = ProgramStart.find(name, in: folders.split(separator: ":")),
            let real = unsafe realpath(path, nil)
        else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
}
