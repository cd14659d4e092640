internal import CLinux
internal import Glibc

/// A program that runs in the foreground, in this process's group and with its streams, while this process waits.
struct ForegroundProgram {
    /// How it ended.
    enum End: Hashable {
        /// With this exit code.
        case exited(Int32)
        /// By this signal.
        case signalled(Int32)
        /// The system refused to run it; the payload is the errno.
        case failed(Int32)
    }

    let path: String
    /// What it is called and its arguments.
    let words: [String]
    /// An open file that it inherits.
    var inherited: Int32?
    /// Whether what the keys Ctrl-C and Ctrl-\ send is its own matter, which this process ignores meanwhile.
    var takesInterrupts = false
    /// What is done when it has ended, before a signal that asked this process to end acts on it.
    var afterwards: (End) -> Void = { _ in }

    /// Runs it until it ends.
    ///
    /// Being stopped, as with Ctrl-Z, stops both. What asks this process to end is passed on, and acts here once the
    /// program has ended.
    func run() -> End {
        let own = takesInterrupts ? [SIGINT, SIGQUIT] : []
        let signals = Signals(ignoring: own)
        var process: pid_t = 0
        var failure = spawn(&process, resetting: signals.ownActions(of: own))
        if failure == 0 { signals.goTo(process) }
        var status: Int32 = 0
        while failure == 0 {
            if Self.waitWhileStopped(process) { continue }
            if unsafe waitpid(process, &status, 0) >= 0 { break }
            if errno != EINTR { failure = errno }
        }
        // The macros of <sys/wait.h>, which Swift does not have.
        let signal = status & 0x7F
        let end: End =
            failure != 0
            ? .failed(failure) : signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
        afterwards(end)
        signals.finish()
        return end
    }

    private func spawn(_ process: inout pid_t, resetting defaults: sigset_t) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        var defaults = defaults
        unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        // To itself: that takes its "close on exec" away.
        if let inherited { unsafe posix_spawn_file_actions_adddup2(&actions, inherited, inherited) }
        return unsafe Self.withArguments(words) { words in
            unsafe posix_spawn(&process, path, &actions, &attributes, words, regapp_environment())
        }
    }

    /// Waits until a program has ended or was stopped; tells whether it was, and is continued now.
    ///
    /// Most editors stop the whole group, this process with them. Where one stops only itself, this process follows,
    /// so that the shell gets the terminal back.
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

    /// Gives `body` words as the C functions take them.
    private static func withArguments(
        _ words: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
    ) -> Int32 {
        let pointers = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe pointers.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return ENOMEM }
            return unsafe body(start)
        }
    }

    /// The program that a name means to a shell, its links resolved; nil where there is none.
    ///
    /// - Parameter folders: the value of `$PATH`.
    static func find(_ name: String, in folders: String) -> String? {
        let places =
            name.contains("/") ? [name] : folders.split(separator: ":").map { "\($0)/\(name)" }
        for place in places where unsafe access(place, X_OK) == 0 {
            guard let real = unsafe realpath(place, nil) else { continue }
            defer { unsafe free(real) }
            return unsafe String(cString: real)
        }
        return nil
    }
}
