import RegappTestSupport
import Testing

/// Columns and keys of other programs' files that say who must not log in.
@Suite struct ImportedLocksTests {
    private func bring(_ file: String, _ options: [String], _ session: RegistrySession) throws -> Answer {
        let line = ["accounts", "import", file] + options
        return Answer(try BuiltProgram.regapp.run(line, in: session.home), in: session.home)
    }

    /// A file, what is proposed without the option, and who is locked with it.
    static let locking = [
        (
            "p.csv", "email,Suspended\na@x.example,TRUE\nb@x.example,0\nc@x.example,\n", ["Suspended=true"],
            "a"
        ),
        (
            "p.csv", "email,is_active\na@x.example,no\nb@x.example,1\nc@x.example,yes\n",
            ["is_active\\!=true"], "a"
        ),
        ("p.csv", "email,deleted_at\na@x.example,2024-01-01\nb@x.example,\n", ["deleted_at\\!="], "a"),
        (
            "p.csv", "email,account_status\na@x.example,new\nb@x.example,Blocked\n",
            ["account_status=blocked"], "b"
        ),
        (
            "p.csv", "email,locked,Enabled\na@x.example,1,1\nb@x.example,0\n",
            ["locked=true", "Enabled\\!=true"], "ab"
        ),
        (
            "p.json", #"[{"email":"a@x.example","blocked":true},{"email":"b@x.example"}]"#, ["blocked=true"],
            "a"
        ),
        (
            "p.json",
            #"[{"model":"auth.user","fields":{"email":"a@x.example","password":"","is_active":false}}]"#,
            ["is_active\\!=true"], "a"
        ),
    ]

    @Test(arguments: locking)
    func `a column that says who is locked is neither dropped nor kept in silence`(
        name: String, text: String, proposed: [String], locked: String
    ) throws {
        let session = try RegistrySession(policy: #"{"policy":"authorisation","required":["email"]}"#)
        let file = try session.file(name, text)
        for option in ["--ignore-unknown", "--keep-unknown"] {
            let refused = try session("accounts", "import", file, option)
            let hints = proposed.allSatisfy { refused.err.contains("add '--locked-if \($0)' to lock") }
            #expect(refused.status == 65 && hints && session.accounts.isEmpty, "\(refused)")
        }
        let options = proposed.flatMap { ["--locked-if", $0.replacing("\\", with: "")] }
        #expect(try bring(file, options + ["--ignore-unknown"], session).status == 0)
        for account in try session("accounts", "list", "--fields", "email,locked").out.split(separator: "\n")
        {
            let isLocked = account.first.map(locked.contains) ?? false
            #expect(account.hasSuffix(isLocked ? "true" : "false"), "\(account)")
        }
        let first = try session.login("--email", "\(locked.prefix(1))@x.example", "password1")
        #expect(first.status == 77, "\(first)")
    }

    @Test func `a lock of a file stays beside what else the account has`() throws {
        let session = try RegistrySession()
        try session.put("ann@x.example", hash: RegistrySession.hash)
        let file = try session.file("p.csv", "email,state\nann@x.example,x\n")
        func bring(_ options: String...) throws -> Answer {
            try self.bring(file, ["--update", "--allow-missing", "--ignore-unknown"] + options, session)
        }
        #expect(try bring("--locked-if", "stat=x").err.contains("no column is called \"stat\""))
        #expect(try bring("--locked-if", "state=true").err.contains("neither here"))
        #expect(try bring("--locked-if", "state=x", "--map", "state=team").status == 0)
        let account = session.home.text("accounts/ann@x.example.json")
        #expect(
            account?.contains("\"!\(RegistrySession.hash)\"") == true && account?.contains("team") == true)
        let none = try session.file("n.ldif", "dn: uid=ann\nobjectClass: posixAccount\nuid: ann\n")
        let hint = "add '--domain example.org': their user names become emails"
        #expect(try session("accounts", "import", none).err.contains(hint))
    }
}
