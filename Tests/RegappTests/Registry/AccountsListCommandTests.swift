import RegappTestSupport
import Testing

/// `regapp accounts list` with what narrows it, and one value of an account.
@Suite struct AccountsListCommandTests {
    private let session: RegistrySession

    init() throws {
        session = try RegistrySession(
            policy: #"{"policy":"albums","hash":"bcrypt","hashCost":4,"required":["lastName"]}"#)
        let hash = RegistrySession.hash
        for (email, rest) in [
            (
                "ann@x.example",
                #""firstName":"Ann","lastName":"Lee","phone":"+79161234567","passwordHash":"\#(hash)","team":"red""#
            ),
            (
                "bob@x.example",
                #""firstName":"Bob","passwordHash":"!\#(hash)","registered":"2026-01-31T12:00:00Z""#
            ),
            ("cy@y.example", #""lastName":"Roe-Lee","password":"Sunny1day","team":["a","b"]"#),
        ] {
            try session.home.write("accounts/\(email).json", #"{"email":"\#(email)",\#(rest)}"#)
        }
    }

    private func list(_ line: String) throws -> Answer { try session("accounts list " + line) }

    @Test func `a list is narrowed, sorted and counted`() throws {
        #expect(try list("X.example --fields email").out == "ann@x.example\nbob@x.example\n")
        #expect(try list("--locked --count").out == "1\n")
        #expect(try list("--incomplete --fields email,missing").out == "bob@x.example\tlastName\n")
        #expect(try list("--without-password --count").out == "0\n")
        #expect(try list("--since 31.01.2026 --count").out == "1\n")
        #expect(try list("--since 2026-02-01 --count").out == "0\n")
        #expect(try list("--since soon").status == 64)
        let sorted = "ann@x.example\ncy@y.example\nbob@x.example\n"
        #expect(try list("--sort lastName --fields email").out == sorted)
        #expect(try list("--count --json").out == "3\n")
    }

    /// Rows: a line, and what they print, without white space for JSON.
    @Test(arguments: [
        ("--count-by team", "\t1\na\t1\nb\t1\nred\t1\n"),
        ("--count-by locked", "false\t2\ntrue\t1\n"),
        ("--count-by lastName Lee --csv", "lastName,accounts\r\nLee,1\r\nRoe-Lee,1\r\n"),
        (
            "--count-by missing --csv --safe-for-spreadsheets",
            "\"missing\",\"accounts\"\r\n\"\",\"2\"\r\n\"lastName\",\"1\"\r\n"
        ),
        (
            "--count-by team --where 'team!=a' --json",
            #"[{"value":null,"accounts":1},{"value":"red","accounts":1}]"#
        ),
        ("ann --fields phone --csv --safe-for-spreadsheets", "\"phone\"\r\n\"'+79161234567\"\r\n"),
    ])
    func `accounts are counted by what they have under a key`(_ line: String, out: String) throws {
        let answer = try list(line)
        let isJSON = line.contains("--json")
        #expect(answer.status == 0 && answer.out.filter { !isJSON || !$0.isWhitespace } == out)
        for other in ["--sort=email", "--count", "--fields=email"] {
            #expect(try list("--count-by team " + other).status == 64)
        }
        #expect(try list("--safe-for-spreadsheets").status == 64)
    }

    @Test func `the log says who was seen last`() throws {
        let folder = session.home.path + "/documents"
        func line(_ time: String, _ what: String, _ email: String) -> String {
            "\(time) host regapp[7]: \(what) phase=auth rhost=- account=\(email) directory=\(folder)\n"
        }
        let log =
            line("2025-05-20T10:11:12+0100", "granted", "ann@x.example")
            + line("2025-05-21T10:11:12.5+01:00", "login", "cy@y.example")
            + line("2025-05-22T10:11:12+0100", "refused", "bob@x.example")
            + line("2025-05-22T10:11:12+0100 host sshd[1]:", "granted", "bob@x.example")
            + line("2999-05-22T10:11:12+0100", "granted", "bob@x.example")
            + line("May 20 10:11:12", "granted", "gone@x.example")
        let dry = try session("accounts seen - --dry-run", input: .text(log))
        #expect(
            dry.out.hasPrefix("change ann@x.example: Last seen: not set → 2025-05-20\nchange cy@y.example: "))
        let seen = try session("accounts seen - --json", input: .text(log))
        #expect(
            seen.status == 0 && seen.out.contains("\"unknown\": 1") && seen.err.contains("2 lines of regapp"))
        let shown = "ann@x.example\t2025-05-20\nbob@x.example\t\ncy@y.example\t2025-05-21\n"
        #expect(try list("--fields email,lastSeen").out == shown)
        #expect(try session("accounts seen -", input: .text(log)).err.contains("already have these values"))
        #expect(try list("--not-seen-since 2025-05-21 --count").out == "1\n")
        #expect(try list("--not-seen-since -1d").out.hasSuffix("\t2025-05-21\n"))
        #expect(try list("--not-seen-since +1d").status == 64)
        #expect(try session("accounts seen /dev/null").err.contains(Answer.nothingChanged))
        // A file that cannot be accepted is named, and keeps no other from being noted.
        try session.home.write("accounts/bob@x.example.json", "{bad")
        let both =
            line("2025-06-01T10:11:12Z", "granted", "bob@x.example")
            + line("2025-06-01T10:11:12Z", "granted", "ann@x.example")
        #expect(try session("accounts seen -", input: .text(both)).says(65, "bob@x.example.json:1:2"))
        #expect(try session("accounts show ann@x.example --field lastSeen").out == "2025-06-01\n")
    }

    @Test func `one account is shown with its keys of one's own`() throws {
        #expect(try session("accounts show ann@x.example").out.hasSuffix("\nteam:       red\n"))
    }

    @Test func `whatever locks a hash and whatever its key is called, no list shows it`() throws {
        let hash = RegistrySession.hash
        for (number, lock) in [" ", "!!", "*", "!", "", "!! "].enumerated() {
            try session.home.write(
                "accounts/n\(number)@z.example.json",
                "{\"email\": \"n\(number)@z.example\", \"old\": \"\(lock)\(hash)\", \"pin\": \"\(lock)$y$secret\"}\n"
            )
        }
        let shown = try list("z.example --fields email,old,pin")
        #expect(shown.status == 0 && !shown.out.contains("$") && shown.out.contains("n5@z.example\t****"))
        for key in ["userPassword", "oldPassword", "PASSWD", "pwd_2019"] {
            #expect(try list("--fields " + key).status == 64, "\(key)")
        }
        #expect(try list("--fields ' email , team ' --csv ann").out == "email,team\r\nann@x.example,red\r\n")
    }

    @Test func `keys of people's own are columns as fields are`() throws {
        #expect(
            try list("--fields email,team,phone").out
                == "ann@x.example\tred\t+7 (916) 123-45-67\nbob@x.example\t\t\ncy@y.example\ta,b\t\n")
        #expect(
            try list("--fields email,team,lastName --csv").out
                == "email,team,lastName\r\nann@x.example,red,Lee\r\nbob@x.example,,\r\n"
                + "cy@y.example,a;b,Roe-Lee\r\n")
        let json = try list("--fields team,email,team --json cy").out.filter { !$0.isWhitespace }
        #expect(json == #"[{"team":["a","b"],"email":"cy@y.example"}]"#)
        #expect(try list("--fields emial").says(0, "'emial'", Answer.didYouMean("email")))
        let order = try list("--sort lastnme")
        #expect(order.status == 0 && order.err.contains("'lastnme'"))
        #expect(order.err.contains(Answer.didYouMean("lastName")))
        let all = try list("--json ann").out.filter { !$0.isWhitespace }
        #expect(all.hasSuffix(#""missing":[],"team":"red"}]"#))
        try session.home.write(
            "accounts/dee@z.example.json",
            #"{"team":1,"locked":"no","email":"dee@z.example","passwrod":"sesame1","hash":{"pwd":"sesame2","n":1.50}}"#
        )
        let dee = try session("accounts show dee@z.example --json").out.filter { !$0.isWhitespace }
        #expect(dee.hasSuffix(#""missing":["lastName"],"team":1,"hash":{"pwd":"********","n":1.50}}"#))
        #expect(dee.contains(#""locked":false"#) && !dee.contains("sesame"))
    }

    @Test(arguments: ["", "--json", "--csv", "--fields email,team,missing --json", "--sort passwordSet"])
    func `no list holds a hash or a plain password`(line: String) throws {
        let out = try list(line).out
        #expect(out.contains("ann@x.example") && !out.contains("$6$") && !out.contains("Sunny1day"))
    }

    @Test(arguments: [
        "--fields password", "--fields email,passwordHash", "--fields pwd",
        "--sort password", "--fields ''", "--fields email,",
    ])
    func `a password is no column`(line: String) throws {
        let answer = try list(line)
        #expect(answer.status == 64 && answer.out.isEmpty)
    }

    @Test func `one value of an account is printed exactly, or nothing`() throws {
        func show(_ key: String, _ email: String = "ann@x.example") throws -> Answer {
            try session("accounts show \(email) --field", key)
        }
        #expect(try show("phone") == Answer(0, out: "+79161234567\n"))
        #expect(try show("team") == Answer(0, out: "red\n"))
        #expect(try show("locked", "bob@x.example") == Answer(0, out: "true\n"))
        #expect(
            try show("birthday") == .error(65, "birthday is not in ~/documents/accounts/ann@x.example.json"))
        for secret in ["password", "passwordHash"] { #expect(try show(secret, "cy@y.example").status == 64) }
        #expect(try show("phone", "eve@x.example").status == 67)
    }
}
