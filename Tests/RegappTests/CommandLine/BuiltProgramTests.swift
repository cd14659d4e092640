import Glibc
import RegappTestSupport
import Testing

@Suite struct BuiltProgramTests {
    private let shell = BuiltProgram(path: "/bin/sh")

    @Test func `a program inherits no variable and no descriptor of the tests`() throws {
        let home = try TemporaryHome()
        let result = try BuiltProgram(path: "/usr/bin/env").run(
            [], in: home, environment: ["TZ": nil, "X": "1"])
        let expected = home.environment(changedBy: ["TZ": nil, "X": "1"])
        #expect(
            Set(result.stdout.split(separator: "\n").map(String.init)) == Set(expected.map { "\($0)=\($1)" }))
        #expect(try shell.run(["-c", "ls /proc/$$/fd; pwd"], in: home).stdout == "0\n1\n2\n\(home.path)\n")
    }

    @Test func `a program that does not end is killed with its children`() throws {
        let home = try TemporaryHome()
        let result = try shell.run(["-c", "sleep 1000 & wait"], in: home, timeLimit: .milliseconds(50))
        #expect(result.timedOut && result.termination == .signalled(SIGKILL) && result.status == nil)
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
