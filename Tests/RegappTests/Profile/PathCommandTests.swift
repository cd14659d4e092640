import RegappTestSupport
import Testing

@Suite struct PathCommandTests {
    @Test func `path prints the directory, the profile and an account, whatever policy.json holds`() throws {
        let session = try RegistrySession(policy: "{\"policy\": }")
        try session.home.write("accounts/ann@mail.example.json", "{")
        #expect(try session("path") == Answer(0, out: "~/documents\n"))
        #expect(try session("path profile") == Answer(0, out: "~/documents/profile.json\n"))
        let file = "~/documents/accounts/ann@mail.example.json\n"
        #expect(try session("path Ann@Mail.example") == Answer(0, out: file))
        #expect(
            try session("path bob@mail.example")
                == .error(67, "no account for 'bob@mail.example'", hint: "see 'regapp accounts list'"))
        #expect(try session("path ../policy").status == 67)
    }

    @Test(Tool.require("tar", install: "tar"), Tool.require("flock", install: "util-linux"))
    func `the backup of its help is readable by its owner alone, and waits for writers`() throws {
        let session = try RegistrySession(of: "ann@x.example")
        let help = try session("path --help").out.replacing(/\\\n */, with: "").split(separator: "\n").map {
            $0.drop { $0 == " " }
        }
        let backup = try #require(help.first { $0.contains("tar ") }).replacing(
            "regapp path", with: "\"$REGAPP\" path")
        #expect(backup.contains("flock "))
        let answer = try session.shell("umask 022; \(backup) && stat -c %a backup.tar && tar -tf backup.tar")
        #expect(answer.status == 0 && answer.out.hasPrefix("600\n"), "\(answer)")
        #expect(answer.out.contains("accounts/ann@x.example.json"))
    }

    @Test func `a directory that is not there yet is printed and not made`() throws {
        let session = try Session()
        #expect(try session("path") == Answer(0, out: "~/documents\n"))
        #expect(try session("path profile") == Answer(0, out: "~/documents/profile.json\n"))
        #expect(try everything(below: session.home.path).isEmpty)
    }
}
