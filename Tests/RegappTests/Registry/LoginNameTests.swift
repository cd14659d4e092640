import RegappTestSupport
import Testing

/// Login names: a custom key by which people log in, `loginKey`.
@Suite(.waiting) struct LoginNameTests {
    private let session: RegistrySession

    private static func rules(_ key: String) -> String {
        #"{"policy":"service","hash":"bcrypt","hashCost":4,"loginKey":"\#(key)"}"#
    }

    init() throws {
        session = try RegistrySession(policy: Self.rules("email,login"))
        for (name, login) in [("ann", "Mueller"), ("bob", "ødegard")] {
            try session.put("\(name)@x.example", hash: RegistrySession.hash, more: #""login": "\#(login)""#)
        }
        try session.put("cem@x.example", hash: RegistrySession.hash)
    }

    private func edit(_ words: String...) throws -> Answer { try session.run(["accounts", "edit"] + words) }

    private func `import`(_ text: String, _ options: String...) throws -> Answer {
        let file = try session.file("people.csv", text)
        return try session.run(["accounts", "import", file, "--update", "--keep-unknown"] + options)
    }

    /// A row: who asks, and whether an email or a login name alone lets them in.
    @Test(arguments: [
        ("MUELLER", 0, 0), ("Ødegard", 0, 0), ("ann@x.example", 0, 77), ("cem@x.example", 0, 77),
        ("nobody", 77, 77), ("dan@x.example", 77, 77), ("", 77, 77), ("cem", 77, 77),
    ])
    func `people log in by email or login name, or by login name alone`(
        name: String, either: Int32, alone: Int32
    ) throws {
        for (key, status) in [("email,login", either), ("login", alone)] {
            try session.home.write("policy.json", Self.rules(key))
            #expect(try session.verify("password1", of: name).status == status, "\(key)")
            #expect(try session.login("--email", name, "password1").status == status, "\(key)")
            #expect(try session.verify("password2", of: name).status == 77)
        }
        try session.home.write("policy.json", Self.rules("email"))
        #expect(try session.verify("password1", of: "mueller").status == 77)
    }

    @Test func `somebody may be called nat or null to log in`() throws {
        #expect(try edit("cem@x.example", "--set", "login=nat").status == 0)
        #expect(try session.verify("password1", of: "nat").status == 0)
        #expect(try edit("bob@x.example", "--set", "login=NAT").status != 0)
    }

    @Test func `several accounts may be named by login names`() throws {
        for names in [["mueller", "ødegard"], ["bob@x.example", "mueller"], ["mueller", "bob@x.example"]] {
            let edited = try session.run(["accounts", "edit"] + names + ["--set", "team=\(names[0])"])
            #expect(edited.status == 0, "\(edited)")
            #expect(try session("accounts list --where team=\(names[0]) --count").out == "2\n")
            #expect(try session.run(["accounts", "password"] + names + ["--generate"]).status == 0)
        }
        let secret = try session("accounts edit ann@x.example hunter22 --set team=x")
        #expect(secret.status == 67 && !secret.err.contains("hunter22"), "\(secret)")
        for line in [
            "passwd hunter22", "usermod -p hunter22 mueller", "lock mueller hunter22", "usermod -L hunter22",
        ] {
            #expect(try !session(line).err.contains("hunter22"), "\(line)")
        }
        // It lacks its quotes.
        #expect(try session("accounts edit ann@x.example --first-name Maria mueller").status == 64)
    }

    @Test func `names that differ by the case of a sharp s are the same`() throws {
        #expect(try edit("ann@x.example", "--set", "login=straße").status == 0)
        for name in ["STRAẞE", "strasse", "STRASSE"] {
            #expect(try edit("bob@x.example", "--set", "login=" + name).status != 0, "\(name)")
            #expect(try session.verify("password1", of: name).status == 0, "\(name)")
        }
    }

    @Test func `a list of accounts may have login names`() throws {
        let list = try session.file("people.txt", "mueller\n# the others\ncem@x.example\n")
        let locked = try session("accounts lock --from \(list)")
        #expect(locked.err.contains("locked 2 accounts"), "\(locked)")
        #expect(try session.verify("password1", of: "mueller").status == 77)
        let unknown = try session.file("unknown.txt", "mueller\n#mueller\n\tx\n")
        let refused = try session("accounts unlock --from \(unknown)")
        let nobody = "there must be one email, and nothing else; nothing was changed\n"
        #expect(
            refused.status == 65 && refused.err.contains("unknown.txt:2: \(nobody)")
                && refused.err.contains("unknown.txt:3: \(nobody)") && !refused.err.contains("mueller"),
            "\(refused)")
        #expect(try edit("bob@x.example", "--set", "login=a<ann@x").status == 65)
        for name in ["a<mueller>", "#bob"] {
            #expect(try edit("bob@x.example", "--set", "login=\(name)").status == 0)
            let list = try session.file("odd.txt", "\(name)\n")
            let shown = try session("accounts lock --dry-run --from \(list)")
            #expect(shown.out.hasPrefix("lock bob@x.example"), "\(shown)")
        }
    }

    @Test func `a login name that several have by hand names none of them`() throws {
        try session.put("cem@x.example", hash: RegistrySession.hash, more: #""login": "MUELLER""#)
        let before = session.accounts
        for words in [["lock"], ["show"], ["remove", "--yes"]] {
            let answer = try session.run(["accounts"] + words + ["mueller"])
            #expect(
                answer.status == 65
                    && answer.err.contains(
                        "several accounts have this 'login': ann@x.example and cem@x.example"),
                "\(answer)")
        }
        #expect(session.accounts == before)
    }

    @Test func `a service asks by login names too, and gets the email with the name`() throws {
        for (name, status) in [("mueller", Int32(0)), ("MUELLER", 0), ("nobody", 77)] {
            let external = try session(
                "accounts", "verify", "--protocol", "external", input: .text("\(name)\npassword1\n"))
            #expect(external.status == status)
            for phase in ["auth", "account"] {
                let pam = try session.run(
                    ["accounts", "verify", "--protocol", "pam"], input: .text("password1"),
                    environment: ["PAM_USER": name, "PAM_TYPE": phase])
                #expect(pam.status == status, "\(phase)")
            }
        }
        let request = "GET / HTTP/1.0\r\nAuthorization: Basic bXVlbGxlcjpwYXNzd29yZDE=\r\n\r\n"
        let words = ["accounts", "verify", "--protocol", "http", "--header", "Remote-Login=login"]
        let answer = try session.run(words, input: .text(request)).out
        #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains("Remote-Email: ann@x.example\r\n"))
        #expect(answer.contains("Remote-Login: Mueller\r\n"), "\(answer)")
    }

    @Test func `a mail server finds the folder of a login name`() throws {
        try session.put("ann@x.example", more: #""login": "Mueller", "mailbox": "ann""#)
        #expect(try session("accounts show MUELLER --field mailbox").out == "ann\n")
        #expect(try session("accounts show nobody --field mailbox").status == 67)
    }

    @Test func `commands about accounts take a login name that one account alone has`() throws {
        func done(_ line: String, _ words: String) throws {
            let answer = try session(line, input: .text("Long-enough-1\n"))
            #expect(answer.status == 0 && (answer.out + answer.err).contains(words), "\(line): \(answer)")
        }
        for key in ["email,login", "login"] {
            try session.home.write("policy.json", Self.rules(key))
            try done("accounts lock MUELLER cem@x.example", "locked 2 accounts")
            try done("accounts unlock mueller", "unlocked ann@x.example")
            try done("accounts unlock cem@x.example", "unlocked")
            try done("accounts edit mueller --last-name Lee", "Last name: Doe → Lee")
            try done("accounts password mueller --password-stdin", "ann@x.example")
            try done("accounts export mueller --format csv", "\r\nann@x.example,")
            try done("history mueller --limit 1", "ann@x.example")
            try done("path mueller", "/accounts/ann@x.example.json")
            try done("accounts remove mueller --yes", "removed the account of ann@x.example")
            try done("undo", "ann@x.example")
            try session.put("ann@x.example", hash: RegistrySession.hash, more: #""login": "Mueller""#)
        }
        let answer = try session("accounts lock nobody")
        #expect(answer.says(67, "no account for this name (not shown, it may be a password)"))
        try session.home.write("policy.json", Self.rules("email"))
        #expect(try session("accounts lock ødegard").status == 67)
    }

    @Test func `whoever may see some accounts learns nothing of others by their login names`() throws {
        try session.put("ann@x.example", more: #""login": "mueller", "class": "5b""#)
        try session.put(
            "cem@x.example", hash: RegistrySession.hash, more: #""login": "cem", "class": "4a""#)
        let nobody = "no account for this name (not shown, it may be a password)"
        for command in ["show", "lock", "unlock"] {
            for name in ["mueller", "nobody"] {
                let answer = try session("accounts", command, name, "--where", "class=4a")
                #expect(answer.says(67, nobody), "\(command) \(name): \(answer)")
            }
            #expect(try session("accounts", command, "CEM", "--where", "class=4a").status == 0)
        }
    }

    @Test func `people change their password by their login name`() throws {
        func change(_ name: String, _ old: String, _ new: String) throws -> Answer {
            try session(
                "accounts", "change-password", name, input: .text("\(old)\n\(new)\n\(new)\n"))
        }
        for key in ["email,login", "login"] {
            try session.home.write("policy.json", Self.rules(key))
            #expect(try change("MUELLER", "password1", "Long-enough-1").status == 0)
            let refused = try change("nobody", "password1", "Long-enough-2")
            #expect(refused.says(77, "wrong \(key == "login" ? "login" : "email or login") or password"))
            try session.put("ann@x.example", hash: RegistrySession.hash, more: #""login": "Mueller""#)
        }
    }

    @Test func `who is registered without the name that is asked for is told so`() throws {
        try session.home.write("policy.json", Self.rules("login"))
        let register = ["register", "--email", "dan@x.example", "--password-stdin"]
        let registered = try session.run(register, input: .text("Long-enough-1"))
        #expect(
            registered.status == 0
                && registered.err == """
                    regapp: registered
                    regapp: warning: dan@x.example has no 'login', by which people log in
                    regapp: hint: give it one with 'regapp accounts edit --set login=NAME dan@x.example'

                    """,
            "\(registered.err)")
        let imported = try session.importing(
            "new.csv", "email,login\ngil@x.example,\nfay@x.example,fay\n", "--allow-missing", "--keep-unknown"
        )
        #expect(
            imported.err.contains("warning: 1 account has no 'login', by which people log in"),
            "\(imported)")
        let shown = try session("accounts show dan@x.example").out
        #expect(shown.contains("Can log in: no, it has no 'login'\n"), "\(shown)")
        #expect(try edit("dan@x.example", "--set", "login=dan").status == 0)
        #expect(try session("accounts show dan@x.example").out.contains("Can log in") == false)
        let other = try session.run(
            register.map { $0 == "dan@x.example" ? "eve@x.example" : $0 } + ["--set", "login=eve"],
            input: .text("Long-enough-1"))
        #expect(other.err == "regapp: registered; you can log in now\n")
    }

    @Test func `with a domain a name is the beginning of an email first, and else a login name`() throws {
        try session.put("mueller@x.example", hash: "!" + RegistrySession.hash)
        func verify(_ name: String) throws -> Int32? {
            try session.run(
                ["accounts", "verify", name, "--domain", "x.example", "--password-stdin"],
                input: .text("password1")
            ).status
        }
        // To the server it is the locked account's, whoever has it as a login name.
        #expect(try verify("mueller") == 77)
        #expect(try verify("ødegard") == 0)
        #expect(try verify("cem") == 0)
    }

    @Test(arguments: [
        ("mueller", "ann@x.example has this 'login' already"),
        ("ØDEGARD", "bob@x.example has this 'login' already"),
        ("ann@x.example", "'login' must not have an @, as only emails do"),
        ("a b", "'login' must have no spaces, colons, commas or invisible characters"),
        ("a:b", "'login' must have no spaces, colons, commas or invisible characters"),
        ("a\u{200B}b", "'login' must have no spaces, colons, commas or invisible characters"),
    ])
    func `a name that is no login name, or somebody else's, comes in by no door`(
        name: String, sentence: String
    ) throws {
        let before = session.accounts
        let error = "regapp: error: \(sentence)\n"
        #expect(try edit("cem@x.example", "--set", "login=\(name)").err.hasPrefix(error))
        #expect(try edit("cem@x.example", "--set", "login=\(name)").status == 65)
        let register = ["register", "--email", "dan@x.example", "--password-stdin", "--set", "login=\(name)"]
        let registered = try session.run(register, input: .text("Long-enough-1"))
        #expect(registered.status == 65 && registered.err.hasPrefix(error), "\(registered)")
        let imported = try `import`("email,login\ncem@x.example,\(name)\n")
        #expect(imported.status == 65 && imported.err.contains(sentence), "\(imported)")
        #expect(session.accounts == before)
    }

    @Test func `two accounts of one change do not get one name, but may exchange theirs`() throws {
        #expect(try edit("bob@x.example", "cem@x.example", "--set", "login=both").status == 65)
        let same = try `import`("email,login\nbob@x.example,same\ncem@x.example,SAME\n")
        #expect(
            same.status == 65 && same.err.contains("people.csv:3: line 2 has the same 'login'\n"), "\(same)")
        #expect(try `import`("email,login\nbob@x.example,mueller\nann@x.example,ødegard\n").status == 0)
        #expect(session.text(of: "bob")?.contains(#""login": "mueller""#) == true)
        // A row that gives a password waits until that is hashed.
        for (bob, cem) in [("same", "SAME"), ("mueller", "ØDEGARD")] {
            let rows =
                "email,password,login\nbob@x.example,Long-enough-1,\(bob)\ncem@x.example,Long-enough-1,\(cem)\n"
            let answer = try `import`(rows)
            #expect(answer.status == 65 && answer.err.contains(" 'login'"), "\(answer)")
        }
        // A move by a key takes the name along.
        let moved = "email,login\nann@y.example,ødegard\ncem@x.example,Ødegard\n"
        #expect(try `import`(moved, "--match", "login").status == 65)
    }

    @Test func `clashes of login names are named together with the other mistakes of a file`() throws {
        let before = session.accounts
        let rows = """
            email,login,phone
            cem@x.example,MUELLER,
            dan@x.example,dan,12
            eve@x.example,DAN,
            fay@x.example,ødegard,12
            bob@x.example,ødegard,

            """
        for more in [["--allow-missing"], ["--allow-missing", "--dry-run"]] {
            let file = try session.file("people.csv", rows)
            let answer = try session.run(
                ["accounts", "import", file, "--update", "--keep-unknown"] + more)
            #expect(answer.status == 65)
            for told in [
                "csv:2: ann@x.example has this 'login' already", "csv:4: line 3 has the same 'login'",
                "csv:3: phone", "csv:5: phone", "csv:5: bob@x.example has this 'login' already",
            ] { #expect(answer.err.contains(told), "\(told): \(answer.err)") }
        }
        #expect(session.accounts == before)
    }

    @Test func `an undo does not give a name that another person has by now`() throws {
        #expect(try edit("ann@x.example", "--set", "login=former").status == 0)
        #expect(try edit("cem@x.example", "--set", "login=mueller").status == 0)
        let number = try #require(
            try session("history --limit 2").out.split(separator: "\n").last?.prefix { $0 != "\t" })
        let undone = try session("undo", String(number))
        #expect(undone.status == 65 && undone.err.contains("cem@x.example has by now"), "\(undone)")
    }

    @Test func `check names people with one login name, and with what is none`() throws {
        try session.put("dan@x.example", hash: RegistrySession.hash, more: #""login": "MUELLER""#)
        try session.put("eve@x.example", hash: RegistrySession.hash, more: #""login": ["a"]"#)
        let check = try session("check")
        #expect(check.status == 65)
        #expect(check.out.contains("dan@x.example has the same 'login' as ann@x.example"), "\(check)")
        #expect(check.out.contains("eve@x.example.json:6:12: 'login' must be one text"), "\(check)")
        #expect(try session.verify("password1", of: "mueller").status == 77)
        try session.home.write("policy.json", Self.rules("login"))
        #expect(try session("check").out.contains("note: cem@x.example: has no 'login'"))
    }

    @Test func `rules with login names say who could no longer log in`() throws {
        try session.home.write("policy.json", Self.rules("email"))
        let alone = try session("policy set loginKey login")
        #expect(
            alone.err.contains(
                "1 account could no longer log in: cem@x.example; "
                    + "2 accounts would have to log in by login, not by email"))
        #expect(alone.status == 65)
        #expect(try session("policy set loginKey email,login").status == 0)
        try session.put("dan@x.example", hash: RegistrySession.hash, more: #""login": "MUELLER""#)
        try session.home.write("policy.json", Self.rules("email"))
        let same = try session("policy set loginKey email,login").err
        #expect(same.contains("2 accounts share their login names with others: ann@x.example, dan@x.example"))
        for wrong in ["emial", "firstname", "email,", "email,a b", "login,email", "password"] {
            #expect(try session.run(["policy", "set", "loginKey", wrong]).status == 65, "\(wrong)")
        }
    }

    @Test func `an export names people by a key`() throws {
        let hash = RegistrySession.hash
        let htpasswd = try session("accounts export --format htpasswd --name-key login")
        #expect(htpasswd.out == "mueller:\(hash)\nødegard:\(hash)\n", "\(htpasswd)")
        // A timer has to notice that Cem is missing, who can log in here.
        #expect(
            htpasswd.says(
                65, "cem@x.example has no 'login'; it is left out",
                "1 account that can log in here is left out, because a name under 'login' is missing",
                "add '--where login\\!=' if that is meant"), "\(htpasswd)")
        let named = try session.run(
            ["accounts", "export", "--format", "htpasswd", "--name-key", "login", "--where", "login!="])
        #expect(named == Answer(0, out: htpasswd.out))
        let passwd = try session("accounts export --format passwd-file --name-key login").out
        #expect(passwd.hasPrefix("mueller:{CRYPT}$6$"), "\(passwd)")
        try session.put("dan@x.example", hash: hash, more: #""login": "MUELLER""#)
        let same = try session("accounts export --format htpasswd --name-key login")
        #expect(
            same.status == 65 && same.err.contains("dan@x.example: has the same 'login' as another account"))
        #expect(try session("accounts export --name-key login").status == 64)
    }

    @Test func `who lacks the name by which alone people log in cannot log in at a server by an export`()
        throws
    {
        try session.home.write("policy.json", Self.rules("login"))
        let htpasswd = try session("accounts export --format htpasswd")
        #expect(htpasswd.status == 0 && !htpasswd.out.contains("cem@"), "\(htpasswd)")
        #expect(htpasswd.out.contains("ann@x.example:"))
        let passwd = try session("accounts export --format passwd-file").out
        #expect(passwd.contains("cem@x.example:{CRYPT}!"), "\(passwd)")
        #expect(try session("accounts export --format csv").out.contains(",$6$"))
        // Nobody can log in here by a name of two.
        try session.put("dan@x.example", hash: RegistrySession.hash, more: #""login": "MUELLER""#)
        let shared = try session("accounts export --format passwd-file").out
        for email in ["ann@x.example", "dan@x.example"] {
            #expect(shared.contains("\(email):{CRYPT}!"), "\(shared)")
            #expect(
                try session("accounts show \(email)").out.contains(
                    "Can log in: no, another account has the same 'login'"))
        }
        #expect(!shared.contains("bob@x.example:{CRYPT}!"))
        // Where names stand in place of emails, the same is an error.
        let named = try session("accounts export --format htpasswd --name-key login")
        #expect(named.says(65, "ann@x.example: has the same 'login'", "dan@x.example"), "\(named)")
        // A copy in a file with another name is no account.
        let copy = "cd documents/accounts && rm dan* && cp ann@x.example.json copy@x.example.json"
        #expect(try session.shell(copy).status == 0)
        #expect(
            try !session("accounts export --format passwd-file").out.contains("ann@x.example:{CRYPT}!"))
        #expect(try !session("accounts show ann@x.example").out.contains("Can log in: no"))
    }

    @Test func `no export names somebody by another person's email`() throws {
        #expect(try edit("bob@x.example", "--set", "nick=ann@x.example").status == 0)
        #expect(try edit("cem@x.example", "--set", "nick=cem@corp.local").status == 0)
        let answer = try session("accounts export --format htpasswd --name-key nick")
        #expect(
            answer.says(65, "bob@x.example: has the email of another account as its 'nick'"), "\(answer)")
        #expect(answer.out == "cem@corp.local:\(RegistrySession.hash)\n")
    }

    @Test func `an export leaves out a name of two people, and no wrong key empties it`() throws {
        try session.put("aaa@x.example", hash: RegistrySession.hash, more: #""login": "MUELLER""#)
        for _ in 1...2 {
            let answer = try session("accounts export --format htpasswd --name-key login")
            #expect(answer.status == 65 && answer.out.hasPrefix("ødegard:"), "\(answer)")
            // Then one of the two is not exported in any case.
            #expect(try session("accounts lock ann@x.example").status == 0)
        }
        let file = try session.file("users", "kept\n")
        let wrong = try session.run(
            ["accounts", "export", "--format", "htpasswd", "--name-key", "logn", "--output", file])
        #expect(wrong.says(65, "would be emptied"), "\(wrong)")
    }

    @Test(arguments: [("STRASSE", "straße"), ("ΝΊΚΟΣ", "νίκος"), ("ANN", "ann")])
    func `names that differ by case alone are one`(one: String, other: String) throws {
        #expect(try edit("ann@x.example", "--set", "login=\(one)").status == 0)
        #expect(try edit("bob@x.example", "--set", "login=\(other)").says(65, "already"))
        #expect(try session.verify("password1", of: other).status == 0)
    }

    @Test func `a name can be added and removed as a value of a list`() throws {
        #expect(try edit("ann@x.example", "--add", "login=ann2", "--remove", "login=Mueller").status == 0)
        #expect(session.text(of: "ann")?.contains(#""login": "ann2""#) == true)
        #expect(try edit("ann@x.example", "--add", "login=ann3").status == 65)
        #expect(try edit("ann@x.example", "--remove", "login=ann2").status == 0)
        #expect(try edit("ann@x.example", "--add", "login=ann3").status == 0)
    }

    @Test func `a dry run sees that a name is somebody else's`() throws {
        let taken = "has this 'login' already\n"
        for emails in [["cem@x.example"], ["cem@x.example", "bob@x.example"]] {
            let answer = try session.run(
                ["accounts", "edit", "--set", "login=MUELLER", "--dry-run"] + emails)
            #expect(answer.status == 65 && answer.err.contains(taken), "\(answer)")
        }
    }

    @Test func `a column of the name of the key needs no option, and NULL is nobody's name`() throws {
        let rows = "email,LOGIN\ndan@x.example,dan\neve@x.example,NULL\nfay@x.example,-\nnat@x.example,nat\n"
        let answer = try session.importing("new.csv", rows, "--allow-missing")
        #expect(answer.status == 0 && answer.err.contains("read as no value: 2 texts"), "\(answer)")
        #expect(session.text(of: "dan")?.contains(#""login": "dan""#) == true)
        #expect(session.text(of: "nat")?.contains(#""login": "nat""#) == true)
        for name in ["eve", "fay"] { #expect(session.text(of: name)?.contains("login") == false) }
    }

    @Test func `a file of users finds people by login name without case, and leaves its spelling`() throws {
        let file = try session.file("users.htpasswd", "mUELLER:\(RegistrySession.hash.dropLast())u\n")
        let answer = try session("accounts import \(file) --update --match login")
        #expect(answer.status == 0 && answer.out.contains("1 account updated"), "\(answer)")
        #expect(session.text(of: "ann")?.contains(#""login": "Mueller""#) == true)
    }

    @Test func `the key by which people are found is given to those who lack it`() throws {
        try session.put("cem@x.example", hash: RegistrySession.hash, more: #""number": "18""#)
        let file = try session.file("numbers.csv", "email,number\nann@x.example,17\n")
        #expect(try session("accounts import \(file) --update --match number").status == 0)
        #expect(session.text(of: "ann")?.contains(#""number": "17""#) == true)
    }

    @Test func `another spelling of the key is refused as typed, and named by check`() throws {
        #expect(try edit("cem@x.example", "--set", "Login=cem").says(65, "'Login' is not 'login'"))
        try session.put("cem@x.example", hash: RegistrySession.hash, more: #""Login": "cem""#)
        #expect(try session("check").out.contains("write it as \"login\""))
        #expect(try session.verify("password1", of: "cem@x.example").status == 0)
        #expect(try edit("cem@x.example", "--set", "Login=").status == 0)
        #expect(try session("check").status == 0)
        let table = try session.file("uid.csv", "email,uid,login\ncem@x.example,cem,other\n")
        let mapped = try session("accounts import \(table) --update --map uid=login --ignore-unknown")
        #expect(mapped.status == 0 && session.text(of: "cem")?.contains(#""login": "cem""#) == true)
        try session.home.write("policy.json", Self.rules("login"))
        let empty = try session.file("empty.csv", "email,login\ncem@x.example,\n")
        let cleared = try session("accounts import \(empty) --update --clear-empty")
        #expect(cleared.err.contains("warning: 1 account has no 'login'"), "\(cleared)")
    }

    @Test func `who loses the name by which people log in is named`() throws {
        try session.home.write("policy.json", Self.rules("login"))
        let warning = "warning: ann@x.example has no 'login', by which people log in"
        #expect(try edit("ann@x.example", "--set", "login=").err.contains(warning))
        #expect(try session("undo --yes").status == 0)
        #expect(try edit("ann@x.example", "cem@x.example", "--set", "login=").err.contains(warning))
    }
}
