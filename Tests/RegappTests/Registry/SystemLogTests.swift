import RegappTestSupport
import Testing

@testable import RegappCore
@testable import regapp

/// What the system's log gets.
@Suite(.waiting, OwnLog.needsMounts) struct SystemLogTests {
    private let session: RegistrySession
    private let log: OwnLog
    private let regapp: BuiltProgram

    init() throws {
        session = try RegistrySession()
        log = try OwnLog(in: session.home)
        regapp = log.seen(by: .regapp)
        try session.put("ann@x.example", hash: RegistrySession.hash)
        try session.put("leo@x.example", "Leo", hash: "!" + RegistrySession.hash)
        try session.put("new@x.example", "New")
    }

    /// Runs a command, and returns what the log got, without the directory.
    private func told(
        _ line: String, _ arguments: [String] = [], input: ProgramInput = .nothing,
        environment: [String: String?] = [:], status: Int32? = 0
    ) throws -> [String] {
        let words = try ShellWords.split(line) + arguments
        let result = try regapp.run(words, in: session.home, input: input, environment: environment)
        #expect(status == nil || result.status == status, "\(words): \(result.stderr)")
        return log.lines().map { $0.replacing(" directory=\(session.home.documents)", with: "") }
    }

    private func pam(
        _ user: String, _ password: String = "password1", phase: String = "auth",
        where conditions: [String] = [], status: Int32? = 77
    ) throws -> [String] {
        try told(
            "accounts verify --protocol pam", conditions, input: .text(password),
            environment: [
                "PAM_TYPE": phase, "PAM_USER": user, "PAM_SERVICE": "dovecot", "PAM_RHOST": "192.0.2.7",
            ], status: status)
    }

    private func refused(_ reason: String, _ account: String, phase: String = "auth") -> [String] {
        ["refused phase=\(phase) reason=\(reason) rhost=192.0.2.7 account=\(account) service=dovecot"]
    }

    @Test func `a login name is logged with its email, and one that nobody has is not`() throws {
        try session.home.write(
            "policy.json", #"{"policy":"service","hash":"bcrypt","hashCost":4,"loginKey":"email,login"}"#)
        try session.put("ann@x.example", hash: RegistrySession.hash, more: #""login": "Mueller""#)
        let granted = "granted phase=auth rhost=192.0.2.7 account=ann@x.example login=Mueller service=dovecot"
        #expect(try pam("mueller", status: 0) == [granted])
        #expect(try pam("ann@x.example", status: 0) == [granted])
        #expect(try pam("Tr0ub4dor") == refused("unknown", "-"))
        let login = try told("login --email mueller --password-stdin", input: .text("password1"))
        #expect(login.last?.hasPrefix("login account=ann@x.example login=Mueller ") == true, "\(login)")
        #expect(try pam("mueller", "x") == refused("wrong-password", "ann@x.example login=Mueller"))
        for (name, reason, account) in [
            ("MUELLER", "wrong-password", "ann@x.example"), ("Tr0ub4dor", "unknown", "-"),
        ] {
            let refused = try told("login --email \(name) --password-stdin", input: .text("x"), status: 77)
            #expect(refused == ["login-refused reason=\(reason) account=\(account) command=login uid=0"])
        }
    }

    @Test func `a question of PAM is logged with its answer, its reasons and its host`() throws {
        let granted = "granted phase=auth rhost=192.0.2.7 account=ann@x.example service=dovecot"
        #expect(try pam("ANN@x.example", status: 0) == [granted])
        #expect(try pam("ann@x.example", "x") == refused("wrong-password", "ann@x.example"))
        #expect(try pam("bob@x.example") == refused("unknown", "bob@x.example"))
        #expect(try pam("leo@x.example") == refused("locked", "leo@x.example"))
        #expect(try pam("leo@x.example", "x") == refused("wrong-password,locked", "leo@x.example"))
        #expect(try pam("new@x.example") == refused("no-password", "new@x.example"))
        let board = ["--where", "team=board"]
        #expect(
            try pam("ann@x.example", where: board) == refused("not-selected,unknown-key", "ann@x.example"))
        let misspelt = ["--where", "taem!=board"]
        #expect(try pam("ann@x.example", where: misspelt) == refused("unknown-key", "ann@x.example"))
        try session.put("old@x.example", "Old", hash: RegistrySession.hash, more: #""expires": "2020-01-01""#)
        #expect(try pam("old@x.example") == refused("expired", "old@x.example"))
        try session.home.write("accounts/bad@x.example.json", "{")
        #expect(try pam("bad@x.example", status: 65) == refused("unacceptable-file", "bad@x.example"))
        #expect(
            try pam("ann@x.example", phase: "session", status: 64)
                == [
                    "refused phase=- reason=bad-request rhost=192.0.2.7 account=ann@x.example service=dovecot"
                ])
    }

    @Test func `each of twenty accounts has a line if the log's reader is awake`() throws {
        let emails = (1...20).map { "p\($0)@x.example" }
        for email in emails { try session.put(email, hash: RegistrySession.hash) }
        // The program waits 50 ms at most; on a busy machine the reader may sleep longer, but hardly each time.
        var most = 0
        for verb in ["lock", "unlock", "lock", "unlock", "lock"] where most < emails.count {
            let lines = try log.lines(upTo: emails.count) {
                let result = try regapp.run(["accounts", verb] + emails, in: session.home)
                #expect(result.status == 0, "\(result.stderr)")
            }
            most = max(most, lines.count)
        }
        #expect(most == emails.count)
    }

    @Test func `the reason and the end of a lock are logged`() throws {
        let lines = try told("accounts lock ann@x.example --until 2199-12-31 --reason", ["lost laptop"])
        #expect(
            lines.first?.hasPrefix(
                #"locked account=ann@x.example until=2199-12-31 lockReason=lost\u{20}laptop change="#)
                == true,
            "\(lines)")
        #expect(
            try told("accounts unlock ann@x.example").first?.hasPrefix("unlocked account=ann@x.example")
                == true)
    }

    @Test func `the account phase is logged`() throws {
        #expect(
            try pam("ann@x.example", phase: "account", status: 0)
                == ["granted phase=account rhost=192.0.2.7 account=ann@x.example service=dovecot"])
        #expect(
            try pam("leo@x.example", phase: "account") == refused("locked", "leo@x.example", phase: "account")
        )
        #expect(
            try pam("bob@x.example", phase: "account")
                == refused("unknown", "bob@x.example", phase: "account"))
    }

    @Test func `a question of Apache is logged with its IP`() throws {
        let lines = try told(
            "accounts verify --protocol external", input: .text("ann@x.example\nx\n"),
            environment: ["IP": "2001:db8::1"], status: 77)
        #expect(
            lines == [
                "refused phase=auth reason=wrong-password rhost=2001:db8::1 account=ann@x.example service=-"
            ])
    }

    @Test func `a question of HTTP is logged with what the proxy says of its client`() throws {
        // Rows: fields, and the line.
        let basic = { (user: String, password: String) in
            "Authorization: Basic \(Base64.encode(Array("\(user):\(password)".utf8)))\r\n"
        }
        let all = "X-Real-IP: 192.0.2.7\r\nX-Forwarded-For: 1.1.1.1\r\nX-Forwarded-Host: shop\r\n"
        let rows: [(String, String?)] = [
            (
                all + basic("ann", "password1"),
                "granted phase=auth rhost=192.0.2.7 account=ann@x.example service=shop"
            ),
            (
                "X-Real-IP:\r\nX-Forwarded-For: 1.1.1.1, ::1\r\n" + basic("ann@x.example", "x"),
                "refused phase=auth reason=wrong-password rhost=::1 account=ann@x.example service=host"
            ),
            // It may be a password.
            (basic("hunter2", "x"), "refused phase=auth reason=unknown rhost=- account=- service=host"),
            (
                basic("a@b.example", "x"),
                "refused phase=auth reason=unknown rhost=- account=a@b.example service=host"
            ),
            (all, nil), (": \r\n", "refused phase=auth reason=bad-request rhost=- account=- service=-"),
        ]
        for (fields, line) in rows {
            let lines = try told(
                "accounts verify --protocol http --domain x.example",
                input: .text("GET / HTTP/1.1\r\nHost: host\r\n\(fields)\r\n"), status: nil)
            #expect(lines == (line.map { [$0] } ?? []), "\(fields)")
        }
    }

    @Test func `rules that cannot be accepted are logged, and a question by hand only with --log`() throws {
        let password = ProgramInput.text("password1")
        #expect(try told("accounts verify ann@x.example --password-stdin", input: password) == [])
        #expect(
            try told("accounts verify ann@x.example --password-stdin --log", input: password) == [
                "granted phase=auth rhost=- account=ann@x.example service=-"
            ])
        #expect(try told("accounts list") == [])
        try session.home.write("policy.json", #"{"policy":"albmus"}"#)
        #expect(try pam("ann@x.example", status: 65) == refused("unacceptable-file", "ann@x.example"))
        #expect(
            try told("accounts verify ann@x.example --password-stdin --log", input: password, status: 65) == [
                "refused phase=auth reason=unacceptable-file rhost=- account=ann@x.example service=-"
            ])
    }

    @Test func `names that strangers choose stay in their place, in one short line`() throws {
        let long = String(repeating: "é\n ", count: 30_000)
        for (user, host) in [
            ("x\n<85>refused phase=auth reason=unknown rhost=198.51.100.1", "192.0.2.7"), (long, "192.0.2.7"),
            ("password1", "192.0.2.7"), ("rhost=198.51.100.1@x.example", "192.0.2.7"),
            ("a@x.example", "192.0.2.7\nrhost=198.51.100.1"), ("a@x.example", long),
        ] {
            _ = try regapp.run(
                ["accounts", "verify", "--protocol", "pam"], in: session.home, input: .text("password1"),
                environment: ["PAM_TYPE": "auth", "PAM_USER": user, "PAM_SERVICE": long, "PAM_RHOST": host])
            let line = try #require(log.datagram())
            let text = String(decoding: line, as: UTF8.self)
            #expect(line.count <= 1_024 && line.allSatisfy { (0x20..<0x7F).contains($0) }, "\(text)")
            let shown = host == long ? "\\u{e9}\\u{a}" : host.replacing("\n", with: "\\u{a}")
            #expect(text.contains("]: refused phase=auth reason=unknown rhost=\(shown)"), "\(text)")
            #expect(!text.contains("password1") && text.contains(" account="), "\(text)")
            #expect(log.datagram() == nil)
        }
    }

    @Test func `each change is logged with the user who made it`() throws {
        #expect(
            try told(
                "register --email eve@x.example --first-name Eve --last-name Doe --password-stdin",
                input: .text("logMeInn123"), environment: ["SUDO_USER": "a b"]) == [
                    "added account=eve@x.example change=1 command=register uid=0 sudo_user=a\\u{20}b",
                    "login account=eve@x.example change=1 command=register uid=0 sudo_user=a\\u{20}b",
                ])
        var number = 1
        func change(_ event: String, _ account: String, _ command: String, fields: String? = nil) -> [String]
        {
            number += 1
            let end = "change=\(number) command=\(command) uid=0" + (fields.map { " fields=" + $0 } ?? "")
            return ["\(event) account=\(account) \(end)"]
        }
        #expect(
            try told("accounts edit eve@x.example --last-name Lee --set team=board")
                == change("changed", "eve@x.example", "accounts-edit", fields: "lastName,team"))
        #expect(
            try told("edit --email eva@x.example")
                == change("changed", "eva@x.example formerly=eve@x.example", "edit", fields: "email"))
        #expect(try told("accounts lock ann@x.example") == change("locked", "ann@x.example", "accounts-lock"))
        #expect(try told("cancel") == change("unlocked", "ann@x.example", "undo"))
        #expect(
            try told("accounts password ann@x.example --generate")
                == change("changed", "ann@x.example", "accounts-password", fields: "password"))
        #expect(
            try told("accounts remove eva@x.example --yes") == change(
                "removed", "eva@x.example", "accounts-remove") + [
                    "logout account=eva@x.example change=\(number) command=accounts-remove uid=0"
                ])
    }

    @Test(arguments: [22, 300]) func `a change of many accounts is one line with their number`(count: Int)
        throws
    {
        let emails = (1...count).map { "u\($0)@x.example" }
        func told(_ words: [String], _ lines: [String]) throws -> [String] {
            let result = try regapp.run(
                ["accounts"] + words, in: session.home, input: .text(lines.map { $0 + "\n" }.joined()))
            #expect(result.status == 0, "\(words): \(result.stderr)")
            return log.lines().map { String($0.prefix { $0 != "/" }.dropLast(" uid=0 directory=".count)) }
        }
        func rows(_ last: String) -> [String] {
            ["email,firstName,lastName"] + emails.map { "\($0),Ann,\(last)" }
        }
        let file = ["import", "-", "--format", "csv", "--allow-missing", "--update"]
        let imported = "imported accounts="
        #expect(
            try told(file, rows("Doe").dropLast())
                == ["\(imported)\(count - 1) registered=\(count - 1) change=1 command=accounts-import"])
        #expect(
            try told(file, rows("Lee"))
                == ["\(imported)\(count) registered=1 updated=\(count - 1) change=2 command=accounts-import"])
        #expect(
            try told(["lock", "--from", "-", "--until", "2999-01-31", "--reason", "fees"], emails)
                == [
                    "locked accounts=\(count) until=2999-01-31 lockReason=fees change=3 command=accounts-lock"
                ])
        #expect(
            try told(["remove", "--from", "-", "--yes"], emails)
                == ["removed accounts=\(count) change=4 command=accounts-remove"])
        #expect(try self.told("undo") == ["registered accounts=\(count) change=5 command=undo uid=0"])
    }

    @Test func `logins are logged, and their refusals with the reason`() throws {
        try session.home.write("policy.json", RegistrySession.albums)
        func login(_ email: String, _ password: String, status: Int32 = 0) throws -> [String] {
            try told("login --email \(email) --password-stdin", input: .text(password), status: status)
        }
        let granted = ["login account=ann@x.example command=login uid=0"]
        // The second time nothing needs to be written. The first renews the hash.
        #expect(
            try login("ann@x.example", "password1")
                == ["rehashed account=ann@x.example command=login uid=0"] + granted)
        #expect(try login("ann@x.example", "password1") == granted)
        for (email, password, reason) in [
            ("ann@x.example", "x", "wrong-password"), ("leo@x.example", "password1", "locked"),
            ("bob@x.example", "x", "unknown"),
        ] {
            #expect(
                try login(email, password, status: 77)
                    == ["login-refused reason=\(reason) account=\(email) command=login uid=0"])
        }
    }

    @Test func `a login by first name is refused for the reasons of its accounts`() throws {
        try session.put("abe@x.example", "Abe", hash: RegistrySession.hash)
        try session.put("abc@x.example", "Abe", hash: "!" + RegistrySession.hash)
        for (name, password, reason) in [
            ("Zoe", "password1", "unknown"), ("Abe", "x", "wrong-password,locked"),
            ("Leo", "password1", "locked"), ("Leo", "x", "wrong-password,locked"),
        ] {
            #expect(
                try told("login --first-name \(name) --password-stdin", input: .text(password), status: 77)
                    == ["login-refused reason=\(reason) account=- command=login uid=0"], "\(name) \(password)"
            )
        }
    }

    @Test func `a person's change of a password is logged, and a refused one`() throws {
        func passwd(_ email: String, _ old: String, status: Int32 = 77) throws -> [String] {
            let lines = ProgramInput.text("\(old)\nlogMeInn123\nlogMeInn123\n")
            return try told("accounts passwd \(email)", input: lines, status: status)
        }
        let end = "command=accounts-change-password uid=0"
        for (email, old, reason) in [
            ("ann@x.example", "x", "wrong-password"), ("leo@x.example", "password1", "locked"),
            ("bob@x.example", "password1", "unknown"),
        ] {
            #expect(
                try passwd(email, old)
                    == ["denied service=change-password reason=\(reason) rhost=- account=\(email) \(end)"])
        }
        #expect(
            try passwd("ann@x.example", "password1", status: 0)
                == ["password-changed account=ann@x.example by=owner change=1 \(end)"])
    }

    /// A request to the page for passwords.
    private static func post(_ body: String) -> String {
        """
        POST / HTTP/1.1\r
        Host: x\r
        Content-Type: application/x-www-form-urlencoded\r
        Content-Length: \(body.utf8.count)\r
        \r
        \(body)
        """
    }

    @Test func `a right password leaves a line even if the new one is refused`() throws {
        let reason = "denied service=change-password reason=password-rules rhost=- account=ann@x.example"
        let body = "email=ann@x.example&password=password1&new=x&again=x"
        let page = try told(
            "accounts change-password --protocol http", input: .text(Self.post(body)), status: nil)
        #expect(page.count == 1 && page[0].hasPrefix(reason), "\(page)")
        for lines in ["password1\nx\nx\n", "password1\nlogMeInn123\nlogMeInn124\n"] {
            let typed = try told(
                "accounts passwd ann@x.example", input: .text(lines), status: 65)
            #expect(typed.count == 1 && typed[0].hasPrefix(reason), "\(typed)")
        }
    }

    @Test func `a password in the place of a name is not logged with the domain of the page`() throws {
        for (name, account) in [("Secret99", "-"), ("ann", "ann@x.example"), ("x@y.example", "x@y.example")] {
            for end in ["&password=z&new=rainy+day+9&again=rainy+day+9", "&forgot=yes"] {
                let body = "email=\(name)\(end)"
                let lines = try told(
                    "accounts change-password --protocol http --domain x.example",
                    input: .text(Self.post(body)), status: nil)
                #expect(lines.allSatisfy { $0.contains(" account=\(account) ") }, "\(lines)")
                #expect(!lines.isEmpty || end == "&forgot=yes")
            }
        }
    }

    @Test func `the last line of the log says that it was switched off; a profile is not logged`() throws {
        func rules(_ change: Int) -> [String] {
            ["rules change=\(change) command=policy-set uid=0 fields=log"]
        }
        #expect(try told("policy set log none") == rules(1))
        #expect(try told("accounts lock ann@x.example") == [])
        #expect(try pam("ann@x.example") == [])
        #expect(try told("policy set log auth") == rules(3))
        #expect(
            try told("policy use profile --yes") == ["rules change=4 command=policy-use uid=0 fields=policy"])
        #expect(try told("login --email abc@def.gh --password=12345") == [])
        #expect(try told("edit --first-name Ann") == [])
        #expect(try pam("ann@x.example", status: 64) == [])
    }

    @Test func `a log that is full costs a line, never an answer`() throws {
        // Nothing reads the socket, so its queue is full in the end.
        let filling = """
            import socket, sys
            log = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            log.connect(sys.argv[1])
            log.setblocking(False)
            try:
                while True: log.send(b"x")
            except BlockingIOError: print("full")
            """
        let full = try BuiltProgram(path: "/usr/bin/python3").run(
            ["-c", filling, session.home.path + "/log"], in: session.home)
        #expect(full.stdout == "full\n", "\(full.stderr)")
        let result = try regapp.run(
            ["accounts", "verify", "--protocol", "external"], in: session.home,
            input: .text("ann@x.example\npassword1\n"))
        #expect(result.status == 0 && result.stderr.isEmpty)
        #expect(log.lines().allSatisfy { $0 == "x" })
    }

    @Test func `programs that the tests run do not reach the log of the machine`() throws {
        #expect(try session.shell("[ ! -S /dev/log ]").status == 0)
        func notes(_ file: String) throws -> String {
            try session.shell("$REGAPP check \(file) | grep -c 'no /dev/log'").out
        }
        // A container has no log of its own, so the note would not help there.
        let container = "[ -e /.dockerenv ] || [ -e /run/.containerenv ] || [ -n \"${container+x}\" ]"
        let isInContainer = try session.shell(container).status == 0
        #expect(try notes("") == (isInContainer ? "0\n" : "1\n") && notes("--quiet") == "0\n")
        let boxed = try session.shell("container=podman $REGAPP check | grep -c 'no /dev/log'")
        #expect(boxed.out == "0\n")
        #expect(try session("policy set log none").status == 0 && notes("") == "0\n")
    }
}

/// A line as a value.
@Suite struct LogLineTests {
    private func text(_ facts: LogLine.Fact...) -> String {
        String(
            decoding: LogLine(priority: .notice, event: "refused", facts: facts).bytes(
                at: "Feb  3 04:05:06", process: 7),
            as: UTF8.self)
    }

    @Test(arguments: [
        ("ann@x.example", "ann@x.example"), ("", "-"), ("a b", #"a\u{20}b"#),
        ("a\nb\r\0", #"a\u{a}b\u{d}\u{0}"#),
        (#"a"\"#, #"a\u{22}\u{5c}"#), ("é\u{202E}\u{7F}", #"\u{e9}\u{202e}\u{7f}"#), ("a=b", "a=b"),
    ])
    func `a value is one word of printable ASCII`(value: String, word: String) {
        #expect(text(.init("key", value)) == "<85>Feb  3 04:05:06 regapp[7]: refused key=" + word)
    }

    @Test func `a long value is cut between characters, and the last gives way to the others`() {
        let long = String(repeating: "é", count: 100_000)
        let line = text(.init("rhost", long), .init("account", long), .init("directory", long, limit: nil))
        #expect(line.utf8.count <= LogLine.maximumBytes && line.utf8.count > LogLine.maximumBytes - 16)
        let values = line.split(separator: " ").dropFirst(5).map { $0.split(separator: "=")[1] }
        #expect(values.count == 3 && values.allSatisfy { $0.hasSuffix("}...") })
        #expect(values.prefix(2).allSatisfy { $0.utf8.count <= 255 })
    }
}
