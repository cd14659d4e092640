import RegappTestSupport
import RegappValues
import Testing

/// What an administrator can say of a lock: why, and until when.
@Suite struct LockTermsTests {
    private let session: RegistrySession
    /// Long after every run of these tests.
    private let day = "2199-12-31"

    init() throws { session = try RegistrySession(policy: RegistrySession.lenient, of: "ann@x.example") }

    private var text: String? { session.text(of: "ann") }

    @Test func `a lock until a day refuses every login until then, and ends by itself`() throws {
        let before = try #require(text)
        #expect(
            try session("accounts lock ann@x.example --until", day).err
                == "regapp: locked ann@x.example; 'regapp undo' undoes it\nregapp: the lock ends on \(day)\n")
        #expect(text?.contains(#""lockedUntil": "\#(day)""#) == true && text?.contains("!") == false)
        #expect(try session.verify("password1").status == 77)
        #expect(try session.login("--email", "ann@x.example", "password1").status == 77)
        #expect(try session("accounts list --locked --count").out == "1\n")
        #expect(try session("accounts show ann@x.example").out.contains("******** (locked until \(day))"))
        let ended = try #require(text).replacing(day, with: "2020-01-31")
        try session.home.write("accounts/ann@x.example.json", ended)
        #expect(try session.verify("password1").status == 0)
        #expect(try session("accounts list --locked --count").out == "0\n")
        #expect(try session("accounts unlock ann@x.example").status == 0)
        #expect(text == before)
    }

    @Test func `a lock that lasted and now ends is named`() throws {
        #expect(try session("accounts lock ann@x.example").status == 0)
        #expect(
            try session("accounts lock ann@x.example --dry-run --until", day).err.contains(
                "warning: ann@x.example is locked for good, and then the lock would end\n"))
        #expect(
            try session("accounts lock ann@x.example --until", day).err.contains(
                "warning: ann@x.example was locked for good, and now the lock ends\n"))
    }

    @Test func `a day that has come already is refused, and nothing is changed`() throws {
        let before = text
        let refused = try session("accounts lock ann@x.example --until 2020-01-31")
        #expect(refused.says(64, "'--until +14d'") && text == before)
        #expect(try session("accounts lock ann@x.example --until soon").status == 64)
    }

    @Test func `a reason is shown wherever the lock is, and goes with it`() throws {
        let before = try #require(text)
        #expect(try session("accounts lock ann@x.example --reason", "moved away; see O'Neil").status == 0)
        #expect(text?.contains(#""lockReason": "moved away; see O'Neil""#) == true)
        #expect(try session("accounts show ann@x.example").out.contains("(locked: moved away; see O'Neil)"))
        #expect(try session("accounts list --locked").out.hasSuffix("\tmoved away; see O'Neil\n"))
        #expect(try session("accounts list --fields email,lockReason").out.contains("\tmoved away"))
        #expect(try session("history 1").out.contains("Lock reason: not set → moved away"))
        let json = try session("accounts export").out
        #expect(json.contains(#""lockReason": "moved away; see O'Neil""#))
        #expect(
            try session("accounts lock ann@x.example") == .done("ann@x.example was already locked"),
            "a lock without a reason keeps the reason")
        #expect(try session("accounts unlock ann@x.example").status == 0)
        #expect(text == before)
        #expect(try session("undo").status == 0 && text?.contains("moved away") == true)
    }

    @Test func `a lock that lasts takes the place of one that ends, and the other way round`() throws {
        #expect(try session("accounts lock ann@x.example --reason holidays --until", day).status == 0)
        #expect(try session("accounts lock ann@x.example").status == 0)
        #expect(text?.contains("lockedUntil") == false && text?.contains(#""passwordHash": "!"#) == true)
        #expect(text?.contains("holidays") == true)
        #expect(try session("accounts lock ann@x.example --until", day).status == 0)
        #expect(text?.contains("lockedUntil") == true && text?.contains(#""passwordHash": "!"#) == false)
        let lines = try session("history ann@x.example").out.split(separator: "\n").map { line in
            line.split(separator: "\t").last.map(String.init)
        }
        #expect(
            lines == [
                "ann@x.example: Locked: yes → until \(day)", "ann@x.example: Locked: until \(day) → yes",
                "ann@x.example: Locked until: not set → \(day); Lock reason: not set → holidays",
            ], "nobody reads that the account was let in")
        #expect(try session("undo").out == "ann@x.example: Locked: until \(day) → yes\n")
    }

    @Test func `an account without a password cannot be claimed until the lock has ended`() throws {
        try session.put("bob@x.example")
        #expect(try session("accounts lock bob@x.example --until", day).status == 0)
        #expect(try session.login("--email", "bob@x.example", "Password1").status == 77)
        #expect(try session("accounts unlock bob@x.example").status == 0)
    }

    @Test func `servers' files have a lock until then`() throws {
        #expect(try session("accounts lock ann@x.example --until", day).status == 0)
        for format in ["passwd-file", "ldif"] {
            let out = try session("accounts export --format", format).out.replacing("\n ", with: "")
            #expect(out.contains("!" + RegistrySession.hash), "\(format)")
        }
        #expect(try session("accounts export --format htpasswd").out.isEmpty)
        for format in ["json", "csv"] {
            let out = try session("accounts export --format", format).out
            #expect(out.contains(day) && !out.contains("!"), "\(format)")
        }
    }

    @Test func `a new password does not end a lock`() throws {
        #expect(try session("accounts lock ann@x.example --until", day).status == 0)
        #expect(try session.setPassword(of: "ann@x.example", to: "Password2\n").status == 0)
        #expect(text?.contains("!") == false)
        #expect(try session.verify("Password2").status == 77)
    }

    @Test func `what is wrong with a lock in a file is listed at its place`() throws {
        try session.put("bob@x.example", more: #""lockedUntil": "soon", "lockReason": "a\u0007""#)
        let out = try session("check").out
        #expect(out.contains("end of the lock") && out.contains("reason for the lock"), "\(out)")
        #expect(
            try session("accounts edit ann@x.example --set lockedUntil=2030-01-01").says(64, "--until +14d"))
    }

    @Test func `an import never shortens a lock, and lists find its day and its reason`() throws {
        #expect(try session("accounts lock ann@x.example --until 2199-12-31 --reason lost").status == 0)
        for (end, kept) in [("2150-01-01", day), ("2250-01-01", "2250-01-01")] {
            let answer = try session.importing(
                "l.csv", "email,lockedUntil\nann@x.example,\(end)\n", "--update")
            #expect(answer.status == 0, "\(answer)")
            #expect(text?.contains(#""lockedUntil": "\#(kept)""#) == true)
        }
        for words in ["lockedUntil=2250-01-01", "lockReason=lost"] {
            #expect(try session("accounts list --count", words).out == "1\n", "\(words)")
        }
        let names = try session("accounts export --format csv --without-hashes").out
        #expect(!names.contains("lost"), "\(names)")
    }

    @Test func `a lock that ends opens no account that never had a password`() throws {
        let session = try RegistrySession(policy: #"{"policy":"authorisation"}"# + "\n")
        try session.put("ann@x.example")
        for line in ["accounts lock ann@x.example", "accounts lock ann@x.example --until \(day)"] {
            #expect(try session(line).status == 0)
        }
        #expect(session.text(of: "ann")?.contains(#""passwordHash": "!""#) == true)
        let told = try session("accounts lock ann@x.example --until 2199-12-30").err
        #expect(told.contains("stays locked") && !told.contains("the lock ends"), "\(told)")
    }
}
