import RegappTestSupport
import Testing

/// Who changed what, and undoing any of it.
@Suite(.waiting) struct HistoryCommandTests {
    private let session: RegistrySession

    init() throws {
        session = try RegistrySession(
            policy: RegistrySession.lenient, of: "ann@x.example", "bob@x.example", "eve@x.example")
    }

    private func text(_ name: String) -> String? { session.text(of: name) }

    /// Replaces a word in an account's file by hand.
    private func replace(_ old: String, with new: String, in name: String) throws {
        let account = try #require(text(name))
        try session.home.write("accounts/\(name)@x.example.json", account.replacing(old, with: new))
    }

    /// The number, the command and what changed, of each change.
    private func rows(_ words: String...) throws -> [[String]] {
        try session.run(["history"] + words).out.split(separator: "\n").map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            return cells.count == 5 ? [cells[0], cells[3], cells[4]] : cells
        }
    }

    private func run(_ line: String) throws { #expect(try session(line).status == 0, "\(line)") }

    /// Dates each of so many changes back to the first noon of a month of 2026, from January on.
    private func date(changes: Int) throws {
        for number in 1...changes {
            let file = "history/0000000\(number).json"
            var record = try #require(session.home.text(file))
            record.replace(/"time":"[^"]*"/, with: "\"time\":\"2026-0\(number)-01T12:00:00Z\"")
            try session.home.write(file, record)
        }
    }

    @Test func `the history tells what each command changed, also under another address`() throws {
        try run("accounts edit ann@x.example --last-name Lee --set team=board")
        try run("accounts lock ann@x.example bob@x.example")
        try run("accounts edit ann@x.example --email amy@x.example --last-name Ray")
        try run("policy set passwordLength 9")
        try run("accounts remove eve@x.example --yes")
        let all = [
            ["5", "accounts remove", "eve@x.example: removed"],
            ["4", "policy set", "rules: passwordLength: at least 6 characters → at least 9 characters"],
            [
                "3", "accounts edit",
                "ann@x.example: Email: ann@x.example → amy@x.example; Last name: Lee → Ray",
            ],
            ["2", "accounts lock", "2 accounts: Locked"],
            ["1", "accounts edit", "ann@x.example: Last name: Doe → Lee; team: not set → board"],
        ]
        #expect(try rows() == all)
        #expect(try rows("--limit", "2") == Array(all.prefix(2)))
        #expect(try rows("--since", "2026-01-01") == all && rows("--since", "2999-01-01").isEmpty)
        #expect(try rows("--since", "yesterday") == all && rows("--before", "3 days ago").isEmpty)
        for email in ["ann@x.example", "AMY@x.example"] {
            #expect(try rows(email).map { $0[0] } == ["3", "2", "1"], "\(email)")
            #expect(try rows(email)[1][2] == "ann@x.example: Locked: no → yes (one of 2 accounts)")
        }
        let lock = try session("history 2")
        #expect(lock.out.contains("ann@x.example: Locked: no → yes\nbob@x.example: Locked: no → yes\n"))
        #expect(lock.out.hasSuffix("changed again by change 3\n"))
        #expect(
            try session("undo 2 --show").err
                == "regapp: \(Answer.nothingChanged); 'regapp undo 2' makes this change\n")
        #expect(try session("history 9").status == 67)
        #expect(try session("history 2 --json").out.contains(#""command": "accounts lock""#))
        #expect(try !session("history --json").out.contains("$2"), "a hash")
    }

    @Test func `any change can be undone, by keys where a file was later changed, and done again`() throws {
        let before = text("bob")
        try run("accounts edit bob@x.example --first-name Bo --set team=board")
        try run("accounts lock ann@x.example bob@x.example eve@x.example")
        try run("accounts edit bob@x.example --last-name Roe")
        // No later change touched what the first one set.
        try run("undo 1")
        #expect(text("bob")?.contains("Bo\"") == false && text("bob")?.contains("Roe") == true)
        try run("accounts unlock eve@x.example")
        try run("undo 2")
        #expect(text("bob")?.contains("\"!") == false && text("bob")?.contains("Roe") == true)
        try run("undo 3")
        #expect(text("bob") == before)
        #expect(try session("undo 3") == .done("change 3 was already undone by change 7"))
        #expect(try session("redo --show").out.contains("Last name: Doe → Roe"))
        try run("redo")
        #expect(text("bob")?.contains("Roe") == true)
        try run("accounts edit bob@x.example --last-name Moe")
        #expect(try session("undo 3").says(65, "lastName was later changed by change 9"))
        try replace("Moe", with: "Poe", in: "bob")
        #expect(try session("undo 9").err.contains("lastName was later changed by hand"))
        #expect(try session("history 9").status == 0 && rows()[0][2].hasSuffix("Roe → Moe"))
        try run("accounts edit bob@x.example --last-name Zoe")
        #expect(
            try session("history 10").out.contains("accounts/bob@x.example.json was edited by hand before"))
        #expect(try session("redo") == .done("there is nothing to redo"))
    }

    @Test func `who was locked again stays locked when an earlier lock is undone`() throws {
        try run("accounts lock ann@x.example bob@x.example --reason left")
        try run("accounts unlock ann@x.example")
        try run("accounts lock ann@x.example --reason left")
        #expect(try session("undo 1").out.contains("by change 3"))
        #expect(text("ann")?.contains("\"!") == true && text("ann")?.contains("left") == true)
        #expect(text("bob")?.contains("\"!") == false)
        try run("accounts edit eve@x.example --expires 2020-01-01")
        try run("accounts edit eve@x.example --expires never")
        try run("accounts edit eve@x.example --expires 2020-01-01")
        #expect(try session("undo 5").says(65, "expires was later changed by change 7"))
        // Undone changes are none of these.
        try run("undo 7")
        try run("undo 6")
        try run("undo 5")
        #expect(text("eve")?.contains("expires") == false)
        let file = try session.file("people.csv", "email,lastName\nzoe@x.example,Fox\n")
        try run("accounts import \(file) --allow-missing")
        try run("accounts edit zoe@x.example --set team=board")
        try run("accounts edit zoe@x.example --set team=")
        #expect(try session("undo 11").says(65, "zoe@x.example.json was later changed by change 13"))
        for _ in 0..<3 { try run("undo") }
        #expect(text("zoe") == nil)
    }

    @Test func `undoing tells of every account, also after the removal of one it made or moved`() throws {
        let file = try session.file("people.csv", "email,lastName\nann@x.example,Lee\nkim@x.example,Fox\n")
        try run("accounts import \(file) --update --allow-missing")
        try run("accounts edit bob@x.example --email amy@x.example")
        try run("accounts remove kim@x.example amy@x.example --yes")
        #expect(
            try session("undo 1")
                == Answer(0, out: "ann@x.example: Last name: Lee → Doe\n", err: "regapp: undone\n"))
        // The removal of whoever has moved is another change.
        #expect(try session("undo 2").says(65, "amy@x.example.json was later changed by change 3"))
        try run("undo 3")
        try run("undo 2")
        #expect(text("amy") == nil && text("bob") != nil && text("kim") != nil)
    }

    @Test func `the rules say how many changes are kept, and fewer from the next change on`() throws {
        for name in ["A", "B", "C", "D"] { try run("accounts edit ann@x.example --last-name \(name)") }
        #expect(try rows().count == 4)
        #expect(try session("policy set history 2").err.contains("the next change deletes 3 older changes"))
        #expect(try session("policy set history 9").err.contains("deletes") == false && rows().count == 6)
        try run("undo")
        try run("undo")
        #expect(try rows().count == 8, "the number that comes back counts")
        try run("policy set history 2")
        try run("accounts edit ann@x.example --last-name E")
        #expect(try rows().map { $0[0] } == ["10", "9"])
        #expect(try session("policy set history 10001").status == 65)
    }

    @Test func `what somebody else changed is not undone unasked`() throws {
        try run("accounts lock bob@x.example")
        let other = try session.run(
            ["accounts", "lock", "ann@x.example"], environment: ["SUDO_USER": "mallory"])
        #expect(other.status == 0)
        let refused = try session("undo")
        #expect(refused.status == 65 && refused.err.contains("mallory as "))
        #expect(refused.err.contains("'regapp undo 2'") && refused.err.contains("'regapp undo 1'"))
        #expect(text("ann")?.contains("\"!") == true)
        try run("undo 1")
        _ = try BuiltProgram.regapp.run(
            ["undo", "--yes"], in: session.home, environment: ["SUDO_USER": "mallory"])
        #expect(try session("redo --show").out.contains("the last undoing, 4, is by"))
        #expect(try session("redo").says(65, "mallory as "))
        try run("redo --yes")
        try run("undo --yes")
        #expect(text("ann")?.contains("\"!") == false && text("bob")?.contains("\"!") == false)
    }

    @Test func `a person is forgotten under every address and in changes of many, and not undone`() throws {
        try run("accounts edit bob@x.example --set team=board")
        try run("accounts lock ann@x.example bob@x.example")
        try run("accounts edit bob@x.example --email rob@x.example")
        let before = session.accounts
        let words = ["history", "--forget", "bob@x.example"]
        #expect(try session.run(words).status == 65)
        #expect(try session.run(words + ["--yes"]).status == 0)
        #expect(
            try rows() == [
                ["4", "history --forget EMAIL", ""], ["3", "accounts edit", "forgotten"],
                ["2", "accounts lock", "2 accounts: Locked"], ["1", "accounts edit", "forgotten"],
            ])
        for number in 1...3 {
            let record = try #require(session.home.text("history/0000000\(number).json"))
            #expect(
                !record.contains("bob@") && !record.contains("rob@") && !record.contains("board"), "\(record)"
            )
        }
        #expect(session.accounts == before)
        for number in ["1", "3", "4"] {
            #expect(try session("undo", number) == .done("nothing of change \(number) is left to undo"))
        }
        // The rest of a change can still be undone.
        try run("undo")
        #expect(text("ann")?.contains("\"!") == false && text("rob")?.contains("\"!") == true)
        try run("accounts remove ann@x.example --forget --yes")
        #expect(try rows("ann@x.example").isEmpty && rows()[0][1] == "accounts remove --forget EMAIL")
        #expect(try session("check").status == 0)
    }

    @Test func `all before a day is forgotten, and no number is used again`() throws {
        try run("accounts lock ann@x.example")
        #expect(try session("history --forget").says(64, "EMAIL or --before DATE"))
        #expect(try session("history --forget 1 --yes").status == 64)
        #expect(
            try session("history --forget --before 2026-01-01 --yes") == .done("there is nothing to delete"))
        try run("history --forget --before 2999-01-01 --yes")
        try run("accounts unlock ann@x.example")
        let rows = try rows().map { $0[0] + $0[1] }
        #expect(rows == ["3accounts unlock", "2history --forget --before DATE"])
    }

    @Test func `the registry is told as it was, with the rules, locks and expiry of that day`() throws {
        try run("policy set required email")
        try run("accounts lock ann@x.example")
        try run("accounts edit bob@x.example --email rob@x.example --expires 2026-05-10")
        try run("accounts remove eve@x.example --yes")
        try run("policy set passwordLength 9")
        try date(changes: 5)
        func list(_ time: String, _ options: String...) throws -> String {
            let list = ["accounts", "list", "--fields", "email", "--as-of", time]
            return try session.run(list + options).out.replacing("@x.example\n", with: " ")
        }
        #expect(try list("2026-02-01") == "ann bob eve " && list("2026-02-01", "--locked") == "ann ")
        #expect(
            try list("2026-02-01T11:59:00Z", "--locked") == "" && list("2026-03-02 12:00") == "ann eve rob ")
        #expect(try list("2026-04-20") == "ann rob " && list("2026-04-20", "--expired") == "")
        #expect(try list("2026-05-11", "--expired") == "rob ")
        #expect(try list("yesterday 12:00", "--expired") == "rob " && list("-1d") == "ann rob ")
        func rule(_ time: String) throws -> Bool {
            try session.run(["policy", "show", "--as-of", time]).out.contains("at least 9 characters")
        }
        #expect(try !rule("2026-04-30") && rule("2026-05-01"))
        #expect(try session("accounts show eve@x.example --as-of 2026-03-05").status == 0)
        #expect(try session("accounts show eve@x.example --as-of 2026-04-05").status == 67)
        #expect(try session("accounts export --as-of 2026-02-05").out.contains("bob@x.example"))
        let tooOld = try session("accounts list --as-of 2025-12-31")
        #expect(try session("policy show --as-of '2026-05-01 12:00'").err.contains("as of 2026-05-01 12:00;"))
        // On the day when clocks are put forward.
        let zone = try session(
            "policy show --as-of '2026-03-29 12:31'", environment: ["TZ": "CET-1CEST,M3.5.0,M10.5.0/3"])
        #expect(zone.err.contains("as of 2026-03-29 12:31;"))
        #expect(tooOld.status == 65 && tooOld.out.isEmpty && tooOld.err.contains("2026-01-01"))
        #expect(try session("accounts list --as-of 2999-01-01").status == 64)
        // What a damaged record tells is left out, and said to be.
        try session.home.write("history/00000004.json", "{")
        let damaged = try session("accounts list --count --as-of 2026-03-05")
        #expect(damaged.out == "2\n" && damaged.err.contains("change 4"), "\(damaged)")
    }

    @Test(arguments: [
        "300", "0", "s/before/befoer/", "s/\"change\":2/\"change\":3/", "1s/.*/hello/", "s/Lee/Leo/",
    ])
    func `a bad record is named, and nothing older is undone without a number`(damage: String) throws {
        try run("accounts edit ann@x.example --last-name Lee")
        try run("accounts lock ann@x.example bob@x.example")
        let cut = damage.allSatisfy(\.isNumber) ? "truncate -s \(damage)" : "sed -i '\(damage)'"
        #expect(try session.shell("\(cut) documents/history/00000002.json").status == 0)
        let checked = try session("check")
        #expect(checked.status == 65 && checked.out.contains("history/00000002.json:"))
        #expect(try rows().map { $0[0] } == ["1"] && rows("bob@x.example").isEmpty)
        #expect(try session("history").err.contains("warning: ~/documents/history/00000002.json:"))
        for command in ["undo", "undo --show", "undo 2", "history 2", "redo"] {
            #expect(try session(command).says(65, "history/00000002.json:"), "\(command)")
        }
        try run("accounts unlock bob@x.example")
        try run("undo 1")
        #expect(try rows().map { $0[0] } == ["4", "3", "1"] && text("ann")?.contains("Doe") == true)
    }

    @Test func `what cannot be brought back whole is not, and an import's undo is no new email`() throws {
        let broken = "{\"email\":\"po@x.example\",\"note\":\"my password: is precious\" \"x\":1}\n"
        try session.home.write("accounts/po@x.example.json", broken)
        try run("accounts remove po@x.example --yes")
        let refused = try session("undo")
        #expect(refused.status == 65 && refused.err.contains("cannot be brought back") && text("po") == nil)
        _ = try session.file("m.csv", "email,firstName\nann@x.example,AA\nnew@x.example,N\n")
        try run("accounts import m.csv --update --allow-missing")
        #expect(try rows()[0][2] == "2 accounts: 1 registered, First name")
        try run("undo")
        #expect(try rows("new@x.example").map { $0[0] } == ["3", "2"])
        try run("history --forget new@x.example --yes")
        #expect(try rows("ann@x.example").map { $0[0] } == ["3", "2"])
    }

    @Test func `a past day shows what was known then, and a gap in the records is told`() throws {
        func show(_ time: String) throws -> String {
            try session.run(["accounts", "show", "ann@x.example", "--field", "lastName", "--as-of", time]).out
        }
        try run("accounts edit ann@x.example --last-name Lee")
        try replace("Lee", with: "Hand", in: "ann")
        try run("accounts edit ann@x.example --set team=board")
        try run("accounts remove bob@x.example --yes")
        try date(changes: 3)
        #expect(try show("2026-01-15") == "Lee\n" && show("2026-02-15") == "Hand\n")
        #expect(try session.shell("rm documents/history/00000002.json").status == 0)
        #expect(try session("accounts list --as-of 2026-01-15").err.contains("what change 2 did"))
    }

    @Test func `rules under which accounts could not log in do not come back unasked`() throws {
        try session.home.write("policy.json", #"{"policy":"profile"}"#)
        try run("policy use service --yes")
        #expect(try session("undo 1").says(65, Answer.shutOut))
        try run("undo 1 --yes")
        #expect(session.home.text("policy.json")?.contains("profile") == true)
        #expect(try session.shell("rm documents/policy.json").status == 0)
        try run("policy use service --yes")
        let first = try session("history 3").out
        #expect(first.contains("Policy: profile → service") && !first.contains(Answer.notAccepted))
    }

    @Test func `edits by hand are told, logins are none; a change shows its values and a lock`() throws {
        func login(_ email: String) throws {
            #expect(try session.login("--email", email, "password1").status == 0)
        }
        try run("accounts edit ann@x.example --last-name Lee")
        try login("ann@x.example")
        try run("accounts edit ann@x.example --last-name Low")
        #expect(
            try !session("history").out.contains("by hand") && !session("history 2").out.contains("by hand"))
        try replace("Low", with: "Hand", in: "ann")
        try run("accounts edit ann@x.example --set team=board")
        #expect(try rows()[0][2] == "ann@x.example: team: not set → board (edited by hand before)")
        #expect(try rows("ann@x.example").map { $0[2].hasSuffix("by hand before)") } == [true, false, false])
        try session.put("zoe@x.example", "Zoe", password: "password1")
        try run("accounts lock zoe@x.example")
        #expect(try rows()[0][2] == "zoe@x.example: Locked: no → yes")
        let file = try session.file("m.csv", "email,firstName,team\nnew@x.example,N,choir\n")
        try run("accounts import \(file) --allow-missing --keep-unknown")
        let told = try session("history 5").out
        #expect(
            told.contains("new@x.example: registered\n") && told.contains("team: not set → choir"), "\(told)")
        try run("accounts lock bob@x.example")
        try run("accounts unlock bob@x.example")
        try login("bob@x.example")
        let undone = try session("undo --show").out
        #expect(undone == "bob@x.example: Password: ******** → ********; Locked: no → yes\n", "\(undone)")
    }

    @Test func `changes after a clock was set back are told, too`() throws {
        for name in ["A", "B", "C"] { try run("accounts edit ann@x.example --last-name \(name)") }
        let newest = try #require(rows().first?[0])
        let record = "history/0000000\(try #require(Int(newest)) - 1).json"
        let text = try #require(session.home.text(record))
        try session.home.write(
            record, text.replacing(/"time":"\d{4}/, with: #""time":"2020"#, maxReplacements: 1))
        let told = try rows("--since", "2021-01-01").map { $0[2] }
        #expect(told.contains { $0.hasSuffix("→ C") } && told.contains { $0.hasSuffix("→ A") }, "\(told)")
    }
}
