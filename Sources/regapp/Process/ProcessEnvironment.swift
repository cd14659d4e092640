import RegappCore
import Glibc
import RegappCommandLine
import RegappWording
import RegappTerminal

/// What a process knows of its surroundings: variables, working directory and clock.
struct ProcessEnvironment: Sendable {
    /// Absolute; nil if it was removed or is unknown.
    let workingDirectory: String?
    let now: Moment

    /// Nil if the clock is outside the years 0 to 9999.
    static func live() -> ProcessEnvironment? {
        Moment.current.map { ProcessEnvironment(workingDirectory: liveDirectory(), now: $0) }
    }

    /// Nil if the variable is not set or empty.
    func variable(_ name: String) -> String? {
        Self.liveVariable(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// - Throws: a report with exit code 74 if the path is relative and the working directory is unknown.
    func absolute(_ path: String) throws -> String {
        if path.hasPrefix("/") { return path }
        guard let workingDirectory else {
            throw Report(
                .inputOutput, "\(path) is relative, and the working directory is gone",
                hint: "name the directory by its whole path, from '/' on")
        }
        return workingDirectory + "/" + path
    }

    /// Where large temporary files may be made.
    var temporaryDirectory: String { variable("TMPDIR") ?? "/tmp" }

    /// Where services find regapp: the Debian package's path if this program runs from there, else the usual one.
    static var installedProgram: String {
        let packaged = "/usr/bin/regapp"
        let running = unsafe realpath("/proc/self/exe", nil)
        defer { unsafe free(running) }
        return unsafe running.map { unsafe String(cString: $0) } == packaged
            ? packaged : "/usr/local/bin/regapp"
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

enum ScreenObstacle: String, Sendable {
    case noTerminal = "need a terminal"
    case noInput = "need input, which --no-input forbids"
}

extension ProcessEnvironment {
    /// What prevents both screens and a conversation; nil if nothing does.
    func screenObstacle(noInput: Bool) -> ScreenObstacle? {
        if noInput { return .noInput }
        guard Terminal.isTerminal(.standardInput), Terminal.isTerminal(.standardOutput) else {
            return .noTerminal
        }
        return nil
    }
}
