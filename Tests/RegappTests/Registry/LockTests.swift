import RegappTestSupport
import Testing

/// Accounts that cannot be logged in to: a `!` before the hash.
@Suite struct LockTests {
    private let session: RegistrySession

    init() throws {
        session = try RegistrySession(
            policy: #"{"policy":"albums","hash":"bcrypt","hashCost":4,"required":[]}"#)
        try session.put("ann@x.example", hash: RegistrySession.hash)
    }

    private var text: String? { session.home.text("accounts/ann@x.example.json") }

    private func verifies(_ password: String = "password1") throws -> Int32? {
        try session(
            "accounts", "verify", "ann@x.example", "--password-stdin", input: .text(password + "\n")
        ).status
    }

    @Test func `a locked account is refused everywhere until it is unlocked`() throws {
        #expect(try verifies() == 0)
        #expect(try session.login("--email", "ann@x.example", "password1").status == 0)
        let before = try #require(text)
        #expect(
            try session("accounts", "lock", "ANN@x.example")
                == .done("locked ann@x.example; 'regapp undo' undoes it"))
        #expect(text == before.replacing(#""passwordHash": ""#, with: #""passwordHash": "!"#))
        #expect(session.home.text("session.json") == nil)
        #expect(try verifies() == 77)
        let wrong = try session.login("--email", "ann@x.example", "password2")
        #expect(try session.login("--email", "ann@x.example", "password1") == wrong && wrong.status == 77)
        #expect(try session("accounts", "lock", "ann@x.example") == .done("ann@x.example was locked already"))
        #expect(
            try session("accounts", "show", "ann@x.example").out.contains("Password:   ******** (locked)"))
        #expect(try session("accounts", "list").out.contains("\tlocked\t"))
        #expect(try session("check").status == 0)
        #expect(try session("check").out.contains("note: ann@x.example: locked\n"))
        #expect(
            try session("accounts", "unlock", "ann@x.example")
                == .done("unlocked ann@x.example; 'regapp undo' undoes it"))
        #expect(text == before)
        #expect(try verifies() == 0)
        #expect(try session("accounts", "unlock", "ann@x.example") == .done("ann@x.example was not locked"))
        #expect(try session("accounts", "lock", "bob@x.example").status == 67)
    }

    @Test func `an account without a password is locked by a lone mark, which a password keeps`() throws {
        try session.put("bob@x.example")
        #expect(try session("accounts", "lock", "bob@x.example").status == 0)
        #expect(session.home.text("accounts/bob@x.example.json")?.contains(#""passwordHash": "!""#) == true)
        #expect(try session.login("--email", "bob@x.example", "Password1").status == 77)
        let refused = try session("accounts", "unlock", "bob@x.example")
        #expect(refused.status == 65 && refused.err.contains("'regapp accounts password bob@x.example'"))
        let set = try session(
            "accounts", "password", "bob@x.example", "--password-stdin", input: .text("Password1\n"))
        #expect(set.status == 0)
        #expect(session.home.text("accounts/bob@x.example.json")?.contains(#""!$2b$"#) == true)
        #expect(try session.login("--email", "bob@x.example", "Password1").status == 77)
        #expect(try session("accounts", "unlock", "bob@x.example").status == 0)
        #expect(try session.login("--email", "bob@x.example", "Password1").status == 0)
    }

    @Test func `a password written by hand is hashed by the lock, and opens no locked account`() throws {
        try session.put("bob@x.example", password: "Password1")
        #expect(try session("accounts", "lock", "bob@x.example").status == 0)
        let locked = try #require(session.home.text("accounts/bob@x.example.json"))
        #expect(!locked.contains("Password1") && locked.contains(#""passwordHash": "!$2b$"#))
        try session.home.write(
            "accounts/eve@x.example.json",
            #"{"email":"eve@x.example","password":"Password1","passwordHash":"!"}"#)
        #expect(try session.login("--email", "eve@x.example", "Password1").status == 77)
        #expect(try session("accounts", "unlock", "eve@x.example").status == 0)
        #expect(try session.login("--email", "eve@x.example", "Password1").status == 0)
    }

    @Test func `a session ends as soon as its account is locked by hand`() throws {
        try session.home.write("session.json", #"{"account":"ann@x.example"}"#)
        #expect(try session("show").status == 0)
        try session.home.write(
            "accounts/ann@x.example.json",
            try #require(text).replacing(RegistrySession.hash, with: "!" + RegistrySession.hash))
        #expect(try session("show").status == 77)
        #expect(try session("edit", "--last-name=Roe").status == 77)
    }

    @Test func `exports carry the lock, and htpasswd leaves the account out`() throws {
        #expect(try session("accounts", "lock", "ann@x.example").status == 0)
        for format in ["json", "csv", "passwd-file", "ldif"] {
            let out = try session("accounts", "export", "--format", format).out
            // LDIF folds long lines.
            #expect(out.replacing("\n ", with: "").contains("!" + RegistrySession.hash), "\(format)")
        }
        let htpasswd = try session("accounts", "export", "--format", "htpasswd")
        #expect(
            htpasswd.out.isEmpty && htpasswd.err.isEmpty,
            "what a lock is for is no warning for a mail from cron")
    }
}

extension LockTests {
    @Test func `an import brings a lock, and removes none`() throws {
        let path = try session.file(
            "people.csv", "email,passwordHash\nann@x.example,!\(RegistrySession.hash)\n")
        #expect(try session("accounts", "import", path, "--update").status == 0)
        #expect(text?.contains("!" + RegistrySession.hash) == true)
        let plain = try session.file(
            "open.csv", "email,passwordHash\nann@x.example,\(RegistrySession.hash)\n")
        #expect(try session("accounts", "import", plain, "--update").status == 0)
        #expect(text?.contains("!" + RegistrySession.hash) == true)
        let typed = try session.file("typed.csv", "email,password\nann@x.example,Password7\n")
        #expect(try session("accounts", "import", typed, "--update").status == 0)
        #expect(text?.contains(#""!$2b$"#) == true)
        #expect(try verifies("Password7") == 77)
        #expect(try session("accounts", "unlock", "ann@x.example").status == 0)
        #expect(try verifies("Password7") == 0)
    }
}

/// The administrator's edits.
@Suite struct AdminEditTests {
    @Test func `any account is edited in place, and a new email renames the file and moves the session`()
        throws
    {
        let session = try RegistrySession()
        try session.put("ann@x.example", hash: RegistrySession.hash)
        try session.put("bob@x.example", "Bob", hash: RegistrySession.hash)
        try session.home.write("session.json", #"{"account":"ann@x.example"}"#)
        let answer = try session("accounts", "edit", "bob@x.example", "--first-name", "Rob")
        #expect(answer.status == 0)
        #expect(answer.err == Answer.saved("First name: Bob → Rob"))
        #expect(session.home.text("session.json") == #"{"account":"ann@x.example"}"#)
        #expect(try session("accounts", "edit", "ann@x.example", "--email", "eve@x.example").status == 0)
        #expect(session.home.text("session.json") == #"{"account":"eve@x.example"}"#)
        #expect(session.home.text("accounts/ann@x.example.json") == nil)
        #expect(
            try session("cancel")
                == Answer(
                    0, out: "Email: eve@x.example → ann@x.example\n", err: "regapp: undone\n"))
        #expect(session.home.text("session.json") == #"{"account":"ann@x.example"}"#)
        #expect(try session("accounts", "edit", "ann@x.example", "--email", "eve@x.example").status == 0)
        #expect(try session("accounts", "edit", "eve@x.example", "--email", "bob@x.example").status == 73)
        #expect(try session("accounts", "edit", "zoe@x.example", "--last-name", "X").status == 67)
    }
}
