import RegappTestSupport
import Testing

/// Files that their owner has protected from being written.
@Suite struct WriteProtectionCommandTests {
    private static let text = #"{"email":"abc@def.gh","password":"54321"}"#
    private let session: Session

    init() throws { session = try Session(profile: Self.text) }

    private func protected(_ file: String, _ mode: String, instead: String) -> Answer {
        .error(
            74, "cannot use ~/documents/\(file): its mode (\(mode)) forbids its owner to change it",
            hint: "chmod \(instead) ~/documents/\(file)")
    }

    private static let commands: [[String]] = [
        ["edit", "--first-name", "Ann"], ["login", "--email=abc@def.gh", "--password-file=secret"],
        ["login", "--email=new@def.gh", "--password-file=secret"], ["logout"],
    ]

    @Test(arguments: commands)
    func `no command but logout --forget replaces or removes the profile, and the hint helps`(
        arguments: [String]
    ) throws {
        _ = try session.shell("umask 077; echo 98765 >secret; chmod 400 documents/profile.json")
        let refused = protected("profile.json", "400", instead: "600")
        func run() throws -> Answer {
            Answer(try BuiltProgram.regapp.run(arguments, in: session.home), in: session.home)
        }
        #expect(try run() == refused)
        #expect(session.profile == Self.text && session.home.paths() == [".lock", "profile.json"])
        let hint = String(try #require(refused.err.split(separator: "hint: ").last))
        _ = try session.shell(hint.replacing("~", with: session.home.path))
        #expect(try run().status == 0)
    }

    @Test func `a profile that says the same already is no change`() throws {
        _ = try session.shell("chmod 400 documents/profile.json")
        #expect(try session.login("abc@def.gh", "54321").status == 0)
        #expect(try session("edit", "--email", "abc@def.gh").err == Answer.unchanged)
    }

    @Test func `accounts and rules can be protected too`() throws {
        let registry = try RegistrySession()
        try registry.put("ann@x.example", hash: RegistrySession.hash)
        try registry.put("bob@x.example", hash: RegistrySession.hash)
        _ = try registry.session.shell("chmod 400 documents/accounts/ann* documents/policy.json")
        let before = registry.home.tree()
        let account = protected("accounts/ann@x.example.json", "400", instead: "600")
        #expect(
            try registry(
                "accounts", "password", "ann@x.example", "--password-stdin", input: .text("password2"))
                == account)
        #expect(try registry("accounts", "remove", "ann@x.example", "--yes") == account)
        let changed = try registry.file("ann.csv", "email,lastName\nann@x.example,Roe\n")
        #expect(try registry("accounts", "import", changed, "--update").err.contains("ann.csv:2: cannot use"))
        let rules = try registry("policy", "use", "albums", "--yes")
        let refusal = protected("policy.json", "400", instead: "600")
        #expect(rules.status == 74 && rules.err.hasSuffix(refusal.err))
        #expect(registry.home.tree().filter { $0.key != ".lock" } == before)
        #expect(
            try registry(
                "accounts", "password", "bob@x.example", "--password-stdin", input: .text("password2")
            )
            .status == 0)
    }

    // MARK: Forgetting

    static let unacceptable = [
        "chmod 400 profile.json", "chmod 000 profile.json", "truncate -s 2M profile.json",
        "echo >profile.json '{ broken'", "printf '\\377' >profile.json",
        "mv profile.json ../real; ln -s ../real profile.json; truncate -s 2M ../real",
        "truncate -s 20M history/00000001.json",
    ]

    @Test(arguments: unacceptable)
    func `logout --forget removes what no other command removes`(script: String) throws {
        let gone = Answer.done("logged out for good")
        #expect(try session("edit", "--first-name", "Ann").status == 0)
        #expect(try session.shell("cd documents; \(script)").status == 0)
        #expect(try session("logout", "--forget") == gone)
        #expect(session.home.paths().filter { $0 != "profile.json" } == [".lock"])
        #expect(try session.shell("cat real documents/profile.json").out == "")
        #expect(try session("show") == .notLoggedIn)
    }
}
