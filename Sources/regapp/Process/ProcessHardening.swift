import CRegappLinux
import Glibc
import RegappValues
import RegappWording
import RegappTerminal

/// What a process that holds passwords does first of all.
package enum ProcessHardening {
    /// No core dumps, no backtraces with registers and memory, private files, no missing standard streams.
    package static func apply() {
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        // The limit does not apply to a core pattern that pipes to a program.
        regapp_forbid_dumps()
        // The backtracer of the Swift runtime runs in these handlers.
        for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGQUIT] {
            SignalHandlers.reset(number)
        }
        umask(0o077)
        // A document could be opened as standard output otherwise. Each closed stream is opened for the wrong
        // direction, so that using it still fails.
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
            _ = unsafe open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    /// Refuses to run with another user's rights, as by a set-user-ID bit, since the caller chooses the files.
    static func requireOneIdentity() throws {
        // Every start passes here: nothing is allocated unless something is wrong.
        if getuid() == geteuid() && getgid() == getegid() { return }
        let rights = [("user", getuid(), geteuid()), ("group", getgid(), getegid())].filter { $0.1 != $0.2 }
        throw Message(
            .failure,
            rights.map { noun, real, effective in
                "regapp does not run with borrowed rights: the real \(noun) is \(real), the effective one "
                    + "\(effective)"
            },
            hints: ["remove the set-user-ID and set-group-ID bits of the program"])
    }

    /// In bytes; freed blocks of at least this size go back to the system. It is a little above glibc's initial
    /// threshold; setting any keeps glibc from raising it to the size of the largest answer freed.
    private static let largestKeptBlock: Int32 = 200_000

    /// Makes malloc keep one arena for all threads, and return large blocks; call it before there are any threads. It is
    /// for a command that is over so soon, without work on several threads at once, that these can share their memory.
    ///
    /// A second arena costs a short command a tenth of its time. Threads that work at once would wait for each other.
    static func shareMemory() { regapp_set_malloc(1, largestKeptBlock) }

    /// Prepares the process for albums; call it before there are any threads.
    ///
    /// - Shares the memory: otherwise answers of up to 8 MiB would stay in the arenas of ended threads.
    /// - Removes unreasonably long locales from the environment: ICU reads them by itself, and overflows its stack.
    static func prepareForAlbums(_ environment: ProcessEnvironment) {
        shareMemory()
        for name in ["LC_ALL", "LC_MESSAGES", "LC_CTYPE", "LANG"] {
            if let value = environment.variable(name), value.utf8.count > 64 { unsafe unsetenv(name) }
        }
    }
}
