import RegappTestSupport
import Testing

@Suite struct PasswordSourceTests {
    private let session: Session

    init() throws { session = try Session() }

    /// What stands on standard input or in the file, and the password it means or the error.
    struct Line: CustomTestStringConvertible, Sendable {
        let bytes: [UInt8]
        var password: String?
        var error = ""
        var testDescription: String { String(decoding: bytes.prefix(20), as: UTF8.self).debugDescription }

        init(_ text: String, _ password: String) { (bytes, self.password) = (Array(text.utf8), password) }
        init(_ bytes: some Sequence<UInt8>, error: String) {
            (self.bytes, self.error) = (Array(bytes), error)
        }
    }

    @Test(
        arguments: [
            (0o644, Answer.othersReach), (0o640, "its group can read"), (0o600, nil), (0o400, nil),
        ]
            as [(UInt32, String?)])
    func `a password file that other users can reach draws the warning of regapp's own files`(
        mode: UInt32, told: String?
    ) throws {
        try session.home.write("secret", Array("one two three\n".utf8), mode: mode)
        let answer = try session("login --email abc@def.gh --password-file", session.home.document("secret"))
        #expect(answer.status == 0)
        let warning = told.map {
            "regapp: warning: \($0) ~/documents/secret (mode \(String(mode, radix: 8)))\n"
                + "regapp: hint: chmod 600 ~/documents/secret\n"
        }
        #expect(answer.err.hasPrefix(warning ?? "regapp: logged in"), "\(answer)")
    }

    @Test(arguments: [
        "--password-file /dev/stdin < secret", "--password-file /dev/fd/3 3< secret",
        "--password-file /proc/self/fd/0 < secret", "--password-stdin < secret",
        "--password-file <(cat secret)",
    ])
    func `a descriptor draws no warning, whatever is behind it`(words: String) throws {
        let script = "umask 022; printf 'one two three' > secret; $REGAPP login --email abc@def.gh \(words)"
        let result = try BuiltProgram(path: "/bin/bash").run(
            ["-c", script], in: session.home, environment: ["REGAPP": BuiltProgram.regapp.path])
        let answer = Answer(result, in: session.home)
        #expect(answer.status == 0 && !answer.err.contains("warning"), "\(answer)")
    }

    private static let noPassword =
        "standard input holds no password\n"
        + #"regapp: hint: pipe one line into the command, as in printf '%s\n' "$password" | …"#

    @Test(arguments: [
        Line("one two three", "one two three"),
        Line("one two three\n", "one two three"),
        Line("one two three\r\n", "one two three"),
        Line(" trailing  \n", " trailing  "),
        Line("пароль\n", "пароль"),
        Line(String(repeating: "x", count: 65_536), String(repeating: "x", count: 65_536)),
        Line("".utf8, error: noPassword),
        Line("\n".utf8, error: noPassword),
        Line("1234\n".utf8, error: Answer.mustHave("5 characters")),
        Line("abc\0def".utf8, error: "password must have no control characters"),
        Line("abcdef\r".utf8, error: "password must have no control characters"),
        Line("first\nsecond\n".utf8, error: "the password from SOURCE has more than one line"),
        Line("first\n\n".utf8, error: "the password from SOURCE has more than one line"),
        Line(Array("passw".utf8) + [0xFF], error: "the password from SOURCE is not UTF-8"),
        Line(Array("passw".utf8) + [0xED, 0xA0, 0x80], error: "the password from SOURCE is not UTF-8"),
        Line(
            [0xEF, 0xBB, 0xBF] + Array("one two three\n".utf8),
            error: "the password from SOURCE starts with a byte order mark (U+FEFF)\n"
                + "regapp: hint: save it without one: as 'UTF-8', not as 'UTF-8 with BOM'"
        ),
    ])
    func `a password is one line without its end`(line: Line) throws {
        let ways: [(arguments: [String], source: String)] = [
            (["--password-stdin"], "standard input"),
            (["--password-file", "documents/secret"], "documents/secret"),
            (["--password-file=/dev/stdin"], "/dev/stdin"),
        ]
        for way in ways {
            let session = try Session()
            try session.home.write("secret", line.bytes)
            let answer = try session.run(
                ["login", "--email", "abc@def.gh"] + way.arguments, input: .bytes(line.bytes))
            if let password = line.password {
                #expect(answer.status == 0 && !answer.err.contains("warning"), "\(answer)")
                #expect(session.profile?.contains("\"password\": \"\(password)\",\n") == true)
            } else {
                let isEmptyFile = line.error == Self.noPassword && way.source != "standard input"
                let error = isEmptyFile ? Answer.isRequired("password") : line.error
                #expect(answer == .error(65, error.replacing("SOURCE", with: way.source)))
                #expect(session.profile == nil)
            }
        }
    }

    @Test func `a password that is too large or cannot be read is an error of reading`() throws {
        let large = String(repeating: "x", count: 65_537)
        #expect(
            try session("login --email abc@def.gh --password-stdin", input: .text(large))
                == .error(74, "cannot use standard input: it has more than 65536 bytes"))
        for (file, reason) in [("nowhere", "No such file or directory"), (".", "Is a directory")] {
            #expect(
                try session("login --email abc@def.gh --password-file \(file)")
                    == .error(74, "cannot read \(file): \(reason)"))
        }
        #expect(try everything(below: session.home.path).isEmpty)
    }

    @Test func `a pipe can stand for the file`() throws {
        let script =
            #"mkfifo pipe; printf 'from a pipe\n' > pipe & "$REGAPP" login --email abc@def.gh --password-file pipe"#
        #expect(try session.shell(script).status == 0)
        #expect(try session("show --field password").out == "from a pipe\n")
    }

    @Test func `an edit gets its password the same ways`() throws {
        try session.login("abc@def.gh", "54321")
        let stars = "Password: ******** → ********"
        #expect(try session("edit --password-stdin", input: .text("second one\n")).err == Answer.saved(stars))
        #expect(try session("show --field password").out == "second one\n")
        #expect(
            try session("edit --password 'third one'").err == Answer.visiblePassword + Answer.saved(stars))
        #expect(try session("show --field password").out == "third one\n")
    }
}
