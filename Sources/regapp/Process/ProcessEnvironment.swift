import Accounts
import Glibc
import PlainValues
import RegappWording
import TerminalUI

/// What a process knows of its surroundings: variables, working directory and clock. Tests make their own.
struct ProcessEnvironment: Sendable {
    private let variables: @Sendable (String) -> String?
    /// Absolute; nil if it was removed or is unknown.
    let workingDirectory: String?
    let today: CalendarDate
    let now: Timestamp

    init(
        variables: @escaping @Sendable (String) -> String?, workingDirectory: String?, today: CalendarDate,
        now: Timestamp
    ) {
        self.variables = variables
        self.workingDirectory = workingDirectory
        self.today = today
        self.now = now
    }

    /// The real environment now; nil if the clock is outside the years 1970 to 9999.
    static func live() -> ProcessEnvironment? {
        let seconds = time(nil)
        guard let today = localDate(seconds), let now = Timestamp(secondsSince1970: seconds) else {
            return nil
        }
        return ProcessEnvironment(
            variables: liveVariable, workingDirectory: liveDirectory(), today: today, now: now)
    }

    /// Nil if the variable is not set or empty.
    func variable(_ name: String) -> String? {
        variables(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// - Throws: a report with exit code 74 if the path is relative and the working directory is unknown.
    func absolute(_ path: String) throws -> String {
        if path.hasPrefix("/") { return path }
        guard let workingDirectory else {
            throw Report.noWorkingDirectory(path: path)
        }
        return workingDirectory + "/" + path
    }

    /// Where services find regapp: the Debian package's path if this program runs from there, else the usual one.
    static var installedProgram: String {
        let packaged = "/usr/bin/regapp"
        let running = unsafe realpath("/proc/self/exe", nil)
        defer { unsafe free(running) }
        return unsafe running.map { unsafe String(cString: $0) } == packaged
            ? packaged : "/usr/local/bin/regapp"
    }

    /// The local calendar is libc's, which knows the time zones.
    private static func localDate(_ seconds: time_t) -> CalendarDate? {
        var seconds = seconds
        var parts = unsafe tm()
        guard unsafe localtime_r(&seconds, &parts) != nil else { return nil }
        return unsafe CalendarDate(
            year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday))
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

enum ScreenObstacle: Hashable, Sendable {
    case noTerminal
    case noInput
}

extension ProcessEnvironment {
    /// Whether a conversation replaces the screens: `ACCESSIBLE` is set, as by users of screen readers, or `TERM`
    /// names no terminal or one that only knows lines.
    var converses: Bool {
        variable("ACCESSIBLE") != nil || [nil, "dumb"].contains(variable("TERM"))
    }

    var progress: Progress.Manner {
        converses
            ? .told : .turning(Palette.detect(hasColour: !ProcessArguments.hasNoColor, environment: variable))
    }

    /// What prevents both screens and a conversation; nil if nothing does.
    func screenObstacle(noInput: Bool) -> ScreenObstacle? {
        if noInput { return .noInput }
        guard Terminal.isTerminal(.standardInput), Terminal.isTerminal(.standardOutput) else {
            return .noTerminal
        }
        return nil
    }
}
