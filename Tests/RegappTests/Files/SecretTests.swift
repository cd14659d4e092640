import Foundation
import RegappTestSupport
import Testing

/// Where a password may be, and where not.
@Suite struct SecretTests {
    /// Each test's own, since the others pass theirs in arguments, which every process may see.
    private let canary = "canary-\(UInt32.random(in: 1_000_000...9_999_999))!zebra"
    private let session: Session

    init() throws { session = try Session() }

    @Test func `a password is nowhere but in its file and in the record of the change`() throws {
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
        for command in commands { answers.append(try session.run(command)) }
        for answer in answers { #expect(!answer.description.contains("canary"), "\(answer)") }
        #expect(try session("edit --password 'another one'").status == 0)
        #expect(try filesHoldingCanary().allSatisfy { $0.hasPrefix("documents/history/0") })
        #expect(try session("logout --forget").status == 0)
        #expect(try filesHoldingCanary().isEmpty)
    }

    @Test func `a text in an editor is in its copy alone, for as long as that is kept`() throws {
        try session.login("abc@def.gh", canary)
        // Looks at everything while the copy is open; the arguments of every process included.
        let look = """
            sh -c 'cp -a "$REGAPP_DOCUMENTS" "$HOME/then"; cat /proc/[0-9]*/cmdline >"$HOME/lines" 2>/dev/null
            sed -i $CHANGE "$1"; exit 0' sh
            """
        let changes = [("s/none/x/", 0), ("s/abc@def.gh/x/", 65), ("s/,//", 65), ("s/zebra/Zebra/", 0)]
        for (change, status) in changes {
            let answer = try session("edit --editor", environment: ["EDITOR": look, "CHANGE": change])
            #expect(answer.status == Int32(status) && !answer.description.contains("canary"), "\(answer)")
        }
        let kept = ["documents/.regapp-edits/1/profile.json", "documents/.regapp-edits/2/profile.json"]
        let then = try everything(below: session.home.path + "/then")
        #expect(then.contains(".regapp-edits/1/profile.json"))
        // The last change replaced the canary in the profile.
        let holding = try filesHoldingCanary().filter { !$0.hasPrefix("then/") }
        #expect(holding.filter { !$0.hasPrefix("documents/history/0") } == kept)
        #expect(
            try filesHoldingCanary().allSatisfy { !$0.hasPrefix("then/") || $0.hasSuffix("/profile.json") })
        #expect(try session("logout --forget").status == 0)
        #expect(try filesHoldingCanary().allSatisfy { $0.hasPrefix("then/") })
    }

    @Test func `a broken file's content is in no message`() throws {
        let broken = [
            "{\"password\":\"\(canary)\", \(canary)", "{\"password\":\"\(canary)\u{1}\"}",
            "{\"password\":\"\(canary)\",\"\(canary)\":1,\"\(canary)\":2}",
            "{\"email\":\"\(canary)\",\"password\":[\"\(canary)\"]}",
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
            printf '\(canary)' >&3
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
            [canary]
            + (0..<3).map { shift in
                // Whole groups of three bytes are the same wherever they stand at this alignment.
                let bytes = Array(canary.utf8).dropFirst(shift)
                return Data(bytes.prefix(bytes.count / 3 * 3)).base64EncodedString()
            }
        return try everything(below: session.home.path).filter { name in
            let bytes = FileManager.default.contents(atPath: session.home.path + "/" + name) ?? Data()
            let text = String(decoding: bytes, as: UTF8.self)
            return needles.contains { text.contains($0) }
        }
    }
}
