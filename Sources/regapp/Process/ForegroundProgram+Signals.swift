internal import Glibc
internal import Synchronization
internal import TerminalUI

/// The process that signals are passed on to; 0 while there is none.
private let foreground = Atomic<Int32>(0)
/// The signal that came last; 0 before.
private let received = Atomic<Int32>(0)
/// How long a program that is asked to end may take before it is killed, in seconds.
private let grace: UInt32 = 2

extension ForegroundProgram {
    /// Passes on to a program in the foreground what asks this process to end.
    ///
    /// That program has the terminal in its own mode, and the shell takes the terminal as soon as this process is
    /// gone: so the program ends first, within a few seconds, and then the signal acts on this process. Signals
    /// that this process ignores stay ignored.
    struct Signals: ~Copyable {
        private var handlers = SignalHandlers()

        /// - Parameter ignored: signals that are the program's own, as what keys send is to an editor.
        init(ignoring ignored: [Int32]) {
            foreground.store(0, ordering: .sequentiallyConsistent)
            received.store(0, ordering: .sequentiallyConsistent)
            for number in ignored { handlers.install(number, nil) }
            for number in [SIGHUP, SIGQUIT, SIGTERM] where !ignored.contains(number) {
                handlers.install(number) { signal in
                    received.store(signal, ordering: .sequentiallyConsistent)
                    Signals.passOn(signal)
                }
            }
            // What the screens noticed while they gave the terminal away is for the program too. Later signals come here.
            if let earlier = UntakenSignals.takeEnd() {
                _ = received.compareExchange(expected: 0, desired: earlier, ordering: .sequentiallyConsistent)
            }
            handlers.install(SIGALRM) { _ in
                let process = foreground.load(ordering: .sequentiallyConsistent)
                if process > 0 { kill(process, SIGKILL) }
            }
        }

        /// Those that this process had not ignored before.
        func ownActions(of signals: [Int32]) -> [Int32] { signals.filter(handlers.numbers.contains) }

        /// Says which process gets them from now on, those that came before included.
        func goTo(_ process: pid_t) {
            foreground.store(process, ordering: .sequentiallyConsistent)
            let signal = received.load(ordering: .sequentiallyConsistent)
            if signal != 0 { Self.passOn(signal) }
        }

        /// Ends it: the process is gone.
        consuming func finish() {
            foreground.store(0, ordering: .sequentiallyConsistent)
            alarm(0)
            handlers.restore()
            let signal = received.load(ordering: .sequentiallyConsistent)
            if signal != 0 { raise(signal) }
        }

        /// Runs in signal handlers: nothing here may take a lock or memory, or change errno.
        private static func passOn(_ signal: Int32) {
            let process = foreground.load(ordering: .sequentiallyConsistent)
            guard process > 0 else { return }
            let saved = errno
            kill(process, signal)
            // A stopped program would not notice.
            kill(process, SIGCONT)
            alarm(grace)
            errno = saved
        }
    }
}
