import RegappTestSupport
import Testing

/// Accounts that cannot be logged in to: a `!` before the hash.
@Suite struct AccountsLockCommandTests {
    private let session: RegistrySession

    init() throws { session = try RegistrySession(policy: RegistrySession.lenient, of: "ann@x.example") }

    private var text: String? { session.text(of: "ann") }

    @Test func `a locked account is refused everywhere until it is unlocked`() throws {
        #expect(try session.verify("password1").status == 0)
        #expect(try session.login("--email", "ann@x.example", "password1").status == 0)
        let before = try #require(text)
        #expect(try session("accounts lock ANN@x.example") == .done("locked ann@x.example\(Answer.undoes)"))
        #expect(text == before.replacing(#""passwordHash": ""#, with: #""passwordHash": "!"#))
        #expect(session.home.text("session.json") == nil)
        #expect(try session.verify("password1").status == 77)
        let wrong = try session.login("--email", "ann@x.example", "password2")
        #expect(try session.login("--email", "ann@x.example", "password1") == wrong && wrong.status == 77)
        #expect(try session("accounts lock ann@x.example") == .done("ann@x.example was already locked"))
        #expect(try session("accounts show ann@x.example").out.contains("Password:   ******** (locked)"))
        #expect(try session("accounts list").out.contains("\tlocked\t"))
        #expect(try session("check").status == 0)
        #expect(try session("check").out.contains("note: ann@x.example: locked\n"))
        #expect(
            try session("accounts unlock ann@x.example")
                == .done("unlocked ann@x.example\(Answer.undoes)"))
        #expect(text == before)
        #expect(try session.verify("password1").status == 0)
        #expect(try session("accounts unlock ann@x.example") == .done("ann@x.example was not locked"))
        #expect(try session("accounts lock bob@x.example").status == 67)
    }

    @Test func `a hint does not take an email with an apostrophe for one in quotes`() throws {
        let unknown = try session("accounts lock", "pat.o'neil@x.example")
        #expect(unknown.says(67, "no account for") && !unknown.err.contains(" neil@x.example"), "\(unknown)")
        #expect(
            try session("accounts lock", "'ann@x.example',").says(67, "'regapp accounts lock ann@x.example'"))
    }

    @Test func `an account without a password is locked by a lone mark, which a password keeps`() throws {
        try session.put("bob@x.example")
        #expect(try session("accounts lock bob@x.example").status == 0)
        #expect(session.text(of: "bob")?.contains(#""passwordHash": "!""#) == true)
        #expect(try session.login("--email", "bob@x.example", "Password1").status == 77)
        #expect(
            try session("accounts unlock bob@x.example").says(65, "'regapp accounts password bob@x.example'"))
        #expect(try session.setPassword(of: "bob@x.example", to: "Password1\n").status == 0)
        #expect(session.text(of: "bob")?.contains(#""!$2b$"#) == true)
        #expect(try session.login("--email", "bob@x.example", "Password1").status == 77)
        #expect(try session("accounts unlock bob@x.example").status == 0)
        #expect(try session.login("--email", "bob@x.example", "Password1").status == 0)
    }

    @Test func `a password written by hand is hashed by the lock, and opens no locked account`() throws {
        try session.put("bob@x.example", password: "Password1")
        #expect(try session("accounts lock bob@x.example").status == 0)
        let locked = try #require(session.text(of: "bob"))
        #expect(!locked.contains("Password1") && locked.contains(#""passwordHash": "!$2b$"#))
        try session.put("eve@x.example", password: "Password1", hash: "!")
        #expect(try session.login("--email", "eve@x.example", "Password1").status == 77)
        #expect(try session("accounts unlock eve@x.example").status == 0)
        #expect(try session.login("--email", "eve@x.example", "Password1").status == 0)
    }

    @Test func `a session ends as soon as its account is locked by hand`() throws {
        try session.home.write("session.json", #"{"account":"ann@x.example"}"#)
        #expect(try session("show").status == 0)
        try session.put("ann@x.example", hash: "!" + RegistrySession.hash)
        #expect(try session("show").status == 77)
        #expect(try session("edit --last-name=Roe").status == 77)
    }

    @Test func `exports carry the lock, and htpasswd leaves the account out`() throws {
        #expect(try session("accounts lock ann@x.example").status == 0)
        for format in ["json", "csv", "passwd-file", "ldif"] {
            let out = try session("accounts export --format", format).out
            // LDIF folds long lines.
            #expect(out.replacing("\n ", with: "").contains("!" + RegistrySession.hash), "\(format)")
        }
        let htpasswd = try session("accounts export --format htpasswd")
        #expect(
            htpasswd.out.isEmpty && htpasswd.err.isEmpty,
            "what a lock is for is no warning for a mail from cron")
    }
    @Test func `an import brings a lock, and removes none`() throws {
        func bring(_ column: String, _ value: String) throws {
            let table = "email,\(column)\nann@x.example,\(value)\n"
            #expect(try session.importing("people.csv", table, "--update").status == 0)
        }
        for lock in ["!", ""] {
            try bring("passwordHash", lock + RegistrySession.hash)
            #expect(text?.contains("!" + RegistrySession.hash) == true)
        }
        try bring("password", "Password7")
        #expect(text?.contains(#""!$2b$"#) == true)
        #expect(try session.verify("Password7").status == 77)
        #expect(try session("accounts unlock ann@x.example").status == 0)
        #expect(try session.verify("Password7").status == 0)
    }
}

/// The administrator's edits.
@Suite struct AdminEditTests {
    @Test func `any account is edited in place; a new email renames the file and moves the session`() throws {
        let session = try RegistrySession.ann()
        try session.put("bob@x.example", "Bob", hash: RegistrySession.hash)
        let answer = try session("accounts edit bob@x.example --first-name Rob")
        #expect(answer.status == 0)
        #expect(answer.err == Answer.saved("First name: Bob → Rob"))
        #expect(session.home.text("session.json") == #"{"account":"ann@x.example"}"#)
        #expect(try session("accounts edit ann@x.example --email eve@x.example").status == 0)
        #expect(session.home.text("session.json") == #"{"account":"eve@x.example"}"#)
        #expect(session.text(of: "ann") == nil)
        #expect(try session("cancel").out == "Email: eve@x.example → ann@x.example\n")
        #expect(session.home.text("session.json") == #"{"account":"ann@x.example"}"#)
        #expect(try session("accounts edit ann@x.example --email eve@x.example").status == 0)
        #expect(try session("accounts edit eve@x.example --email bob@x.example").status == 73)
        #expect(try session("accounts edit zoe@x.example --last-name X").status == 67)
    }
}
