import Foundation
import RegappTestSupport
import Testing

@Suite struct RegistryLoginTests {
    private let session: RegistrySession

    init() throws { session = try RegistrySession() }

    @Test func `a wrong password and an unknown account get the same answer`() throws {
        #expect(try session.register("ann@x.example", "Ann", "password1").status == 0)
        #expect(try session("logout").status == 0)
        let before = session.home.tree()
        for (key, value) in [
            ("--first-name", "Ann"), ("--first-name", "Bob"), ("--email", "ann@x.example"),
            ("--email", "bob@x.example"), ("--email", "../x@y.zz"), ("--email", ""),
        ] {
            let refused = Answer.refused(key == "--email" ? "email" : "first name")
            #expect(try session.login(key, value, "password2") == refused, "\(key) \(value)")
        }
        #expect(session.home.tree() == before)
    }

    @Test(arguments: ["import", "edit"])
    func `a session that an earlier account left behind is not that of a new one with its email`(way: String)
        throws
    {
        let session = try RegistrySession.ann()
        #expect(try session("show").status == 0)
        try session.put("bob@x.example", "Bob", password: "password2")
        try FileManager.default.removeItem(atPath: session.home.document("accounts/ann@x.example.json"))
        if way == "import" {
            let people = "email,firstName,lastName,password\nann@x.example,Ann,Doe,password2\n"
            #expect(try session.importing("p.csv", people).status == 0)
        } else {
            #expect(try session("accounts edit bob@x.example --email ann@x.example").status == 0)
        }
        #expect(try session("show").status == 77)
    }

    @Test func `no login succeeds while no account is registered`() throws {
        let answer = try session.login("--first-name", "Ann", "password1")
        #expect(answer == .error(77, Answer.nobodyYet, hint: Answer.register))
    }

    @Test(arguments: [2, 4, 5])
    func `the password decides between up to four of one first name, more need the email`(count: Int) throws {
        for number in 1...count {
            try session.put("ann\(number)@x.example", "Ann", password: "password\(number)")
        }
        let answer = try session.login("--first-name", "ANN", "password2")
        if count <= 4 {
            #expect(answer.status == 0)
            #expect(answer.out.contains("ann2@x.example"))
            #expect(session.accounts["accounts/ann2@x.example.json"]?.contains(UInt8(ascii: "$")) == true)
        } else {
            #expect(answer.says(64, Answer.sameName(5)))
        }
        let named = try session(
            "login --first-name Ann --email ann2@x.example --password-stdin", input: .text("password2"))
        #expect(named.status == 0)
    }

    // MARK: First passwords

    @Test(arguments: ["passwordHas", "password_hash", "passwrd", "hash"])
    func `an account whose password stands under a misspelt key takes no first one`(key: String) throws {
        try session.put("bob@x.example", "Bob", password: "password2")
        let text =
            #"{"email":"ann@x.example","firstName":"Ann","lastName":"Doe","\#(key)":"\#(RegistrySession.hash)"}"#
        try session.home.write("accounts/ann@x.example.json", text)
        #expect(try session.login("--email", "ann@x.example", "password2") == .refused())
        #expect(try session.login("--first-name", "Ann", "password2") == .refused("first name"))
        #expect(session.text(of: "ann") == text)
    }

    /// Two of the name Ann: `ann@` with `password1`, and `new@` without a password.
    private static func pair() throws -> RegistrySession {
        let session = try RegistrySession(of: "ann@x.example")
        try session.put("new@x.example", "Ann")
        return session
    }

    @Test func `an account without a password gets its first by email beside one of its name`() throws {
        let session = try Self.pair()
        // The password of one still logs in without an email.
        #expect(try session.login("--first-name", "Ann", "password1").out.contains("ann@x.example"))
        let before = session.home.tree()
        #expect(
            try session.login("--first-name", "Ann", "password2")
                == .error(64, Answer.sameName(2), hint: "add '--email EMAIL' to say which is meant"))
        func login(_ email: String, _ password: String) throws -> Answer {
            try session("login --first-name Ann --email", email, "--password-stdin", input: .text(password))
        }
        // An answer with an email says no more than one without.
        #expect(try login("ann@x.example", "password2") == .refused())
        #expect(try login("nobody@x.example", "password2") == .refused())
        #expect(session.home.tree() == before)
        let first = try login("new@x.example", "password2")
        #expect(first.status == 0 && first.err.contains("this is the password of new@x.example from now on"))
        // Now the password decides between the two, and a third one is of neither.
        #expect(try session.login("--first-name", "Ann", "password2").out.contains("new@x.example"))
        #expect(try session.login("--first-name", "Ann", "password1").out.contains("ann@x.example"))
        #expect(try session.login("--first-name", "Ann", "password3") == .refused("first name"))
    }

    @Test func `a locked account of the same first name without a password is not worth an email`() throws {
        let session = try RegistrySession(of: "ann@x.example")
        try session.put("new@x.example", "Ann", hash: "!")
        #expect(try session.login("--first-name", "Ann", "password2") == .refused("first name"))
    }

    @Test func `on a terminal the email of the account without a password is asked for`() throws {
        let session = try Self.pair()
        let terminal = try PseudoTerminal(.regapp, ["login", "--first-name", "Ann"], in: session.home)
        try terminal.send("password2\n", after: "Password: ")
        try terminal.expect("\(Answer.sameName(2)): which email is yours?\r\nEmail: ")
        try terminal.send("new@x.example\n")
        try terminal.expect("what you typed becomes its password\r\n\(Shown.repeatPassword): ")
        try terminal.send("password3\n")
        try terminal.send("password2\n", after: "\(Answer.passwordsDiffer)\r\n\(Shown.repeatPassword): ")
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(try session.login("--first-name", "Ann", "password2").out.contains("new@x.example"))
    }

    /// Accounts without a first name, as imports make them; one of them has a name in which there is nothing to see.
    @Test(arguments: ["", " ", "\u{A0}\u{2003}", "\u{200D}"])
    func `a first name with nothing visible matches no account`(name: String) throws {
        let session = try RegistrySession(
            policy: RegistrySession.cheap.replacing("}", with: #","required":["lastName"]}"#))
        try session.put("ann@x.example", "")
        try session.put("bob@x.example", name)
        try session.home.write("accounts/eve@x.example.json", #"{"email":"eve@x.example","lastName":"Doe"}"#)
        try session.put("kim@x.example", name, hash: RegistrySession.hash)
        let before = session.home.tree()
        #expect(try session.login("--first-name", name, "password1") == .refused("first name"))
        for key in ["ann", "bob", "eve", "kim"] {
            let answer = try session(
                "login --first-name", name, "--email", "\(key)@x.example", "--password-stdin",
                input: .text("password1"))
            #expect(answer == .refused())
        }
        #expect(session.home.tree() == before)
        #expect(try session.login("--email", "ann@x.example", "password1").status == 0)
    }

    @Test(arguments: [
        "$6$rounds=1000$saltsalt$"
            + "VEHSITfYmhRDpD6t31S9LUhNne.FOx10qNSjfu2skYK5wKPYCkdF/995SUbfpqIy5BFbEit9G4aDmW4aq4oX9.",
        "$2b$04$5OLjMlegWpTE9wsDy.g/PunjAQ51t8Cv6jE6gEn4lgJsRRZeU0r1W",
    ])
    func `an empty password is refused, also by an account that has the hash of one`(hash: String) throws {
        #expect(try session.importing("p.htpasswd", "ann@x.example:\(hash)\n", "--allow-missing").status == 0)
        try session.put("bob@x.example", "Bob", hash: hash)
        let before = session.home.tree()
        for email in ["ann@x.example", "bob@x.example", "nobody@x.example"] {
            #expect(try session.login("--email", email, "") == .refused())
            #expect(try session.verify("\n", of: email) == .refused())
        }
        #expect(try session.login("--first-name", "Bob", "") == .refused("first name"))
        #expect(session.home.tree() == before)
    }

    @Test func `an empty password sets nothing`() throws {
        try session.put("ann@x.example", "Ann")
        let before = session.home.tree()
        #expect(try session.login("--first-name", "Ann", "") == .error(65, Answer.isRequired("password")))
        #expect(session.home.tree() == before)
    }

    @Test func `an account without a password cannot log in where one is required`() throws {
        let session = try RegistrySession(policy: RegistrySession.albums)
        try session.put("ann@x.example", "Ann")
        #expect(try session.login("--email", "ann@x.example", "Password1") == .refused())
    }

    @Test func `exactly one of several simultaneous first passwords wins`() throws {
        try session.put("ann@x.example", "Ann")
        let arguments = ["login", "--first-name", "Ann", "--password-stdin"]
        let racers = try (0..<16).map { number in
            try BuiltProgram.regapp.start(arguments, in: session.home, input: .text("password\(number)"))
        }
        let statuses = try racers.map { try $0.result().status }
        #expect(statuses.count { $0 == 0 } == 1)
        #expect(statuses.count { $0 == 77 } == 15)
        let winner = try #require(statuses.firstIndex(of: 0))
        #expect(try session.login("--first-name", "Ann", "password\(winner)").status == 0)
    }

    @Test func `a session without its account counts as none`() throws {
        try session.home.write("session.json", #"{"account":"ann@x.example"}"#)
        #expect(try session("show") == .notLoggedIn)
        #expect(try session("edit --last-name Roe") == .notLoggedIn)
        #expect(try session("check").out.contains("ann@x.example is logged in but has no account"))
        #expect(try session("logout").status == 0)
    }

    static let hostile = [
        "../x@y.zz", "a/b@y.zz", "..@y.zz", ".@y.zz", "a b@y.zz", "\u{1B}[2J@y.zz", "a\u{202E}@y.zz", "a@y",
        "%2e%2e@y.zz%", "é@y.zz", "a@" + String(repeating: "b", count: 64) + ".zz",
        String(repeating: "a", count: 60) + "@" + String(repeating: "b.", count: 90) + "zz",
    ]

    @Test(arguments: hostile)
    func `a hostile email never leaves the folder of the accounts`(email: String) throws {
        let answer = try session.register(email, "Ann", "password1")
        let files = session.home.paths().filter { $0 != ".lock" && $0 != "policy.json" }
        if answer.status == 0 {
            #expect(
                files.allSatisfy { ["session.json", "history"].contains($0) || $0.hasPrefix("accounts") })
            #expect(session.accounts.count == 1)
        } else {
            #expect(answer.status == 65)
            #expect(files.isEmpty)
        }
        #expect(!answer.err.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
    }

    @Test func `a name of 240 bytes is accepted and one of 241 refused`() throws {
        let host = String(repeating: "b", count: 62)
        func email(_ length: Int) -> String {
            let local = String(repeating: "a", count: length - 3 * 63 - 4)
            return "\(local)@\(host).\(host).\(host).zzz"
        }
        #expect(email(240).utf8.count == 240)
        #expect(try session.register(email(240), "Ann", "password1").status == 0)
        #expect(try session.register(email(241), "Bob", "password1").status == 65)
        #expect(session.accounts.count == 1)
    }

    @Test func `an email in use is reported before anything else is asked`() throws {
        let session = try RegistrySession(of: "ann@x.example")
        let terminal = try PseudoTerminal(.regapp, ["register"], in: session.home)
        try terminal.send("Ann@x.example\n", after: "Email: ")
        try terminal.send("bob@x.example\n", after: "\(Answer.emailIsTaken)\r\nEmail: ")
        #expect(try terminal.waitForExit(typing: "\u{3}", after: "Password (at least ") == .exited(130))
        let given = try PseudoTerminal(.regapp, ["register", "--email=ann@x.example"], in: session.home)
        #expect(try given.waitForExit() == .exited(73))
        #expect(!given.output.contains("Password"))
    }

    @Test func `exactly one of 64 processes that register the same email wins`() throws {
        let racers = try (0..<64).map { number in
            try BuiltProgram.regapp.start(
                [
                    "register", "--email", number % 2 == 0 ? "ann@x.example" : "ANN@X.example",
                    "--first-name", "N", "--last-name", "Doe", "--password=password\(number)",
                ], in: session.home)
        }
        let statuses = try racers.map { try $0.result(within: .seconds(120)).status }
        #expect(statuses.count { $0 == 0 } == 1)
        #expect(statuses.count { $0 == 73 } == 63)
        #expect(session.accounts.count == 1)
        let winner = try #require(statuses.firstIndex(of: 0))
        #expect(try session.login("--first-name", "N", "password\(winner)").status == 0)
    }
}
