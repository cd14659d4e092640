import Foundation
import RegappTestSupport
import Testing

@Suite struct RegistryImportCommandTests {
    /// A JSON array of accounts as regapp exports them.
    private static func accounts(_ count: Int) -> String {
        let elements = (0..<count).map { number in
            """
              {
                "email": "user\(number)@x.example",
                "firstName": "Ann",
                "lastName": "O'Neil, \\"the \\\\ \(number)\\"",
                "passwordHash": "\(RegistrySession.hash)",
                "registered": "2026-01-01T00:00:00Z"
              }
            """
        }
        return "[\n\(elements.joined(separator: ",\n"))\n]\n"
    }

    @Test(arguments: ["json", "csv"])
    func `many accounts come back from an export byte for byte`(format: String) throws {
        let first = try RegistrySession()
        let count = Campaign.rounds(10_000, usually: 100)
        let file = try first.file("people.json", Self.accounts(count))
        let answer = try first("accounts", "import", file)
        #expect(answer == Answer(0, out: "\(count) accounts registered\n"))
        // One that regapp changed, and one with a long name, come back as well: at most 1,000 characters, but each may
        // have many accents.
        let name = "\"" + String(repeating: "a" + String(repeating: "\u{301}", count: 50), count: 999)
        #expect(try first.register("long@x.example", name, "password1").status == 0)
        let edit = ["accounts", "edit", "user7@x.example", "--phone", "9161234567"]
        #expect(try BuiltProgram.regapp.run(edit, in: first.home).status == 0)
        let exported = try first("accounts", "export", "--format", format)
        #expect(exported.status == 0 && exported.err.isEmpty)
        let second = try RegistrySession()
        let copy = try second.file("copy." + format, exported.out)
        #expect(try second("accounts", "import", copy).status == 0)
        #expect(second.accounts.count == count + 1)
        #expect(second.accounts == first.accounts)
    }

    @Test func `each bad line is reported with number, field and rule, and nothing is imported`() throws {
        let session = try RegistrySession()
        let file = try session.file(
            "p.csv", "email,firstName,lastName\nann@x.example,,Doe\nx,B,C\nann@x.example,Ann,Doe\n")
        let answer = try session("accounts", "import", file)
        #expect(answer.status == 65)
        let lines = answer.err.split(separator: "\n")
        #expect(
            lines.first == "regapp: error: ~/p.csv:2: first name is required (field firstName, rule required)"
        )
        #expect(
            lines.contains(
                "regapp: error: ~/p.csv:3: email \"x\" must have exactly one @ (field email, rule at)"))
        #expect(
            lines.contains(
                "regapp: error: ~/p.csv:4: the email is already in line 2 (field email, rule duplicate)"))
        #expect(lines.contains("regapp: error: nothing was imported: 3 problems"))
        #expect(session.home.paths() == ["policy.json"])
    }

    @Test func `only existing accounts in the way end with 73, and --update changes them`() throws {
        let session = try RegistrySession()
        try session.put("ann@x.example")
        let file = try session.file(
            "p.csv", "email,firstName,lastName\nann@x.example,Ann,Roe\nbob@x.example,B,C\n")
        #expect(try session("accounts", "import", file).status == 73)
        let answer = try session("accounts", "import", file, "--update")
        #expect(answer.out == "1 account registered, 1 account updated\n")
    }

    @Test func `without --format the ending decides, and an unknown one is a wrong command line`() throws {
        let session = try RegistrySession()
        let file = try session.file("people", "[]")
        #expect(try session("accounts", "import", file).status == 64)
        #expect(try session("accounts", "import", file, "--format", "json").status == 0)
        #expect(try session("accounts", "import", file, "--format", "ldif").status == 65)
        #expect(try session("accounts", "import", session.home.path + "/none.json").status == 74)
        #expect(try session("accounts", "import", session.home.path, "--format", "json").status == 74)
    }

    @Test func `a file of more than the limit is refused before it is read`() throws {
        let session = try RegistrySession()
        let file = try session.file("big.json", "[")
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
        try handle.truncate(atOffset: 1 << 30)
        try handle.close()
        let answer = try session("accounts", "import", file)
        #expect(answer.status == 74)
        #expect(answer.err.contains("more than 536870912 bytes"))
    }

    @Test func `an import that is interrupted leaves nothing behind after the next command`() throws {
        let session = try RegistrySession()
        try session.put("zoe@x.example", "Zoe")
        let file = try session.file("people.json", Self.accounts(2_000))
        let arguments = ["accounts", "import", file]
        let running = try BuiltProgram.regapp.start(arguments, in: session.home)
        let draft = session.home.document(".regapp-changes/1/new")
        while !FileManager.default.fileExists(atPath: draft), running.process.ended == nil {
            _ = running.process.wait(until: .now + .milliseconds(1))
        }
        running.process.signal(SIGINT)
        let status = try running.result().status
        if status != 0 { #expect(session.accounts.count == 1) }
        #expect(
            try session(
                "accounts", "password", "zoe@x.example", "--password-stdin", input: .text("password1")
            ).status == 0)
        #expect(!session.home.paths().contains { $0.contains(".regapp-") })
        #expect(session.accounts.count == (status == 0 ? 2_001 : 1))
    }

    @Test func `an account that would be too large to be read again is refused`() throws {
        let session = try RegistrySession()
        let name = "a" + String(repeating: "\u{301}", count: 1 << 19)
        let file = try session.file("p.csv", "email,firstName,lastName\nann@x.example,\(name),B\n")
        let answer = try session("accounts", "import", file)
        #expect(answer.status == 65 && answer.err.contains("p.csv:2: longer than 1048576 bytes"), "\(answer)")
        #expect(session.accounts.isEmpty)
    }

    @Test func `a password and a hash in one line are refused`() throws {
        let session = try RegistrySession()
        let file = try session.file(
            "p.csv",
            "email,firstName,lastName,password,passwordHash\na@x.example,A,B,password1,\(RegistrySession.hash)\n"
        )
        let answer = try session("accounts", "import", file)
        #expect(answer.status == 65)
        #expect(
            answer.err.contains(
                "p.csv:2: password and passwordHash cannot be combined; remove one"
                    + " (field password, rule hash)"), "\(answer)")
    }

    @Test func `a dash is standard input, which has no ending to tell its format`() throws {
        let session = try RegistrySession()
        let text = "email,firstName,lastName,birthday\na@x.example,A,B,31.05.1990\nb@x.example,B,C,1.1\n"
        let refused = try session("accounts", "import", "-", "--format", "csv", input: .text(text))
        #expect(
            refused.status == 65
                && refused.err.contains("error: standard input:3: birthday \"1.1\" must be a date"))
        let taken = try session(
            "accounts", "import", "-", "--format", "csv", input: .text(text.replacing("1.1", with: "")))
        #expect(taken.status == 0 && taken.out == "2 accounts registered\n")
        #expect(
            session.home.text("accounts/a@x.example.json")?.contains(#""birthday": "1990-05-31""#) == true)
        let unnamed = try session("accounts", "import", "-", input: .text(text))
        #expect(unnamed.status == 64 && unnamed.err.contains("hint: add --format json, csv"))
    }
}
