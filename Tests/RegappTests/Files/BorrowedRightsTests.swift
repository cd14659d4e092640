import Foundation
import RegappTestSupport
import Testing

private func bitsCount() -> Bool {
    var status = statvfs()
    return unsafe statvfs(NSTemporaryDirectory(), &status) == 0 && status.f_flag & UInt(ST_NOSUID) == 0
}

/// Copies of the programs that run with the rights of another user.
@Suite(
    .enabled("needs root, and a temporary directory where such bits count") { geteuid() == 0 && bitsCount() })
struct BorrowedRightsTests {
    /// Runs a copy with these mode bits, owned by root, as the user and group `nobody`.
    private func run(_ program: BuiltProgram, _ mode: String, _ arguments: [String]) throws -> Answer {
        let home = try TemporaryHome(["profile.json": #"{"email":"abc@def.gh","password":"54321"}"#])
        let script = """
            cp "$PROGRAM" copy && chmod \(mode) copy && chmod 755 . &&
            exec setpriv --reuid=65534 --regid=65534 --clear-groups -- ./copy "$@"
            """
        let result = try BuiltProgram(path: "/bin/sh").run(
            ["-c", script, "sh"] + arguments, in: home, environment: ["PROGRAM": program.path])
        return Answer(result, in: home)
    }

    private static let refusal = "regapp: error: regapp does not run with borrowed rights: the real "

    @Test(
        Tool.require("setpriv", install: "util-linux"),
        arguments: [
            ("4755", ["user is 65534, the effective one 0\n"]),
            ("2755", ["group is 65534, the effective one 0\n"]),
            ("6755", ["user is 65534, the effective one 0\n", "group is 65534, the effective one 0\n"]),
        ])
    func `a program that borrows rights refuses to run, whatever it is asked`(
        mode: String, differences: [String]
    ) throws {
        let lines: [(BuiltProgram, [String])] = [
            (.regapp, ["show"]), (.regapp, ["--version"]), (.regapp, ["nonsense"]),
            (.regapp, ["albums", "search", "x"]),
        ]
        for (program, words) in lines {
            let answer = try run(program, mode, words)
            let hint = "remove the set-user-ID and set-group-ID bits of the program"
            let errors = differences.map { Self.refusal + $0 }.joined()
            #expect(answer == Answer(1, err: errors + "regapp: hint: \(hint)\n"))
        }
    }

    @Test(Tool.require("setpriv", install: "util-linux"))
    func `a copy that borrows none runs`() throws {
        #expect(try run(.regapp, "755", ["--version"]).status == 0)
    }
}
