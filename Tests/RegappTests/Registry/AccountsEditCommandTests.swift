import RegappTestSupport
import Testing

/// Changes, dry runs and messages of several accounts at once.
@Suite struct AccountsEditCommandTests {
    private let session: RegistrySession

    init() throws { session = try RegistrySession(of: "ann@x.example", "bob@x.example", "eve@x.example") }

    @Test func `several are edited as one, and one undo restores all`() throws {
        let before = session.accounts
        try session.home.write("session.json", #"{"account":"bob@x.example"}"#)
        let edited = try session(
            "accounts edit ann@x.example BOB@x.example bob@x.example --expires 2020-01-31 --set team=board --last-name Roe"
        )
        #expect(edited == .done("changed 2 accounts\(Answer.undoes)"))
        #expect(session.home.text("session.json") == nil, "the account has expired")
        let text = session.text(of: "ann")
        #expect(text?.contains(#""lastName": "Roe""#) == true && text?.contains(#""team": "board""#) == true)
        #expect(
            try session(
                "accounts edit --from - --set team=board", input: .text("ann@x.example\tx\neve@x.example\n")
            ).err == """
                regapp: changed eve@x.example\(Answer.undoes)
                regapp: ann@x.example already has these values

                """)
        #expect(try session("cancel").out == "eve@x.example: team: board → not set\n")
        #expect(
            try session.run(
                ["accounts", "edit", "--from", "-", "--expires", "never", "--set", "team="],
                input: .text("ann@x.example\nbob@x.example\n")
            ).status == 0)
        #expect(
            try session("cancel").out.split(separator: "\n") == [
                "ann@x.example: Expires: not set → 2020-01-31", "ann@x.example: team: not set → board",
                "bob@x.example: Expires: not set → 2020-01-31", "bob@x.example: team: not set → board",
            ])
        #expect(session.accounts != before)
    }

    @Test func `an edit names what the account lacks, and what its administrator can do`() throws {
        let session = try RegistrySession(policy: #"{"policy":"service","required":["lastName","password"]}"#)
        try session.home.write("accounts/kim@x.example.json", #"{"email":"kim@x.example"}"#)
        let answer = try session("accounts edit kim@x.example --first-name Kim")
        #expect(
            answer.err.hasPrefix(
                """
                regapp: warning: missing: last name
                regapp: hint: add it in ~/documents/accounts/kim@x.example.json
                regapp: hint: set a password with 'regapp accounts password kim@x.example'

                """), "\(answer)")
    }

    @Test func `an expiry is typed as a span at a question and in a table too`() throws {
        let terminal = try PseudoTerminal(
            .regapp, ["accounts", "edit", "ann@x.example", "--expires"], in: session.home)
        try terminal.send("+1y\n", after: "+14d, +6m or +1y from today, or never)")
        #expect(try terminal.waitForExit() == .exited(0))
        let list = ["accounts", "list", "--fields", "email", "--expires-before"]
        #expect(
            try session.run(list + ["+366d"]).out == "ann@x.example\n"
                && session.run(list + ["+364d"]).out == "")
        let file = try session.file("p.csv", "email,expires\nann@x.example,never\nbob@x.example,+14d\n")
        let answer = try session("accounts import \(file) --update")
        #expect(answer.out == "\(Answer.imported(0, updated: 2))\n", "\(answer)")
        #expect(try session.run(list + ["+366d"]).out == "bob@x.example\n")
    }

    @Test func `an expiry counts from today, and lists find it`() throws {
        for (span, found) in [("+14d", "+14d"), ("+6M", "+6m"), ("+1y", "+366d")] {
            #expect(try session("accounts edit ann@x.example bob@x.example --expires", span).status == 0)
            let list = ["accounts", "list", "--fields", "email", "--expires-before"]
            #expect(try session.run(list + ["+13d"]).out == "")
            #expect(try session.run(list + [found]).out == "ann@x.example\nbob@x.example\n")
        }
        #expect(try session("accounts edit ann@x.example --expires 2020-01-31").status == 0)
        #expect(
            try session("accounts list --expires-before 31.01.2020 --count").out == "1\n",
            "the day itself counts, and those that have expired")
        #expect(try session("accounts list --expires-before 2020-01-30 --count").out == "0\n")
        #expect(try session("accounts list --expires-before soon").status == 64)
        for name in ["ann", "bob"] {
            #expect(try session("accounts edit \(name)@x.example --expires Never").status == 0)
            #expect(session.text(of: name)?.contains("expires") == false)
        }
        let before = session.tree
        for span in ["+14", "+d", "14", "+1q", "+-1d", "+99999999y"] {
            #expect(try session("accounts edit ann@x.example --expires", span).status == 65, "\(span)")
        }
        #expect(session.tree == before)
    }

    @Test(arguments: [
        ["--email", "x@x.example"], ["--password-stdin"], ["--password=x"], ["--editor"], [],
        ["--set", "email=x"], ["--set", "Email=x"], ["--first-name="], ["--birthday", "2020-13-01"],
        ["--set", "team=a"],
    ])
    func `an edit that one of the accounts refuses changes none`(options: [String]) throws {
        try session.home.write(
            "accounts/bob@x.example.json",
            #"{"email":"bob@x.example","firstName":"Bob","lastName":"Lee","team":["a"]}"#)
        let before = session.tree
        let answer = try session.run(["accounts", "edit", "ann@x.example", "bob@x.example"] + options)
        #expect(answer.status == 64 || answer.status == 65, "\(answer)")
        #expect(session.tree == before)
        let missing = try session.run([
            "accounts", "edit", "ann@x.example", "zoe@x.example", "--last-name", "Roe",
        ])
        #expect(missing.status == 67 && missing.err.contains("zoe@x.example") && session.tree == before)
    }

    @Test func `a dry run says what would become of each account, and changes nothing`() throws {
        #expect(try session("accounts lock eve@x.example").status == 0)
        let before = session.tree
        #expect(
            try session("accounts lock ann@x.example eve@x.example --dry-run").out == """
                lock ann@x.example
                leave eve@x.example, which was already locked
                1 account would be locked, 1 account would stay as it is

                """)
        #expect(
            try session("accounts unlock eve@x.example --dry-run").out
                == "unlock eve@x.example\n1 account would be unlocked\n")
        #expect(
            try session("accounts remove ann@x.example bob@x.example --dry-run").out
                == "remove ann@x.example\nremove bob@x.example\n2 accounts would be removed\n")
        #expect(
            try session("accounts password ann@x.example bob@x.example --generate --dry-run")
                .out
                    == """
                    set the password of ann@x.example
                    set the password of bob@x.example
                    2 accounts would be changed

                    """)
        #expect(
            try session("accounts edit ann@x.example bob@x.example --last-name Roe --set team=a --dry-run")
                .out == """
                    change ann@x.example: Last name: Doe → Roe; team: not set → a
                    change bob@x.example: Last name: Doe → Roe; team: not set → a
                    2 accounts would be changed

                    """)
        #expect(
            try session("accounts edit ann@x.example --email zoe@x.example --dry-run").out
                == "change ann@x.example: Email: ann@x.example → zoe@x.example\n1 account would be changed\n")
        #expect(try session("accounts edit ann@x.example --email=bob@x.example --dry-run").status == 73)
        #expect(try session("accounts password ann@x.example --password=short --dry-run").status == 65)
        #expect(session.tree == before)
        for (email, isMove) in [("Ann@x.example", false), ("zoe@x.example", true)] {
            let moved = try session("accounts edit ann@x.example --email \(email)")
            #expect(moved.status == 0 && moved.err.contains("keep the old email") == isMove, "\(moved)")
        }
    }

    @Test func `programs get one object`() throws {
        func json(_ answer: Answer) -> String { answer.out.filter { !$0.isWhitespace } }
        func report(_ changed: [String], _ unchanged: [String] = []) -> String {
            let emails = [changed, unchanged].map { $0.map { "\"\($0)@x.example\"" }.joined(separator: ",") }
            return #"{"changed":\#(changed.count),"unchanged":\#(unchanged.count),"emails":{"changed":["#
                + #"\#(emails[0])],"unchanged":[\#(emails[1])]}"#
        }
        for (line, report) in [
            ("lock ann@x.example bob@x.example", report(["ann", "bob"])),
            ("lock ann@x.example eve@x.example", report(["eve"], ["ann"])),
            ("unlock eve@x.example --dry-run", report(["eve"]) + #","dryRun":true"#),
            ("unlock eve@x.example", report(["eve"])), ("edit ann@x.example --set team=a", report(["ann"])),
            ("edit ann@x.example eve@x.example --set team=a", report(["eve"], ["ann"])),
        ] {
            #expect(json(try session("accounts \(line) --json")) == report + "}")
        }
        let generated = try session("accounts password ann@x.example eve@x.example --generate --json")
        let parts = json(generated).split(separator: "\"")
        #expect(
            generated.err == ""
                && json(generated).hasPrefix(
                    report(["ann", "eve"]) + #","passwords":[{"email":"ann@x.example","password":""#)
        )
        #expect(parts.count > 16)
        for (email, password) in [
            ("ann@x.example", parts[parts.count - 9]), ("eve@x.example", parts[parts.count - 2]),
        ] {
            let verified = try session.verify(String(password), of: email)
            #expect(verified.status == (email == "ann@x.example" ? 77 : 0), "ann is locked")
        }
        #expect(json(try session("accounts remove eve@x.example --json --yes")) == report(["eve"]) + "}")
        let file = try session.file(
            "x.csv", "email,firstName,lastName\neve@x.example,Eve,Roe\nann@x.example,Ann,Roe\n")
        #expect(
            json(try session("accounts import \(file) --update --json --dry-run"))
                == #"{"new":1,"changed":1,"unchanged":0,"locked":0,"emails":{"new":["eve@x.example"],"changed":["ann@x.example"],"unchanged":[],"locked":[]},"notAccepted":0,"shutOut":0,"dryRun":true}"#
        )
        let returns = try session("accounts import \(file) --update --generate --json")
        #expect(returns.says(65, "nothing was imported: line 2 registers eve@x.example, who was removed"))
        let imported = try session("accounts import \(file) --update --generate --json --yes")
        #expect(
            json(imported).hasPrefix(
                #"{"new":1,"changed":1,"unchanged":0,"locked":0,"emails":{"new":["eve@x.example"],"changed":["ann@x.example"],"unchanged":[],"locked":[]},"notAccepted":0,"shutOut":0,"passwords":[{"email":"eve@x"#
            ))
        #expect(
            json(try session("accounts import \(file) --update --generate --json"))
                == #"{"new":0,"changed":0,"unchanged":2,"locked":0,"emails":{"new":[],"changed":[],"unchanged":["eve@x.example","ann@x.example"],"locked":[]},"notAccepted":0,"shutOut":0,"passwords":[]}"#
        )
    }
}
