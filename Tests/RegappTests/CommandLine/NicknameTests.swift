import RegappTestSupport
import Testing

@Suite struct NicknameTests {
    /// Words of other programs, and the command that does it here.
    static let words: [(typed: [String], meant: String)] = [
        (["passwd"], "edit --password"), (["Sign-Up"], "register"), (["sign_in"], "login"),
        (["accounts", "rm"], "accounts remove"), (["backup"], "help backup"),
        (["restore"], "accounts import"),
        (["accounts", "set-password"], "accounts password"), (["accounts", "groups"], "accounts edit --add"),
        (["help", "accounts", "backup"], "help backup"),
    ]

    @Test(arguments: words)
    func `a word of another program is answered with the command that does it`(
        typed: [String], meant: String
    ) throws {
        let answer = Answer(
            try BuiltProgram.regapp.run(typed, in: try TemporaryHome()), in: try TemporaryHome())
        #expect(answer.status == 64)
        #expect(answer.err.hasSuffix("regapp: hint: did you mean 'regapp \(meant)'?\n"), "\(answer)")
    }

    @Test func `help opens the one page that begins with a word, and says which it is`() throws {
        let session = try Session()
        let answer = try session("help", "exit")
        #expect(try answer.out == session("help", "exit-codes").out && answer.status == 0)
        #expect(answer.err == "regapp: hint: this is 'regapp help exit-codes'\n")
        #expect(try session("help", "codes").out == answer.out)
        // Several pages begin with it.
        #expect(try session("help", "pol").status == 64)
        #expect(try session("help", "passwd").err.contains("did you mean 'regapp help edit'?"))
    }

    @Test func `the first help has at most forty-one lines and begins with what regapp is`() throws {
        let help = try Session()("help").out
        #expect(help.hasPrefix("User accounts as JSON files that you can read, edit and trust.\n\nUSAGE\n"))
        #expect(help.split(separator: "\n", omittingEmptySubsequences: false).count <= 42)
        #expect(help.contains("\n  undo, cancel "))
    }

    @Test(arguments: [
        ("pam", "pam_exec"), ("nginx", "auth_basic_user_file"), ("apache", "AuthPAMService"),
        ("dovecot", "passdb"), ("ldap", "slapd.conf"), ("json", "passwordSet"),
        ("fail2ban", "jail.d"), ("policy.json", "minimumAge"),
        ("environment", "REGAPP_DOCUMENTS"), ("undo", "regapp undo [NUMBER] [--show] [--yes]"),
        ("codes", "interrupted"),
        ("topics", "OpenLDAP"),
    ])
    func `a word that people look for leads somewhere`(word: String, there: String) throws {
        let answer = try Session()("help", word)
        #expect(answer.status == 0 && answer.out.contains(there))
    }

    @Test func `a shell that is not named is asked for by the names of the three`() throws {
        let session = try Session()
        #expect(
            try session("completions")
                == .error(
                    64, "'regapp completions' needs SHELL: bash, zsh or fish",
                    hint: "for example, type 'regapp completions bash'"))
        #expect(try session("completions", "tcsh").err.contains("bash, zsh or fish"))
    }

    @Test func `a password of which only the hash is kept is not said to be missing`() throws {
        let session = try RegistrySession(policy: #"{"policy":"authorisation","hash":"bcrypt","hashCost":4}"#)
        let register = ["register", "--first-name=Ann", "--last-name=Lee", "--email=ann@mail.example"]
        let home = session.home
        let result = try BuiltProgram.regapp.run(
            register + ["--password-stdin"], in: home, input: .text("SilverFox7\n"))
        #expect(result.status == 0)
        #expect(
            try session("show", "--field", "password")
                == .error(
                    65,
                    "the password cannot be shown: only its hash is kept in "
                        + "~/documents/accounts/ann@mail.example.json"))
    }

    @Test func `demo accounts that the policy does not admit are reported with the line that excludes them`()
        throws
    {
        let text = "{ \"policy\": \"authorisation\",\n  \"required\": [\"password\"] }"
        let session = try RegistrySession(policy: text)
        let answer = try session("policy", "use", "authorisation", "--demo")
        #expect(answer.status == 65)
        #expect(
            answer.err.hasPrefix(
                "regapp: error: ~/documents/policy.json:2:15: "
                    + "the demo accounts have no password, which this requires\n"))
        #expect(session.home.text("policy.json") == text && session.home.paths() == ["policy.json"])
    }
}
