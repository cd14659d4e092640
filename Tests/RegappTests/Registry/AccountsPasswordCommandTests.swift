import Foundation
import Glibc
import RegappTestSupport
import Testing

/// Passwords that regapp generates: printed once, and set only then.
@Suite struct AccountsPasswordCommandTests {
    private let session: RegistrySession

    init() throws { session = try RegistrySession(of: "ann@x.example", "bob@x.example") }

    /// The emails and passwords that were printed.
    private func passwords(_ answer: Answer) -> [(email: String, password: String)] {
        answer.out.split(separator: "\n").map { line in
            let parts = line.split(separator: "\t")
            return (String(parts[0]), parts.count == 2 ? String(parts[1]) : "")
        }
    }

    private func verifies(_ email: String, _ password: String) throws -> Bool {
        try session.verify(password, of: email).status == 0
    }

    @Test func `each of several accounts gets its own, and the old ones come back as one`() throws {
        let before = session.accounts
        let answer = try session(
            "accounts password --from - --generate", input: .text("bob@x.example\nann@x.example\n"))
        #expect(answer.status == 0)
        #expect(answer.err == "regapp: the passwords of 2 accounts are set\(Answer.undoes)\n")
        let printed = passwords(answer)
        #expect(printed.map(\.email) == ["bob@x.example", "ann@x.example"])
        #expect(printed[0].password != printed[1].password && printed[0].password.count >= 14)
        for (email, password) in printed { #expect(try verifies(email, password)) }
        #expect(try session("cancel").status == 0)
        #expect(session.accounts == before)
    }

    @Test func `passwords are printed with what a letter needs, or not at all`() throws {
        let file = try session.file(
            "new.csv", "email,firstName,lastName,team\neve@x.example,\"Eve, \"\"E\"\"\",Roe,red\n")
        let before = session.accounts
        let importing = ["accounts", "import", file, "--map", "team=team", "--generate"]
        let setting = ["accounts", "password", "ann@x.example", "--generate"]
        for (words, status) in [
            (importing + ["--fields", "email,tema,password"], 65), (setting + ["--fields", "email"], 64),
            (setting + ["--fields", "passwordHash,password"], 64), (setting + ["--csv", "--json"], 64),
            (setting.dropLast() + ["--csv"], 64),
        ] as [([String], Int32)] {
            #expect(try session.run(words).status == status, "\(words)")
        }
        #expect(session.accounts == before)
        let table = try session.run(importing + ["--csv", "--fields", "email,firstName,team,phone,password"])
        let rows = table.out.split(separator: "\r\n")
        #expect(rows.first == "email,firstName,team,phone,password")
        #expect(rows.last?.hasPrefix("eve@x.example,\"Eve, \"\"E\"\"\",red,,") == true)
        #expect(try verifies("eve@x.example", String(rows.last?.split(separator: ",").last ?? "")))
        let again = try BuiltProgram.regapp.run(importing + ["--csv", "--update"], in: session.home)
        #expect(again.stdout == "email,password\r\n", "nobody is new")
        let line = try session("accounts password ann@x.example --generate --fields lastName,password").out
        #expect(
            try line.hasPrefix("Doe\t") && verifies("ann@x.example", String(line.dropFirst(4).dropLast())))
        let json = try session(
            "accounts password ann@x.example --generate --fields firstName,password --json"
        ).out
        #expect(json.contains("\"firstName\": \"Ann\",") && !json.contains("\"email\": \""))
    }

    @Test func `the table of passwords is for Excel if asked`() throws {
        let file = try session.file("new.csv", "email,firstName,lastName\neve@x.example,Eve,Roe\n")
        for (words, email) in [
            (["accounts", "password", "ann@x.example"], "ann@x.example"),
            (["accounts", "import", file], "eve@x.example"),
        ] {
            let options = ["--generate", "--separator", ";", "--bom"]
            #expect(try session.run(words + options).status == 64, "needs --csv")
            let table = try session.run(words + options + ["--csv"])
            #expect(table.status == 0 && table.out.hasPrefix("\u{FEFF}email;password\r\n"), "\(table)")
            let row = table.out.split(separator: "\r\n").last?.split(separator: ";") ?? []
            #expect(row.first.map(String.init) == email && row.count == 2, "\(table)")
            #expect(try verifies(email, String(row.last ?? "")), "\(table)")
        }
    }

    @Test func `an import that generates does not say that a password is missing`() throws {
        let answer = try session.importing(
            "new.csv",
            "email,firstName,lastName,passwordHash\neve@x.example,Eve,Roe,\(ImportedFilesTests.argon2)\n",
            "--generate", "--allow-missing")
        #expect(answer.status == 0 && passwords(answer).map(\.email) == ["eve@x.example"])
        #expect(answer.err.contains("new.csv:2: the "), "\(answer)")
        #expect(!answer.err.contains(Answer.noPassword) && !answer.err.contains("set a password with"))
    }

    @Test func `if passwords cannot be printed, nothing changes`() throws {
        let words = ["accounts", "password", "ann@x.example", "bob@x.example", "--generate"]
        let new = ["register", "--email=eve@x.example", "--first-name=Eve", "--last-name=Roe", "--generate"]
        try session.home.write("new.csv", "email,firstName,lastName\neve@x.example,Eve,Roe\n")
        let table = ["accounts", "import", "\(session.home.path)/documents/new.csv", "--generate"]
        let before = session.home.tree()
        for words in [words, new, table] {
            let full = try BuiltProgram.regapp.run(words, in: session.home, output: .path("/dev/full"))
            #expect(full.status == 74, "\(full)")
            #expect(session.tree == before)
            // That ends it at once, and the next command clears away what it was about to do.
            _ = try BuiltProgram.regapp.run(words, in: session.home, output: .brokenPipe)
            #expect(!session.home.paths().contains { $0.hasPrefix("history/0") })
            #expect(try session("accounts unlock ann@x.example").status == 0)
            #expect(session.tree == before)
        }
    }

    @Test func `if an account is missing, nothing is printed`() throws {
        let answer = try session("accounts password ann@x.example zoe@x.example --generate")
        #expect(answer.status == 67 && answer.out.isEmpty, "\(answer)")
    }

    @Test func `if passwords are printed and cannot be set, an error says so`() throws {
        let before = session.accounts
        #expect(try session.shell("chmod 400 documents/accounts/bob@x.example.json").status == 0)
        let answer = try session("accounts password ann@x.example bob@x.example --generate")
        #expect(answer.status == 74 && passwords(answer).count == 2, "\(answer)")
        #expect(answer.err.contains("regapp: error: the 2 printed passwords were not set\n"), "\(answer)")
        #expect(session.accounts == before)
    }

    /// Signals, and what the program's parent then sees.
    static let interruptions: [(signal: Int32, end: Termination)] = [
        (SIGINT, .exited(130)), (SIGTERM, .signalled(SIGTERM)), (SIGHUP, .signalled(SIGHUP)),
    ]

    @Test(arguments: interruptions, [1, 2])
    func `a signal after they are printed and before they are set says so, and nothing sets them later`(
        interruption: (signal: Int32, end: Termination), count: Int
    ) throws {
        try session.home.write(".lock", "")
        let lock = unsafe open(session.home.document(".lock"), O_RDWR | O_CLOEXEC)
        try #require(lock >= 0 && flock(lock, LOCK_EX) == 0)
        defer { close(lock) }
        let before = session.accounts
        let printed = try session.file("printed", "")
        let emails = ["ann@x.example", "bob@x.example"].prefix(count)
        let running = try BuiltProgram.regapp.start(
            ["accounts", "password", "--generate"] + emails, in: session.home, output: .path(printed))
        func lines() throws -> Int {
            try String(contentsOfFile: printed, encoding: .utf8).count { $0 == "\n" }
        }
        while try lines() < count, running.process.ended == nil {
            _ = running.process.wait(until: .now + .milliseconds(1))
        }
        running.process.signal(interruption.signal)
        let result = try running.result()
        let what = count == 1 ? "the printed password was" : "the 2 printed passwords were"
        #expect(result.stderr == "regapp: error: interrupted\nregapp: error: \(what) not set\n")
        #expect(result.termination == interruption.end)
        #expect(session.accounts == before)
        flock(lock, LOCK_UN)
        #expect(try session("accounts lock bob@x.example").status == 0)
        #expect(try verifies("ann@x.example", "password1"))
        #expect(!session.home.paths().contains { $0.contains(".regapp-") })
    }

    @Test(arguments: interruptions)
    func `a signal while what is printed is not read ends it`(
        interruption: (signal: Int32, end: Termination)
    ) throws {
        let row = { (number: Int) in "u\(number)@x.example,Eve,Roe" }
        let file = try session.file(
            "new.csv", (["email,firstName,lastName"] + (0..<200).map(row)).joined(separator: "\n") + "\n")
        let before = session.accounts
        var ends: [Int32] = [-1, -1]
        try #require(unsafe pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        defer { close(reading) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // One page, so that 200 lines do not fit.
        try #require(fcntl(writing, 1031, 4096) == 4096)
        let running = try BuiltProgram.regapp.start(
            ["accounts", "import", file, "--generate"], in: session.home,
            output: .path("/proc/\(getpid())/fd/\(writing)"))
        close(writing)
        var readable = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        try #require(unsafe poll(&readable, 1, 60_000) == 1)
        running.process.signal(interruption.signal)
        let result = try running.result()
        #expect(result.stderr.hasSuffix("regapp: error: the 200 printed passwords were not set\n"))
        #expect(result.termination == interruption.end)
        #expect(session.accounts == before)
        #expect(!session.home.paths().contains { $0.contains(".regapp-") })
    }

    @Test func `one password for several is refused, and so is another source beside it`() throws {
        #expect(
            try session.setPassword(of: "ann@x.example", to: "password2", "bob@x.example").says(
                64, "--generate"))
        #expect(try session("accounts password ann@x.example --generate --password-stdin").status == 64)
        #expect(try session("login --first-name Ann --generate").status == 64)
    }

    @Test func `register prints the email and the password alone`() throws {
        let answer = try session("register --email=eve@x.example --first-name=Eve --last-name=Roe --generate")
        #expect(answer.status == 0 && answer.err == "regapp: registered and logged in\n", "\(answer)")
        let printed = passwords(answer)
        #expect(printed.count == 1 && printed[0].email == "eve@x.example")
        #expect(try verifies("eve@x.example", printed[0].password))
    }

    @Test func `an import gives one to each account that has none`() throws {
        func put(_ name: String, _ more: String = "") throws {
            let text = #"{"email":"\#(name)@x.example","firstName":"Lee","lastName":"Roe"\#(more)}"#
            try session.home.write("accounts/\(name)@x.example.json", text)
        }
        try put("leo")
        // A hash under a misspelt key is not nothing.
        try put("max", #","passwordHas":"$2b$04$"# + String(repeating: ".", count: 53) + "\"")
        try session.home.write(
            "new.csv",
            """
            email,firstName,lastName,password,passwordHash
            eve@x.example,Eve,Roe,,
            ann@x.example,Anna,Roe,,
            kim@x.example,Kim,Roe,password2,
            zoe@x.example,Zoe,Roe,,!
            leo@x.example,Lee,Roe,,
            max@x.example,Lee,Roe,,

            """)
        let words = [
            "accounts", "import", "\(session.home.path)/documents/new.csv", "--generate", "--update",
        ]
        let dryRun = try session.run(words + ["--dry-run"])
        #expect(dryRun.status == 0 && !dryRun.out.contains("\t"))
        let answer = try session.run(words)
        #expect(
            answer.status == 0 && answer.err == "regapp: \(Answer.imported(3, updated: 2, unchanged: 1))\n",
            "\(answer)")
        let printed = passwords(answer)
        #expect(printed.map(\.email) == ["eve@x.example", "zoe@x.example", "leo@x.example"])
        #expect(try verifies("eve@x.example", printed[0].password))
        #expect(try verifies("leo@x.example", printed[2].password))
        #expect(try verifies("kim@x.example", "password2") && verifies("ann@x.example", "password1"))
        #expect(try !verifies("zoe@x.example", printed[1].password), "a lock stays")
        #expect(try session("accounts unlock zoe@x.example").status == 0)
        #expect(try verifies("zoe@x.example", printed[1].password))
        let again = try session.run(words)
        #expect(again.status == 0 && again.out.isEmpty, "nobody lacks one: \(again)")
    }
}
