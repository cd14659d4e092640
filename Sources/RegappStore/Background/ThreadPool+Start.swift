internal import Glibc

extension ThreadPool {
    /// Never blocked: a blocked one would end the process without running its handler.
    private static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGSYS]

    package static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Runs a closure on a new thread that leaves signals to other threads.
    ///
    /// - Returns: false, without running it, if the system lacks a thread or memory; Dispatch would wait for them.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        var blocked = sigset_t()
        unsafe sigfillset(&blocked)
        for signal in crashes { unsafe sigdelset(&blocked, signal) }
        // In an object, since the C library hands on only a pointer.
        let argument = unsafe Unmanaged.passRetained(Locked(body))
        var thread: pthread_t = 0
        // A thread inherits its creator's mask.
        var previous = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, &blocked, &previous)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }
        let failure = unsafe pthread_create(
            &thread, nil,
            { argument in
                pthread_detach(pthread_self())
                if let argument = unsafe argument {
                    let body = unsafe Unmanaged<Locked<@Sendable () -> Void>>.fromOpaque(argument)
                        .takeRetainedValue()
                    body.withLock { $0 }()
                }
                return nil
            }, argument.toOpaque())
        if failure != 0 { unsafe argument.release() }
        return failure == 0
    }
}
