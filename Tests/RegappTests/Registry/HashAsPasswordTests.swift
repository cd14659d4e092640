import RegappTestSupport
import Testing

/// Files of other programs that hold hashes under the key `password`.
@Suite struct HashAsPasswordTests {
    private static let bcrypt = "$2y$05$/OK.fbVrR/bpIqNJ5ianF.CE5elHaaO4EbggVDjb8P19RukzXSM3e"
    private static let hint =
        "regapp: hint: name the key or column passwordHash; if these are the passwords themselves, add "
        + "--plain-passwords\n"

    private let session: RegistrySession

    init() throws {
        session = try RegistrySession(
            policy: #"{"policy":"albums","required":[],"hash":"bcrypt","hashCost":4,"passwordRequires":[]}"#)
    }

    /// A file of these passwords, each on a line of its own, the first of which is line 2.
    private func file(_ passwords: [String], _ ending: String) throws -> String {
        let text =
            if ending == "csv" {
                "email,password\n" + passwords.enumerated().map { "u\($0)@x.example,\($1)\n" }.joined()
            } else {
                "[\n"
                    + passwords.enumerated().map { #"{"email":"u\#($0)@x.example","password":"\#($1)"}"# }
                    .joined(separator: ",\n") + "]"
            }
        return try session.file("people.\(ending)", text)
    }

    private func refusal(_ lines: Int...) -> String {
        lines.map {
            "p:\($0): password looks like a hash, not like a password\n"
        }.joined()
    }

    /// What is reported of each line, the name of the file left out.
    private func told(_ answer: Answer) -> String {
        answer.err.split(separator: "\n").filter { $0.contains("looks like") }
            .map {
                "p:" + $0.drop { $0 != ":" }.split(separator: ":", maxSplits: 3)[2...].joined(separator: ":")
                    + "\n"
            }
            .joined()
    }

    @Test(arguments: ["json", "csv"])
    func `a hash called a password is refused with its line, in a dry run too`(ending: String) throws {
        let path = try file(["password1", Self.bcrypt, "{SSHA}YWJj", "pbkdf2_sha256$1$a$b"], ending)
        for more in [[], ["--dry-run"]] {
            let answer = try session.run(["accounts", "import", path] + more)
            #expect(answer.status == 65 && told(answer) == refusal(3, 4, 5), "\(answer)")
            #expect(answer.err.hasSuffix("\(Answer.nothingImported): 3 problems\n" + Self.hint), "\(answer)")
            #expect(session.accounts.isEmpty)
        }
    }

    @Test func `under its right name the password logs in`() throws {
        let text = #"[{"email":"joe@x.example","passwordHash":"\#(RegistrySession.hash)"}]"#
        #expect(try session("accounts import", try session.file("p.json", text)).status == 0)
        #expect(try session.login("--email", "joe@x.example", "password1").status == 0)
    }

    @Test(arguments: ["json", "csv"])
    func `digits of a digest are refused beside any password`(ending: String) throws {
        let digests =
            [32, 40, 56, 64, 96, 128].map { String(repeating: "Ab", count: $0 / 2) }
            + ["0cc175b9c0f1b6a831c399e269772661:salt", "U$S$Dabcdefgh", "$S$Dabcdefgh"]
        let refused = try session("accounts import", try file(["password1"] + digests, ending))
        let lines = digests.indices.map { $0 + 3 }
        #expect(refused.status == 65 && told(refused) == lines.map { refusal($0) }.joined(), "\(refused)")
        let words = [
            String(repeating: "a", count: 34), "0123456789abcdef", "0cc175b9c0f1b6a831c399e26977266g",
        ]
        #expect(try session("accounts import", try file(words + ["password1"], ending)).status == 0)
    }

    @Test(arguments: ["json", "csv"])
    func `words of the form of DES are refused only where every password of the file is such a form`(
        ending: String
    ) throws {
        let forms = ["abJnggxhB/yWI", "rEK1ecacw.7.c", "rEK1ecacw.7.c"]
        let refused = try session("accounts import", try file(forms, ending))
        #expect(refused.status == 65 && told(refused) == refusal(2, 3, 4), "\(refused)")
        let dryRun = try session("accounts import", try file(forms, ending), "--dry-run")
        #expect(dryRun.status == 65 && told(dryRun) == refusal(2, 3, 4), "\(dryRun)")
        let mixed = try session("accounts import", try file(forms + [Self.bcrypt], ending))
        #expect(
            mixed.status == 65 && told(mixed).contains(":2: ") && told(mixed).contains(":5: "), "\(mixed)")
        #expect(session.accounts.isEmpty)
        let taken = try session("accounts import", try file(forms + ["password1"], ending))
        #expect(taken.status == 0 && taken.out == "\(Answer.imported(4))\n", "\(taken)")
        #expect(try session.login("--email", "u2@x.example", forms[2]).status == 0)
    }

    @Test func `with --plain-passwords the hashes are passwords`() throws {
        let path = try file([Self.bcrypt, "{SSHA}YWJj"], "csv")
        #expect(try session("accounts import", path, "--plain-passwords").out == "\(Answer.imported(2))\n")
        #expect(try session.login("--email", "u0@x.example", Self.bcrypt).status == 0)
        // Accounts that stay as they are need not be right.
        #expect(try session("accounts import", path, "--skip-existing").status == 0)
        #expect(try session("accounts import", path, "--update").status == 65)
        #expect(try session("help accounts import").out.contains("--plain-passwords"))
    }

    @Test func `a hash may be typed as a password; check notes one that is stored as plain text`() throws {
        let registered = try session(
            "register --email ann@x.example --password-stdin", input: .text(Self.bcrypt))
        #expect(registered.status == 0, "\(registered)")
        #expect(try session.login("--email", "ann@x.example", Self.bcrypt).status == 0)
        #expect(try session("check").out == "1 account, \(Answer.nothingWrong)\n")
        try session.put("bob@x.example", password: Self.bcrypt)
        let note =
            "note: ~/documents/accounts/bob@x.example.json: the password looks like a hash, but counts as the "
            + "password itself; if it is a hash, name the key \"passwordHash\"\n"
        let checked = try session("check")
        #expect(checked.status == 0 && checked.out.contains(note), "\(checked)")
        let profile = try Session()
        #expect(try profile.login("ann@mail.example", Self.bcrypt).status == 0)
        let noted = try profile("check")
        #expect(
            noted.out == """
                note: ~/documents/profile.json: the password looks like a hash, but counts as the password itself; \
                if it is a hash, write the password instead
                \(Answer.nothingWrong)

                """ && noted.status == 0, "\(noted)")
    }
}
