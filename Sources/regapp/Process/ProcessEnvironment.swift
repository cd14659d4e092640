import RegappCommandLine
import RegappCore
import Glibc
package import RegappWording
import RegappValues

/// What a process knows of its surroundings: variables, working directory and clock.
struct ProcessEnvironment: Sendable {
    /// Absolute; nil if it was removed or is unknown.
    let workingDirectory: String?
    let now: Moment

    /// Nil if the clock is outside the years 0 to 9999.
    static func live() -> ProcessEnvironment? {
        Moment.current.map { ProcessEnvironment(workingDirectory: liveDirectory(), now: $0) }
    }

    /// The environment now: screens, editors and questions may stay open for days.
    var present: ProcessEnvironment { .live() ?? self }

    /// Nil if the variable is not set or empty.
    func variable(_ name: String) -> String? {
        Self.liveVariable(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether this is a container, which has no system log of its own: Docker and Podman leave a file there, systemd and
    /// Podman set a variable.
    var isInContainer: Bool {
        let files = ["/.dockerenv", "/run/.containerenv"]
        let isMarked = files.contains { (path: String) in unsafe access(path, F_OK) == 0 }
        return isMarked || variable("container") != nil
    }

    /// - Throws: a message with exit code 74 if the path is relative and the working directory is unknown.
    func absolute(_ path: String) throws -> String {
        if path.hasPrefix("/") { return path }
        guard let workingDirectory else {
            throw Message(
                .inputOutput, "\(path) is relative, and the working directory is gone",
                hint: "write the whole path, from '/' on")
        }
        return workingDirectory + "/" + path
    }

    /// Where services find regapp: the path of the program that runs. Tests are another program, and get the usual one.
    static var installedProgram: String {
        let running = unsafe realpath("/proc/self/exe", nil)
        defer { unsafe free(running) }
        let path = unsafe running.map { unsafe String(cString: $0) }
        return path.flatMap { $0.hasSuffix("/" + Regapp.name) ? $0 : nil } ?? "/usr/local/bin/regapp"
    }

    /// Where the guide lies: beside an installed program, else in the repository.
    static var installedGuide: String {
        let program = installedProgram
        guard program.hasSuffix("/bin/\(Regapp.name)") else { return "Sources/regapp/Guide.docc" }
        return program.dropLast("bin/\(Regapp.name)".count) + "share/doc/\(Regapp.name)/guide"
    }

    static func liveVariable(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    private static func liveDirectory() -> String? {
        guard let path = unsafe getcwd(nil, 0) else { return nil }
        defer { unsafe free(path) }
        let directory = unsafe String(cString: path)
        // Linux says "(unreachable)…" for a directory outside the root.
        return directory.hasPrefix("/") ? directory : nil
    }
}

enum ProcessArguments {
    /// Options of every command, read once, even if the rest of the line is wrong. The others need not be known, since
    /// a separate value never starts with two hyphens.
    static let everywhere = Everywhere((try? live.get()) ?? [])

    struct Everywhere {
        /// As it was typed.
        private(set) var documents: String?
        /// Nil without a valid choice.
        private(set) var color: Wanted?
        private(set) var hasNoMouse = false
        private(set) var isQuiet = false

        fileprivate init(_ arguments: [String]) {
            var rest = arguments.prefix { $0 != "--" }
            while let argument = rest.popFirst() {
                let option = argument.splitAtEquals
                let value = option.value
                switch option.name {
                case "--" + Regapp.documentsOption where documents == nil:
                    documents = value ?? rest.first.flatMap { $0.startsLikeOption ? nil : $0 }
                case "--" + CommonOptions.noColor where value == nil: color = .never
                case "--" + CommonOptions.color: color = (value ?? rest.first).flatMap(Wanted.init)
                case "--" + CommonOptions.noMouse where value == nil: hasNoMouse = true
                case "--" + CommonOptions.quiet where value == nil: isQuiet = true
                default: break
                }
            }
            if documents?.isEmpty == true { documents = nil }
        }
    }

    /// The arguments after the program's name. Throws a message with exit code 64 if one is not UTF-8: once repaired,
    /// it would be another password or name another file.
    static let live = Result<[String], any Error> {
        var arguments: [String] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let bytes = unsafe CommandLine.unsafeArgv[index] else { break }
            guard let text = unsafe String(validatingCString: bytes) else {
                throw Message(.usage, "argument \(index) is not UTF-8")
            }
            arguments.append(text)
        }
        return arguments
    }
}

extension Invocation {
    package static let ofProcess: Invocation = {
        let documents = ProcessArguments.everywhere.documents
        return Invocation(
            program: script ?? Regapp.name, documents: script == nil ? documents : nil,
            namesDirectory: documents != nil, isOfSuperuser: geteuid() == 0,
            line: { [Regapp.name] + Regapp.program.withoutSecrets((try? ProcessArguments.live.get()) ?? []) })
    }()

    /// The name in `REGAPP_COMMAND`, if a shell takes it for one word.
    private static let script: String? = ProcessEnvironment.liveVariable("REGAPP_COMMAND").flatMap {
        $0.isCommandName ? $0 : nil
    }
}

extension String {
    /// Whether a shell reads it as one word, and no command mistakes it for an option.
    var isCommandName: Bool {
        !isEmpty && !hasPrefix("-") && utf8.allSatisfy { $0.isLetterOrDigit || "._-".utf8.contains($0) }
    }
}
