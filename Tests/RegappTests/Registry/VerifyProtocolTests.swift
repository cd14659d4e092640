import Foundation
import RegappTestSupport
import RegappValues
import Testing

/// `accounts verify` as services ask it.
@Suite struct VerifyProtocolTests {
    private static let email = "ann@x.example"
    private static let refused = Answer.refused().err

    /// A row: what a service writes, and what it gets.
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let input: [UInt8]
        let status: Int32
        var variables: [String: String?] = [:]

        init(_ description: String, _ input: String, _ status: Int32, _ variables: [String: String?] = [:]) {
            self.init(description, Array(input.utf8), status, variables)
        }

        init(_ description: String, _ input: [UInt8], _ status: Int32, _ variables: [String: String?] = [:]) {
            testDescription = description
            self.input = input
            self.status = status
            self.variables = variables
        }
    }

    static let long = String(repeating: "x", count: 10_240)

    static let external = [
        Row("two lines", "ANN@x.example\npassword1\n", 0),
        Row("a name of the domain", "Ann\npassword1\n", 0),
        Row("a wrong password", "ann@x.example\npassword2\n", 77),
        Row("an unknown account", "bob@x.example\npassword1\n", 77),
        Row("a locked account", "leo@x.example\npassword1\n", 77),
        Row("an empty password", "ann@x.example\n\n", 77),
        Row("an empty name", "\npassword1\n", 77),
        Row("a name like an option", "--help\npassword1\n", 77),
        Row("a long password", "ann@x.example\n\(long)\n", 77),
        Row("a long name", "\(long)\npassword1\n", 77),
        Row("a NUL after the password", "ann@x.example\npassword1\0\n", 77),
        Row("a NUL after the name", "ann@x.example\0\npassword1\n", 77),
        Row("a carriage return", "ann@x.example\npassword1\r\n", 77),
        Row("nothing", "", 65),
        Row("one line", "ann@x.example\n", 65),
        Row("no LF at the end", "ann@x.example\npassword1", 65),
        Row("a third line", "ann@x.example\npassword1\n\n", 65),
        Row("the start of a third line", "ann@x.example\npassword1\nx", 65),
        Row("a name with a line break", "ann@x.example\npassword1\nwhatever\n", 65),
        Row("no UTF-8", Array("ann@x.example\n".utf8) + [0xFF, 0x0A], 65),
    ]

    private static func pam(_ user: String?, type: String? = "auth") -> [String: String?] {
        ["PAM_USER": user, "PAM_TYPE": type]
    }

    static let pam = [
        Row("a name of the domain", "password1", 0, pam("ann")),
        Row("a password that a NUL ends", "password1\0x", 0, pam("ANN@x.example")),
        Row("a password that the end of input ends", "password1", 0, pam(email)),
        Row("a wrong password", "password2\0", 77, pam(email)),
        Row("a password with a line break", "password1\n", 77, pam(email)),
        Row("an empty password", "", 77, pam(email)),
        Row("a NUL first", "\0password1", 77, pam(email)),
        Row("a long password", long, 77, pam(email)),
        Row("an unknown account", "password1\0", 77, pam("bob@x.example")),
        Row("a locked account", "password1\0", 77, pam("leo@x.example")),
        Row("a name with a line break", "password1\0", 77, pam("ann@x.example\npassword1")),
        Row("a name like an option", "password1\0", 77, pam("--help")),
        Row("a long name", "password1\0", 77, pam(long)),
        Row("an empty name", "password1\0", 64, pam("")),
        Row("no name", "password1\0", 64, pam(nil)),
        Row("another type", "password1\0", 64, pam(email, type: "session")),
        Row("the account phase", "", 0, pam("ANN@x.example", type: "account")),
        Row("a locked account's account phase", "password1\0", 77, pam("leo@x.example", type: "account")),
        Row("an unknown account's account phase", "", 77, pam("bob@x.example", type: "account")),
        Row("the account phase without a name", "", 64, pam("", type: "account")),
        Row("no type", "password1\0", 64, pam(email, type: nil)),
        Row("no UTF-8", [0xFF], 65, pam(email)),
    ]

    private static func registry() throws -> RegistrySession {
        let session = try RegistrySession(of: email)
        try session.put("leo@x.example", "Leo", hash: "!" + RegistrySession.hash)
        return session
    }

    @Test(arguments: ["external", "pam"])
    func `only the right password gets in, and little is said`(name: String) throws {
        let session = try Self.registry()
        // A service is not warned of modes each time.
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: session.home.document("accounts/\(Self.email).json"))
        let before = session.home.tree()
        let rows: [Row] = name == "pam" ? Self.pam : Self.external
        for row in rows {
            let answer = try session.run(
                ["accounts", "verify", "--protocol", name, "--domain", "x.example"], input: .bytes(row.input),
                environment: row.variables)
            #expect(answer.status == row.status && answer.out.isEmpty, "\(row.testDescription): \(answer)")
            #expect(
                answer.err.split(separator: "\n").count == (row.status == 0 ? 0 : 1), "\(row.testDescription)"
            )
            if row.status == 77 { #expect(answer.err == Self.refused, "\(row.testDescription)") }
        }
        #expect(session.home.tree() == before)
    }

    private static let ann =
        "Authorization: Basic \(Base64.encode(Array("ANN@x.example:password1".utf8)))\r\n"

    private static func basic(_ bytes: [UInt8]) -> String {
        "Authorization: basic  \(Base64.encode(bytes))\r\n"
    }

    private static func basic(_ credentials: String) -> String { basic(Array(credentials.utf8)) }

    /// The head of a request, as far as its empty line.
    private static func get(_ fields: String..., line: String = "GET / HTTP/1.0") -> String {
        line + "\r\n" + fields.joined() + "\r\n"
    }

    /// Rows: a request, and the code of the answer.
    static let http = [
        Row("the right password", get("Host: x\r\n", ann, line: "GET /a?b HTTP/1.1"), 200),
        Row("lines that end with LF alone", get(ann).replacing("\r\n", with: "\n"), 200),
        Row("a body", get(ann, "Content-Length: 9\r\n", line: "POST / HTTP/1.0") + "\0\r\n", 200),
        Row("100 fields of 16 KiB", get(ann, padding(16_384 - ann.utf8.count, fields: 99)), 200),
        Row("101 fields", get(ann, padding(1_000, fields: 100)), 431),
        Row("16 KiB and a byte", get(ann, padding(16_385 - ann.utf8.count, fields: 2)), 431),
        Row("a name of the domain", get(basic("ann:password1")), 200),
        Row("a name of another domain", get(basic("bob:password1")), 401),
        Row("no password", get(), 401),
        Row("a wrong password", get(basic("ann@x.example:password2")), 401),
        Row("a locked account", get(basic("leo@x.example:password1")), 401),
        Row("an empty password", get(basic("ann@x.example:")), 401),
        Row("an empty name", get(basic(":password1")), 401),
        Row("no colon", get(basic("ann@x.example")), 401),
        Row("no base64", get("Authorization: Basic YW5uQHguZXhhbXBsZTpwYXNzd29yZDE*\r\n"), 401),
        Row("no UTF-8", get(basic(Array("ann@x.example:".utf8) + [0xFF])), 401),
        Row("another scheme", get("Authorization: Bearer x\r\n"), 401),
        Row("a file that cannot be accepted", get(basic("bad@x.example:password1")), 500),
        Row("nothing", "", 400),
        Row("an end within the head", String(get(ann).dropLast()), 400),
        Row("HTTP/0.9", "GET /\r\n\r\n", 400),
        Row("HTTP/2", get(ann, line: "GET / HTTP/2.0"), 400),
        Row("HTTP/1.1 without Host", get(ann, line: "GET / HTTP/1.1"), 400),
        Row("two hosts", get("Host: x\r\nhost: x\r\n", ann), 400),
        Row("two passwords", get(ann, ann), 400),
        Row("a folded line", get("X: y\r\n z\r\n", ann), 400),
        Row("a space before the colon", get("X : y\r\n", ann), 400),
        Row("a NUL", get("X: \0\r\n", ann), 400),
        Row("a carriage return", get("X: a\rb\r\n", ann), 400),
        Row("a carriage return at the end of a value", get("X: a\r\r\n", ann), 400),
    ]

    /// Fields which make a head of this size together with the line and the end.
    private static func padding(_ bytes: Int, fields: Int) -> String {
        let line = "X: \r\n"
        let room = bytes - get().utf8.count - fields * line.utf8.count
        return String(repeating: line, count: fields - 1) + "X: \(String(repeating: "x", count: room))\r\n"
    }

    @Test func `a request of HTTP gets an answer of HTTP, and nothing else is said`() throws {
        let session = try Self.registry()
        try session.home.write("accounts/bad@x.example.json", "{")
        try session.home.write(
            "accounts/ann@x.example.json",
            #"{"email":"Ann@x.example","firstName":"José","lastName":"100%","passwordHash":""#
                + RegistrySession.hash + #"","team":["a,b","c\r\nd"]}"#)
        let plain = "Content-Length: 0\r\nCache-Control: no-store\r\nConnection: close\r\n"
        let granted = [
            "Remote-User: Ann@x.example", "Remote-Email: Ann@x.example", "Remote-Name: Jos%C3%A9 100%25",
            "Remote-Groups: a%2Cb,c%0D%0Ad", "X-None: ", "\r\n",
        ].joined(separator: "\r\n")
        for row in Self.http {
            let answer = try session(
                "accounts verify --protocol http --domain x.example --realm", #"a "b""#, "--header",
                "Remote-Groups=team", "--header", "X-None=none", input: .bytes(row.input))
            let end =
                row.status == 200
                ? granted
                : row.status == 401
                    ? "WWW-Authenticate: Basic realm=\"a \\\"b\\\"\", charset=\"UTF-8\"\r\n\r\n" : "\r\n"
            let line = answer.out.prefix { $0 != "\r\n" }
            #expect(
                line.hasPrefix("HTTP/1.1 \(row.status) ")
                    && answer.out.dropFirst(line.count) == "\r\n" + plain + end,
                "\(row.testDescription): \(answer)")
            let exit: Int32 = row.status == 200 ? 0 : row.status == 401 ? 77 : 65
            #expect(answer.err.isEmpty && answer.status == exit, "\(row.testDescription): \(answer)")
        }
        for option in ["--header=Connection=team", "--header=X=password", "--header=X Y=team"] {
            #expect(try session("accounts verify --protocol http", option).status == 64)
        }
    }

    @Test func `what is wrong with the files is reported in one line, without a hint`() throws {
        let session = try Self.registry()
        let input = ProgramInput.text("ann@x.example\npassword1\n")
        for (file, text) in [
            ("accounts/ann@x.example.json", "{\n  email: 1,\n}\n"),
            ("policy.json", #"{ "policy": "albmus" }"#),
        ] {
            try session.home.write(file, text)
            let answer = try session("accounts verify --protocol external", input: input)
            #expect(answer.status == 65 && answer.err.split(separator: "\n").count == 1, "\(answer)")
        }
    }

    @Test func `200 questions at once get no wrong answer while the account is edited and imported`() throws {
        let session = try Self.registry()
        let people = try session.file(
            "people.csv", "email,firstName,lastName\nann@x.example,Anna,Imported\nzoe@x.example,Zoe,New\n")
        let script = """
            ask() {
                printf 'ann@x.example\\n%s\\n' "$1" | "$REGAPP" accounts verify --protocol external 2>>told
                echo "$1 $?" >>answers
            }
            (for turn in 1 2 3 4 5 6 7 8 9 10; do
                "$REGAPP" accounts edit ann@x.example --last-name Edited >>changes 2>&1 || echo "edit $?"
                "$REGAPP" accounts import \(people) --update >>changes 2>&1 || echo "import $?"
            done) &
            for turn in $(seq 100); do
                ask password1 &
                ask password2 &
            done
            wait
            sort answers | uniq -c | sed 's/^ *//'
            sort -u told
            grep -c 'regapp: Last name: ' changes
            """
        let answer = try session.shell(script)
        #expect(answer.out == "100 password1 0\n100 password2 77\n" + Self.refused + "10\n", "\(answer)")
    }
}
