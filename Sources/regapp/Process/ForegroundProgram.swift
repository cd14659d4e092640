internal import Glibc
internal import Synchronization
internal import RegappProcesses
internal import RegappTerminal

/// A program that runs in the foreground, with this process's group and streams, while this process waits.
enum ForegroundProgram {
    /// Only the program reacts to Ctrl-C and Ctrl-\. Stopping it, as with Ctrl-Z, also stops this process. Signals
    /// that ask this process to end are passed on, and take effect here once the program has ended. `afterwards` is
    /// called before a pending signal ends this process.
    static func run(
        _ start: consuming ProgramStart, afterwards: (ProgramEnd) -> Void = { _ in }
    ) -> ProgramEnd {
        let signals = Signals()
        start.defaults = signals.ownInterrupts
        let (process, refusal) = start.run()
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

    /// Waits until a program ends, or stops and continues; true for the latter. Most editors stop the whole group,
    /// with this process. If one stops only itself, this process follows, so that the shell gets the terminal back.
    private static func waitWhileStopped(_ process: pid_t) -> Bool {
        func isStopped(_ options: Int32) -> Bool {
            var info = unsafe siginfo_t()
            let result = unsafe waitid(P_PID, id_t(process), &info, options | WSTOPPED | WNOWAIT)
            return unsafe result == 0 && info.si_signo == SIGCHLD && info.si_code == CLD_STOPPED
        }
        guard isStopped(WEXITED) else { return false }
        // A program that was continued together with this process may be late by some microseconds.
        usleep(20_000)
        guard isStopped(WNOHANG) else { return true }
        var status: Int32 = 0
        unsafe waitpid(process, &status, WUNTRACED | WNOHANG)
        kill(getpid(), SIGTSTP)
        return true
    }

    /// The program that a shell would run for a name, its links resolved; nil for none. `folders` is `$PATH`.
    static func find(_ name: String, in folders: String) -> String? {
        guard let path = ProgramStart.find(name, in: folders.split(separator: ":")),
            let real = unsafe realpath(path, nil)
        else { return nil }
        defer { unsafe free(real) }
        return unsafe String(cString: real)
    }
}

/// The process that gets the signals; 0 if there is none.
private let foreground = Atomic<Int32>(0)
/// The signal to pass on; 0 if none came.
private let received = Atomic<Int32>(0)
/// How long a program that was asked to end may take before it is killed, in seconds.
private let grace: UInt32 = 2

extension ForegroundProgram {
    /// Passes signals that ask this process to end on to a program in the foreground. The program has put the terminal
    /// into a mode of its own, and the shell takes the terminal back as soon as this process is gone. So the program
    /// ends first, within a few seconds, and only then does the signal take effect here. Ignored signals stay ignored.
    struct Signals: ~Copyable {
        /// The signals of keys that only concern the program; they are ignored here.
        private static let interrupts = [SIGINT, SIGQUIT]

        private var handlers = SignalHandlers()

        init() {
            foreground.store(0, ordering: .sequentiallyConsistent)
            received.store(0, ordering: .sequentiallyConsistent)
            for number in Self.interrupts { handlers.install(number, nil) }
            for number in [SIGHUP, SIGTERM, SIGUSR1, SIGUSR2] { handlers.install(number, Self.receive) }
            // Signals that came while the screens gave the terminal away are for the program too, later ones for this.
            if let earlier = Terminal.consumeEnd() {
                _ = received.compareExchange(expected: 0, desired: earlier, ordering: .sequentiallyConsistent)
            }
            handlers.install(SIGALRM) { signal in
                // With no signal to pass on, `passOn` has set no alarm: SIGALRM came from elsewhere; it is passed on.
                guard received.load(ordering: .sequentiallyConsistent) != 0 else {
                    return Signals.receive(signal)
                }
                let process = foreground.load(ordering: .sequentiallyConsistent)
                if process > 0 { kill(process, SIGKILL) }
            }
        }

        /// The signals of keys that this process did not ignore before.
        var ownInterrupts: [Int32] { Self.interrupts.filter(handlers.numbers.contains) }

        /// Sets the process that gets the signals, including those that have already arrived.
        func goTo(_ process: pid_t) {
            foreground.store(process, ordering: .sequentiallyConsistent)
            let signal = received.load(ordering: .sequentiallyConsistent)
            if signal != 0 { Self.passOn(signal) }
        }

        /// Stops passing signals on: the process is gone.
        consuming func finish() {
            foreground.store(0, ordering: .sequentiallyConsistent)
            alarm(0)
            handlers.restore()
            let signal = received.load(ordering: .sequentiallyConsistent)
            if signal != 0 { raise(signal) }
        }

        private static let receive: SignalHandlers.Handler = { signal in
            received.store(signal, ordering: .sequentiallyConsistent)
            passOn(signal)
        }

        /// Runs in signal handlers, so nothing here may lock, allocate, or change errno.
        private static func passOn(_ signal: Int32) {
            let process = foreground.load(ordering: .sequentiallyConsistent)
            guard process > 0 else { return }
            let saved = errno
            // Other signals could mean anything to the program, so it gets SIGTERM.
            kill(process, signal == SIGHUP ? SIGHUP : SIGTERM)
            // A stopped program would not react.
            kill(process, SIGCONT)
            alarm(grace)
            errno = saved
        }
    }
}
