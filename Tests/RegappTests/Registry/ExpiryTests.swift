import RegappTestSupport
import Testing

@testable import RegappCore

/// Expired accounts, as an administrator and as services see them.
@Suite struct ExpiryTests {
    private let session: RegistrySession

    init() throws {
        session = try RegistrySession(policy: RegistrySession.lenient, of: "ann@x.example")
        try session.put("bob@x.example", "Bob", hash: RegistrySession.hash)
    }

    private func expire(_ day: String) throws -> Answer {
        try session("accounts edit ann@x.example --expires", day)
    }

    @Test func `an expired account is refused everywhere and listed until the date is cleared`() throws {
        #expect(try session.login("--email", "ann@x.example", "password1").status == 0)
        let before = session.accounts
        #expect(try expire("9999-12-31").err == Answer.saved("Expires: not set → 9999-12-31"))
        #expect(try session.verify("password1").status == 0)
        #expect(try expire("2020-01-31").status == 0)
        #expect(try session.verify("password1").status == 77)
        #expect(try session("show").status == 77)
        let wrong = try session.login("--email", "ann@x.example", "password2")
        #expect(try session.login("--email", "ann@x.example", "password1") == wrong && wrong.status == 77)
        let shown = try session("accounts show ann@x.example").out
        #expect(
            shown.contains("Password:   ******** (expired)\n") && shown.contains("Expires:    2020-01-31\n"))
        #expect(try session("accounts list --expired").out.contains("\texpired\t"))
        #expect(try session("accounts list --expired").out.split(separator: "\n").count == 1)
        #expect(try session("check").status == 0)
        let note =
            "note: ann@x.example: expired; 'regapp accounts edit --expires= ann@x.example' removes the date\n"
        #expect(try session("check").out.contains(note))
        #expect(try session("accounts edit ann@x.example --expires").says(64, "no expiry date given"))
        #expect(try session("accounts edit --expires= ann@x.example").status == 0)
        #expect(try session.verify("password1").status == 0)
        #expect(session.accounts == before)
    }

    /// The date of the system, as it is whatever zone a test says.
    private func systemDay(_ offset: String = "") throws -> String {
        try session.shell("date -d '\(offset) today' +%F", environment: ["TZ": nil]).out
            .replacing("\n", with: "")
    }

    private func status(in zone: String, _ words: String..., input: ProgramInput = .nothing) throws -> Int32?
    {
        try session.run(words, input: input, environment: ["TZ": zone]).status
    }

    /// Zones where it is always tomorrow, and always yesterday.
    @Test(arguments: ["AHEAD-24", "BEHIND+24"])
    func `the day that counts is the system's, whatever zone a caller is in`(zone: String) throws {
        let verify = ["accounts", "verify", "ann@x.example", "--password-stdin"]
        for (day, mayLogIn) in [(try systemDay(), true), (try systemDay("-1 day"), false)] {
            #expect(try expire(day).status == 0)
            #expect(
                try status(
                    in: zone, "login", "--email", "ann@x.example", "--password-stdin",
                    input: .text("password1")) == (mayLogIn ? 0 : 77))
            #expect(try status(in: zone, "show") == (mayLogIn ? 0 : 77))
            let variables = ["TZ": zone]
            let verified = try session.run(verify, input: .text("password1"), environment: variables)
            #expect(verified.status == (mayLogIn ? 0 : 77))
            let listed = try session("accounts list --expired --count", environment: ["TZ": zone])
            #expect(listed.out == (mayLogIn ? "0\n" : "1\n"))
            let exported = try session("accounts export --format htpasswd", environment: ["TZ": zone])
            #expect(exported.out.contains("ann@x.example:") == mayLogIn)
        }
    }

    @Test func `birthdays go by the caller's zone`() throws {
        let tomorrow = try systemDay("1 day")
        #expect(try session("accounts edit bob@x.example --birthday", tomorrow).status == 65)
        try session.home.write(
            "policy.json", #"{"policy":"albums","hash":"bcrypt","hashCost":4,"required":[],"minimumAge":0}"#)
        for (zone, status) in [("UTC", 65), ("AHEAD-24", 0)] as [(String, Int32)] {
            #expect(
                try self.status(in: zone, "accounts", "edit", "bob@x.example", "--birthday", tomorrow)
                    == status)
        }
    }

    @Test(arguments: [
        ["accounts", "edit", "--expires=", "ann@x.example"], ["accounts", "import", "p.csv", "--update"],
    ])
    func `the session of an expired account does not come back with a later date`(words: [String]) throws {
        _ = try session.file("p.csv", "email,expires\nann@x.example,9999-12-31\n")
        // The day is over by itself.
        try session.put("ann@x.example", hash: RegistrySession.hash, more: #""expires": "2020-01-31""#)
        try session.home.write("session.json", #"{"account":"ann@x.example"}"#)
        #expect(try BuiltProgram.regapp.run(words, in: session.home).status == 0)
        #expect(try session("show").status == 77 && session.home.text("session.json") == nil)
        #expect(try session.verify("password1").status == 0)
    }

    @Test func `a lock and a new password do not hide that it is over`() throws {
        #expect(try expire("2020-01-31").status == 0)
        #expect(try session("accounts lock ann@x.example").status == 0)
        #expect(try session("accounts unlock ann@x.example").says(0, "warning: ann@x.example has expired"))
        #expect(
            try session.setPassword(of: "ann@x.example", to: "Password1\n").says(
                0, "warning: ann@x.example has expired"))
    }

    @Test func `an empty cell does not let in whose day is over, and never does`() throws {
        let session = try RegistrySession()
        try session.put("ann@x.example", hash: RegistrySession.hash, more: #""expires": "2020-01-31""#)
        for (cell, isOver) in [("", true), ("never", false)] {
            let file = try session.file("people.csv", "email,expires\nann@x.example,\(cell)\n")
            #expect(try session("accounts import \(file) --update --clear-empty --yes").status == 0)
            #expect(session.text(of: "ann")?.contains("expires") == isOver)
        }
    }

    @Test func `people cannot change the last day of their own accounts`() throws {
        #expect(try session.login("--email", "ann@x.example", "password1").status == 0)
        #expect(try session("edit --expires 9999-12-31").status == 64)
    }

    @Test func `csv carries the date there and back, and what is no date is refused`() throws {
        #expect(try expire("2020-01-31").status == 0)
        let csv = try session.shell(
            #""$REGAPP" accounts export --format csv > accounts.csv && rm documents/accounts/* "#
                + #"&& "$REGAPP" accounts import accounts.csv --allow-missing"#)
        #expect(csv.status == 0, "\(csv)")
        #expect(session.text(of: "ann")?.contains(#""expires": "2020-01-31""#) == true)
        #expect(try session.verify("password1").status == 77)
        let typed = try session.file("more.csv", "email,Expiry Date\nbob@x.example,31.12.2026\n")
        #expect(try session("accounts import", typed, "--update").status == 0)
        #expect(session.text(of: "bob")?.contains(#""expires": "2026-12-31""#) == true)
        let wrong = try session.file("wrong.csv", "email,expires\nbob@x.example,soon\n")
        let refused = try session("accounts import", wrong, "--update")
        #expect(refused.status == 65 && refused.err.contains(#"expiry date "soon" must be a date"#))
    }

    @Test(arguments: ExchangeFormat.allCases)
    func `an export without a date says how many accounts it locks permanently`(format: ExchangeFormat) throws
    {
        func exported() throws -> Answer { try session("accounts export --format", format.rawValue) }
        let isTold =
            format.definition.fields.contains(.passwordHash) && !format.definition.fields.contains(.expires)
            && format != .htpasswd
        func warning(_ accounts: String, _ them: String) -> String {
            guard isTold else { return "" }
            return
                "regapp: warning: \(accounts) written as locked, since \(format.rawValue) has no expiry date; "
                + "an import of the file would lock \(them) permanently\n"
        }
        #expect(try exported().err == "")
        #expect(try expire("2020-01-31").status == 0)
        #expect(try exported().err == warning("1 expired account is", "it"))
        #expect(try session("accounts edit bob@x.example --expires 2020-01-31").status == 0)
        #expect(try exported().err == warning("2 expired accounts are", "them"))
        #expect(try session("accounts lock bob@x.example").status == 0)
        #expect(try exported().err == warning("1 expired account is", "it"))
    }

    @Test(arguments: [("1800-01-01", "1900-01-01 or later"), ("+99999y", "9999-12-31 or earlier")])
    func `a day outside the calendar is none that an account may have`(day: String, rule: String) throws {
        let before = session.home.tree()
        #expect(try expire(day).says(65, "must be " + rule))
        #expect(session.tree == before)
        #expect(try session("accounts list --expires-before +9999999d").status == 64)
    }
}
