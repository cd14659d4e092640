import Foundation
import TestSupport
import Testing

/// Where a password may be, and where not.
@Suite struct SecretTests {
    private static let canary = "canary-7fQ2!zebra"
    private let session: Session

    init() throws { session = try Session() }

    @Test func `a password is nowhere but in its file and in the record of the change`() throws {
        let canary = Self.canary
        var answers = [try session.login("abc@def.gh", canary)]
        #expect(try filesHoldingCanary() == ["documents/profile.json"])
        let commands: [[String]] = [
            [], ["show"], ["show", "--json"], ["edit", "--first-name", "Al"],
            ["edit", "--email", "bad", "--password=" + canary], ["edit", "--password=" + canary + "\u{1B}"],
            ["login", "--email", "x", "--password=" + canary], ["login", "--password", canary, canary],
            ["login", "--email", "x", "--passwrod=" + canary], ["login", "--password=" + canary, "--what"],
            ["show", "--documents", "nowhere"], ["cancel"], ["logout"], ["cancel"],
            ["edit", "--password", "another one"], ["cancel"],
        ]
        for command in commands {
            let result = try BuiltProgram.regapp.run(command, in: session.home)
            answers.append(Answer(result, in: session.home))
        }
        for answer in answers { #expect(!answer.description.contains("canary"), "\(answer)") }
        #expect(try filesHoldingCanary() == ["documents/profile.json"])
        #expect(try session("edit", "--password", "another one").status == 0)
        #expect(try filesHoldingCanary() == ["documents/undo.json"])
        #expect(try session("logout", "--forget").status == 0)
        #expect(try filesHoldingCanary().isEmpty)
    }

    @Test func `a broken file's content is in no message`() throws {
        let broken = [
            "{\"password\":\"\(Self.canary)\", \(Self.canary)", "{\"password\":\"\(Self.canary)\u{1}\"}",
            "{\"password\":\"\(Self.canary)\",\"\(Self.canary)\":1,\"\(Self.canary)\":2}",
            "{\"email\":\"\(Self.canary)\",\"password\":[\"\(Self.canary)\"]}",
        ]
        for text in broken {
            try session.home.write("profile.json", text)
            for command in [["show"], ["edit", "--first-name", "Al"], ["show", "--reveal"]] {
                let result = try BuiltProgram.regapp.run(command, in: session.home)
                #expect(result.status == 65 && !(result.stdout + result.stderr).contains("canary"))
            }
        }
    }

    @Test func `a running regapp can neither be dumped nor print a backtrace`() throws {
        let pipe = session.home.path + "/pipe"
        let script = """
            ulimit -c unlimited; mkfifo pipe
            SWIFT_BACKTRACE=enable=yes "$REGAPP" login --email abc@def.gh --password-file pipe & pid=$!
            exec 3> pipe
            grep '^Max core' /proc/$pid/limits; grep '^SigCgt' /proc/$pid/status
            printf '\(Self.canary)' >&3
            kill -SEGV $pid; wait $pid; echo $?
            """
        let answer = try session.shell(script)
        let lines = answer.out.split(separator: "\n").map(String.init)
        #expect(lines.count == 3, "\(answer)")
        #expect(lines.first?.wholeMatch(of: /Max core file size +0 +0 +bytes +/) != nil, "\(answer)")
        // The crash signals have no handler: ILL 4, TRAP 5, ABRT 6, BUS 7, FPE 8, SEGV 11.
        let caught = try #require(
            lines.dropFirst().first?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) })
        for signal in [4, 5, 6, 7, 8, 11] { #expect(caught & (1 << UInt64(signal - 1)) == 0, "\(signal)") }
        #expect(lines.last == "139" && !answer.err.contains("canary") && !answer.err.contains(pipe))
        #expect(try everything(below: session.home.path) == ["pipe"])
    }

    /// The files of the home that have the canary, plain or in base64 at any of its three alignments.
    private func filesHoldingCanary() throws -> [String] {
        let needles =
            [Self.canary]
            + (0..<3).map { shift in
                // Whole groups of three bytes are the same wherever they stand at this alignment.
                let bytes = Array(Self.canary.utf8).dropFirst(shift)
                return Data(bytes.prefix(bytes.count / 3 * 3)).base64EncodedString()
            }
        return try everything(below: session.home.path).filter { name in
            let bytes = FileManager.default.contents(atPath: session.home.path + "/" + name) ?? Data()
            let text = String(decoding: bytes, as: UTF8.self)
            return needles.contains { text.contains($0) }
        }
    }
}
