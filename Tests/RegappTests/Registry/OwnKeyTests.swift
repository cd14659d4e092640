import RegappTestSupport
import Testing

/// Keys of people's own in account files: set, selected by, exported.
@Suite(.waiting) struct OwnKeyTests {
    private let session: RegistrySession

    init() throws {
        session = try RegistrySession()
        for (name, rest) in [
            ("ann", #""passwordHash":"\#(RegistrySession.hash)","team":"board""#),
            ("bob", #""tags":["a","b"],"team":"staff""#), ("eve", #""n":1.50"#),
        ] {
            try session.home.write(
                "accounts/\(name)@x.example.json",
                #"{"email":"\#(name)@x.example","firstName":"Ann","lastName":"Lee",\#(rest)}"#)
        }
    }

    private let ann = "ann@x.example"
    private let bob = "bob@x.example"

    private func text(_ name: String) -> String? { session.text(of: name) }

    private func edit(_ assignments: String...) throws -> Answer {
        let words = assignments.flatMap { ["--set", $0] }
        return try session.run(["accounts", "edit", "bob@x.example"] + words)
    }

    private func emails(_ line: String) throws -> Answer {
        try session("accounts list --fields email " + line)
    }

    @Test func `a number that is set by a text is said to become one, and stays a number by --set-json`()
        throws
    {
        let number = try session("accounts edit eve@x.example --set-json n=9.90")
        #expect(
            number.err.hasPrefix("regapp: n: 1.50 → 9.90\n") && text("eve")?.hasSuffix("\"n\":9.90}") == true)
        let words = try session("accounts edit eve@x.example --set n=9.90")
        #expect(words.err.hasPrefix("regapp: n: 9.90 → 9.90 (a text)\n"), "\(words)")
        #expect(text("eve")?.hasSuffix("\"n\":\"9.90\"}") == true)
        _ = try session("accounts edit eve@x.example --set-json n=true")
        #expect(try session("accounts edit eve@x.example --set n=no").err.contains("n: true → no (a text)\n"))
        let both = "accounts edit eve@x.example bob@x.example --yes"
        _ = try session("\(both) --set-json n=1")
        #expect(try session("\(both) --set n=2").err.contains("in 2, a text took the place of a number"))
    }

    @Test func `the history tells of a list that changed, and not of one beside it`() throws {
        _ = try session.run(["accounts", "edit", "bob@x.example", "--set-json", #"roles=["x", "y"]"#])
        #expect(try session("accounts edit bob@x.example --add tags=c").status == 0)
        let told = try session("history --limit 1").out
        #expect(told.hasSuffix("bob@x.example: tags: a,b → a,b,c\n"), "\(told)")
        #expect(try session("undo --show").out == "bob@x.example: tags: a,b,c → a,b\n")
    }

    @Test func `a key is set in place, removed, and both are undone`() throws {
        let before = try #require(text("bob"))
        #expect(
            try edit("team=board", "cost centre=a=b").err == """
                regapp: team: staff → board
                regapp: cost centre: not set → a=b
                \(Answer.saved)
                """)
        #expect(
            text("bob")
                == String(before.replacing("staff", with: "board").dropLast()) + #","cost centre":"a=b"}"#)
        #expect(try edit("team=board").err == Answer.unchanged)
        #expect(try edit("cost centre=").err.hasPrefix("regapp: cost centre: a=b → not set\n"))
        #expect(try session("cancel").out == "bob@x.example: cost centre: not set → a=b\n")
        #expect(try edit("team=").status == 0 && text("bob")?.contains("team") == false)
    }

    @Test(arguments: [
        ("email=bob@y.example", 64, "'--email EMAIL'"), ("expires=2030-01-01", 64, "'--expires DATE'"),
        ("password=Tr0ub4dor", 64, "regapp accounts password"), ("pwd=Tr0ub4dor", 64, "accounts password"),
        ("passwordHash=$6$x", 64, "regapp accounts password"),
        ("registered=2030-01-01", 64, "regapp writes it"), ("locked=true", 64, "regapp accounts lock"),
        ("Email=x", 65, "mistyped 'email'"), ("expirs=2030-01-01", 65, "mistyped 'expires'"),
        ("lockreason=x", 65, "regapp accounts lock EMAIL --reason TEXT"),
        ("lastseen=2030-01-01", 65, "hint: choose another key\n"),
        ("tags=c", 65, "holds a list or an object"), ("tags=", 65, "--editor bob@x.example"),
        ("team", 64, "takes KEY=VALUE"), ("tags=c", 65, "add --yes to replace"),
        ("=x", 64, "takes KEY=VALUE"),
        ("team+=choir", 64, "neither adds to a list"), ("team-=choir", 64, "nor removes from one"),
        ("tags[]=c", 64, "neither adds to a list"),
    ])
    func `a value that cannot be set like this is refused, with the option that sets it`(
        assignment: String, status: Int32, words: String
    ) throws {
        let before = session.home.tree()
        let answer = try edit("note=x", assignment)
        #expect(answer.status == status && answer.err.contains(words), "\(answer)")
        #expect(!answer.err.contains("Tr0ub4dor"))
        #expect(session.tree == before)
    }

    /// The words of an edit, and what the account has then.
    @Test(arguments: [
        ("--add team=choir", #""tags":["a","b"],"team":["staff","choir"]"#),
        ("--add team=staff --add tags=a", #""tags":["a","b"],"team":"staff""#),
        ("--add team=a --add 'team=a;b' --remove team=staff", #""tags":["a","b"],"team":["a","a;b"]"#),
        ("--remove tags=a --add role=x", #""tags":"b","team":"staff","role":"x""#),
        ("--remove tags=a --remove tags=b --remove team=x", #""team":"staff""#),
        ("--add one=b --remove one=a", #""one":["b"]"#), ("--remove one=a", ""),
        ("--set tags=c --yes", #""tags":"c","team":"staff""#),
        (#"--set-json 'tags={"a": [1.50]}'"#, #""tags":{"a":[1.50]},"team":"staff""#),
        ("--add n=2 --yes", #""n":[1.50,"2"]"#),
    ])
    func `lists gain and lose values, and one that is left is a text`(words: String, rest: String) throws {
        let name = rest.contains("\"n\"") ? "eve" : words.contains("one=") ? "one" : "bob"
        try session.home.write(
            "accounts/one@x.example.json",
            #"{"email":"one@x.example","firstName":"Ann","lastName":"Lee","one":["a"]}"#)
        let before = text(name)
        let edit = "accounts edit \(name)@x.example \(words)"
        let dry = try session(edit, "--dry-run", "--json")
        #expect(dry.status == 0 && text(name) == before, "\(dry)")
        #expect(try session(edit).status == 0)
        #expect(
            text(name)?.hasSuffix(#""lastName":"Lee"\#(rest.isEmpty ? "" : ",")\#(rest)}"#) == true,
            "\(text(name) ?? "")")
        let undone = try session("undo")
        #expect(text(name) == before && undone.status == 0)
    }

    @Test func `several accounts, imports and LDAP attributes with several values change lists too`() throws {
        let many = try session("accounts edit --add team=choir ann@x.example bob@x.example")
        #expect(many.err == "regapp: changed 2 accounts\(Answer.undoes)\n")
        #expect(try emails("--where team=choir --where 'team!=staff'").out == "ann@x.example\n")
        let listed = try session("accounts list --fields email,team,tags --csv").out
        #expect(listed.contains("bob@x.example,staff;choir,a;b\r\n"))
        try session.home.write(
            "accounts/kim@x.example.json", #"{"email":"kim@x.example","tags":["a;",";b"]}"#)
        let kim = try session("accounts list --fields tags --csv --where email=kim@x.example")
        #expect(kim.out == "tags\r\n\"[\"\"a;\"\",\"\";b\"\"]\"\r\n", "\(kim)")
        #expect(try session("accounts remove kim@x.example --yes").status == 0)
        let refused = try session("accounts edit --set team=x bob@x.example eve@x.example")
        #expect(refused.status == 65 && text("eve")?.contains("team") == false)
        let before = [text("ann"), text("bob")]
        let file = try session.file(
            "p.csv", "email,In,Out\nann@x.example,go;x;;y,board\nbob@x.example,,choir\n")
        let words = ["accounts", "import", file, "--update", "--map", "In=team+", "--map", "Out=team-"]
        func bring(_ words: [String]) throws -> String {
            try BuiltProgram.regapp.run(words, in: session.home).stdout
        }
        #expect(try bring(words + ["--dry-run"]).contains("team: board,choir → choir,go,x;y"))
        // One key is set, or its list is changed, and a field has no list.
        for (target, status) in [("team", 65), ("team[]", 65), ("firstName-", 64), ("phone[]", 64)]
            as [(String, Int32)]
        {
            let mixed = try session(
                "accounts import \(file) --update --map", "In=\(target)", "--map", "Out=team+", "--dry-run")
            #expect(mixed.status == status, "\(target): \(mixed)")
        }
        #expect(try bring(words).hasSuffix("2 accounts updated\n"))
        #expect(text("ann")?.contains(#""team":["choir","go","x;y"]"#) == true)
        #expect(text("bob")?.contains(#""team":"staff""#) == true)
        #expect(try session("undo").status == 0 && [text("ann"), text("bob")] == before)
        let ldif = try session.file(
            "p.ldif",
            "dn: mail=kim@x.example\nmail: kim@x.example\ngivenName: Kim\nsn: Lee\nou: a\nou: b;c\n\n")
        #expect(try session("accounts import", ldif, "--map", "OU=team").status == 0)
        #expect(text("kim")?.filter { !$0.isWhitespace }.contains(#""team":["a","b;c"]"#) == true)
    }

    @Test func `on a terminal a text replaces a list after a question`() throws {
        let terminal = try PseudoTerminal(
            .regapp, ["accounts", "edit", "bob@x.example", "--set", "tags=c"], in: session.home)
        try terminal.expect("'tags' of bob@x.example holds a list or an object")
        try terminal.send("y\n", after: "Replace this by a text?")
        #expect(try terminal.waitForExit() == .exited(0) && text("bob")?.contains(#""tags":"c""#) == true)
    }

    @Test func `a key is set once`() throws {
        #expect(try edit("team=a", "team=b").status == 64)
        #expect(try session("accounts edit bob@x.example --set team=a --add team=b").status == 64)
        #expect(try session("accounts edit bob@x.example --set-json team=a").status == 64)
        #expect(try edit("team=").status == 0)
        #expect(try edit("Email=").err == Answer.unchanged)
    }

    @Test func `lists and exports are narrowed by conditions, all of which must hold`() throws {
        #expect(
            try session("accounts list --where team=board --fields email")
                == Answer(0, out: "ann@x.example\n"))
        #expect(try emails("--where 'team!=board'").out == "bob@x.example\neve@x.example\n")
        #expect(try emails("--where team=").out == "eve@x.example\n")
        #expect(try emails("--where tags=b --where=team=staff").out == "bob@x.example\n")
        #expect(try emails("--where tags=b --where team=board") == Answer(0))
        #expect(try emails("--where passwordSet=true --count").out == "1\n")
        #expect(try session("accounts list --json --where n=1.50").out.contains("eve@x.example"))
        let exported = try session(
            "accounts export --format csv bob@x.example ann@x.example --where firstName=ANN --where team=board"
        )
        #expect(exported.out.split(separator: "\r\n").dropFirst().map { $0.prefix(3) } == ["ann"])
    }

    @Test func `no password stands in the history, however deep in a value`() throws {
        let json = #"imap={"user":"ann","password":"hunter22"}"#
        let refused = try session.run(["accounts", "edit", "ann@x.example", "--set-json", json])
        #expect(refused.status == 64 && !refused.err.contains("hunter22"), "\(refused)")
        try session.home.write(
            "accounts/ann@x.example.json",
            #"{"email":"ann@x.example","imap":[{"user":"ann","password":"hunter22","pwd":["hunter22"]}]}"#)
        #expect(try session("accounts edit ann@x.example --last-name Lee").status == 0)
        #expect(try session("undo").status == 0)
        let back = session.text(of: "ann")
        #expect(back?.contains("Lee") == false && back?.contains(#"["hunter22"]"#) == true)
        #expect(try session.shell("! grep -r hunter22 documents/history").status == 0)
    }

    @Test func `a key that no file has is named`() throws {
        for command in ["list", "export"] {
            let answer = try session("accounts \(command) --where taem=board")
            let told = "warning: \(Answer.noKey("taem"))\nregapp: hint: \(Answer.didYouMean("team"))\n"
            #expect(answer.status == 0 && answer.err == "regapp: " + told, "\(answer)")
        }
        let file = try session.file("x.htpasswd", "ann@x.example:x\n")
        let export = "accounts export --format htpasswd --output \(file) --where"
        #expect(try session(export, "taem=board").status == 65)
        #expect(session.home.text("../x.htpasswd") == "ann@x.example:x\n")
        // These would let in everybody, where `verify` lets in nobody.
        for condition in ["taem!=board", "taem=", "Team!=board"] {
            let answer = try session(export, condition)
            #expect(answer.says(65, Answer.didYouMean("team")) && answer.out.isEmpty, "\(answer)")
            #expect(session.home.text("../x.htpasswd") == "ann@x.example:x\n")
            let printed = try session("accounts export --format htpasswd --where", condition)
            #expect(printed.status == 65 && printed.out.isEmpty, "\(printed)")
        }
        #expect(try session(export, "team=nobody").status == 0)
        #expect(session.home.text("../x.htpasswd") == "")
        // A key that another account has is known.
        #expect(try session("accounts edit bob@x.example --set guest=yes").status == 0)
        let ann = try session("accounts export ann@x.example --format csv --where guest=")
        #expect(ann.status == 0 && ann.out.contains("ann@x.example"), "\(ann)")
    }

    @Test func `a condition on a password is refused and not repeated`() throws {
        for command in ["list", "export", "verify ann@x.example --password-stdin"] {
            for key in ["password", "passwordHash", "pwd"] {
                let answer = try session("accounts \(command) --where \(key)=Tr0ub4dor")
                #expect(answer.status == 64 && answer.out.isEmpty && !answer.err.contains("Tr0ub4dor"))
            }
        }
        #expect(
            try session("accounts export --format ldif --changes /dev/null --where team=board").says(
                64, "compares all accounts"))
    }

    @Test func `an account that does not satisfy a condition is refused as for a wrong password`() throws {
        func verify(_ words: String..., password: String = "password1") throws -> Answer {
            let line = ["accounts", "verify", "ann@x.example", "--password-stdin"]
            return try session.run(line + words, input: .text(password))
        }
        #expect(try verify("--where", "team=board") == Answer(0))
        let wrong = try verify(password: "password2")
        #expect(wrong.status == 77)
        #expect(try verify("--where", "team=board", "--where", "n=1") == wrong)
        #expect(try verify("--where", "team!=board") == wrong)
        #expect(try verify("--where", "team!=staff") == Answer(0) && verify("--where", "tags=") == Answer(0))
        // A key that no account has is misspelt, and lets in no one.
        for condition in ["taem=board", "taem!=board", "taem=", "Team!=staff"] {
            #expect(try verify("--where", condition) == wrong, "\(condition)")
        }
        let pam = try session(
            "accounts verify --protocol pam --where team=staff", input: .text("password1\0"),
            environment: ["PAM_TYPE": "auth", "PAM_USER": "ann@x.example"])
        #expect(pam == wrong)
    }

    @Test func `a new account can have keys of its own at once`() throws {
        let registered = try session(
            "register --email new@x.example --first-name New --last-name Lee --password-stdin --set",
            "mailbox=O'Neil", input: .text("password1\n"))
        #expect(registered.status == 0, "\(registered)")
        #expect(try session("accounts show new@x.example --field mailbox").out == "O'Neil\n")
        #expect(
            try session(
                "register --email two@x.example --set email=x --password-stdin", input: .text("password1\n")
            ).status == 64)
        #expect(session.text(of: "two") == nil)
    }

    @Test func `exports carry own keys where they are asked to`() throws {
        let csv = try session("accounts export --own-keys --format csv")
        #expect(
            csv.out.split(separator: "\r\n").map {
                $0.split(separator: ",", omittingEmptySubsequences: false)
            }
            .map { $0.suffix(4).joined(separator: ",") }
                == [#"lockReason,team,tags[],n{}"#, ",board,,", #",staff,a;b,"#, ",,,1.50"])
        let few = try session("accounts export --own-keys --format csv --where team=")
        #expect(few.out.hasPrefix("email,") && few.out.contains("lockReason,n{}\r\n"))
        let json = try session("accounts export --own-keys bob@x.example").out
        #expect(json.filter { !$0.isWhitespace }.hasSuffix(#""tags":["a","b"],"team":"staff"}]"#))
        #expect(try session("accounts export --own-keys --format ldif").status == 64)
        #expect(try session("accounts export --own-keys --where email=zoe@x.example").out == "[]\n")
        try session.home.write(
            "accounts/kim@x.example.json",
            #"{"email":"kim@x.example","firstName":"Kim","lastName":"Lee","=cmd":"@x","old":"\#(RegistrySession.hash)","pwd":"s"}"#
        )
        let safe = try session(
            "accounts export --own-keys --format csv --safe-for-spreadsheets kim@x.example")
        #expect(safe.out.contains(#""lockReason","'=cmd","old""#))
        #expect(safe.out.contains("\"'@x\",\"\(RegistrySession.hash)\"") && !safe.out.contains("pwd"))
    }

    @Test(arguments: [
        "5f1d3a9b2c4e6f708192a3b4c5d6e7f8", "{a}", "{draft}text", "$100$", "$a$b", "$5 per $6", "!{a}",
    ])
    func `a value that resembles a hash is compared, shown and exported as it is`(id: String) throws {
        func change(_ line: String...) throws {
            let answer = try session.run(line)
            #expect(answer.status == 0, "\(line) \(answer)")
        }
        try change("accounts", "remove", "eve@x.example", "--yes")
        try change("accounts", "edit", ann, "--set", "id=" + id)
        try change("accounts", "edit", bob, "--set", "id=" + id + "x")
        #expect(try session.run(["accounts", "list", "--where", "id=" + id, "--count"]).out == "1\n")
        #expect(try session.run(["accounts", "show", ann, "--field", "id"]).out == id + "\n")
        let count = try session("accounts list --count-by id")
        #expect(count.out.contains(id + "\t1\n") && count.out.contains(id + "x\t1\n"))
        if !id.contains(" ") { try change("policy", "set", "loginKey", "email,id", "--yes") }
        #expect(try session("check").status == 0)
        for format in ["json", "csv"] {
            let again = try session.importing(
                "own." + format, session("accounts export --own-keys --format " + format).out, "--update",
                "--match", "id", "--keep-unknown")
            #expect(again.status == 0 && !again.err.contains("updated"), "\(again)")
        }
        #expect(session.text(of: "ann")?.contains(id) == true)
    }

    @Test func `an export with a hash or a password under other keys comes back, and changes neither`() throws
    {
        let text =
            #"{"email":"\#(ann)","firstName":"Ann","old":["\#(RegistrySession.hash)","x"],"#
            + #""wifi":{"pwd":"secret1","ssid":"a"},"all":[{"pwd":"secret2"}]}"#
        try session.home.write("accounts/\(ann).json", text)
        for format in ["json", "csv"] {
            let exported = try session("accounts export --own-keys --format \(format)").out
            #expect(!exported.contains("secret") && exported.contains(RegistrySession.hash))
            let again = try session.importing("own.\(format)", exported, "--update", "--keep-unknown")
            #expect(again.status == 0, "\(again)")
            #expect(self.text("ann") == text)
        }
        // What stands beside the stars is taken.
        let json = try session("accounts export --own-keys --format json").out
        let changed = json.replacing(#""ssid": "a""#, with: #""ssid": "b""#)
        #expect(changed != json)
        let taken = try session.importing("own.json", changed, "--update", "--keep-unknown")
        let kept = self.text("ann")?.filter { !$0.isWhitespace }
        #expect(kept?.contains(#""wifi":{"pwd":"secret1","ssid":"b"}"#) == true, "\(taken) \(kept ?? "")")
        let counted = try session("accounts list --count-by old")
        #expect(!counted.out.contains("$6$"))
    }

    @Test func `an import changes a list as --set does, and as a list`() throws {
        func bring(_ text: String, _ name: String = "p.csv", _ more: String...) throws -> Answer {
            let words =
                ["accounts", "import", try session.file(name, text), "--update", "--keep-unknown"] + more
            return try session.run(words)
        }
        let before = text("bob")
        for (table, more) in [("c", []), ("", ["--clear-empty"])] {
            let file = try session.file("p.csv", "email,tags\nbob@x.example,\(table)\n")
            let words = ["accounts", "import", file, "--update", "--keep-unknown"]
            let answer = try session.run(words + more)
            #expect(
                answer.status == 65 && text("bob") == before
                    && answer.err.contains("p.csv:2: the account has a list or an object under 'tags'"),
                "\(answer)")
        }
        #expect(try bring(#"[{"email":"bob@x.example","tags":"c"}]"#, "p.json").status == 65)
        let same = "\(Answer.imported(0, unchanged: 1))\n"
        #expect(try bring("email,tags[]\nbob@x.example,a;b\n").out == same)
        #expect(try bring(#"[{"email":"bob@x.example","tags":["a", "b"]}]"#, "p.json").out == same)
        #expect(try bring("email,tags[]\nbob@x.example,c;d;;e\n").status == 0)
        #expect(try emails("--where 'tags=d;e'").out == "bob@x.example\n")
        #expect(try bring("email,tags[]\nbob@x.example,\n", "p.csv", "--clear-empty").status == 0)
        #expect(text("bob")?.contains("tags") == false)
    }

    @Test(arguments: ["csv", "json"])
    func `an export with own keys comes back equal, whatever they are called`(format: String) throws {
        let time = #""registered":"2026-01-02T03:04:05Z""#
        let (session, other) = (try RegistrySession(), try RegistrySession())
        let files = [
            #"{"email":"kim@x.example",\#(time),"expiry":"soon","mobile":"1","surname":"S","Team":["x;y","z"],"n[]":""}"#,
            #"{"email":"zoe@x.example",\#(time),"null":null,"list":[""],"map":{"a":[1.50]},"a b":"x;y","Team":"z"}"#,
        ]
        for (name, text) in zip(["kim", "zoe"], files) {
            try session.home.write("accounts/\(name)@x.example.json", text)
        }
        let words = ["accounts", "export", "--own-keys", "--format", format]
        let exported = try BuiltProgram.regapp.run(words, in: session.home)
        let file = try other.file("p.\(format)", exported.stdout)
        let answer = try other("accounts import \(file) --keep-unknown --allow-missing")
        #expect(answer.out == "\(Answer.imported(2))\n", "\(answer)")
        #expect(try BuiltProgram.regapp.run(words, in: other.home).stdoutBytes == exported.stdoutBytes)
    }
}
