import RegappTerminal
import RegappTestSupport
import RegappValues
import Testing

/// First passwords that their owners have to change.
@Suite struct MustChangeTests {
    private static let marked = #"""
        {"email": "ann@x.example", "firstName": "Ann", "lastName": "Doe", "passwordHash": "\#(RegistrySession.hash)",
         "mustChange": true}
        """#
    private let session: RegistrySession

    init() throws {
        session = try RegistrySession()
        try session.put("bob@x.example", "Bob", hash: RegistrySession.hash)
        try session.home.write("accounts/ann@x.example.json", Self.marked)
    }

    private func text(_ name: String) -> String { session.text(of: name) ?? "" }

    private func isMarked(_ name: String) -> Bool { text(name).contains(#""mustChange": true"#) }

    @Test func `a password is marked where that is asked for, until the mark is taken away`() throws {
        let set = try session.setPassword(of: "bob@x.example", to: "password2", "--must-change")
        #expect(set.status == 0 && isMarked("bob") && text("bob").hasSuffix(",\n  \"mustChange\": true\n}\n"))
        #expect(
            try session.verify("password2", of: "bob@x.example").status == 0, "a service lets the owner in")
        #expect(try session.setPassword(of: "bob@x.example", to: "password3").status == 0 && isMarked("bob"))
        let edited = try session(
            "accounts edit bob@x.example --password-file /dev/stdin", input: .text("password4"))
        #expect(edited.status == 0 && isMarked("bob"))
        let table = try session.file("p.csv", "email,password\nbob@x.example,password5\n")
        #expect(try session("accounts import", table, "--update").status == 0 && isMarked("bob"))
        #expect(
            try session.setPassword(of: "bob@x.example", to: "password3", "--no-must-change").status == 0
                && !isMarked("bob"))
        #expect(try session("cancel").out.contains("bob@x.example: Must change: not set → true"))
        #expect(try session("accounts password bob@x.example --generate --must-change").status == 0)
        #expect(isMarked("bob"))
        let registered = try session(
            "register --email eve@x.example --first-name Eve --last-name Roe --generate --must-change")
        #expect(registered.status == 0 && isMarked("eve"))
        let file = try session.file(
            "x.csv", "email,firstName,lastName\nkim@x.example,Kim,Roe\nann@x.example,Anna,Roe\n")
        #expect(try session("accounts import \(file) --must-change").status == 64)
        #expect(try session("accounts import \(file) --update --generate --must-change").status == 0)
        #expect(isMarked("kim") && isMarked("ann") && text("ann").contains("Anna"))
    }

    @Test func `a first password ends for servers after its day, and its owner can still change it`() throws {
        let set = try session("accounts password ann@x.example --generate --must-change-by +14d")
        let day = String(text("ann").split(separator: "\"mustChange\": \"").last?.prefix(10) ?? "")
        let password = String(set.out.split(separator: "\t").last?.dropLast() ?? "")
        #expect(CalendarDate(iso: day) != nil)
        #expect(try session.verify(password).status == 0)
        #expect(try session("accounts list --must-change").out.hasSuffix("\t\t\(day)\n"))
        #expect(try session("accounts export --format csv").out.contains(",\(day),,,\r\n"))
        let over = try session.setPassword(
            of: "ann@x.example", to: "password2", "--must-change-by", "2020-01-31")
        #expect(over.status == 0 && over.err.contains("first password of ann@x.example has expired"))
        #expect(text("ann").contains(#""mustChange": "2020-01-31""#))
        #expect(try session.verify("password2").status == 77)
        #expect(try session("accounts list --overdue --fields email").out == "ann@x.example\n")
        #expect(try session("accounts show ann@x.example").out.contains("(had to be changed by 2020-01-31)"))
        #expect(try session("check").out.contains("ann@x.example: the first password has expired"))
        #expect(try session("accounts export --format ldif").out.contains("{CRYPT}!"))
        #expect(try session("accounts export --format htpasswd").out.hasPrefix("bob@x.example:"))
        for (condition, count) in [
            ("mustChange=true", 1), ("mustChange=2020-01-31", 1), ("mustChange=\(day)", 0),
        ] {
            let found = try session("accounts list --where", condition, "--count").out
            #expect(found == "\(count)\n", "\(condition)")
        }
        for format in ["json", "csv"] {
            let file = try session.file("x.\(format)", try session("accounts export --format", format).out)
            let before = text("ann")
            #expect(try session("accounts remove ann@x.example --yes").status == 0)
            #expect(try session("accounts import \(file) --skip-existing").status == 0)
            #expect(
                text("ann").contains(#""mustChange": "2020-01-31""#) && before.contains("2020-01-31"),
                "\(format)")
        }
        #expect(
            try session("accounts passwd ann@x.example", input: .text("password2\npassword3\npassword3\n"))
                .status == 0)
        #expect(!text("ann").contains("mustChange"))
        #expect(try session.verify("password3").status == 0)
    }

    @Test func `a login without a terminal is answered with the advice to use one`() throws {
        let before = session.home.tree()
        let answer = try session.login("--first-name", "Ann", "password1")
        #expect(
            answer
                == .error(
                    65, "the password of ann@x.example must be changed before the first login",
                    hint: "log in on a terminal, with 'regapp login', and choose another one"))
        #expect(try session.login("--first-name", "Ann", "password2").status == 77)
        #expect(session.tree == before)
        #expect(try session.verify("password1").status == 0)
    }

    @Test func `on a terminal another password is asked for before anything else`() throws {
        let terminal = try PseudoTerminal(.regapp, ["login", "--first-name", "Ann"], in: session.home)
        try terminal.send("password1\n", after: "Password: ")
        try terminal.expect("this password must be changed now; choose another one\r\nPassword (")
        try terminal.send("password1\n", after: "): ")
        try terminal.expect("\(Answer.passwordIsOld); choose another one\r\nPassword (")
        try terminal.send("password2\n", after: "): ")
        try terminal.send("password2\n", after: "\(Shown.repeatPassword): ")
        #expect(try terminal.waitForExit(after: "logged in as ann@x.example") == .exited(0))
        #expect(!text("ann").contains("mustChange"))
        #expect(try session.verify("password2").status == 0 && session.verify("password1").status == 77)
        #expect(try session("cancel").out.contains("ann@x.example: Password: ******** → ********"))
        #expect(text("ann") == Self.marked)
    }

    @Test func `the screens ask for a new password too`() throws {
        let driver = try ScreenDriver([
            "policy.json": RegistrySession.cheap, "accounts/ann@x.example.json": Self.marked,
        ])
        driver.type("Ann", .to("password"), "password1", .key(.enter))
        #expect(driver.shows("This password must be changed now; choose another one"))
        driver.type("password1", .key(.enter))
        #expect(driver.shows(Answer.passwordIsOld.onScreen))
        driver.type(.key(.backspace), "2", .key(.enter))
        #expect(driver.shows("Email       ann@x.example"))
        #expect(driver.text("accounts/ann@x.example.json")?.contains("mustChange") == false)
    }

    @Test func `the mark is found, counted, exported and imported`() throws {
        for (condition, count) in [
            ("mustChange=true", 1), ("mustChange=TRUE", 1), ("mustChange!=true", 1), ("mustChange=False", 1),
            ("mustChange=", 1), ("locked=false", 2), ("locked=TRUE", 0),
        ] {
            let found = try session("accounts list --where", condition, "--count").out
            #expect(found == "\(count)\n", "\(condition)")
        }
        #expect(try session("accounts show ann@x.example --json").out.contains(#""mustChange": true,"#))
        #expect(try session("accounts show ann@x.example").out.contains("******** (must be changed)\n"))
        #expect(try session("check").out.contains("ann@x.example: 'regapp login' asks for a new password"))
        for format in ["json", "csv"] {
            let file = try session.file(
                "x.\(format)", try session("accounts export ann@x.example --format", format).out)
            #expect(try session("accounts remove ann@x.example --yes").status == 0)
            #expect(try session("accounts import \(file)").status == 0)
            #expect(isMarked("ann"), "\(format)")
        }
    }

    @Test(arguments: [
        (#""mustChange": false"#, true), (#""mustChange": "yes""#, false), (#""mustChange": 1"#, false),
        (#""mustchange": true"#, false), (#""mustChange": null"#, false),
        (#""mustChange": "2026-02-30""#, false),
    ])
    func `the mark is true or absent`(member: String, isAccepted: Bool) throws {
        try session.home.write(
            "accounts/ann@x.example.json", Self.marked.replacing(#""mustChange": true"#, with: member))
        #expect(try session("accounts show ann@x.example").status == (isAccepted ? 0 : 65))
        if isAccepted { #expect(try session.login("--first-name", "Ann", "password1").status == 0) }
    }
}
