import RegappTestSupport
import Testing

/// Columns and keys of other programs' files that say who must not log in.
@Suite struct ImportedLocksTests {
    /// A file, what is proposed without the option, and who is locked with it.
    @Test(arguments: [
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
    ])
    func `a column that says who is locked is neither dropped nor kept in silence`(
        name: String, text: String, proposed: [String], locked: String
    ) throws {
        let session = try RegistrySession(policy: #"{"policy":"authorisation","required":["email"]}"#)
        let file = try session.file(name, text)
        for option in ["--ignore-unknown", "--keep-unknown"] {
            let refused = try session("accounts import \(file)", option)
            let hints = proposed.allSatisfy { refused.err.contains("add '--locked-if \($0)' to lock") }
            #expect(refused.status == 65 && hints && session.accounts.isEmpty, "\(refused)")
        }
        let options = proposed.flatMap { ["--locked-if", $0.replacing("\\", with: "")] }
        let words = ["accounts", "import", file, "--ignore-unknown"]
        #expect(try session.run(words + options).status == 0)
        for account in try session("accounts list --fields email,locked").out.split(separator: "\n") {
            let isLocked = account.first.map(locked.contains) ?? false
            #expect(account.hasSuffix(isLocked ? "true" : "false"), "\(account)")
        }
        #expect(try session.login("--email", "\(locked.prefix(1))@x.example", "password1").status == 77)
    }

    @Test func `a remark beside a name is asked about, although the names are taken`() throws {
        let session = try RegistrySession()
        func line(_ email: String, _ name: String) -> String {
            "\(email):\(RegistrySession.hash):1:1:\(name):/h:/bin/sh\n"
        }
        let file = try session.file(
            "people.passwd", line("ann@x.example", "Ann Lee") + line("bob@x.example", "Bob Ray (LOCKED)"))
        let asked = try session("accounts import \(file) --names-from-gecos --allow-missing")
        #expect(asked.says(65, "field \"gecos\" seems to say who is locked: 1 of 2 accounts"), "\(asked)")
    }

    @Test func `a second column for emails can be kept, as the hint says`() throws {
        let session = try RegistrySession()
        let file = try session.file("people.csv", "E-Mail,E-Mail 2\nann@x.example,ann.private@y.example\n")
        let asked = try session("accounts import \(file) --allow-missing")
        #expect(asked.says(65, "'--map E-Mail\\ 2=email2'"), "\(asked)")
        let kept = try session.run([
            "accounts", "import", file, "--allow-missing", "--map", "E-Mail 2=email2",
        ])
        #expect(kept.status == 0 && session.text(of: "ann")?.contains("ann.private@y.example") == true)
    }

    @Test func `a lock of a file stays beside what else the account has`() throws {
        let session = try RegistrySession(of: "ann@x.example")
        let file = try session.file("p.csv", "email,state\nann@x.example,left\n")
        let words = ["accounts", "import", file, "--update", "--allow-missing", "--ignore-unknown"]
        func bring(_ options: String...) throws -> Answer { try session.run(words + options) }
        #expect(try bring("--locked-if", "stat=left").err.contains("no column is called \"stat\""))
        #expect(try bring("--locked-if", "state=true").err.contains("neither here"))
        #expect(try bring("--locked-if", "state=left", "--map", "state=team").status == 0)
        let account = session.text(of: "ann")
        #expect(
            account?.contains("\"!\(RegistrySession.hash)\"") == true && account?.contains("team") == true)
        let none = try session.importing("n.ldif", "dn: uid=ann\nobjectClass: posixAccount\nuid: ann\n")
        #expect(none.err.contains("add '--domain example.org': their user names become emails"))
    }
}
