internal import Glibc

package struct ProgramResult: Sendable {
    package let termination: Termination
    /// Whether it had to be killed because its time was up.
    package let timedOut: Bool
    /// What it wrote to standard output; empty where that led elsewhere.
    package let stdoutBytes: [UInt8]
    /// What it wrote to standard error; empty where that led elsewhere.
    package let stderrBytes: [UInt8]

    /// The exit status; nil when a signal ended it.
    package var status: Int32? {
        guard case .exited(let status) = termination else { return nil }
        return status
    }

    /// Standard output as text, bytes that are not UTF-8 as U+FFFD.
    package var stdout: String { String(decoding: stdoutBytes, as: UTF8.self) }
    /// Standard error as text, bytes that are not UTF-8 as U+FFFD.
    package var stderr: String { String(decoding: stderrBytes, as: UTF8.self) }
}

/// Where a program's standard input comes from.
package enum ProgramInput: Sendable {
    /// `/dev/null`.
    case nothing
    case bytes([UInt8])
    case text(String)
    /// What opening this path for reading gives.
    case path(String)
}

/// Where a program's standard output or standard error leads.
package enum ProgramOutput: Sendable {
    /// Into the result.
    case captured
    /// To what opening this path for writing gives, `/dev/full` for instance.
    case path(String)
    /// Into a pipe without a reader.
    case brokenPipe
}

/// A program of this package as the last build made it.
package struct BuiltProgram: Sendable {
    package static let regapp = BuiltProgram(named: "regapp")
    /// The tests' own small program over DocumentStore.
    package static let storeWriter = BuiltProgram(named: "regapp-store-writer")

    /// The absolute path.
    package let path: String
    /// Arguments that come before those of a run.
    let leadingArguments: [String]

    package init(path: String) { self.init(path: path, leadingArguments: []) }

    init(path: String, leadingArguments: [String]) {
        self.path = path
        self.leadingArguments = leadingArguments
    }

    /// A product of the package, which the build puts beside the test bundle.
    package init(named name: String) { self.init(path: Self.productsDirectory + "/" + name) }

    /// - Parameters:
    ///   - environment: Changes to the home's environment; nil removes a variable.
    ///   - timeLimit: After this long the program and its children are killed.
    package func run(
        _ arguments: [String], in home: TemporaryHome, input: ProgramInput = .nothing,
        output: ProgramOutput = .captured, errors: ProgramOutput = .captured,
        environment: [String: String?] = [:], timeLimit: Duration = .seconds(60)
    ) throws -> ProgramResult {
        try start(
            arguments, in: home, input: input, output: output, errors: errors, environment: environment
        ).result(within: timeLimit)
    }

    /// Many may run at once.
    package func start(
        _ arguments: [String], in home: TemporaryHome, input: ProgramInput = .nothing,
        output: ProgramOutput = .captured, errors: ProgramOutput = .captured,
        environment: [String: String?] = [:]
    ) throws -> RunningProgram {
        let (input, stdout, stderr) = (
            try StandardFile(input), try StandardFile(output), try StandardFile(errors)
        )
        let spawn = Spawn(
            program: path, arguments: leadingArguments + arguments,
            environment: home.environment(changedBy: environment),
            directory: home.path, standard: [input.target, stdout.target, stderr.target])
        return RunningProgram(
            process: try spawn.start(), files: [input, stdout, stderr], home: home,
            arguments: isRegapp ? arguments : nil)
    }

    /// Whether the arguments of a run are a command line of regapp.
    var isRegapp: Bool { path == Self.regapp.path }

    /// Where the running test bundle is.
    private static var productsDirectory: String {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            count = unsafe buffer.withMemoryRebound(to: CChar.self) { room in
                guard let start = room.baseAddress else { return 0 }
                return max(0, unsafe readlink("/proc/self/exe", start, room.count))
            }
        }
        let path = String(decoding: bytes, as: UTF8.self)
        return path.split(separator: "/").dropLast().reduce(into: "") { $0 += "/" + $1 }
    }
}

package struct RunningProgram: Sendable {
    package let process: ChildProcess
    fileprivate let files: [StandardFile]
    /// Kept for as long as the program may run in it.
    fileprivate let home: TemporaryHome
    /// The command line, where it is regapp's.
    fileprivate let arguments: [String]?

    /// Waits for the end; the program and its children are killed when it has not come in time.
    package func result(within timeLimit: Duration = .seconds(60)) throws -> ProgramResult {
        var termination = process.wait(until: .now + timeLimit)
        let timedOut = termination == nil
        if timedOut {
            process.killGroup()
            termination = process.wait(until: .now + .seconds(10))
        }
        guard let termination else {
            throw ProcessFailure(operation: "kill \(process.pid)", number: ETIMEDOUT)
        }
        let result = ProgramResult(
            termination: termination, timedOut: timedOut, stdoutBytes: MachineLog.withoutNote(files[1].bytes),
            stderrBytes: files[2].bytes)
        HintCheck.check(result.stderr + "\n" + result.stdout, arguments: arguments, in: home)
        return result
    }
}
