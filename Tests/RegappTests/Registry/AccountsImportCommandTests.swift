import Foundation
import RegappTestSupport
import Testing

@Suite struct AccountsImportCommandTests {
    private let session: RegistrySession

    init() throws { session = try RegistrySession() }

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
        #expect(try first("accounts", "import", file) == Answer(0, out: "\(count) accounts registered\n"))
        // One that regapp changed, and one with a long name, come back too: 1,000 characters, each with many accents.
        let name = "\"" + String(repeating: "a" + String(repeating: "\u{301}", count: 50), count: 999)
        #expect(try first.register("long@x.example", name, "password1").status == 0)
        #expect(try first("accounts edit user7@x.example --phone 9161234567").status == 0)
        let exported = try first("accounts", "export", "--format", format)
        #expect(exported.status == 0 && exported.err.isEmpty)
        let second = try RegistrySession()
        #expect(try second("accounts", "import", second.file("copy." + format, exported.out)).status == 0)
        #expect(second.accounts.count == count + 1)
        #expect(second.accounts == first.accounts)
    }

    @Test func `each bad line is reported with number, field and rule, and nothing is imported`() throws {
        let answer = try session.importing(
            "p.csv", "email,firstName,lastName\nann@x.example,,Doe\nx,B,C\nann@x.example,Ann,Doe\n")
        #expect(answer.status == 65)
        let lines = answer.err.split(separator: "\n")
        #expect(lines.first == "regapp: error: ~/p.csv:2: \(Answer.isRequired("first name"))")
        #expect(lines.contains("regapp: error: ~/p.csv:3: email \"x\" must have exactly one @"))
        #expect(lines.contains("regapp: error: ~/p.csv:4: the email is already in line 2"))
        #expect(lines.contains("regapp: error: \(Answer.nothingImported): 3 problems"))
        #expect(session.home.paths() == ["policy.json"])
    }

    @Test func `an email inside a list is taken from there once the option of the hint is typed`() throws {
        let people =
            #"[{"emails": [{"value": "ann@x.example", "type": "work"}], "firstName": "Ann", "lastName": "Doe"}]"#
        let answer = try session.importing("p.json", people, "--allow-missing", "--ignore-unknown")
        #expect(
            answer.status == 65
                && answer.err.contains("hint: add '--map emails.work=email' to take it from there"))
        let taken = try session.importing(
            "p.json", people, "--allow-missing", "--ignore-unknown", "--map", "emails.work=email")
        #expect(taken.status == 0)
        #expect(session.text(of: "ann") != nil)
    }

    @Test func `only existing accounts in the way end with 73, and --update changes them`() throws {
        try session.put("ann@x.example")
        let text = "email,firstName,lastName\nann@x.example,Ann,Roe\nbob@x.example,B,C\n"
        #expect(try session.importing("p.csv", text).status == 73)
        #expect(try session.importing("p.csv", text, "--update").out == "\(Answer.imported(1, updated: 1))\n")
    }

    @Test func `without --format the ending decides, and an unknown one is a wrong command line`() throws {
        let file = try session.file("people", "[]")
        #expect(try session("accounts import \(file)").status == 64)
        #expect(try session("accounts import \(file) --format json").status == 0)
        #expect(try session("accounts import \(file) --format ldif").status == 65)
        #expect(try session("accounts import", session.home.path + "/none.json").status == 74)
        #expect(try session("accounts import", session.home.path, "--format", "json").status == 74)
    }

    @Test func `a file of more than the limit is refused before it is read`() throws {
        let file = try session.file("big.json", "[")
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: file))
        try handle.truncate(atOffset: 1 << 30)
        try handle.close()
        let answer = try session("accounts import \(file)")
        #expect(answer.status == 74)
        #expect(answer.err.contains("more than 536870912 bytes"))
    }

    @Test func `an import that is interrupted leaves nothing behind after the next command`() throws {
        try session.put("zoe@x.example", "Zoe")
        let file = try session.file("people.json", Self.accounts(2_000))
        let running = try BuiltProgram.regapp.start(["accounts", "import", file], in: session.home)
        let draft = session.home.document("accounts/.regapp-texts-1.tmp")
        while !FileManager.default.fileExists(atPath: draft), running.process.ended == nil {
            _ = running.process.wait(until: .now + .milliseconds(1))
        }
        running.process.signal(SIGINT)
        let status = try running.result().status
        if status != 0 { #expect(session.accounts.count == 1) }
        #expect(try session.setPassword(of: "zoe@x.example", to: "password1").status == 0)
        #expect(!session.home.paths().contains { $0.contains(".regapp-") })
        #expect(session.accounts.count == (status == 0 ? 2_001 : 1))
    }

    @Test func `an account that would be too large to be read again is refused`() throws {
        let name = "a" + String(repeating: "\u{301}", count: 1 << 19)
        let answer = try session.importing("p.csv", "email,firstName,lastName\nann@x.example,\(name),B\n")
        #expect(answer.says(65, "p.csv:2: longer than 1048576 bytes"))
        #expect(session.accounts.isEmpty)
    }

    @Test func `a password and a hash in one line are refused`() throws {
        let row = "a@x.example,A,B,password1,\(RegistrySession.hash)"
        let answer = try session.importing(
            "p.csv", "email,firstName,lastName,password,passwordHash\n\(row)\n")
        #expect(answer.says(65, "p.csv:2: password and passwordHash cannot be combined"), "\(answer)")
    }

    @Test func `a dash is standard input, which has no ending to tell its format`() throws {
        let text = "email,firstName,lastName,birthday\na@x.example,A,B,31.05.1990\nb@x.example,B,C,1.1\n"
        #expect(
            try session("accounts import - --format csv", input: .text(text)).says(
                65, "error: standard input:3: birthday \"1.1\" must be a date"))
        let whole = text.replacing("1.1", with: "")
        let taken = try session("accounts import - --format csv", input: .text(whole))
        #expect(taken.status == 0 && taken.out == "\(Answer.imported(2))\n")
        #expect(session.text(of: "a")?.contains(#""birthday": "1990-05-31""#) == true)
        #expect(try session("accounts import -", input: .text(text)).says(64, "hint: add --format json, csv"))
    }

    /// What an import is told, with the hint that helps, and what no hint says then.
    static let hints: [(table: String, options: [String], hint: String?, unsaid: String)] = [
        ("email,Name\na@x.example,A\n", [], "add --map Name=firstName+lastName", "rule"),
        ("email,lastnaem\na@x.example,A\n", [], "add --map lastnaem=lastName", "rule"),
        ("email\na\n", [], "add '--domain example.org'", "rule"),
        ("email\na@b@x.example\n", [], nil, "--domain"),
        ("email\na@b@x.example\n", ["--domain", "x.example"], nil, "--domain"),
        ("email,passwordHash\na@x.example,$2y$10$cut\n", [], "leave the hash out\n", "--allow-missing"),
        ("email,birthday\na@x.example,05/06/1990\n", [], "add --dates dmy", "rule"),
        ("who\na@x.example\n", [], "add --map COLUMN=email", "rule"),
        (
            "who\na@x.example\n", ["--map", "Whom=email"], "no column has the name that --map gives",
            "add --map"
        ),
        ("email,password\na@x.example,$2y$10$cut\n", [], "name the key or column passwordHash", "rule"),
        (
            "email,pw\na@x.example,$2y$10$cut\n", ["--map", "pw=password"], "map it to passwordHash",
            "name the key"
        ),
    ]

    @Test(arguments: hints)
    func `no hint names an option that was given or cannot help`(
        table: String, options: [String], hint: String?, unsaid: String
    ) throws {
        let words = ["accounts", "import", try session.file("p.csv", table), "--allow-missing"] + options
        let answer = try session.run(words)
        #expect(answer.status == 65 && !answer.err.contains(unsaid), "\(answer)")
        if let hint {
            #expect(answer.err.contains("hint: \(hint)") || answer.err.contains(hint), "\(answer)")
        }
    }

    @Test func `the encoding that reads all names is proposed`() throws {
        let table = Array("email,firstName,lastName\na@x.example,Zo".utf8) + [0xE9] + Array(",B\n".utf8)
        for (more, hint) in [
            ([], "add --encoding windows-1252\n"),
            ([0xA3], "add --encoding windows-1250\n"),
            (
                [0xEA],
                "add --encoding with the one that reads the names right: windows-1252 or windows-1250\n"
            ),
        ] as [([UInt8], String)] {
            let line = more.isEmpty ? [] : Array("b@x.example,".utf8) + more + Array(",B\n".utf8)
            let answer = try session("accounts import - --format csv", input: .bytes(table + line))
            #expect(answer.says(65, ":2: ", "windows-1252", "\"Zoé\"\n"), "\(answer)")
            #expect(answer.err.hasSuffix("hint: " + hint), "\(answer)")
        }
    }
}
