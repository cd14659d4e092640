internal import CRegappLinux
internal import Glibc

package struct ProgramStart {
    let path: String
    let words: [String]
    /// All its variables, `NAME=VALUE`; nil for those of this process.
    var environment: [String]?
    /// Descriptors for it: its number for each, and this process's. It also inherits all that do not close on exec.
    package var descriptors: [Int32: Int32] = [:]
    /// Signals with their default action in the program, even if this process ignores them.
    package var defaults: [Int32] = []
    /// Whether it runs in the background: in its own process group, with no signal ignored and none blocked except a
    /// terminal's stops, and its standard error dropped.
    var isAlone = false

    package init(_ path: String, _ words: [String]) {
        self.path = path
        self.words = words
    }

    /// The path of a program: `name` itself if it has a slash, else the first match in `folders`; nil if there is none.
    package static func find(_ name: String, in folders: [Substring]) -> String? {
        let places = name.contains("/") ? [name] : folders.map { "\($0)/\(name)" }
        return places.first { path in
            var status = stat()
            return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
                && access(path, X_OK) == 0
        }
    }

    /// This start with a text as standard input: a file in memory that stays open here; nil if the system refuses it.
    package func reading(_ text: String) -> ProgramStart? {
        let bytes = Array(text.utf8)
        let file = unsafe memfd_create("input", REGAPP_MFD_CLOEXEC)
        guard file >= 0 else { return nil }
        guard unsafe write(file, bytes, bytes.count) == bytes.count, lseek(file, 0, SEEK_SET) == 0 else {
            close(file)
            return nil
        }
        var start = self
        start.descriptors[STDIN_FILENO] = file
        return start
    }

    package func run() -> (process: Int32, errno: Int32) {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        // Also if both numbers are equal: that clears "close on exec".
        for (number, own) in descriptors { unsafe posix_spawn_file_actions_adddup2(&actions, own, number) }
        var signals = sigset_t()
        var flags = POSIX_SPAWN_SETSIGDEF
        unsafe sigemptyset(&signals)
        if isAlone {
            unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
            // Before the child has its own group, a Ctrl-Z would stop it, and with it the thread that waits for it
            // to execute the program: the shell would wait in vain.
            for stop in [SIGTSTP, SIGTTIN, SIGTTOU] { unsafe sigaddset(&signals, stop) }
            unsafe posix_spawnattr_setsigmask(&attributes, &signals)
            flags |= POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP
            unsafe sigfillset(&signals)
        }
        for signal in defaults { unsafe sigaddset(&signals, signal) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        var process: pid_t = 0
        let failure = unsafe Self.withCStrings(words) { words in
            guard let environment else {
                return unsafe posix_spawn(&process, path, &actions, &attributes, words, regapp_environment())
            }
            return unsafe Self.withCStrings(environment) { variables in
                unsafe posix_spawn(&process, path, &actions, &attributes, words, variables)
            }
        }
        return (process, failure)
    }

    /// Calls `body` with C's null-terminated array of these strings, which is valid only until it returns.
    private static func withCStrings(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Int32
    ) -> Int32 {
        let pointers = unsafe strings.map { unsafe strdup($0) }
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe body(pointers + [nil])
    }
}

/// How a program ended; `notStarted` is thrown.
package enum ProgramEnd: Error, Hashable {
    case exited(Int32)
    case signalled(Int32)
    /// The system could not start it, for this errno.
    case notStarted(Int32)
}

extension ProgramEnd {
    /// Decodes the status of `waitpid`, like the macros of <sys/wait.h>, which Swift does not have.
    package init(waitStatus status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
    }
}
