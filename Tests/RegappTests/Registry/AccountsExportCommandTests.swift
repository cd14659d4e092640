import RegappJSON
import Foundation
import RegappTestSupport
import Testing

@testable import RegappCore

/// `accounts export` into a file that a server reads, and of some accounts.
@Suite struct AccountsExportCommandTests {
    private let session: RegistrySession
    private let users: String

    private static func hasNoHash(_ email: String) -> String {
        "regapp: warning: \(email) has no password hash; it is left out\n"
    }

    private static func hasPlainPassword(_ email: String) -> String {
        "regapp: warning: \(email) has a plain password, which is never exported; it is left out\n"
    }

    /// What an export ends with that leaves out one account for its plain password.
    private static let oneIsMissing = Answer.error(
        65, "1 account that can log in here is left out, because the password is in plain text",
        hint: "'regapp accounts password EMAIL' stores a hash, as the next 'regapp login' does")

    private static func line(_ email: String) -> String { "\(email):\(RegistrySession.hash)\n" }

    /// A registry of Ann and Zoe, exported once into `users`, which others may read by then.
    init() throws {
        session = try RegistrySession(of: "ann@x.example")
        try session.put("zoe@x.example", "Zoe", hash: RegistrySession.hash)
        users = session.home.path + "/users"
        #expect(try export() == Answer(0))
        #expect(try Self.mode(users) == 0o600)
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: users)
    }

    private func export() throws -> Answer {
        try session("accounts export --format htpasswd --output", users)
    }

    private static func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private static func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `export says what the format cannot hold and which accounts it leaves out`() throws {
        let session = try RegistrySession(of: "ann@x.example")
        try session.put("bob@x.example", "Bob", password: "password1")
        let answer = try session("accounts export --format htpasswd")
        #expect(answer.out == "ann@x.example:\(RegistrySession.hash)\n")
        // A timer has to notice that Bob is missing, who can log in here.
        #expect(answer.status == 65)
        #expect(answer.err == Self.hasPlainPassword("bob@x.example") + Self.oneIsMissing.err)
        try session.put("bob@x.example", "Bob")
        let without = try session("accounts export --format htpasswd")
        #expect(without == Answer(0, out: answer.out, err: Self.hasNoHash("bob@x.example")))
        // Only a terminal shows which fields the format cannot hold: a service exports every hour.
        let lost = "regapp: warning: htpasswd cannot hold these fields: first name, last name"
        let terminal = try PseudoTerminal(
            .regapp, ["accounts", "export", "--format", "htpasswd"], in: session.home,
            environment: ["NO_COLOR": "1"])
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(terminal.output.hasSuffix(lost + "\r\n"))
        try session.put("bob@x.example", "Bob", password: "password1")
        #expect(try !session("accounts export").out.contains("password1"))
    }

    @Test func `a broken account file is left out, and the others are as they are now`() throws {
        try session.put("bob@x.example", "Bob", hash: RegistrySession.hash)
        try session.home.write("accounts/zoe@x.example.json", "{")
        let answer = try export()
        #expect(answer.status == 65 && answer.out.isEmpty)
        #expect(answer.err.contains("~/documents/accounts/zoe@x.example.json:1:2: "))
        #expect(Self.text(users) == Self.line("ann@x.example") + Self.line("bob@x.example"))
        #expect(try Self.mode(users) == 0o640)
    }

    /// Rows: what a shell does to the documents, the exit code, and the message.
    static let failures: [(damage: String, status: Int32, told: String)] = [
        ("echo '{ \"policy\": \"albmus\" }' > policy.json", 65, "policy.json:1:13: "),
        ("rm policy.json", 64, "has no registry yet"),
        ("rm accounts/zoe*; ln -s ann@x.example.json accounts/zoe@x.example.json", 74, "a symbolic link"),
        // A folder that is not mounted looks like a registry from which every account was removed.
        ("mv accounts elsewhere", 74, "/accounts: No such file or directory"),
        ("mv accounts others; ln -s others accounts", 74, "accounts"),
        ("rm accounts/zoe*; mkdir accounts/zoe@x.example.json", 74, Answer.notRegular),
    ]

    @Test(arguments: failures)
    func `a failed replacement leaves the old file`(damage: String, status: Int32, told: String) throws {
        let before = Self.text(users)
        #expect(try session.shell("cd documents && { \(damage); }").status == 0)
        let answer = try export()
        #expect(answer.status == status && answer.err.contains(told), "\(answer)")
        #expect(try Self.text(users) == before && Self.mode(users) == 0o640)
        #expect(!session.home.paths().contains { $0.contains(".regapp-") })
    }

    @Test(arguments: ExchangeFormat.allCases)
    func `a password written by hand counts in every format at once`(format: ExchangeFormat) throws {
        try session.put("ann@x.example", password: "password2", hash: RegistrySession.hash)
        let answer = try session("accounts export ann@x.example --format", format.rawValue)
        #expect(!answer.out.contains("$6$") && !answer.out.contains("password2"))
        if case .logins = format.definition.use {
            #expect(answer.status == 65 && !answer.out.contains("ann@x.example"))
            #expect(answer.err == Self.hasPlainPassword("ann@x.example") + Self.oneIsMissing.err)
        } else {
            #expect(answer.out.contains("ann@x.example") == format.definition.fields.contains(.email))
            #expect(answer.status == 0 && answer.err.isEmpty)
        }
    }

    /// Rows: a format for servers, and the kinds of hashes that all of its servers verify.
    @Test(arguments: [
        ("htpasswd", ["apr1", "sha", "des", "md5"]), ("ldif", ["sha", "ssha", "des", "md5"]),
        ("passwd-file", ["sha", "ssha", "des", "md5"]),
    ])
    func `an export for servers has the hashes that all of them verify, and names the rest`(
        format: String, known: [String]
    ) throws {
        let session = try RegistrySession(policy: #"{"policy":"service","hash":"bcrypt","hashCost":4}"#)
        for (name, hash) in ImportedFilesTests.foreign { try session.put("\(name)@x.example", hash: hash) }
        let exported = try session("accounts export --format", format)
        // People who can log in here are missing.
        #expect(exported.status == 65 && exported.err.contains("add --any-hash"), "\(exported)")
        let any = try session("accounts export --any-hash --format", format)
        #expect(any.status == 0 && !any.err.contains("left out"), "\(any)")
        for (name, hash) in ImportedFilesTests.foreign {
            let isKnown = known.contains(name)
            #expect(exported.out.contains(hash) == isKnown || format == "ldif", "\(exported.out)")
            let warning = "warning: \(name)@x.example has a hash that not every server verifies"
            #expect(exported.err.contains(warning) != isKnown, "\(exported.err)")
        }
    }

    @Test(arguments: ExchangeFormat.allCases)
    func `the file of each format is the recorded one and reads as these`(format: ExchangeFormat) throws {
        let session = try RegistrySession(
            policy: #"{"policy":"authorisation","nameAlphabet":"any","phoneMask":"none"}"#)
        var ann: AccountRecord = [
            .lastName: #"O'Neil, "Lee"; \ Été"#, .passwordHash: RegistrySession.hash,
            .registered: "2026-01-31T12:00:00Z", .expires: "2090-12-31",
        ]
        for field in AccountRecord.exportedFields where ann[field] == nil && !field.example.isEmpty {
            ann[field] = field.example
        }
        try session.home.write(
            "accounts/ann@mail.example.json",
            String(decoding: ann.json(withPassword: false).fileBytes, as: UTF8.self))
        try session.put("bob@x.example", "Bob", hash: RegistrySession.hash)
        let bob: AccountRecord = [
            .email: "bob@x.example", .firstName: "Bob", .lastName: "Doe", .passwordHash: RegistrySession.hash,
        ]
        let answer = try session("accounts export --format", format.rawValue)
        #expect(answer.status == 0 && answer.err.isEmpty)
        // It holds of both what the format has fields for.
        var reader = format.reader()
        let read = reader.read(Array(answer.out.utf8)) + reader.finish()
        let found = try read.map { try $0.result.get() }
        try Repository.expect(
            answer.out, isIn: "Fixtures/exports/accounts.\(format.ending)",
            where: found.map { $0.filter { field, _ in format.definition.fields.contains(field) } },
            are: [ann, bob].map { $0.filter { field, _ in format.definition.fields.contains(field) } })
    }

    @Test func `list and check report a password written by hand, and not the hash beside it`() throws {
        try session.put("ann@x.example", password: "password2", hash: RegistrySession.hash)
        try session.put("zoe@x.example", "Zoe", password: "password2")
        let states = try session("accounts list").out.split(separator: "\n").map { line in
            line.split(separator: "\t").first { ["set", "not set"].contains($0) }
        }
        #expect(states == ["set", "set"])
        let notes = try session("check").out.split(separator: "\n").filter {
            $0.contains("in plain text")
        }
        #expect(notes.map { $0.contains("; it overrides the hash in the file; ") } == [true, false])
    }

    @Test func `formulas stay out of spreadsheets where that is asked for, and of no other format`() throws {
        let session = try RegistrySession()
        try session.put("ann@x.example", "=1+1", hash: RegistrySession.hash)
        #expect(try session("accounts export --format csv").out.contains("ann@x.example,=1+1,"))
        let safe = try session("accounts export --format csv --safe-for-spreadsheets")
        #expect(safe.status == 0 && safe.out.contains("\"ann@x.example\",\"'=1+1\",\"Doe\","))
        for format in ExchangeFormat.allCases.map(\.rawValue) where format != "csv" {
            let answer = try session("accounts export --format", format, "--safe-for-spreadsheets")
            #expect(answer.status == 64 && answer.out.isEmpty)
            #expect(answer.err.contains("--safe-for-spreadsheets needs --format csv"))
        }
    }

    @Test(arguments: ExchangeFormat.allCases)
    func `a registry without accounts does not empty a file`(format: ExchangeFormat) throws {
        func export(_ options: String...) throws -> Answer {
            try session.run(["accounts", "export", "--format", format.rawValue, "--output", users] + options)
        }
        #expect(try export().status == 0)
        let before = Self.text(users)
        #expect(try session.shell("rm documents/accounts/*").status == 0)
        let refusal = Answer.error(
            65, "there are no accounts to write, so ~/users would be emptied",
            hint: "see 'regapp path'; add --allow-empty to empty it anyway")
        #expect(try export() == refusal)
        #expect(try Self.text(users) == before && Self.mode(users) == 0o640)
        try session.home.write("accounts/bob@x.example.json", "{")
        #expect(try export().err.contains("there are no accounts to write") && Self.text(users) == before)
        #expect(try session.shell("rm documents/accounts/*").status == 0)
        #expect(try export("--allow-empty") == Answer(0))
        let empty = Self.text(users)
        #expect(empty != before)
        // Where there is nothing to lose, nothing is refused.
        #expect(try export() == Answer(0) && Self.text(users) == empty)
        #expect(try session.shell(": >users").status == 0)
        #expect(try export() == Answer(0) && Self.text(users) == empty)
        #expect(try session("accounts export --format", format.rawValue) == Answer(0, out: empty ?? ""))
    }

    @Test func `accounts that a format leaves out are there, so the file is emptied`() throws {
        for email in ["ann@x.example", "zoe@x.example"] {
            #expect(try session("accounts lock \(email)").status == 0)
        }
        #expect(try export() == Answer(0) && Self.text(users) == "")
    }

    @Test func `names without the domain are for servers, and files without hashes are not`() throws {
        let session = try RegistrySession()
        let hash = RegistrySession.hash
        for email in ["Ann@x.example", "bob@sub.x.example"] { try session.put(email, hash: hash) }
        try session.put("cy@x.example", hash: "!" + hash)
        #expect(
            try session("accounts export --format htpasswd --strip-domain X.example").out
                == "ann:\(hash)\nbob@sub.x.example:\(hash)\n")
        let names = try session("accounts export --format=passwd-file --strip-domain=x.example").out
        #expect(names.hasPrefix("ann:{") && names.contains("\ncy:{CRYPT}!"))
        #expect(try session("accounts export --strip-domain x.example").status == 64)
        #expect(try session("accounts export --without-hashes --format=htpasswd").status == 64)
        let csv = try session("accounts export --without-hashes --format csv").out
        #expect(!csv.contains("$") && csv.contains(",!,"))
        // What has no hash takes none away either.
        #expect(try session("accounts import - --format=csv --update", input: .text(csv)).status == 0)
        #expect(try session("accounts export --format=passwd-file --strip-domain=x.example").out == names)
    }

    @Test func `servers get names in lower case`() throws {
        let session = try RegistrySession(of: "Ann@X.example")
        for format in ExchangeFormat.allCases {
            let answer = try session("accounts export --format", format.rawValue)
            guard case .logins = format.definition.use else {
                #expect(!answer.out.contains("ann@x.example"), "\(format)")
                continue
            }
            #expect(answer.out.contains("ann@x.example") && !answer.out.contains("Ann@X"), "\(format)")
        }
    }

    @Test func `a path counts from the working directory, and a link is followed`() throws {
        let script = """
            mkdir www && ln -s ../users www/link && cd www &&
            "$REGAPP" accounts export zoe@x.example --format htpasswd --output link && test -L link
            """
        #expect(try session.shell(script) == Answer(0))
        #expect(Self.text(users) == Self.line("zoe@x.example"))
    }

    @Test(arguments: ["-", "/dev/stdout"])
    func `standard output is no file, and the answer says what to do`(path: String) throws {
        let hint = "leave --output out to print the accounts"
        #expect(
            try session("accounts export --output", path) == .error(64, "'\(path)' is not a file", hint: hint)
        )
    }

    @Test(arguments: ["/dev/fd/1", "/proc/self/fd/1", "/dev/stderr"])
    func `a stream is no file either, and keeps what is behind it`(path: String) throws {
        let script = """
            echo kept >log; "$REGAPP" accounts export --output \(path) >>log 2>&1; status=$?
            head -1 log; exit $status
            """
        #expect(try session.shell(script) == Answer(74, out: "kept\n"))
    }

    @Test(arguments: [
        "session.json", ".lock", "policy.json", "accounts/ann@x.example.json",
        "accounts/all.json",
    ])
    func `no file of the registry is replaced, whatever leads there`(path: String) throws {
        let before = session.home.tree()
        let script = """
            ln -s "$("$REGAPP" path)" link
            "$REGAPP" accounts export --format json --output link/\(path)
            """
        let answer = try session.shell(script)
        #expect(answer.status == 74 && answer.out.isEmpty)
        #expect(answer.err.contains("it is one of the files that regapp keeps\n"))
        #expect(session.home.tree() == before)
    }

    @Test func `the ending of the file says the format, where nothing else does`() throws {
        let users = session.home.path + "/users.htpasswd"
        #expect(try session("accounts export --output", users) == Answer(0))
        #expect(Self.text(users) == Self.line("ann@x.example") + Self.line("zoe@x.example"))
    }

    @Test(arguments: [
        ("users.xyz", "add --format json, csv, htpasswd, passwd-file or ldif"),
        ("people", "add --format json, csv, htpasswd, passwd-file or ldif"),
        ("users.xlsx", "write CSV, which a spreadsheet program opens: '--output people.csv'"),
    ])
    func `a file whose name tells no format is not written`(name: String, hint: String) throws {
        let answer = try session("accounts export --output", name)
        #expect(answer == .error(64, "cannot tell the format of '\(name)' from its name", hint: hint))
        #expect(!session.home.paths().contains(name))
    }

    @Test func `a file of tab-separated values has tabs`() throws {
        let path = session.home.path + "/people.tsv"
        #expect(try session("accounts export --output", path) == Answer(0))
        #expect(Self.text(path)?.hasPrefix("email\t") == true)
    }

    @Test func `some accounts come in the order of their files, each once`() throws {
        let both = Self.line("ann@x.example") + Self.line("zoe@x.example")
        let emails = ["zoe@x.example", "ANN@x.example", "ann@x.example"]
        let some = try BuiltProgram.regapp.run(
            ["accounts", "export"] + emails + ["--format", "htpasswd"], in: session.home)
        #expect(some.stdout == both && some.status == 0)
        let unknown = try session(
            "accounts export ann@x.example bob@x.example --format htpasswd --output", users)
        #expect(unknown == .error(67, "no account for 'bob@x.example'", hint: "see 'regapp accounts list'"))
        #expect(Self.text(users) == both)
    }
}
