import RegappTestSupport
import Testing

/// Files that their owner has protected from being written.
@Suite struct WriteProtectionCommandTests {
    private static let text = #"{"email":"abc@def.gh","password":"54321"}"#
    private let session: Session

    init() throws { session = try Session(profile: Self.text) }

    private func protected(_ file: String) -> Answer {
        .error(
            74, "cannot use ~/documents/\(file): it is read-only (mode 400)",
            hint: "chmod 600 ~/documents/\(file)")
    }

    @Test(arguments: [
        ["edit", "--first-name", "Ann"], ["login", "--email=abc@def.gh", "--password-file=secret"],
        ["login", "--email=new@def.gh", "--password-file=secret"], ["logout"],
    ])
    func `no command but logout --forget changes the profile; the hint helps`(arguments: [String]) throws {
        _ = try session.shell("umask 077; echo 98765 >secret; chmod 400 documents/profile.json")
        let refused = protected("profile.json")
        #expect(try session.run(arguments) == refused)
        #expect(session.profile == Self.text && session.home.paths() == [".lock", "profile.json"])
        let hint = String(try #require(refused.err.split(separator: "hint: ").last))
        _ = try session.shell(hint.replacing("~", with: session.home.path))
        #expect(try session.run(arguments).status == 0)
    }

    @Test func `a profile that says the same already is no change`() throws {
        _ = try session.shell("chmod 400 documents/profile.json")
        #expect(try session.login("abc@def.gh", "54321").status == 0)
        #expect(try session("edit --email abc@def.gh").err == Answer.unchanged)
    }

    @Test func `accounts and rules can be protected too`() throws {
        let registry = try RegistrySession(of: "ann@x.example", "bob@x.example")
        _ = try registry.shell("chmod 400 documents/accounts/ann* documents/policy.json")
        let before = registry.home.tree()
        let account = protected("accounts/ann@x.example.json")
        #expect(try registry.setPassword(of: "ann@x.example", to: "password2") == account)
        #expect(try registry("accounts remove ann@x.example --yes") == account)
        let changed = try registry.importing("ann.csv", "email,lastName\nann@x.example,Roe\n", "--update")
        #expect(changed.err.contains("ann.csv:2: cannot use"))
        let rules = try registry("policy use albums --yes")
        #expect(rules.status == 74 && rules.err.hasSuffix(protected("policy.json").err))
        #expect(registry.tree == before)
        #expect(try registry.setPassword(of: "bob@x.example", to: "password2").status == 0)
    }

    // MARK: Forgetting

    @Test(arguments: [
        "chmod 400 profile.json", "chmod 000 profile.json", "truncate -s 2M profile.json",
        "echo >profile.json '{ broken'", "printf '\\377' >profile.json",
        "mv profile.json ../real; ln -s ../real profile.json; truncate -s 2M ../real",
        "truncate -s 20M history/00000001.json",
    ])
    func `logout --forget removes what no other command removes`(script: String) throws {
        let gone = Answer.done("logged out, and the history is deleted")
        #expect(try session("edit --first-name Ann").status == 0)
        #expect(try session.shell("cd documents; \(script)").status == 0)
        #expect(try session("logout --forget") == gone)
        #expect(session.home.paths().filter { $0 != "profile.json" } == [".lock"])
        #expect(try session.shell("cat real documents/profile.json").out == "")
        #expect(try session("show") == .notLoggedIn)
    }
}
