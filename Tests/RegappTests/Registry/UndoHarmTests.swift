import RegappTestSupport
import Testing

/// What undoing must never do unasked, and whose history is whose.
@Suite(.waiting) struct UndoHarmTests {
    static let service = #"{"policy":"service"}"# + "\n"
    static let ann = "ann@x.example"

    func session(_ policy: String = service, of emails: String...) throws -> RegistrySession {
        let session = try RegistrySession(policy: policy)
        for email in emails { try session.put(email, hash: RegistrySession.hash) }
        return session
    }

    func run(_ lines: String..., in session: RegistrySession) throws {
        for line in lines {
            let answer = try session(line)
            #expect(answer.status == 0, "\(line): \(answer)")
        }
    }

    @Test func `rules that cannot be accepted are not brought back, and the later change is named`() throws {
        let session = try session(of: Self.ann)
        try run("policy set hash bcrypt", "policy set hashCost 12", in: session)
        let rules = session.home.text("policy.json")
        #expect(try session("undo 1").says(65, "hashCost must be from 1 to 11", "'regapp undo 2'"))
        #expect(session.home.text("policy.json") == rules)
        #expect(try session.verify("password1").status == 0)
        try run("undo", "redo", "undo", "undo", "redo", in: session)
        #expect(try session("policy show").status == 0)
    }

    @Test func `a cost goes back with the hash whose units it has, or stays`() throws {
        let session = try session(of: Self.ann)
        try run("policy set hash bcrypt", "policy set hashCost 10", in: session)
        #expect(try session("undo 1").says(65, "hashCost belongs to another hash", "'regapp undo 2'"))
        try run("undo 2", "undo 1", "redo", "redo", in: session)
        #expect(session.home.text("policy.json")?.contains("hashCost") == true)
    }

    @Test(arguments: [1, 2, 3])
    func `undo and redo go to and fro, however few changes the history keeps`(kept: Int) throws {
        let session = try session("{\"policy\":\"service\",\"history\":\(kept)}\n", of: Self.ann)
        let seats = { session.text(of: "ann")?.contains("seat") }
        try run("accounts edit \(Self.ann) --set seat=1", in: session)
        for _ in 1...3 {
            #expect(try session("undo").err.contains("undone") && seats() == false)
            #expect(try session("redo").err.contains("redone") && seats() == true)
            #expect(try session("redo") == .done("there is nothing to redo"))
        }
        #expect(try session("undo").status == 0 && seats() == false)
        #expect(try session("undo") == .done("there is nothing to undo"))
    }

    @Test func `who may not undo unasked is told what to type, once`() throws {
        let session = try session(of: Self.ann)
        try run("accounts edit \(Self.ann) --set seat=1", "policy use authorisation --yes", in: session)
        let refused = try session("undo")
        #expect(refused.says(65, "--yes") && !refused.err.contains("your own last change"), "\(refused)")
    }

    @Test func `a change is redone by its number, or by that of its undo`() throws {
        let session = try session(of: Self.ann, "bob@x.example")
        try run("accounts lock \(Self.ann)", "accounts lock bob@x.example", "undo 1", "undo 2", in: session)
        try run("redo 1", in: session)
        #expect(session.text(of: "ann")?.contains("\"!") == true)
        #expect(session.text(of: "bob")?.contains("\"!") == false)
        #expect(try session("redo 1").err.contains("there is nothing to redo for change 1"))
        #expect(try session("redo 4 --show").out.contains("bob@x.example"))
        try run("redo 4", in: session)
        #expect(session.text(of: "bob")?.contains("\"!") == true)
        #expect(try session("redo 99").status == 67)
    }

    @Test func `values that the present rules refuse come back only after a yes`() throws {
        let session = try session(#"{"policy":"service","phoneMask":"none"}"#)
        try session.put(Self.ann, hash: RegistrySession.hash, more: #""phone": "0301234""#)
        try run(
            "accounts edit \(Self.ann) --phone +49301234567", "policy set phoneMask international",
            in: session)
        let text = session.text(of: "ann")
        let words = "1 account could no longer log in: ann@x.example"
        let shown = try session("undo 1 --show")
        #expect(shown.status == 0 && shown.err.contains("warning: \(words)"))
        #expect(try session("undo 1").says(65, words, "--yes"))
        #expect(session.text(of: "ann") == text)
        try run("undo 1 --yes", in: session)
        #expect(try session.verify("password1").status != 0)
        // The older rules accept it again, and undoing them is asked about where they do not.
        try run("undo 2", in: session)
        #expect(try session.verify("password1").status == 0)
        #expect(try session("redo").says(65, words) && session("redo --yes").status == 0)
    }

    @Test func `rules are not taken from accounts that use them unasked`() throws {
        let session = try RegistrySession(policy: Self.service)
        #expect(try session.shell("rm documents/policy.json").status == 0)
        try run("policy use service", in: session)
        try session.put(Self.ann, hash: RegistrySession.hash)
        #expect(try session("undo").says(65, "1 account could no longer log in"))
        #expect(try session("undo 1").says(65, "1 account could no longer log in"))
        #expect(try session.verify("password1").status == 0)
    }

    @Test func `a change that was reversed by hand is named, and the one before it stays`() throws {
        let session = try session(of: Self.ann, "bob@x.example")
        try run("accounts lock bob@x.example", "accounts lock \(Self.ann)", in: session)
        let locked = try #require(session.text(of: "ann"))
        try session.home.write("accounts/\(Self.ann).json", locked.replacing("\"!", with: "\""))
        #expect(try session("undo").says(65, "change 2", "'regapp undo 1'"))
        #expect(session.text(of: "bob")?.contains("\"!") == true)
    }

    @Test(arguments: ["rm F; ln -s ../policy.json F", "rm F; mkfifo F", "rm F; mkdir F", "sed -i 2d F"])
    func `if the newest record is none, nothing is undone without a number`(damage: String) throws {
        let session = try session(of: Self.ann, "bob@x.example")
        try run("accounts lock bob@x.example", "accounts lock \(Self.ann)", in: session)
        let file = "documents/history/00000002.json"
        #expect(try session.shell(damage.replacing("F", with: file)).status == 0)
        for command in ["undo", "undo --show", "undo 2", "history 2"] {
            #expect(try session(command).says(65, "history/00000002.json:"), "\(damage): \(command)")
        }
        let listed = try session("history")
        #expect(listed.status == 0 && listed.err.contains("history/00000002.json"))
        #expect(session.text(of: "bob")?.contains("\"!") == true)
        try run("undo 1", in: session)
    }

    @Test func `an older lock is not taken back from who was locked again for a reason`() throws {
        let session = try session(of: Self.ann, "bob@x.example")
        try run(
            "accounts lock \(Self.ann) bob@x.example", "accounts lock \(Self.ann) --reason fraud", in: session
        )
        let undone = try session("undo 1")
        #expect(undone.status == 0 && undone.out.contains("bob@x.example: Locked: yes → no"), "\(undone)")
        #expect(undone.out.contains("passwordHash was later changed by change 2 and stays"), "\(undone)")
        #expect(try session.verify("password1").status == 77)
        #expect(try session.verify("password1", of: "bob@x.example").status == 0)
    }

    @Test func `a lock goes back over a password that was set since, and both of its forms as one`() throws {
        let session = try session(of: Self.ann, "bob@x.example")
        try run(
            "accounts lock \(Self.ann) bob@x.example",
            "accounts lock \(Self.ann) bob@x.example --until +30d", in: session)
        let set = try session.run(
            ["accounts", "password", Self.ann, "--password-stdin"], input: .text("sunny-day-77"))
        #expect(set.status == 0)
        let lock = { session.text(of: "ann")?.contains("\"!") == true }
        let end = { session.text(of: "ann")?.contains("lockedUntil") == true }
        try run("undo 2", in: session)
        #expect(lock() && !end())
        try run("redo 2", in: session)
        #expect(!lock() && end())
        try run("undo 2", "undo 1", in: session)
        #expect(try session.verify("sunny-day-77").status == 0)
    }

    @Test func `a redo is taken back with the change that it made again`() throws {
        let session = try session(of: Self.ann)
        try run(
            "accounts remove \(Self.ann) --yes", "undo", "redo", "undo", "accounts lock \(Self.ann)",
            in: session)
        let text = session.text(of: "ann")
        #expect(try session("undo 3").err.contains("nothing of change 3 is left to undo"))
        #expect(try session("undo 2").err.contains("nothing of change 2 is left to undo"))
        #expect(session.text(of: "ann") == text)
    }

    @Test func `a redo by another person is not taken back unasked`() throws {
        let session = try session(of: Self.ann)
        try run("accounts lock \(Self.ann)", "undo", in: session)
        #expect(try session.shell("SUDO_USER=erik \"$REGAPP\" redo --yes").status == 0)
        let refused = try session("undo")
        #expect(refused.says(65, "the last change, 3, is by erik", "'regapp undo 1' undoes it"), "\(refused)")
        #expect(!refused.err.contains("your own last change"))
        #expect(try session.verify("password1").status == 77)
    }

    @Test func `the days of logins are passed over, and taken back by their number`() throws {
        let session = try session(of: Self.ann)
        try run("accounts lock \(Self.ann)", "accounts unlock \(Self.ann)", in: session)
        let log = try session.file(
            "log",
            "2026-11-20T10:11:12Z host regapp[7]: granted phase=auth rhost=- account=\(Self.ann) directory=\(session.home.documents)\n"
        )
        try run("accounts seen \(log)", in: session)
        let undone = try session("undo")
        #expect(undone.status == 0 && undone.err.contains("change 3 by accounts seen stays; 'regapp undo 3'"))
        #expect(session.text(of: "ann")?.contains("\"!") == true)
        try run("undo 3", in: session)
        #expect(session.text(of: "ann")?.contains("lastSeen") == false)
    }

    @Test func `days of logins of which nothing is left are not named`() throws {
        let session = try session(of: Self.ann, "bob@x.example")
        try run("accounts lock bob@x.example", in: session)
        let log = try session.file(
            "log",
            "2026-11-20T10:11:12Z host regapp[7]: granted phase=auth rhost=- account=\(Self.ann) directory=\(session.home.documents)\n"
        )
        try run("accounts seen \(log)", "history --forget \(Self.ann) --yes", in: session)
        #expect(try !session("undo --show").err.contains("accounts seen"))
    }

    @Test func `a person is followed through emails, and the next owner of one is somebody else`() throws {
        let session = try session(of: Self.ann, "bob@x.example")
        try run(
            "accounts lock \(Self.ann) bob@x.example",
            "accounts edit \(Self.ann) --email anna@x.example --last-name Lee",
            "accounts edit anna@x.example --set team=choir", in: session)
        try session.put(Self.ann, "Ann", hash: RegistrySession.hash)
        try run("accounts edit \(Self.ann) --set team=board", in: session)
        func numbers(_ email: String) throws -> [String] {
            try session.run(["history", email]).out.split(separator: "\n").map {
                String($0.prefix { $0 != "\t" })
            }
        }
        #expect(try numbers("anna@x.example") == ["3", "2", "1"] && numbers(Self.ann) == ["4"])
        try run("undo 1", in: session)
        #expect(session.text(of: "anna")?.contains("\"!") == false)
        // She cannot have her email back, but the name, were it a change of several.
        #expect(try session("undo 2").says(65, "cannot go back to ann@x.example"))
        try run("accounts remove \(Self.ann) --yes", "undo 2", in: session)
        #expect(session.text(of: "anna") == nil && session.text(of: "ann")?.contains("choir") == true)
        try run("history --forget \(Self.ann) --yes", in: session)
        #expect(try numbers(Self.ann).isEmpty && session.text(of: "ann") != nil)
        #expect(try session.shell("grep -l choir documents/history/*").status == 1)
        #expect(try session.shell("grep -l board documents/history/*").status == 0)
    }

    @Test func `what a change did to a list goes back, and what others added stays`() throws {
        let session = try session(of: Self.ann)
        try run(
            "accounts edit \(Self.ann) --add team=sail",
            "accounts edit \(Self.ann) --remove team=sail --add team=youth",
            "accounts edit \(Self.ann) --add team=boat", "undo 2", in: session)
        #expect(try session("accounts show \(Self.ann) --field team").out == "sail,boat\n")
        try run("undo 3", "undo 1", in: session)
        #expect(session.text(of: "ann")?.contains("team") == false)
    }

    @Test func `of equal elements of a list, those go that came`() throws {
        let session = try session(of: Self.ann)
        for list in [#"["a","a","b"]"#, #"["a","b"]"#, #"["a","b","c","c"]"#, #"["a","b","c","c","c"]"#] {
            let words = ["accounts", "edit", Self.ann, "--set-json", "seats=\(list)"]
            #expect(try session.run(words).status == 0)
        }
        try run("undo 2", in: session)
        #expect(try session("accounts show \(Self.ann) --field seats").out == "a,a,b,c,c,c\n")
        try run("undo 3", in: session)
        #expect(try session("accounts show \(Self.ann) --field seats").out == "a,a,b,c\n")
    }

    @Test(arguments: [
        "{", "[]", #"{"email":"ann@x.example","phone":"1"}"#,
        #"{"email":"ann@x.example","lastName":"Doe","phone":"1"}"#,
    ])
    func `an account that cannot be accepted is told how its last text comes back`(broken: String) throws {
        let session = try session(of: Self.ann)
        try run("accounts edit \(Self.ann) --last-name Lee", in: session)
        let text = session.text(of: "ann")
        try session.home.write("accounts/\(Self.ann).json", broken)
        let hint = "'regapp undo --by-hand'"
        #expect(try session("accounts edit \(Self.ann) --last-name Roe").says(65, hint))
        #expect(try session("undo").says(65, "by hand", hint))
        try run("undo --by-hand", in: session)
        #expect(session.text(of: "ann") == text)
        guard !broken.contains("email") else { return }
        // The text by hand is nowhere, but what came before can be undone.
        #expect(try session("undo").says(65, "'regapp undo 1'"))
        try run("undo 1", in: session)
        #expect(session.text(of: "ann")?.contains("Lee") == false)
    }

    @Test func `after rules by hand, a hint names the change that can be undone`() throws {
        let session = try session(of: Self.ann)
        try run("policy set log none", in: session)
        try session.home.write("policy.json", "{")
        try run("undo --by-hand", in: session)
        #expect(try session("undo").says(65, "'regapp undo 1'"))
        try run("undo 1", in: session)
    }

    @Test func `check names who has two accounts, since a new email was given by half`() throws {
        let session = try session(of: Self.ann)
        let text = try #require(session.text(of: "ann"))
        try run("accounts edit \(Self.ann) --email zoe@x.example", "check", in: session)
        // What a crash leaves if the former file is edited by hand then.
        let file = "history/00000001.json"
        let record = try #require(session.home.text(file))
        try session.home.write(file, record + #"{"left":"accounts/ann@x.example.json"}"# + "\n")
        try session.home.write("accounts/\(Self.ann).json", text)
        let check = try session("check")
        #expect(check.status == 65 && check.out.contains("this person also has the account of zoe@x.example"))
        try run("accounts remove \(Self.ann) --yes", "check", in: session)
    }

    @Test func `an interrupted change is named before it is shown what undoing would do`() throws {
        let session = try session(of: Self.ann)
        try run("accounts lock \(Self.ann)", in: session)
        #expect(
            try session.shell("cd documents/history && mv 00000001.json 00000001.doing").status == 0)
        let shown = try session("undo --show")
        #expect(shown.err.contains("change 1 was interrupted"), "\(shown)")
        try run("undo", in: session)
    }

    @Test func `the present email of a person names the account that it was then`() throws {
        let session = try session(of: Self.ann)
        try run(
            "accounts edit \(Self.ann) --last-name Lee", "accounts edit \(Self.ann) --email anna@x.example",
            in: session)
        let first = "history/00000001.json"
        let record = try #require(session.home.text(first))
        let past = record.replacing(#/"time":"[^"]*"/#, with: #""time":"2025-01-01T12:00:00Z""#)
        try session.home.write(first, past)
        for command in ["show anna@x.example --json", "export anna@x.example"] {
            let answer = try session("accounts \(command) --as-of 2026-01-31")
            #expect(answer.status == 0 && answer.out.contains("\"ann@x.example\""), "\(answer)")
        }
    }

    @Test func `while the rules cannot be accepted, the history works and brings the last text back`() throws
    {
        let session = try session(of: Self.ann)
        try run("policy set passwordLength 9", "accounts lock \(Self.ann)", in: session)
        let good = session.home.text("policy.json")
        try session.home.write("policy.json", #"{"policy":"service","passwordLength":9,"hashCost":99}"#)
        let listed = try session("history")
        #expect(
            listed.status == 0 && listed.out.contains("accounts lock")
                && listed.err.contains("undo --by-hand"))
        #expect(try session("undo").status == 0 && session.text(of: "ann")?.contains("\"!") == false)
        #expect(try session("redo").status == 0)
        #expect(try session("policy set hashCost 100").status == 65)
        try run("policy set hashCost 5", "policy show", in: session)
        try session.home.write("policy.json", "{")
        #expect(try session("accounts list").says(65, "policy.json:1:2"))
        let shown = try session("undo --by-hand --show")
        #expect(shown.status == 0 && session.home.text("policy.json") == "{")
        #expect(try session("undo --by-hand").status == 0)
        #expect(session.home.text("policy.json")?.contains("\"hashCost\":5") == true && good != nil)
        try session.home.write("accounts/\(Self.ann).json", "{bad")
        #expect(
            try session("undo --by-hand").out.contains("is back") && session.verify("password1").status != 75)
        #expect(try session("accounts show \(Self.ann)").status == 0)
        #expect(try session("undo --by-hand").status == 0 && session("undo --by-hand 3").status == 64)
    }

    @Test func `nothing is kept of a text in which a password may be anywhere, and undoing says so`() throws {
        let session = try session()
        for (name, text) in [
            ("a", "{\"email\": \"a@x.example\", secret9 }"),
            ("b", #"{"email":"b@x.example","password":["secret9"]}"#),
            ("d", #"["secret9"]"#), ("e", #""secret9""#),
        ] {
            try session.home.write("accounts/\(name)@x.example.json", text)
            try run("accounts remove \(name)@x.example --yes", in: session)
            #expect(try session("undo").says(65, "cannot be brought back"))
        }
        #expect(try session.shell("grep -r secret9 documents").status == 1)
        try session.put("c@x.example", password: "abc")
        try run("accounts remove c@x.example --yes", in: session)
        #expect(try session("undo").out.contains("is back, without the plain password"))
        try session.home.write("accounts/f@x.example.json", #"{"email":"f@x.example","Passwort":"secret9"}"#)
        try run("accounts remove f@x.example --yes", in: session)
        #expect(try session("undo --show").out.contains("be back, without the plain password"))
        #expect(try session.shell("grep -r secret9 documents").status == 1)
    }

    @Test func `an import asks before it registers somebody again who was removed`() throws {
        let session = try session(of: Self.ann, "bob@x.example")
        try run("accounts remove \(Self.ann) --yes", in: session)
        _ = try session.file("m.csv", "email,firstName\nann@x.example,Ann\nbob@x.example,Bob\n")
        let refused = try session("accounts import m.csv --update --allow-missing")
        #expect(refused.says(65, "line 2 registers ann@x.example, who was removed on", "change 1"))
        #expect(session.text(of: "ann") == nil)
        try run("accounts import m.csv --update --allow-missing --yes", in: session)
        try run("undo", "accounts remove bob@x.example --forget --yes", in: session)
        let forgotten = try session("accounts import m.csv --update --allow-missing")
        #expect(forgotten.says(65, "ann@x.example") && !forgotten.err.contains("bob@x.example"))
    }

    @Test func `who was removed is known by the key that finds accounts, too`() throws {
        let session = try session()
        _ = try session.file("m.csv", "email,id\nann@x.example,7\n")
        _ = try session.file("n.csv", "email,id\nanna@x.example,7\n")
        let options = "--update --match id --keep-unknown --allow-missing"
        try run(
            "accounts import m.csv \(options)", "accounts remove \(Self.ann) --yes", in: session)
        let refused = try session("accounts import n.csv \(options)")
        #expect(refused.says(65, "line 2 registers anna@x.example, who was removed on", "change 2"))
    }

    @Test func `a last text without the plain password that it had says so`() throws {
        let session = try session(of: Self.ann)
        let file = "accounts/\(Self.ann).json"
        let text = try #require(session.text(of: "ann"))
        let plain = text.replacing(/"passwordHash": *"[^"]*"/, with: #""password": "by-hand-pass-1""#)
        try session.home.write(file, plain)
        try run("accounts edit \(Self.ann) --last-name Lee", in: session)
        let edited = try #require(session.text(of: "ann"))
        try session.home.write(file, edited.replacing("}", with: ",}"))
        try run("undo --by-hand", in: session)
        #expect(session.text(of: "ann")?.contains("by-hand-pass-1") == true)
        try session.home.write(file, "{")
        for option in ["--show", "--yes"] {
            let answer = try session("undo --by-hand \(option)")
            #expect(answer.out.contains("without the plain password that it had"), "\(answer)")
        }
    }

    @Test func `a text comes back with its keys in their order`() throws {
        let session = try session(of: Self.ann)
        try run("accounts edit \(Self.ann) --last-name Lee --first-name Ann", in: session)
        let good = session.text(of: "ann")
        try session.home.write(
            "accounts/\(Self.ann).json", try #require(good).replacing(#""Lee""#, with: "7"))
        try run("undo --by-hand", in: session)
        #expect(session.text(of: "ann") == good)
    }

    @Test func `where undoing leaves a profile that breaks the rules, it says so`() throws {
        let session = try Session()
        #expect(try session("policy set passwordLength 3").status == 0)
        #expect(try session("login --email ann@club.example --password abc").status == 0)
        let undone = try session("undo 1")
        #expect(undone.status == 0 && undone.err.contains("profile.json:"), "\(undone)")
    }

    @Test func `who was removed under a later email is known by the earlier one, unless others had it since`()
        throws
    {
        let session = try session(of: Self.ann)
        try run(
            "accounts edit \(Self.ann) --email anna@x.example", "accounts remove anna@x.example --yes",
            in: session)
        _ = try session.file("m.csv", "email,firstName\nann@x.example,Ann\n")
        let command = "accounts import m.csv --update --allow-missing"
        #expect(
            try session(command).says(65, "line 2 registers ann@x.example, who was removed on", "change 2"))
        try run(
            "\(command) --yes", "accounts edit \(Self.ann) --email amy@x.example --first-name Amy", command,
            in: session)
    }

    @Test func `forgetting can be repeated after it was cut short, and check names what is left`() throws {
        let session = try session(of: Self.ann, "bob@x.example")
        try run(
            "accounts edit \(Self.ann) --last-name Lee", "accounts lock \(Self.ann) bob@x.example",
            in: session)
        try run("accounts remove \(Self.ann) --yes", in: session)
        let plan = #"{"change":1,"files":["accounts/ann@x.example.json"]}"# + "\n"
        try session.home.write("history/forgetting", plan)
        #expect(try session("check").says(65) && session("check").out.contains("history/forgetting"))
        try run("accounts remove \(Self.ann) --forget --yes", "check", in: session)
        #expect(try session.shell("grep -rl ann@x documents").status == 1)
        #expect(try session("accounts remove \(Self.ann) --forget --yes").status == 67)
        #expect(try session.run(["history", "bob@x.example"]).out.contains("Locked"))
    }

    @Test func `own changes of the password push nobody's record out`() throws {
        let session = try session(
            #"{"policy":"service","hash":"bcrypt","hashCost":4,"history":5}"#, of: Self.ann)
        let oldest = session.text(of: "ann")
        for name in ["A", "B", "C"] { try run("accounts edit \(Self.ann) --last-name \(name)", in: session) }
        var password = "password1"
        for round in 1...20 {
            let next = "password-\(round)"
            let input = "\(password)\n\(next)\n\(next)\n"
            #expect(
                try session.run(["accounts", "change-password", Self.ann], input: .text(input)).status == 0)
            password = next
        }
        let rows = try session("history").out.split(separator: "\n")
        #expect(rows.count == 4 && rows.first?.contains("and 19 more") == true, "\(rows)")
        #expect(
            session.home.text("history/00000001.json")?.contains(
                "\(oldest?.prefix(9) ?? "")".replacing("\n", with: "\\n").replacing("\"", with: "\\\""))
                == true)
        let past = try session("accounts list --as-of 2999-01-01")
        #expect(past.status == 64)
        try run("undo 23", in: session)
        #expect(try session.verify("password1").status == 0)
        try run("undo 3", in: session)
        #expect(session.text(of: "ann")?.contains("\"B\"") == true)
    }

    @Test func `a change is made when it is saved, not when its editor was opened`() throws {
        let session = try session(of: Self.ann)
        // Closes in a later second than it opened in, and says in which.
        let editor = try session.file(
            "editor",
            """
            #!/bin/sh
            opened=$(date +%s)
            until [ "$(date +%s)" -gt "$opened" ]; do sleep 0.05; done
            sed -i 's/Doe/Lee/' "$1"
            date -u +%FT%TZ >"$HOME/closed"
            """)
        #expect(try session.shell("chmod 700 \(editor)").status == 0)
        let edited = try session("accounts edit \(Self.ann) --editor", environment: ["VISUAL": editor])
        #expect(edited.status == 0, "\(edited)")
        let closed = try session.shell("cat closed").out.dropLast()
        let record = try #require(session.home.text("history/00000001.json"))
        let changed = try #require(record.firstMatch(of: /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)"/)).output.1
        #expect(changed >= closed)
    }

    @Test(Tool.require("strace", install: "strace"))
    func `a change that was cut short is completed in a restored backup, whose times are in whole seconds`()
        throws
    {
        let session = try RegistrySession(policy: Self.service)
        let emails = ["ann@x.example", "bob@x.example", "eve@x.example"]
        for email in emails {
            try session.home.write(
                "accounts/\(email).json", "{\"email\": \"\(email)\", \"password\": \"password1\"}\n")
        }
        _ = try session.shell(
            #"""
            strace -f -qq -o /dev/null -e trace=renameat -e inject=renameat:signal=KILL:when=3 \
                "$REGAPP" accounts lock ann@x.example bob@x.example eve@x.example
            cp -a "$REGAPP_DOCUMENTS" copy && rm -r "$REGAPP_DOCUMENTS" && mv copy "$REGAPP_DOCUMENTS"
            for FILE in "$REGAPP_DOCUMENTS"/accounts/*.json; do touch -d "@$(stat -c %Y "$FILE")" "$FILE"; done
            """#)
        #expect(try session.shell("ls documents/history").out.contains(".doing"))
        try run("policy set minimumAge 1 --yes", in: session)
        #expect(try session("accounts list --where locked=true --count").out == "3\n")
    }

    // MARK: Secrets by hand

    @Test func `undoing another change keeps the password that was written by hand since`() throws {
        let session = try session()
        try session.put(Self.ann, password: "sunny-day-1")
        try run("accounts edit \(Self.ann) --last-name Roe", in: session)
        let text = try #require(session.text(of: "ann"))
        try session.home.write(
            "accounts/\(Self.ann).json", text.replacing("sunny-day-1", with: "rainy-day-2"))
        try run("undo", in: session)
        #expect(session.text(of: "ann")?.contains(#""lastName": "Doe""#) == true)
        #expect(try session.verify("rainy-day-2").status == 0)
        #expect(try session.verify("sunny-day-1").status == 77)
        // A login makes a hash of it.
        try run("redo", in: session)
        #expect(try session.login("--email", Self.ann, "rainy-day-2").status == 0)
        try run("undo", in: session)
        #expect(try session.verify("rainy-day-2").status == 0)
    }

    @Test func `undoing never makes an account one that anybody can claim`() throws {
        let session = try session(#"{"policy":"authorisation"}"# + "\n")
        try session.put(Self.ann, password: "x")
        let text = session.text(of: "ann")
        try run("accounts lock \(Self.ann)", "undo", in: session)
        #expect(session.text(of: "ann") == text)
        // What is gone, the history has not kept.
        #expect(try session.setPassword(of: Self.ann, to: "abcdefgh1").status == 0)
        #expect(try session("undo").says(65, "cannot be brought back"))
        #expect(try session.verify("abcdefgh1").status == 0)
        try session.home.write("accounts/\(Self.ann).json", try #require(text))
        try run("accounts remove \(Self.ann) --yes", "undo", in: session)
        #expect(session.text(of: "ann")?.contains(#""passwordHash": "!""#) == true)
        #expect(try session.login("--first-name", "Ann", "abcdefgh1").status == 77)
    }

    @Test func `custom keys with a password in their name keep their values`() throws {
        let session = try session()
        try session.put(Self.ann, hash: RegistrySession.hash, more: #""passwordHint": "the usual""#)
        let text = session.text(of: "ann")
        for line in ["accounts lock \(Self.ann)", "undo", "redo", "undo"] { try run(line, in: session) }
        #expect(session.text(of: "ann") == text)
    }

    /// A row: what is done to the file by hand, and the command that follows.
    @Test(arguments: [
        (#""1990-01-01""#, #""1990-13-01""#, "accounts lock ann@x.example"),
        (#""1990-01-01""#, #""1990-13-01""#, "accounts lock ann@x.example --until 2199-12-31"),
        (#""registered""#, #"registered""#, nil),
        ("{\n", "{\n  \"disabled\": true,\n", nil), ("{\n", "{\n  \"Expires\": \"2020-01-31\",\n", nil),
        ("{\n", "{\n  \"disabled\": true,,\n", nil), ("{\n", "{\n  'expires': '2020-01-31',\n", nil),
        ("{\n", "{\n  // \"passwordHash\": \"!x\",\n", nil),
    ])
    func `the last acceptable text opens no account that is closed`(
        old: String, new: String, command: String?
    ) throws {
        let session = try session()
        try session.put(
            Self.ann, hash: RegistrySession.hash,
            more: #""birthday": "1990-01-01", "registered": "2026-01-01T00:00:00Z""#)
        try run("accounts edit \(Self.ann) --last-name Roe", in: session)
        if new == #"registered""# {
            // By hand, and a record that cannot be read.
            try run("accounts lock \(Self.ann)", in: session)
            try session.home.write("history/00000002.json", "x")
        }
        let text = try #require(session.text(of: "ann"))
        try session.home.write("accounts/\(Self.ann).json", text.replacing(old, with: new))
        if let command { try run(command, in: session) }
        let answer = try session("undo --by-hand")
        #expect(answer.status == 0, "\(answer)")
        #expect(try session.verify("password1").status == 77, "\(answer)")
        if command == nil {
            // Of the lock by a command, the broken text tells, too.
            #expect(answer.err.contains("comes back locked") == (new != #"registered""#), "\(answer)")
            try run("accounts unlock \(Self.ann)", in: session)
            #expect(try session.verify("password1").status == 0)
        }
    }

    @Test func `nobody is sent from a removed file to an earlier change of the same file`() throws {
        let session = try RegistrySession(of: "ann@x.example", "bob@x.example")
        #expect(try session("accounts edit bob@x.example --first-name Bo").status == 0)
        for name in ["A", "B"] {
            #expect(try session("accounts edit ann@x.example --first-name", name).status == 0)
        }
        #expect(try session.shell("rm documents/accounts/ann*").status == 0)
        #expect(try session("undo").says(65, "was later removed by hand", "'regapp undo 1'"))
        #expect(try session("undo 1").status == 0)
    }

    @Test func `a file of which only the registration is known comes back byte for byte`() throws {
        let session = try session()
        let registered = try session(
            "register --email \(Self.ann) --password-stdin --set team=board", input: .text("sunny-day"))
        #expect(registered.status == 0)
        let text = try #require(session.text(of: "ann"))
        try session.home.write(
            "accounts/\(Self.ann).json", text.replacing("{\n", with: "{\n  \"phone\": 5,\n"))
        try run("undo --by-hand", in: session)
        #expect(session.text(of: "ann") == text)
    }

    @Test func `a slip of a comma loses no hash and no link`() throws {
        let session = try session(of: Self.ann)
        try run("accounts edit \(Self.ann) --last-name Roe", "policy set hash bcrypt --yes", in: session)
        try run("accounts password \(Self.ann) --link https://x.example/p", in: session)
        // The new hash has no record.
        #expect(try session.login("--email", Self.ann, "password1").status == 0)
        let text = try #require(session.text(of: "ann"))
        #expect(text.contains("$2b$") && text.contains("passwordLink"))
        try session.home.write("accounts/\(Self.ann).json", text.replacing("Roe\",", with: "Roe\""))
        try run("undo --by-hand", in: session)
        #expect(session.text(of: "ann") == text)
    }

    @Test func `behind a record that cannot be read no lock is taken back`() throws {
        let session = try session(of: Self.ann)
        try run("accounts lock \(Self.ann)", in: session)
        let text = try #require(session.text(of: "ann"))
        try session.home.write("accounts/\(Self.ann).json", text.replacing(#""!"#, with: #"""#))
        try run("accounts lock \(Self.ann)", in: session)
        #expect(try session("undo 1").says(65, "later changed by change 2"))
        // The rest of a record that says whose it is, and one that says nothing.
        let record = try #require(session.home.text("history/00000002.json"))
        try session.home.write("history/00000002.json", record.replacing("\"before\"", with: "\"befoer\""))
        #expect(try session("undo 1").says(65, "later changed, perhaps by change 2"))
        #expect(try session.verify("password1").status == 77)
        try session.home.write("history/00000002.json", "x")
        let told = try session("undo 1 --show")
        #expect(told.err.contains("the record of change 2 cannot be read"), "\(told)")
    }
}
