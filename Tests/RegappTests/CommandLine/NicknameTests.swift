import RegappTestSupport
import Testing

@Suite struct NicknameTests {
    /// Words of other programs, and the command that does it here.
    @Test(arguments: [
        (["passwd"], "edit --password"), (["Sign-Up"], "register"), (["sign_in"], "login"),
        (["accounts", "rm"], "accounts remove"), (["backup"], "help backup"),
        (["restore"], "undo"), (["forget"], "history --forget"),
        (["accounts", "set-password"], "accounts password"),
        (["accounts", "groups"], "accounts list --count-by KEY"),
        (["help", "accounts", "backup"], "help backup"), (["help", "move"], "help backup"),
        (["help", "excel"], "help accounts import"),
    ])
    func `another program's word is answered with the command`(typed: [String], meant: String) throws {
        let answer = try Session().run(typed)
        #expect(answer.status == 64)
        #expect(answer.err.hasSuffix("regapp: hint: \(Answer.didYouMean("regapp \(meant)"))\n"), "\(answer)")
    }

    @Test func `help opens the one page that begins with a word, and says which it is`() throws {
        let session = try Session()
        let answer = try session("help exit")
        #expect(try answer.out == session("help exit-codes").out && answer.status == 0)
        #expect(answer.err == "regapp: hint: this is 'regapp help exit-codes'\n")
        for word in ["codes", "65"] { #expect(try session("help", word).out == answer.out) }
        #expect(try session("help lock").err == "regapp: hint: this is 'regapp help accounts lock'\n")
        // Several pages begin with it.
        #expect(try session("help pol").status == 64)
        #expect(try session("help passwd").err.contains(Answer.didYouMean("regapp help edit")))
    }

    @Test func `the first help has at most forty-two lines and begins with what regapp is`() throws {
        let help = try Session()("help").out
        #expect(
            help.hasPrefix(
                "Email-and-password accounts for web and mail servers, as files you can edit.\n\nUSAGE\n"))
        #expect(help.split(separator: "\n", omittingEmptySubsequences: false).count <= 43)
        #expect(help.contains("\n  undo, cancel "))
    }

    @Test(arguments: [
        ("pam", "pam_exec"), ("nginx", "auth_basic_user_file"), ("apache", "AuthPAMService"),
        ("dovecot", "passdb"), ("ldap", "slapd.conf"), ("json", "passwordSet"),
        ("fail2ban", "jail.d"), ("policy.json", "minimumAge"),
        ("environment", "REGAPP_DOCUMENTS"), ("undo", "regapp undo [NUMBER] [--by-hand] [--show] [--yes]"),
        ("codes", "interrupted"), ("postfix", "smtpd_sasl_type"),
        ("gitea", "add-ldap"), ("squid", "basic_pam_auth"), ("matrix", "WhichHash.md"),
        ("topics", "OpenLDAP"), ("several", "--from FILE"), ("licence", "redistribute regapp"),
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
        #expect(try session("completions tcsh").err.contains("bash, zsh, fish"))
    }

    @Test func `a password of which only the hash is kept is not said to be missing`() throws {
        let session = try RegistrySession()
        #expect(try session.register("ann@mail.example", "Ann", "SilverFox7").status == 0)
        #expect(
            try session("show --field password").says(
                65, "only its hash is kept in ~/documents/accounts/ann@mail.example.json"))
    }

    @Test(arguments: ["albums", "authorisation"])
    func `demo accounts that the policy excludes are reported with the line that does`(old: String) throws {
        let text = "{ \"policy\": \"\(old)\",\n  \"required\": [\"password\"] }"
        let session = try RegistrySession(policy: text)
        let answer = try session("policy use authorisation --demo")
        #expect(answer.status == 65)
        #expect(
            answer.err.hasPrefix(
                "regapp: error: ~/documents/policy.json:2:15: "
                    + "the demo accounts have no password, which this requires\n"))
        #expect(session.home.text("policy.json") == text && session.home.paths() == ["policy.json"])
    }
}
