import RegappCommandLine
import RegappValues
import RegappCore
import Foundation
import RegappTestSupport
import Testing

@testable import regapp

@Suite struct RegistryAccountsTests {
    private let session: RegistrySession

    init() throws { session = try RegistrySession() }

    @Test func `a pipe gets one line an account, the email first, controls escaped`() throws {
        try session.put("bob@x.example", "Bob")
        try session.put("ann@x.example", #"A\tn"#.replacing("\\t", with: " "), hash: RegistrySession.hash)
        let answer = try session("accounts list")
        let accounts: [[Field: String]] = [
            [.email: "ann@x.example", .firstName: "A n", .lastName: "Doe", .passwordHash: "set"],
            [.email: "bob@x.example", .firstName: "Bob", .lastName: "Doe", .passwordHash: "not set"],
        ]
        let lines = accounts.map { values in
            AccountColumns.usual.map { values[$0] ?? "" }.joined(separator: "\t") + "\n"
        }
        #expect(answer.out == lines.joined())
        #expect(answer.status == 0 && answer.err.isEmpty)
    }

    @Test func `a terminal gets an aligned table`() throws {
        try session.put("bob@x.example", "Bob")
        try session.put("annabelle@x.example", "Zoë", more: #""registered": "2026-01-02T03:04:05Z""#)
        let terminal = try PseudoTerminal(.regapp, ["accounts", "list"], in: session.home)
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(
            terminal.output == """
                Email                First name  Last name  Password  Registered\r
                annabelle@x.example  Zoë         Doe        not set   2026-01-02\r
                bob@x.example        Bob         Doe        not set\r\n
                """)
    }

    @Test func `list as JSON is an array of what show prints`() throws {
        #expect(try session("accounts list --json").out == "[]\n")
        try session.put("ann@x.example", password: "password1", hash: RegistrySession.hash)
        try session.put("bob@x.example", "Bob")
        let single = try ["ann@x.example", "bob@x.example"].map { email in
            try session("accounts show \(email) --json").out.dropLast().replacing("\n", with: "\n  ")
        }
        let list = try session("accounts list --json")
        #expect(list.out == "[\n  \(single.joined(separator: ",\n  "))\n]\n")
        #expect(!list.out.contains("password1") && !list.out.contains(RegistrySession.hash))
    }

    @Test func `JSON says whether a password is set, an account locked, and what is missing`() throws {
        func standing(_ email: String) throws -> Substring {
            let text = try session("accounts show \(email) --json").out.filter { !$0.isWhitespace }
                .replacing(#","expired":false"#, with: "")
            return text[try #require(text.range(of: "\"passwordSet\"")).lowerBound...]
        }
        let hash = RegistrySession.hash
        for (email, rest, expected) in [
            ("plain", #","lastName":"D","password":"password1""#, #"true,"locked":false,"missing":[]}"#),
            ("hash", #","lastName":"D","passwordHash":"\#(hash)""#, #"true,"locked":false,"missing":[]}"#),
            ("lock", #","lastName":"D","passwordHash":"!\#(hash)""#, #"true,"locked":true,"missing":[]}"#),
            ("lone", #","lastName":"D","passwordHash":"!""#, #"false,"locked":true,"missing":[]}"#),
            ("none", "", #"false,"locked":false,"missing":["lastName"]}"#),
        ] {
            try session.home.write(
                "accounts/\(email)@x.example.json",
                #"{"email":"\#(email)@x.example","firstName":"A"\#(rest)}"#)
            #expect(try standing(email + "@x.example") == #""passwordSet":"# + expected)
        }
    }

    @Test func `the help of the list names the columns that a script reads`() throws {
        let words = try RegistrySession()("help", "accounts", "list").out.split(
            whereSeparator: \.isWhitespace)
        let columns = AccountColumns.usual.map { $0 == .passwordHash ? "password" : $0.noun }.listed(
            last: "and")
        #expect(words.joined(separator: " ").contains(" are always: \(columns). "))
    }

    @Test(arguments: [["list"], ["list", "--json"], ["export"], ["export", "--format", "htpasswd"]])
    func `a file that cannot be accepted is named and the others come`(command: [String]) throws {
        let session = try RegistrySession(of: "ann@x.example")
        try session.home.write("accounts/b@x.example.json", "{")
        try session.home.write("accounts/c@x.example.json", #"{"email":"other@x.example"}"#)
        try session.put("zoe@x.example", "Zoe", hash: RegistrySession.hash)
        let answer = try session.run(["accounts"] + command)
        #expect(answer.status == 65)
        #expect(answer.out.contains("ann@x.example") && answer.out.contains("zoe@x.example"))
        #expect(answer.err.contains("~/documents/accounts/b@x.example.json:1:2: "))
        #expect(answer.err.contains("~/documents/accounts/c@x.example.json is not an account"))
        #expect(try session.login("--email", "other@x.example", "password1").status != 0)
    }

    @Test func `verify answers with its exit code and touches nothing`() throws {
        let session = try RegistrySession(of: "ann@x.example")
        let before = session.home.tree()
        #expect(try session.verify("password1", of: "Ann@x.example") == Answer(0))
        let refusal = Answer.refused()
        #expect(try session.verify("password2", of: "ann@x.example") == refusal)
        #expect(try session.verify("password1", of: "bob@x.example") == refusal)
        #expect(session.home.tree() == before)
        let unasked = try session("accounts verify ann@x.example")
        #expect(unasked.status == 64)
        #expect(unasked.err.hasSuffix("hint: give the password with --password-stdin or --password-file\n"))
    }

    @Test func `password sets a new one and ends no session`() throws {
        try session.put("ann@x.example")
        #expect(try session.setPassword(of: "ann@x.example", to: "password7") == .done(Answer.passwordIsSet))
        #expect(try session.login("--first-name", "Ann", "password7").status == 0)
        #expect(try session.setPassword(of: "x@y.zz", to: "password7").status == 67)
        #expect(try session.setPassword(of: "ann@x.example", to: "short").status == 65)
        #expect(try session("accounts password ann@x.example").status == 64)
    }

    @Test func `on a terminal password asks twice until both are the same`() throws {
        try session.put("ann@x.example")
        let terminal = try PseudoTerminal(
            .regapp, ["accounts", "password", "ann@x.example"], in: session.home)
        for (prompt, answer) in [
            ("Password (at least ", "\n"), (Answer.isRequired("password"), ""),
            ("Password (at least ", "password1\n"), (Shown.repeatPassword, "password2\n"), ("differ", ""),
            ("Password (at least ", "password3\n"), (Shown.repeatPassword, "password3\n"),
        ] {
            try terminal.send(answer, after: prompt)
        }
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(!terminal.output.contains("password3"))
        #expect(try session.login("--first-name", "Ann", "password3").status == 0)
    }

    @Test func `remove asks, unless --yes is given, and ends the session of the account`() throws {
        #expect(try session.register("ann@x.example", "Ann", "password1").status == 0)
        #expect(try session("accounts remove ann@x.example").says(65, "--yes"))
        let terminal = try PseudoTerminal(.regapp, ["accounts", "remove", "ann@x.example"], in: session.home)
        #expect(try terminal.waitForExit(typing: "\n", after: "[y/N]") == .exited(0))
        #expect(session.accounts.count == 1)
        #expect(try session("accounts remove Ann@x.example --yes").status == 0)
        #expect(session.accounts.isEmpty && session.home.read("session.json") == nil)
        #expect(try session("accounts remove ann@x.example --yes").status == 67)
    }

    @Test func `check names each thing with what to do and ends with 65`() throws {
        #expect(try session("check").out == "0 accounts, \(Answer.nothingWrong)\n")
        try session.put("ann@x.example")
        try session.home.write(
            "accounts/other@x.example.json", #"{"email":"ann@x.example","firstName":"A","lastName":"B"}"#)
        try session.home.write("session.json", "{}")
        let answer = try session("check")
        #expect(answer.status == 65)
        let lines = answer.out.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(
            lines[0].hasPrefix(
                #"~/documents/session.json:1:1: \#(Answer.isRequired("account")): add "account": "…"; "#))
        #expect(lines[2].hasPrefix("note: ann@x.example: no password"))
        #expect(lines[1].contains("other@x.example.json: the same email as "))
        #expect(answer.err == "regapp: error: 2 accounts, 2 things are wrong\n")
    }

    @Test func `a check shows the first of findings that are alike, and counts the others`() throws {
        let session = try RegistrySession(
            policy: #"{"policy":"albums","required":["birthday"],"hash":"bcrypt","hashCost":4}"#)
        for number in 10...22 { try session.put("u\(number)@x.example", hash: "!" + RegistrySession.hash) }
        let answer = try session("check")
        let lines = answer.out.split(separator: "\n")
        #expect(answer.status == 65 && answer.err.hasSuffix("13 accounts, 13 things are wrong\n"))
        #expect(lines.count == 22)
        #expect(
            lines.suffix(2).map(String.init) == [
                "3 more problems like the one in u10@x.example", "note: 3 more like u10@x.example",
            ])
    }

    @Test func `reading works on a write-protected directory, and changes nothing`() throws {
        let session = try RegistrySession(of: "ann@x.example")
        let program = try BuiltProgram.regapp.unprivileged(in: session.home)
        for path in ["documents/accounts", "documents"] {
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o500], ofItemAtPath: session.home.path + "/" + path)
        }
        let before = session.home.tree()
        for command in [
            ["accounts", "list"], ["accounts", "export"], ["check"], ["accounts", "show", "ann@x.example"],
        ] {
            let result = try program.run(command, in: session.home)
            #expect(result.status == 0, "\(command) \(result.stderr)")
        }
        let removal = try program.run(["accounts", "remove", "ann@x.example", "--yes"], in: session.home)
        #expect(removal.status == 74)
        #expect(session.home.tree() == before)
    }
}
