internal import CRegappTests
internal import Glibc

/// What a process is started with; nothing else of the test's own surroundings reaches it.
struct Spawn {
    /// Where one of the standard descriptors leads.
    enum Target {
        case descriptor(Int32)
        case path(String, flags: Int32)
    }

    var program: String
    /// Without the program's own name, which is the path.
    var arguments: [String]
    var environment: [String: String]
    var directory: String
    /// A terminal's path; the process leads a session that the terminal controls, else a process group.
    var terminal: String?
    /// Descriptors 0, 1 and 2; nil stands for the terminal.
    var standard: [Target?]

    func start() throws -> ChildProcess {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        try unsafe add(to: &actions)
        try set(&attributes)
        let variables = environment.map { $0.key + "=" + $0.value }.sorted()
        var pid: pid_t = 0
        let (program, arguments) = MachineLog.hidden(program, arguments)
        let result = unsafe CStrings.with([program] + arguments) { arguments in
            unsafe CStrings.with(variables) { variables in
                unsafe posix_spawn(&pid, program, &actions, &attributes, arguments, variables)
            }
        }
        try check(result, "posix_spawn \(program)")
        return try ChildProcess(pid: pid)
    }

    private func add(to actions: inout posix_spawn_file_actions_t) throws {
        if let terminal {
            // The session's leader opens it, which makes it the controlling terminal.
            try check(unsafe posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0), terminal)
            try check(unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1), "dup2")
            try check(unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2), "dup2")
        }
        for (number, target) in standard.enumerated() {
            let number = Int32(number)
            switch target {
            case .descriptor(let source):
                try check(unsafe posix_spawn_file_actions_adddup2(&actions, source, number), "dup2")
            case .path(let path, let flags):
                try check(unsafe posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o600), path)
            case nil: break
            }
        }
        try check(unsafe posix_spawn_file_actions_addchdir_np(&actions, directory), directory)
        try check(unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3), "closefrom")
    }

    private func set(_ attributes: inout posix_spawnattr_t) throws {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        let group = terminal == nil ? POSIX_SPAWN_SETPGROUP : Int32(REGAPP_POSIX_SPAWN_SETSID)
        let flags = Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | group)
        try check(unsafe posix_spawnattr_setflags(&attributes, flags), "posix_spawnattr_setflags")
    }

    private func check(_ result: Int32, _ operation: String) throws {
        guard result == 0 else { throw ProcessFailure(operation: operation, number: result) }
    }
}

/// C's arrays of strings, alive for one call.
enum CStrings {
    static func with<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = unsafe strings.map { unsafe strdup($0) }
        defer { unsafe pointers.forEach { unsafe free($0) } }
        return unsafe body(pointers + [nil])
    }
}
