import Glibc
import RegappTestSupport
import Testing

@Suite struct BuiltProgramTests {
    private let shell = BuiltProgram(path: "/bin/sh")

    @Test func `input, output, errors and status pass through`() throws {
        let home = try TemporaryHome()
        let script = "cat; echo \"$1\" >&2; exit 7"
        let result = try shell.run(["-c", script, "sh", "Ö x"], in: home, input: .text("in\n"))
        #expect(result.status == 7 && !result.timedOut)
        #expect(result.stdout == "in\n" && result.stderr == "Ö x\n")
    }

    @Test func `a program inherits no variable and no descriptor of the tests`() throws {
        let home = try TemporaryHome()
        let result = try BuiltProgram(path: "/usr/bin/env").run(
            [], in: home, environment: ["TZ": nil, "X": "1"])
        let expected = home.environment(changedBy: ["TZ": nil, "X": "1"])
        #expect(
            Set(result.stdout.split(separator: "\n").map(String.init)) == Set(expected.map { "\($0)=\($1)" }))
        let listing = try shell.run(["-c", "ls /proc/$$/fd; pwd"], in: home)
        #expect(listing.stdout == "0\n1\n2\n\(home.path)\n")
    }

    @Test func `a program that does not end is killed with its children`() throws {
        let home = try TemporaryHome()
        let result = try shell.run(["-c", "sleep 1000 & wait"], in: home, timeLimit: .milliseconds(50))
        #expect(result.timedOut && result.termination == .signalled(SIGKILL) && result.status == nil)
    }

    @Test func `a full device and a closed pipe can stand for the output`() throws {
        let home = try TemporaryHome()
        #expect(try shell.run(["-c", "echo x"], in: home, output: .path("/dev/full")).status != 0)
        let broken = try BuiltProgram(path: "/usr/bin/env").run(["yes"], in: home, output: .brokenPipe)
        #expect(broken.termination == .signalled(SIGPIPE))
    }

    @Test func `many run at once`() throws {
        let home = try TemporaryHome()
        // Each waits until the last one has made its file.
        let script = "touch \"$1\"; while [ ! -e 31 ]; do sleep 0.01; done; echo \"$1\""
        let running = try (0..<32).map { try shell.start(["-c", script, "sh", "\($0)"], in: home) }
        for (number, program) in running.enumerated() {
            #expect(try program.result().stdout == "\(number)\n")
        }
    }

    @Test func `an unprivileged program meets permission bits`() throws {
        let home = try TemporaryHome()
        try home.write("shut.json", "{}", mode: 0o000)
        let program = try BuiltProgram(path: "/bin/cat").unprivileged(in: home)
        #expect(try program.run([home.document("shut.json")], in: home).status == 1)
        try home.write("open.json", "{}")
        let result = try BuiltProgram(path: "/bin/cat").unprivileged(in: home)
            .run([home.document("open.json")], in: home)
        #expect(result.stdout == "{}")
    }

    @Test func `the products of the package stand beside the tests`() throws {
        for program in [BuiltProgram.regapp, .storeWriter] {
            #expect(unsafe access(program.path, X_OK) == 0, "\(program.path)")
        }
    }

    @Test func `a home is removed with its last holder`() throws {
        var home: TemporaryHome? = try TemporaryHome()
        let path = try #require(home?.path)
        try home?.write("accounts/a.json", "{}", mode: 0o640)
        #expect(home?.tree() == ["accounts/a.json": Array("{}".utf8)])
        #expect(home?.mode("accounts/a.json") == 0o640 && home?.paths() == ["accounts", "accounts/a.json"])
        home = nil
        #expect(unsafe access(path, F_OK) != 0)
    }

    @Test(Tool.require("sh", install: "dash"))
    func `a test runs where its tool is installed`() {
        #expect(Tool.path("sh") != nil)
        #expect(Tool.path("no-such-tool-anywhere") == nil)
    }
}
