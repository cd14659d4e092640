import Foundation
import RegappTestSupport
import Testing

/// A home directory, and the commands that are typed in it.
protocol CommandSession {
    var home: TemporaryHome { get }
}

extension CommandSession {
    /// Runs `regapp` and returns all it says.
    func run(
        _ arguments: [String], input: ProgramInput = .nothing, output: ProgramOutput = .captured,
        environment: [String: String?] = [:]
    ) throws -> Answer {
        let result = try BuiltProgram.regapp.run(
            arguments, in: home, input: input, output: output, environment: environment)
        return Answer(result, in: home)
    }

    /// Runs `regapp` with a line as it is typed in a shell, and further arguments as they are.
    func callAsFunction(
        _ line: String = "", _ arguments: String..., input: ProgramInput = .nothing,
        output: ProgramOutput = .captured, environment: [String: String?] = [:]
    ) throws -> Answer {
        try run(ShellWords.split(line) + arguments, input: input, output: output, environment: environment)
    }

    /// Runs a shell script in which `$REGAPP` is the built program.
    func shell(_ script: String, environment: [String: String?] = [:]) throws -> Answer {
        let variables = environment.merging(["REGAPP": BuiltProgram.regapp.path]) { given, _ in given }
        let result = try BuiltProgram(path: "/bin/sh").run(["-c", script], in: home, environment: variables)
        return Answer(result, in: home)
    }

    /// Logs in with a password that other users cannot see.
    @discardableResult
    func login(_ email: String, _ password: String) throws -> Answer {
        try self("login", "--email", email, "--password-stdin", input: .text(password))
    }

    var profile: String? { home.text("profile.json") }

    /// The documents, without the lock, which every writer makes.
    var tree: [String: [UInt8]] { home.tree().filter { $0.key != ".lock" } }
}

/// A session in a directory that keeps a profile.
struct Session: CommandSession {
    let home: TemporaryHome

    init() throws { home = try TemporaryHome() }

    init(profile: String) throws {
        try self.init()
        try home.write("profile.json", profile)
    }
}

/// The name of every file and directory below a path, those that begin with a dot included.
func everything(below path: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
}
