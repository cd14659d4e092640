import RegappCore
import Foundation
import RegappTestSupport
import Testing

/// The files that other programs write, and what an import makes of them.
@Suite(.waiting) struct ImportedFilesTests {
    private let session: RegistrySession

    init() throws { session = try RegistrySession() }

    static let argon2 = "$argon2id$v=19$YWJj$ZGVm"
    static let ssha512 = "{SSHA512}fEqNCco3Yq9h5ZUglD3CZJT4lBs="

    @Test func `of several last days the earliest counts`() throws {
        let session = try RegistrySession()
        let hash = RegistrySession.hash
        let file = try session.file(
            "two.csv",
            """
            email,passwordHash,Austrittsdatum,Vertragsende
            a@x.example,\(hash),,2099-12-31
            b@x.example,\(hash),2024-03-31,
            c@x.example,\(hash),2099-01-01,2024-06-30
            d@x.example,\(hash),,

            """)
        let words = ["accounts", "import", file, "--allow-missing"]
        let asked = try session.run(words)
        #expect(asked.status == 65)
        let options = ["--map", "Austrittsdatum=expires", "--map", "Vertragsende=expires"]
        for option in [options[1], options[3]] { #expect(asked.err.contains("--map \(option)"), "\(asked)") }
        let done = try session.run(words + options)
        #expect(done.status == 0, "\(done)")
        let listed = try session("accounts list --fields email,expires").out
        #expect(
            listed
                == "a@x.example\t2099-12-31\nb@x.example\t2024-03-31\nc@x.example\t2024-06-30\nd@x.example\t\n"
        )
    }

    @Test(arguments: ["see file", "2028-1", "never"])
    func `a last day that cannot be read is not passed over for another one`(day: String) throws {
        let session = try RegistrySession()
        let answer = try session.importing(
            "two.csv", "email,passwordHash,A,B\na@x.example,\(RegistrySession.hash),\(day),2099-01-01\n",
            "--allow-missing", "--map", "A=expires", "--map", "B=expires")
        #expect(answer.status == (day == "never" ? 0 : 65), "\(answer)")
    }

    /// Rows: two columns of ends of locks, and the end that is stored; nil for a row that is refused, empty for a lock
    /// that lasts.
    @Test(
        arguments: [
            ("01.02.2099,2098-01-01", "2099-02-01"), ("2098-01-01,01.02.2099", "2099-02-01"),
            ("2099-01-01,never", ""),
            ("see file,2099-01-01", nil),
        ] as [(String, String?)])
    func `of several ends of locks the latest counts`(cells: String, end: String?) throws {
        let session = try RegistrySession()
        let answer = try session.importing(
            "two.csv", "email,passwordHash,a,b\na@x.example,\(RegistrySession.hash),\(cells)\n",
            "--allow-missing", "--map", "a=lockedUntil", "--map", "b=lockedUntil")
        #expect(answer.status == (end == nil ? 65 : 0), "\(answer)")
        guard let end else { return }
        #expect(try session("accounts list --fields locked,lockedUntil").out == "true\t\(end)\n")
    }

    @Test func `a further day that can be read in two ways is refused`() throws {
        let session = try RegistrySession()
        let text = "email,passwordHash,a,b\na@x.example,\(RegistrySession.hash),2099-08-01,01/12/2098\n"
        let options = ["--allow-missing", "--map", "a=expires", "--map", "b=expires"]
        let file = try session.file("two.csv", text)
        #expect(try session.run(["accounts", "import", file] + options).says(65, "two ways"))
        #expect(try session.run(["accounts", "import", file, "--dates", "mdy"] + options).status == 0)
        #expect(try session("accounts list --fields expires").out == "2098-01-12\n")
    }

    @Test func `a condition on a column that is read does not ask about it again`() throws {
        let session = try RegistrySession()
        let hash = RegistrySession.hash
        let answer = try session.importing(
            "p.csv",
            "email,passwordHash,expires\na@x.example,\(hash),2020-01-01\nb@x.example,\(hash),2099-01-01\n",
            "--allow-missing", "--locked-if", "expires=2020-01-01")
        #expect(answer.status == 0 && session.text(of: "a")?.contains("\"!") == true, "\(answer)")
    }

    @Test func `the same plain password changes nothing, and a lock is told where it is`() throws {
        let session = try RegistrySession()
        let put = { (text: String, options: String...) in
            try session.run(
                ["accounts", "import", session.file("p.csv", text), "--update", "--allow-missing"] + options)
        }
        _ = try put("email,passwordHash\na@x.example,\(RegistrySession.hash)\nb@x.example,!\nc@x.example,\n")
        let before = session.text(of: "a")
        let text = "email,password\na@x.example,password1\n"
        let preview = try put(text, "--dry-run")
        #expect((preview.out + preview.err).contains("1 account would stay as it is"), "\(preview)")
        let same = try put(text)
        #expect(same.status == 0 && session.text(of: "a") == before, "\(same)")
        let locked = try put("email,password\nb@x.example,password1\n", "--dry-run")
        #expect(!(locked.out + locked.err).contains("yes → no"), "\(locked)")
        let first = "email,passwordHash\nc@x.example,!\(RegistrySession.hash)\n"
        let shown = try put(first, "--dry-run")
        #expect((shown.out + shown.err).contains("Locked: no → yes"), "\(shown)")
        _ = try put(first)
        #expect(try session("history --limit 1").out.contains("Locked: no → yes"))
    }

    @Test(arguments: [
        ("status", ["suspended", "active"], "status=suspnded"),
        ("status", ["inactive", "suspended", "active"], "status=inactive"),
        ("suspended", ["yes", "no"], "suspended=x"),
        ("deleted_at", ["2026-01-01", ""], "deleted_at=2026"),
        ("status", ["gone", "active"], "status= gone"),
        ("userAccountControl", ["514", "512"], "userAccountControl=66050"),
    ])
    func `a condition says nothing of whom it does not lock`(
        name: String, values: [String], condition: String
    ) throws {
        let session = try RegistrySession()
        let lines = values.enumerated().map { "a\($0)@x.example,\($1),\(RegistrySession.hash)\n" }.joined()
        let file = "email,\(name),passwordHash\n" + lines
        let options = ["--allow-missing", "--locked-if", condition]
        let answer = try session.run(["accounts", "import", session.file("p.csv", file)] + options)
        #expect(answer.status == 65 || session.text(of: "a0")?.contains("\"!") == true, "\(answer)")
        guard answer.status == 65 else { return }
        let left = try session.run(
            ["accounts", "import", session.file("p.csv", file), "--map", name + "="] + options)
        #expect(left.status == 0, "\(left)")
    }

    @Test(arguments: ExchangeFormat.allCases)
    func `the ending of every format is known`(format: ExchangeFormat) throws {
        let answer = try session.importing("users.\(format.ending)", "")
        #expect(answer.status != 64, "\(answer)")
    }

    /// A header with two columns for phones, and what was typed first.
    @Test(arguments: [
        ("phone,mobile", []), ("phone,mobile", ["mobile=phone"]), ("mobile,phone", ["mobile=phone"]),
        ("phone,mobile", ["mobile=mobile"]), ("Mobile,Telephone", []),
        ("Mobile,Telephone", ["Mobile=phone", "Telephone=phone"]), ("Mobile,Telephone", ["Telephone=phone"]),
    ])
    func `one hint leads from two columns for phones to an import`(header: String, maps: [String]) throws {
        try session.home.write("policy.json", #"{"policy":"service"}"#)
        func bring(_ maps: [String]) throws -> Answer {
            let words = maps.flatMap { ["--map", $0] } + ["--allow-missing", "--dry-run"]
            let file = try session.file("p.csv", "email,\(header)\na@x.example,+4930901820,+4917012345\n")
            return try session.run(["accounts", "import", file] + words)
        }
        let first = try bring(maps)
        #expect(first.status == 65)
        let hint = try #require(
            first.err.split(separator: "\n").last { $0.contains("2' to keep this column") })
        let options = hint.matches(of: /'--map (\S+)'/).map { String($0.output.1) }
        let isInstead = hint.contains("instead of")
        let next = maps.filter { !isInstead || $0 != options[0] } + [options[isInstead ? 1 : 0]]
        #expect(try bring(next).out.contains("1 account would be registered"), "\(hint)")
        #expect(try bring(next.dropLast() + [options.last ?? ""]).status == 0, "\(hint)")
    }

    @Test(arguments: ["csv", "json"])
    func `an export of people called None and Null comes back as it was`(format: String) throws {
        let other = try RegistrySession()
        try session.home.write(
            "accounts/a@x.example.json",
            #"{"email":"a@x.example","firstName":"None","lastName":"null","registered":"2026-01-02T03:04:05Z"}"#
        )
        let words = ["accounts", "export", "--format", format]
        let exported = try BuiltProgram.regapp.run(words, in: session.home)
        let answer = try other.importing("p.\(format)", exported.stdout, "--allow-missing")
        #expect(answer.status == 0 && !answer.err.contains("read as no value"), "\(answer)")
        #expect(try BuiltProgram.regapp.run(words, in: other.home).stdoutBytes == exported.stdoutBytes)
        let foreign = "email,firstName,lastName\nb@x.example,None,NULL\n"
        let told = try other.importing("q.csv", foreign, "--allow-missing").err
        #expect(told.contains("read as no value: 2 texts"), "\(told)")
    }

    @Test func `a lock without a hash is no password to a dry run`() throws {
        try session.put("a@x.example", hash: "!")
        let table = "email,passwordHash\na@x.example,!\(RegistrySession.hash)\n"
        let words = ["--update", "--allow-missing", "--dry-run"]
        #expect(
            try session.importing("p.csv", table, words[0], words[1], words[2]).out.contains(
                "change a@x.example: Password: not set → ********\n"))
        try session.put("a@x.example", hash: "!" + RegistrySession.hash)
        #expect(
            try session.importing("p.csv", table, words[0], words[1], words[2]).out.contains("would stay"))
    }

    @Test func `passwords of a table log in, and no file holds them`() throws {
        let text = """
            First Name [Required],Last Name [Required],Email Address [Required],Password [Required],Org Unit
            Ann,Lee,ann@x.example,password1,/

            """
        let answer = try session.importing("users.csv", text, "--ignore-unknown")
        #expect(
            answer
                == Answer(0, out: "\(Answer.imported(1))\n", err: "regapp: registered ann@x.example\n"))
        #expect(try session.verify("password1").status == 0)
        #expect(session.text(of: "ann")?.contains("password1") == false)
    }

    @Test func `hashes that cannot be verified are counted, and with --allow-missing left out`() throws {
        let text = (1...11).map { "u\($0)@x.example:\(Self.argon2)\n" }.joined()
        let file = try session.file(
            "p.htpasswd", text + "eve@x.example:!\(Self.argon2)\nsha@x.example:\(Self.ssha512)\n")
        let refused = try session("accounts import \(file)")
        #expect(refused.status == 65 && session.accounts.isEmpty)
        let hint = "add --allow-missing to import the accounts with 12 argon2 hashes and 1 {SSHA512} hash"
        #expect(refused.err.contains("hint: \(hint) without a password\n"), "\(refused)")
        #expect(refused.err.contains("error: ~/p.htpasswd: 2 more problems like the one in line 1\n"))
        let taken = try session("accounts import \(file) --allow-missing")
        #expect(taken.status == 0 && taken.out == "\(Answer.imported(13))\n")
        let warning = "12 argon2 hashes and 1 {SSHA512} hash left out: regapp cannot verify them"
        let lines = taken.err.split(separator: "\n")
        #expect(lines.first == "regapp: warning: ~/p.htpasswd:1: the argon2 hash of u1@x.example is left out")
        #expect(
            lines[12] == "regapp: warning: ~/p.htpasswd:13: the {SSHA512} hash of sha@x.example is left out")
        #expect(lines[13] == "regapp: warning: \(warning)")
        #expect(session.text(of: "u1")?.contains("passwordHash") == false)
        // A lock stays.
        #expect(session.text(of: "eve")?.contains("\"passwordHash\": \"!\"") == true)
    }

    /// Hashes of `password1`.
    static let foreign = [
        "apr1": "$apr1$WzTL7kYQ$FsB3uPFOE8x29R065vj5m.", "sha": "{SHA}44rSFJQ9qtHWTBAvrsKd5K/p2j0=",
        "ssha": "{SSHA}XISompl+M7U9/BQiLuIjs3OBYlhzYWx0", "des": "abJnggxhB/yWI",
        "md5": "$1$abcd$k4PHFhxHfcfWz4aAtnJoB.",
    ]

    @Test func `hashes of other programs log in, and the next login replaces them by the policy's`() throws {
        let session = try RegistrySession(policy: #"{"policy":"service","hash":"bcrypt","hashCost":4}"#)
        let lines = Self.foreign.map { "\($0):\($1)\n" }.joined()
        let answer = try session.importing("p.htpasswd", lines, "--domain", "x.example")
        #expect(answer.status == 0 && answer.out == "\(Answer.imported(5))\n")
        let checked = try session("check")
        #expect(
            checked.status == 0
                && checked.out.contains(
                    "note: 5 accounts have weak hashes of another program (1 {SHA} hash, 1 DES crypt hash, "
                        + "1 {SSHA} hash, 1 md5-crypt hash and 1 apr1 hash); a login by 'regapp login' replaces a weak hash"
                ),
            "\(checked)")
        for name in Self.foreign.keys {
            for (password, status) in [("password1", Int32(0)), ("wrong", 77)] {
                let verified = try session.verify(password, of: "\(name)@x.example")
                #expect(verified.status == status, "\(name) \(password)")
            }
            #expect(try session.login("--email", "\(name)@x.example", "wrong").status == 77)
            #expect(try session.login("--email", "\(name)@x.example", "password1").status == 0)
            let text = try #require(session.text(of: name))
            #expect(text.contains("\"passwordHash\": \"$2b$04$"), "\(text)")
        }
        #expect(try session("check").out == "5 accounts, \(Answer.nothingWrong)\n")
    }

    @Test func `names of a passwd-file are read with an option, which a hint names`() throws {
        let file = try session.file(
            "p.passwd",
            "ann::1:1: Ann  De La Cruz ,Room 1,,:/home/ann::\nbob::1:1:& Roe:/::\ncy::1:1::/::\ndee:\nEd@y.example:\n"
        )
        let options = ["accounts", "import", file, "--domain", "x.example", "--allow-missing"]
        func run(_ more: String...) throws -> Answer { try session.run(options + more) }
        let told = try run("--dry-run")
        #expect(told.err.contains("hint: 2 lines have names in the GECOS field; add --names-from-gecos"))
        let taken = try run("--names-from-gecos")
        #expect(taken.status == 0 && !taken.err.contains("GECOS"))
        #expect(
            try session("accounts list --fields email,firstName,lastName").out
                == "ann@x.example\tAnn\tDe La Cruz\nbob@x.example\tBob\tRoe\ncy@x.example\t\t\n"
                + "dee@x.example\t\t\nEd@y.example\t\t\n")
        #expect(
            try run("--names-from-gecos", "--format", "csv").says(
                64, "--names-from-gecos needs --format passwd-file"))
        let mapped = try run("--map", "name=phone")
        #expect(mapped.status == 65 && mapped.err.contains("nothing has the field \"name\""), "\(mapped)")
    }

    @Test func `removed spaces around the values of a table are reported once`() throws {
        let text = "email ; firstName;lastName\n a@x.example ; Ann\u{A0} ;Lee\nb@x.example;\tBob ;Roe\n"
        let answer = try session.importing("p.csv", text)
        #expect(answer.status == 0)
        #expect(answer.err.components(separatedBy: "spaces around values are left out").count == 2)
    }

    @Test func `an update with a hash that cannot be verified leaves the password that is there`() throws {
        let session = try RegistrySession(of: "ann@x.example")
        let before = session.accounts
        let answer = try session.importing(
            "p.htpasswd", "ann@x.example:\(Self.ssha512)\n", "--allow-missing", "--update")
        #expect(answer.out == "\(Answer.imported(0, unchanged: 1))\n")
        #expect(session.accounts == before)
    }

    @Test func `a dry run lists each account, secrets as stars, good ones among bad ones`() throws {
        try session.put("ann@x.example", password: "password1")
        try session.put("bob@x.example", hash: RegistrySession.hash)
        let people = "email,lastName,password\nann@x.example,Roe,password2\nbob@x.example,Doe,\n"
        let file = try session.file("p.csv", people + "cid@x,,\neve@x.example,Fox,password1\n")
        let before = session.home.tree()
        let updating = try session("accounts import \(file) --update --allow-missing --dry-run")
        #expect(
            updating.out == """
                line 2: change ann@x.example: Password: ******** → ********; Last name: Doe → Roe
                line 5: add eve@x.example

                """)
        #expect(updating.status == 65 && updating.err.contains("p.csv:4: email \"cid@x\" must have a dot"))
        // What is skipped need not be right.
        let weak = "email,password\nann@x.example,1\n"
        #expect(try session.importing("w.csv", weak, "--skip-existing").status == 0)
        let good = try session.file("q.csv", people + "eve@x.example,Fox,password1\n")
        let skipping = try session("accounts import", good, "--skip-existing", "--allow-missing", "--dry-run")
        let end = skipping.out
        let all = try session(
            "accounts import", good, "--skip-existing", "--allow-missing", "--dry-run", "--all")
        #expect(
            all.out
                == "line 2: skip ann@x.example, which exists\nline 3: skip bob@x.example, which exists\n"
                + end)
        #expect(
            end == """
                line 4: add eve@x.example
                1 account would be registered, 2 accounts would stay as they are

                """)
        #expect(session.home.tree() == before)
    }

    @Test(arguments: [
        ["--update", "--skip-existing"], ["--domain", "@x.example"], ["--domain", "a b.example"],
    ])
    func `options that make no sense are a wrong command line`(options: [String]) throws {
        let words = ["accounts", "import", try session.file("p.csv", "email\n")]
        #expect(try session.run(words + options).status == 64)
    }

    @Test(Tool.require("iconv", install: "libc-bin"))
    func `the command that is proposed for a table in another encoding converts it`() throws {
        let session = try RegistrySession(policy: #"{"policy":"authorisation","required":["email"]}"#)
        let file = session.home.path + "/p 'q.csv"
        let table = Data(try Repository.bytes("Fixtures/mistakes/import/utf-16-without-mark.csv"))
        try table.write(to: URL(fileURLWithPath: file))
        let told = try session("accounts import", file).err.replacing("~", with: session.home.path)
        let line = try #require(told.split(separator: "\n").first { $0.contains("type iconv ") })
        let start = try #require(line.firstRange(of: "iconv "))
        #expect(try session.shell(String(line[start.lowerBound...])).status == 0)
        let mended = try session("accounts import", file, "--dry-run").err
        #expect(!mended.contains("UTF"), "\(mended)")
    }

    @Test func `files are imported with their own columns, dates and encoding`() throws {
        let session = try RegistrySession(policy: #"{"policy":"service","hash":"bcrypt","hashCost":4}"#)
        let text = "E-Mail;Name;Abteilung;Geburtstag;Notizen\nann@x.example;Ann Lee;Vertrieb;05/06/1990;x\n"
        let file = try session.file("p.csv", text)
        let importing = ["accounts", "import", file, "--allow-missing"]
        func bring(_ options: String...) throws -> Answer { try session.run(importing + options) }
        #expect(try bring().says(65, "or --map COLUMN=KEY"))
        let map = ["--map", "Name=firstName+lastName", "--map=Geburtstag=birthday", "--map", "Notizen="]
        func mapped(_ more: String...) throws -> Answer { try session.run(importing + map + more) }
        #expect(try mapped("--keep-unknown").says(65, "two ways", "add --dates dmy"))
        #expect(try mapped("--keep-unknown", "--dates", "dmy").status == 0)
        let account = try #require(session.text(of: "ann"))
        for member in [
            #""firstName": "Ann""#, #""lastName": "Lee""#, #""birthday": "1990-06-05""#,
            #""Abteilung": "Vertrieb""#,
        ] { #expect(account.contains(member), "\(account)") }
        #expect(!account.contains("Notizen"))
        let again = try mapped("--keep-unknown", "--dates", "dmy", "--update")
        #expect(again.out == "\(Answer.imported(0, unchanged: 1))\n", "\(again)")
        _ = try session.file("p.csv", text.replacing("Vertrieb", with: "Einkauf"))
        #expect(try mapped("--keep-unknown", "--dates", "dmy", "--update").status == 0)
        #expect(session.text(of: "ann")?.contains("\"Abteilung\": \"Einkauf\"") == true)
        #expect(try bring("--map", "Team").status == 64)
        #expect(try bring("--map", "Team=passwort").status == 64)
        #expect(try bring("--map", "Name=firstName+phone").status == 64)
        let twice = try mapped("--map", "name=full", "--keep-unknown", "--dates=dmy", "--update", "--dry-run")
        #expect(twice.out.contains("full: not set → Ann Lee\n"), "\(twice)")
        #expect(try bring("--encoding", "latin1").status == 64)
        let data = Data(try Repository.bytes("Fixtures/mistakes/import/windows-1252.csv"))
        try data.write(to: URL(fileURLWithPath: session.home.path + "/w.csv"))
        let western = ["accounts", "import", "w.csv", "--allow-missing", "--encoding", "windows-1252"]
        #expect(try session.run(western).status == 0)
        #expect(session.home.text("accounts/sam@post.example.json")?.contains("Müller") == true)
        let mixed = [UInt8]("email,firstName\na@x.example,Łukasz\nb@x.example,Zo".utf8) + [0xEB, 0x0A]
        try Data(mixed).write(to: URL(fileURLWithPath: session.home.path + "/w.csv"))
        let hinted = try session.run(western)
        #expect(hinted.err.contains("mixes two") && !hinted.err.contains("another"), "\(hinted)")
    }

    @Test func `what is refused of an email, a date or a phone is shown with what to do about it`() throws {
        let session = try RegistrySession(policy: #"{"policy":"service","required":["email"]}"#)
        let rows = [
            ("a@x.example,030 901820,", "phone \"030 901820\" must be", "add '--country +49'"),
            (
                "a@x.example,+49 30 901820 x12,", "\"+49 30 901820 x12\"",
                "an extension has no place in a phone"
            ),
            ("a@x.example,\"4,93E+11\",", "phone \"4,93E+11\"", "a spreadsheet has cut off '4,93E+11'"),
            ("a@x.example,901820,", "phone \"901820\"", "with its country code, as +49 30 901820"),
            ("a@x.example,,31/05/1990", "there is no month 31", "with '--dates dmy' '31/05/1990' is 31 May"),
            ("a@x.example,,31/02/1990", "birthday \"31/02/1990\"", "write the date as YYYY-MM-DD"),
            ("a@x,,", "email \"a@x\" must have a dot", Answer.nothingImported),
            ("$2y$04$abcdefghijklmnopqrstuv@x,,", "email must", Answer.nothingImported),
        ]
        for (row, message, hint) in rows {
            let file = try session.file("p.csv", "email,phone,birthday\n\(row)\n")
            let answer = try session("accounts import \(file) --dates mdy")
            #expect(
                answer.status == 65 && answer.err.contains(message) && answer.err.contains(hint), "\(answer)")
        }
        let file = try session.file("p.csv", "email,phone\na@x.example,030 901820\nb@x.example,+4930901821\n")
        let answer = try session("accounts import \(file) --country +49")
        #expect(answer.status == 0)
        #expect(
            answer.err == """
                regapp: 1 phone without a country code: +49 was put before
                regapp: registered a@x.example, b@x.example

                """)
        #expect(session.text(of: "a")?.contains("\"+4930901820\"") == true)
        #expect(try session("accounts import \(file) --country 49").status == 64)
        let entry = "dn: uid=a\nmail: a@x.example\ntelephoneNumber: 030 901820 x1\n"
        let refused = try session.importing("p.ldif", entry)
        #expect(refused.err.contains("hint: an extension") && !refused.err.contains("--map"), "\(refused)")
        let hashes =
            "dn: uid=a\nmail: a@x.example\n" + String(repeating: "userPassword: abJnggxhB/yWI\n", count: 2)
        let twice = try session.importing("p.ldf", hashes.replacing(": ab", with: ": {CRYPT}ab"))
        #expect(twice.err.contains("\nregapp: hint: leave one userPassword in such an entry"), "\(twice)")
        let stars = try session.importing("s.csv", "email,password\na@x.example,********\n")
        #expect(stars.err.contains("s.csv:2: password is only stars"))
        let masked = try RegistrySession(policy: #"{"policy":"service","phoneMask":"none"}"#)
        #expect(try masked("accounts", "import", file, "--country", "+49").status == 64)
    }

    @Test func `what was read otherwise than it stands is counted`() throws {
        let session = try RegistrySession(policy: #"{"policy":"service","required":["email"]}"#)
        func bring(_ name: String, _ text: String, _ more: String...) throws -> Answer {
            try session.run(["accounts", "import", session.file(name, text), "--update"] + more)
        }
        let names = "email,Name,passwordSet,canLogIn\na@x.example,\"Lee, Ann\",true,\n"
        #expect(
            try bring("p.csv", names, "--map", "Name=firstName+lastName").err == """
                regapp: 1 name with a comma: the last name was taken to come first
                regapp: 2 columns and keys that regapp computes left out: passwordSet, canLogIn
                regapp: registered a@x.example

                """)
        let guessed = try bring("p.csv", "email,Mobile,SURNAME,first name\na@x.example,+4930901820,Lee,Ann\n")
        #expect(guessed.err == "regapp: read under another name: Mobile as phone, SURNAME as lastName\n")
        let dump =
            #"[{"model":"a.b","fields":{}},{"model":"auth.user","fields":{"email":"a@x.example","password":""}}]"#
        #expect(
            try bring("d.json", dump).err == """
                regapp: skipped, not persons: 1 entry
                regapp: 1 account of a Django dump: the fields were read

                """)
        let same = try bring("l.json", try session("accounts list --json").out)
        #expect(same.out == "\(Answer.imported(0, unchanged: 1))\n", "\(same)")
        #expect(try session("accounts edit a@x.example --set team=x").status == 0)
        let table = "email,Team\na@x.example,y\n"
        #expect(
            try bring("p.csv", table, "--keep-unknown").says(
                65, "hint: add '--map Team=team' if they are one key"))
        #expect(try bring("p.csv", table, "--map", "Team=team").out.contains("1 account updated"))
    }

    @Test func `a dry run gives a program everything that is wrong`() throws {
        let session = try RegistrySession(policy: #"{"policy":"service"}"#)
        let lines = (1...12).map { "a\($0)@x,\n" }.joined()
        let file = try session.file("p.csv", "email,phone\n" + lines + "b@x.example,1\n")
        let answer = try session("accounts import \(file) --allow-missing --dry-run --json")
        #expect(answer.status == 65 && answer.out.matches(of: /"line": \d+/).count == 13, "\(answer)")
        #expect(
            answer.out.contains("\"line\": 14,") && answer.out.contains("\"field\": \"phone\""), "\(answer)")
        #expect(
            answer.err.contains("\(Answer.nothingImported): 13 problems") && !answer.err.contains("p.csv:2"))
    }

    @Test func `a key that no account may have is refused, whatever a column is called`() throws {
        let answer = try session.importing(
            "p.csv", "email,Expirse\nann@x.example,2026-01-31\n", "--allow-missing", "--keep-unknown")
        #expect(answer.status == 65 && session.accounts.isEmpty, "\(answer)")
    }

    /// What has no end, or would fill the memory, and what is said of it.
    @Test(arguments: [
        ("csv", "(echo 'email;phone'; yes ';' | tr -d '\\n')", ":2: longer than 2097152 bytes"),
        ("json", "(printf '[{\"'; yes ' ')", ":1: "),
        ("passwd-file", "tr '\\0' a < /dev/zero", ":1: longer than 2097152 bytes"),
    ])
    func `a file without end needs less than 64 MiB`(format: String, script: String, message: String) throws {
        let answer = try session.shell(
            "ulimit -d 65536; \(script) | $REGAPP accounts import /dev/stdin --format \(format)")
        #expect(answer.status == 65 && answer.err.contains(message), "\(answer)")
    }

    @Test func `a dry run of more changes than a screen shows groups them by field`() throws {
        let session = try RegistrySession(policy: RegistrySession.lenient)
        var table = "email,lastName,team\n"
        for number in 10...40 {
            if number < 40 { try session.put("u\(number)@x.example", more: #""team": "old""#) }
            table += "u\(number)@x.example,\(number < 15 ? "Roe" : "Doe"),board\n"
        }
        let words = ["--update", "--keep-unknown", "--dry-run"]
        let file = try session.file("p.csv", table)
        let grouped = try session.run(["accounts", "import", file] + words)
        #expect(
            grouped.out == """
                Last name: 5 people (u10@x.example, u11@x.example, u12@x.example and 2 more)
                team: 30 people (u10@x.example, u11@x.example, u12@x.example and 27 more)
                add: 1 person (u40@x.example)
                1 account would be registered, 30 accounts would be updated

                """, "\(grouped)")
        let listed = try session.run(["accounts", "import", file, "--all"] + words)
        #expect(listed.out.split(separator: "\n").count == 32, "\(listed)")
        let few = try session.file("q.csv", table.split(separator: "\n").prefix(21).joined(separator: "\n"))
        #expect(try session.run(["accounts", "import", few] + words).out.contains("line 21: change u29@"))
    }

    @Test func `progress says how much is done of how much`() throws {
        let session = try RegistrySession(
            policy: #"{"policy":"authorisation","hash":"bcrypt","hashCost":12}"#)
        let people = (1...12).map { "u\($0)@x.example,password1\n" }.joined()
        let file = try session.file("p.csv", "email,password\n" + people)
        let terminal = try PseudoTerminal(
            .regapp, ["accounts", "import", file, "--allow-missing"], in: session.home)
        try terminal.expect("hashing passwords: ")
        #expect(try terminal.waitForExit(after: " of 12") == .exited(0))
        #expect(terminal.output.contains(Answer.imported(12)))
    }
}
