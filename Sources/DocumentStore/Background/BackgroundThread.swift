internal import Glibc

/// A thread beside the caller's that runs one closure and ends.
enum BackgroundThread {
    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// What no thread may block: blocked, these would end the process past its handlers.
    private static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGSYS]

    /// How many processors there are to run threads on.
    static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Runs a closure on a new thread, which leaves signals to the others.
    ///
    /// - Returns: false where the system has no thread or no memory to give; the closure does not run then. Dispatch,
    ///   asked for a thread, would wait until there is one.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        var blocked = sigset_t()
        unsafe sigfillset(&blocked)
        for signal in crashes { unsafe sigdelset(&blocked, signal) }
        let argument = unsafe Unmanaged.passRetained(Body(body))
        var thread: pthread_t = 0
        // The thread takes its mask from the one that makes it.
        var previous = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, &blocked, &previous)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }
        let failure = unsafe pthread_create(
            &thread, nil,
            { argument in
                // Nobody waits for its end.
                pthread_detach(pthread_self())
                if let argument = unsafe argument {
                    unsafe Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                }
                return nil
            }, argument.toOpaque())
        if failure != 0 { unsafe argument.release() }
        return failure == 0
    }
}
