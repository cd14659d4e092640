import RegappTestSupport
import RegappValues
import Testing

/// An import that is repeated: the file says what accounts have, and who may log in.
@Suite(.waiting) struct WeeklyImportTests {
    private let session: RegistrySession

    init() throws { session = try RegistrySession(of: "ann@x.example", "bob@x.example", "eve@x.example") }

    private func run(_ text: String, _ options: String..., ending: String = "csv") throws -> Answer {
        let file = try session.file("people.\(ending)", text)
        return try session.run(["accounts", "import", file, "--update"] + options)
    }

    private func text(_ name: String) -> String { session.text(of: name) ?? "" }

    private var locked: String {
        get throws { try session("accounts list --locked --fields email").out }
    }

    private static let ann = "email,firstName,lastName\nann@x.example,Ann,Doe\n"

    /// Gives the accounts a number each, and Bob a lock.
    private func number() throws {
        for (id, name) in ["ann", "bob", "eve"].enumerated() {
            let answer = try session(
                "accounts edit \(name)@x.example --set", "id=\(id)", "--add", "team=choir")
            #expect(answer.status == 0)
        }
        #expect(try session("accounts lock bob@x.example").status == 0)
    }

    @Test func `of many accounts that move the first are named, and how many others there are`() throws {
        func people(at host: String) -> String {
            "email,firstName,lastName,id\n" + (10...21).map { "u\($0)@\(host),Ann,Roe,\($0)\n" }.joined()
        }
        #expect(try run(people(at: "old.example"), "--keep-unknown").status == 0)
        let told = try run(people(at: "new.example"), "--match", "id").err
        #expect(told.contains("moved u19@old.example to u19@new.example\nregapp: and 2 more\n"), "\(told)")
        #expect(!told.contains("u20@"))
    }

    @Test(arguments: ["NULL", #"\N"#, "N/A", "-", "null"])
    func `a text that stands for no value is nobody's key`(none: String) throws {
        #expect(try session.run(["accounts", "edit", "ann@x.example", "--set", "id=\(none)"]).status == 0)
        let before = session.accounts
        let answer = try run("email,id\nkim@x.example,\(none)\n", "--match", "id")
        #expect(answer.status == 65 && session.accounts == before)
        #expect(answer.err.contains("'id', by which accounts are found, is empty"), "\(answer)")
        #expect(try run("email,id\nann@x.example,7\n", "--match", "id", "--dry-run").status == 0)
    }

    @Test func `a line without an email is about the account with its key`() throws {
        try number()
        for more in [[], ["--clear-empty"], ["--allow-missing"]] {
            let file = try session.file("people.csv", "id,email,firstName\n2,,Eva\n")
            let words = ["accounts", "import", file, "--update", "--match", "id", "--dry-run"]
            let answer = try session.run(words + more)
            #expect(answer.out.hasPrefix("line 2: change eve@x.example: First name:"), "\(answer)")
        }
        let json = try run(#"[{"id":"0","firstName":"Anna"}]"#, "--match", "id", ending: "json")
        #expect(json.status == 0 && text("ann").contains(#""firstName": "Anna""#), "\(json)")
    }

    @Test func `no older table ends a lock, neither by an empty cell nor by a day`() throws {
        let table = "email,lockedUntil,lockReason\n"
        #expect(try session("accounts lock ann@x.example --until +14d --reason stolen").status == 0)
        #expect(try session("accounts lock bob@x.example --reason fired").status == 0)
        let before = session.accounts
        #expect(try run(table + "ann@x.example,,\nbob@x.example,,\n", "--clear-empty").status == 0)
        #expect(try run(table + "bob@x.example,2099-12-02,holiday\n").status == 0)
        #expect(session.accounts == before)
        // What a lock lacks is taken.
        #expect(try session("accounts lock eve@x.example").status == 0)
        #expect(try run(table + "eve@x.example,2099-12-02,moved away\n").status == 0)
        #expect(text("eve").contains("moved away") && !text("eve").contains("lockedUntil"))
        // Written by hand beside a lock that lasts, a day does not end it.
        let bob = text("bob").replacingEach(
            "\"lockReason\"", with: "\"lockedUntil\":\"2099-12-02\",\"lockReason\"")
        try session.home.write("accounts/bob@x.example.json", bob)
        #expect(try session("accounts show bob@x.example").out.contains("Can log in: no, locked: fired"))
    }

    @Test func `a phone or a key shows that somebody is there, though others have none`() throws {
        try number()
        #expect(try session("accounts edit eve@x.example --set", "id=").status == 0)
        let answer = try run("email,firstName,lastName,id\nkim@x.example,Ann,Doe,0\n", "--keep-unknown")
        #expect(
            answer.status == 65 && answer.err.contains("with the same 'id' as ann@x.example"), "\(answer)")
        // A key of few is no mark of a person.
        #expect(try session("accounts edit ann@x.example --set", "car=A 1").status == 0)
        #expect(
            try run("email,firstName,lastName,car\nkim@x.example,Kim,Doe,A 1\n", "--keep-unknown").status == 0
        )
    }

    @Test func `an account moves to the email of the line with its key, and an undo moves it back`() throws {
        try number()
        try session.home.write("session.json", #"{"account":"ann@x.example"}"#)
        let (before, files) = (session.accounts, "email,firstName,lastName,id\n")
        let file = files + "Ann@new.example,Ann,Roe,0\nbob@new.example,Ann,Doe,1\nkim@x.example,Kim,Roe,7\n"
        let dryRun = try run(file, "--match", "id", "--dry-run")
        #expect(
            dryRun.out == """
                line 2: move ann@x.example to Ann@new.example: Last name: Doe → Roe
                line 3: move bob@x.example to bob@new.example
                line 4: add kim@x.example
                1 account would be registered, 2 accounts would be moved to a new email

                """, "\(dryRun)")
        #expect(session.accounts == before)
        let json = try run(file, "--match", "id", "--lock-absent", "--at-most", "1", "--json").out.filter {
            !$0.isWhitespace
        }
        #expect(
            json.contains(
                #""moved":["Ann@new.example","bob@new.example"],"unchanged":[],"locked":["eve@x.example"]"#))
        #expect(json.contains(#""moved":2,"moves":[{"from":"ann@x.example","to":"Ann@new.example"},"#))
        let after = session.home.text("accounts/ann@new.example.json") ?? ""
        let old = before["accounts/ann@x.example.json"].map { String(decoding: $0, as: UTF8.self) } ?? ""
        #expect(after == old.replacing("ann@x", with: "Ann@new").replacing("Doe", with: "Roe"))
        #expect(session.home.text("accounts/bob@new.example.json")?.contains(#""!$6$"#) == true)
        #expect(session.home.text("session.json") == #"{"account":"Ann@new.example"}"#)
        #expect(try session("accounts list --count").out == "4\n")
        #expect(try run(file, "--match", "id").out == "\(Answer.imported(0, unchanged: 3))\n")
        let told = try session("history ann@new.example").out
        #expect(told.contains("Email: ann@x.example → Ann@new.example") && told.contains("id: not set → 0"))
        #expect(try session("undo").out.contains("Email: Ann@new.example → ann@x.example\n"))
        #expect(session.accounts == before)
        #expect(session.home.text("session.json") == #"{"account":"ann@x.example"}"#)
        #expect(
            try session("redo").status == 0 && session.home.text("accounts/ann@new.example.json") == after)
        // Another account has the former email by now.
        _ = try session("register --email=ann@x.example --first-name=A --last-name=B --generate")
        let present = session.accounts["accounts/ann@x.example.json"]
        let rest = try session("undo 5")
        let told8 =
            "ann@new.example.json cannot go back to ann@x.example, which another account has by now (change 8)"
        #expect(rest.status == 0 && (rest.out + rest.err).contains(told8), "\(rest)")
        #expect(session.accounts["accounts/ann@x.example.json"] == present)
        #expect(session.home.text("accounts/ann@new.example.json") == after)
        #expect(session.accounts["accounts/bob@x.example.json"] == before["accounts/bob@x.example.json"])
    }

    @Test(arguments: [
        ("ann@x.example,0\nkim@x.example,0", "line 2 has the same 'id'"),
        ("kim@x.example,", "'id', by which accounts are found, is empty"),
        ("eve@x.example,0", "the email is another account's"),
        ("kim@x.example,same", "several accounts have this 'id': lou@x.example and zoe@x.example"),
    ])
    func `a line whose account cannot be told by its key is refused`(lines: String, words: String) throws {
        try number()
        for name in ["lou", "zoe"] { try session.put("\(name)@x.example", more: #""id": "same""#) }
        let before = session.accounts
        let answer = try run("email,id\n\(lines)\n", "--match", "id")
        #expect(answer.status == 65 && answer.err.contains(words) && session.accounts == before, "\(answer)")
        #expect(!answer.err.contains("required"), "what an account may have: \(answer)")
    }

    @Test func `a person who would be registered again is asked about`() throws {
        try number()
        let before = session.accounts
        let file = "email,firstName,lastName,id\nkim@x.example,Kim,Doe,1\n"
        #expect(try run(file, "--keep-unknown", "--dry-run").says(0, "with the same 'id' as bob@x.example"))
        let refused = try run(file, "--keep-unknown")
        #expect(
            refused.status == 65 && refused.err.contains("'--update --match id'")
                && session.accounts == before)
        let two = try run(file + "leo@x.example,Leo,Doe,2\n", "--keep-unknown", "--dry-run")
        #expect(two.err.contains("with the same 'id' as bob@x.example; 1 more line is like it"), "\(two)")
        let unknown = try run(file, "--match", "Nr", "--map", "id=Nr", "--dry-run")
        #expect(unknown.status == 65 && unknown.err.contains(Answer.noKey("Nr")), "\(unknown)")
        // What two persons of the file share, or not every account has, does not tell persons apart.
        #expect(try run(file + "leo@x.example,Leo,Doe,1\n", "--keep-unknown", "--dry-run").err.isEmpty)
        #expect(try run(file.replacing(",1", with: ",9"), "--keep-unknown", "--dry-run").err.isEmpty)
        #expect(try run(file, "--keep-unknown", "--yes").status == 0)
    }

    @Test func `a dry run counts many accounts that the file lacks`() throws {
        for number in 1...30 { try session.put("p\(number)@x.example", hash: RegistrySession.hash) }
        let file = "email,firstName,lastName\nann@x.example,Ann,Roe\n"
        let counted = try run(file, "--lock-absent", "--dry-run")
        #expect(
            counted.out.contains(
                "lock, not in the file: 32 people (bob@x.example, eve@x.example, p10@x.example and 29 more)"),
            "\(counted)")
        #expect(counted.err.contains("--all"))
        let each = try run(file, "--lock-absent", "--dry-run", "--all")
        #expect(each.out.contains("lock p30@x.example, which is not in the file"), "\(each)")
    }

    @Test func `accounts that the file lacks are locked, and one undo restores everything`() throws {
        let before = session.accounts
        try session.home.write("session.json", #"{"account":"eve@x.example"}"#)
        let file = "email,firstName,lastName\nann@x.example,Ann,Roe\nkim@x.example,Kim,Roe\n"
        let dryRun = try run(file, "--lock-absent", "--dry-run")
        #expect(dryRun.out.contains("lock bob@x.example, which is not in the file\nlock eve@x.example"))
        #expect(
            dryRun.out.hasSuffix(
                "1 account would be registered, 1 account would be updated, 2 accounts would be locked\n"))
        let tooMany = try run(file, "--lock-absent", "--at-most", "1", "--dry-run")
        #expect(tooMany.says(65, "2 accounts would be locked, more than 1"), "\(tooMany)")
        #expect(session.accounts == before)
        #expect(try run(file, "--lock-absent").says(65, "cannot ask for confirmation to lock 2 accounts"))
        #expect(try run(file, "--lock-absent", "--at-most", "1").status == 65)
        #expect(session.accounts == before && session.home.text("session.json") != nil)
        let done = try run(file, "--lock-absent", "--at-most", "2")
        #expect(done.out == "\(Answer.imported(1, updated: 1)), 2 accounts locked\n", "\(done)")
        #expect(
            try self.locked == "bob@x.example\neve@x.example\n" && session.home.text("session.json") == nil)
        let locked = session.accounts
        let again = try run(Self.ann + "bob@x.example,Ann,Doe\n", "--lock-absent", "--at-most=9", "--json")
        #expect(
            again.out.filter { !$0.isWhitespace }
                == #"{"new":0,"changed":1,"unchanged":1,"locked":1,"emails":{"new":[],"changed":["ann@x.example"],"unchanged":["bob@x.example"],"locked":["kim@x.example"]},"stillLocked":["bob@x.example"],"notAccepted":0,"shutOut":0}"#
        )
        #expect(again.err.contains("bob@x.example is locked, and stays locked"))
        #expect(session.accounts != locked)
        #expect(try session("cancel").status == 0)
        #expect(session.accounts == locked)
        let back = try run(file + "bob@x.example,Ann,Doe\n", "--lock-absent", "--at-most", "0")
        #expect(back.err.contains("bob@x.example is locked, and stays locked"), "\(back)")
    }

    @Test func `a list comes back from a table, and is changed there`() throws {
        try session.put("ann@x.example", more: #""tags": ["a", "b"], "floor": 3"#)
        let before = session.accounts
        let table = try session("accounts export ann@x.example --format csv --own-keys").out
        #expect(try run(table, "--keep-unknown").out == "\(Answer.imported(0, unchanged: 1))\n")
        let fewer = try run(table.replacing("a;b", with: "a"), "--keep-unknown", "--dry-run")
        #expect(fewer.out.contains("change ann@x.example: tags: a,b → a\n"), "\(fewer)")
        #expect(session.accounts == before)
    }

    @Test func `locks are narrowed, asked for, and never made by an empty file`() throws {
        #expect(try session("accounts edit eve@x.example --set team=staff").status == 0)
        let before = session.accounts
        #expect(try run("email,firstName\n", "--lock-absent", "--at-most", "9").status == 65)
        let mistyped = try run(Self.ann, "--lock-absent", "--where", "taem=x", "--at-most", "9")
        #expect(mistyped.says(65, Answer.noKey("taem")))
        for options in [["--at-most", "1"], ["--where", "team=staff"]] {
            #expect(try run(Self.ann, options[0], options[1]).says(64, "needs --lock-absent"))
        }
        #expect(session.accounts == before)
        let file = try session.file("people.csv", Self.ann)
        let terminal = try PseudoTerminal(
            .regapp, ["accounts", "import", file, "--update", "--lock-absent"], in: session.home)
        try terminal.send("n\n", after: "Lock 2 accounts that")
        #expect(try terminal.waitForExit(after: Answer.nothingImported) == .exited(0))
        #expect(session.accounts == before)
        #expect(
            try session("accounts import \(file) --update --lock-absent --where team=staff --at-most 1")
                .status == 0)
        #expect(try locked == "eve@x.example\n")
    }

    @Test func `an empty value clears a field where that is asked for, and no password`() throws {
        try session.put(
            "ann@x.example", hash: RegistrySession.hash,
            more: #""birthday": "1990-05-31", "phone": "+79161234567""#)
        let before = text("ann")
        let csv = "email,firstName,lastName,birthday,phone,passwordHash\nann@x.example,Ann,Doe,,,\n"
        #expect(try run(csv).status == 0 && text("ann") == before)
        #expect(try run(csv, "--clear-empty").out == "\(Answer.imported(0, updated: 1))\n")
        #expect(
            !text("ann").contains("birthday") && !text("ann").contains("phone") && text("ann").contains("$6$")
        )
        #expect(try session("cancel").status == 0 && text("ann") == before)
        let json =
            #"[{"email":"ann@x.example","birthday":null,"phone":"","password":null,"passwordHash":""}]"#
        #expect(try run(json, ending: "json").status == 0 && text("ann") == before)
        #expect(try run(json, "--clear-empty", ending: "json").status == 0)
        #expect(
            !text("ann").contains("birthday") && !text("ann").contains("phone") && text("ann").contains("$6$")
        )
        #expect(try session("accounts edit ann@x.example --set team=board").status == 0)
        let empty = [
            ("csv", "email,team\nann@x.example,\n"), ("json", #"[{"email":"ann@x.example","team":null}]"#),
        ]
        for (ending, file) in empty {
            #expect(try run(file, "--keep-unknown", ending: ending).status == 0)
            #expect(text("ann").contains("board"))
            let cleared = try run(file, "--keep-unknown", "--clear-empty", ending: ending)
            #expect(cleared.status == 0 && !text("ann").contains("team"), "\(cleared)")
            #expect(try session("cancel").status == 0)
        }
        #expect(
            try run("email,lastName\nann@x.example,\n", "--clear-empty").says(
                65, "people.csv:2: \(Answer.isRequired("last name"))"))
        #expect(try session.importing("x.csv", csv, "--clear-empty").status == 64)
        #expect(try session.importing("x.csv", csv, "--lock-absent").status == 64)
    }

    // MARK: What stops only what it is about

    /// Files of Bob and Eve that cannot be accepted, and whether `lock` locks such a one.
    static let broken = [
        (#"{"email":"NAME@x.example","firstName":5}"#, true, "600"),
        (#"{"email":"NAME@x.example""#, false, "600"),
        ("", false, "600"),
        (#"{"email":"another@x.example","firstName":"A","lastName":"B"}"#, false, "600"),
        (#"{"email":"NAME@x.example","firstName":"A","lastName":"B"}"#, false, "400"),
    ]

    @Test(arguments: broken)
    func `a file that cannot be accepted or written stops only what is about it`(
        broken: String, isLocked: Bool, mode: String
    ) throws {
        for name in ["bob", "eve"] {
            try session.home.write("accounts/\(name)@x.example.json", broken.replacing("NAME", with: name))
        }
        _ = try session.shell("chmod \(mode) documents/accounts/[be]*")
        try session.put("kim@x.example", hash: RegistrySession.hash)
        let (bob, eve) = (text("bob"), text("eve"))
        let file = "email,firstName,lastName\nann@x.example,Ann,Roe\nbob@x.example,B,R\nnew@x.example,N,R\n"
        #expect(try run(file, "--lock-absent", "--dry-run").status == 65 && text("eve") == eve)
        let done = try run(file, "--lock-absent", "--at-most", "5")
        let (locked, rest) = isLocked ? (2, 1) : (1, 2)
        let files = rest == 1 ? "1 account file" : "2 account files"
        #expect(
            done.out
                == "\(Answer.imported(1, updated: 1)), \(locked) account\(locked == 1 ? "" : "s") locked, "
                + "\(files) not accepted\n")
        #expect(done.status == 65 && done.err.contains("people.csv:3: "), "\(done)")
        #expect(done.err.contains("\(files) cannot be accepted"), "\(done)")
        #expect(text("ann").contains("Roe") && text("kim").contains("\"!") && !text("new").isEmpty)
        #expect(text("bob") == bob && (text("eve") != eve) == isLocked, "\(text("eve"))")
        #expect(done.err.contains("it cannot be locked") == !isLocked, "\(done)")
        let summary = try run(file, "--json")
        #expect(summary.status == 65 && summary.out.contains("\"notAccepted\": 1"), "\(summary)")
    }

    @Test func `a problem of the imported file still stops everything`() throws {
        try session.home.write("accounts/bob@x.example.json", "{")
        let before = session.accounts
        let file = "email,firstName,lastName\nann@x.example,Ann,Roe\nbob@x.example,B,R\nx,N,R\n"
        #expect(
            try run(file, "--lock-absent", "--at-most", "5").says(65, "\(Answer.nothingImported): 1 problem"))
        #expect(session.accounts == before)
    }

    @Test(arguments: ["expires", "mustChange"])
    func `past dates that shut accounts out are imported after a question or with --yes`(key: String) throws {
        #expect(try session("accounts lock eve@x.example").status == 0)
        let before = session.accounts
        let file =
            "email,firstName,lastName,\(key)\n"
            + ["ann", "bob", "eve", "new"].map { "\($0)@x.example,A,B,2020-01-01\n" }.joined()
        let shutOut = "2 accounts \(Answer.shutOut): ann@x.example, bob@x.example"
        let refused = try run(file)
        #expect(refused.status == 65 && refused.err.contains(shutOut), "\(refused)")
        #expect(refused.err.contains("hint: add --yes") && session.accounts == before)
        #expect(try run(file, "--dry-run").err.contains(shutOut))
        #expect(try run(file, "--dry-run", "--json").out.contains("\"shutOut\": 2"))
        for (answer, isDone) in [("n", false), ("y", true)] {
            let terminal = try PseudoTerminal(
                .regapp, ["accounts", "import", session.home.path + "/people.csv", "--update"],
                in: session.home)
            try terminal.send(answer + "\r", after: "Import these dates?")
            #expect(try terminal.waitForExit() == .exited(0))
            #expect((session.accounts == before) != isDone)
        }
        #expect(try session("cancel").status == 0)
        let imported = try run(file, "--yes")
        #expect(imported.status == 0)
        #expect(imported.err.contains("1 new account has expired already") == (key == "expires"))
        #expect(try run(file).status == 0)
        // Whose first password has ended can log in to choose another one.
        let end = "email,firstName,lastName,expires\nann@x.example,A,B,2020-01-02\n"
        #expect(try run(end).says(key == "expires" ? 0 : 65, ""))
    }

    @Test func `with --only-existing no account is added, and those that would be are named`() throws {
        let file = "email,lastName\nann@x.example,Roe\nkim@x.example,\n"
        let named = "kim@x.example is not registered"
        let dryRun = try run(file, "--only-existing", "--dry-run")
        #expect(
            dryRun.status == 0 && dryRun.out.contains("pass over kim@x.example, which is not"), "\(dryRun)")
        let done = try run(file, "--only-existing")
        #expect(done.out == "\(Answer.imported(0, updated: 1)), 1 not added\n")
        #expect(done.status == 0 && done.err.contains(named) && text("kim").isEmpty, "\(done)")
        let json = try run(file, "--only-existing", "--json")
        #expect(json.out.contains("\"notAdded\": [\n    \"kim@x.example\"\n  ]"), "\(json)")
        let path = session.home.path + "/people.csv"
        for words in [["--only-existing"], ["--update", "--all"]] {
            #expect(try session.run(["accounts", "import", path] + words).status == 64)
        }
    }
}
