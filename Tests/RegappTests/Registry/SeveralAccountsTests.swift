import RegappValues
import RegappCore
import RegappTestSupport
import Testing

@testable import RegappWording

/// Commands that change several accounts as one.
@Suite struct SeveralAccountsTests {
    private let session: RegistrySession

    init() throws { session = try RegistrySession(of: "ann@x.example", "bob@x.example", "eve@x.example") }

    @Test func `several are locked as one, and unlocked by one undo`() throws {
        let before = session.accounts
        try session.home.write("session.json", #"{"account":"bob@x.example"}"#)
        #expect(
            try session("accounts lock ann@x.example BOB@x.example bob@x.example")
                == .done("locked 2 accounts\(Answer.undoes)"))
        #expect(session.home.text("session.json") == nil)
        #expect(
            try session("accounts lock ann@x.example eve@x.example").err == """
                regapp: locked eve@x.example\(Answer.undoes)
                regapp: ann@x.example was already locked

                """)
        #expect(
            try session(
                "accounts unlock --from -", input: .text("ann@x.example\r\n\n  bob@x.example \neve@x.example")
            ) == .done("unlocked 3 accounts\(Answer.undoes)"))
        #expect(session.accounts == before)
        let lines = ["ann", "bob", "eve"].map { "\($0)@x.example: Locked: no → yes\n" }.joined()
        #expect(try session("cancel") == Answer(0, out: lines, err: "regapp: undone\n"))
    }

    @Test func `who removes accounts is told what undoing does not bring back`() throws {
        try session.home.write(
            "accounts/ann@x.example.json", ##"{"email":"ann@x.example","lastName":"Lee",}"##)
        let terminal = try PseudoTerminal(.regapp, ["accounts", "remove", "ann@x.example"], in: session.home)
        _ = try terminal.expect("undo cannot bring ann@x.example back")
        try terminal.send("n\r", after: "Remove the account of ann@x.example?")
        _ = try terminal.waitForExit()
        let removed = try session("accounts remove ann@x.example --yes")
        #expect(removed.err.contains("undo cannot bring ann@x.example back"), "\(removed)")
        #expect(!removed.err.contains("'regapp undo' brings it back"))
        try session.put(
            "bob@x.example", hash: RegistrySession.hash, more: ##""passphrase": "x", "team": "a""##)
        #expect(
            try session("accounts remove bob@x.example --yes").err == """
                regapp: removed the account of bob@x.example; 'regapp undo' brings it back
                regapp: warning: undo brings bob@x.example back without passphrase: the history keeps nothing that may be a plain password

                """)
        try session.put("eve@x.example", more: ##""password": "password1""##)
        #expect(try !session("accounts remove eve@x.example --yes").err.contains("without"))
    }

    @Test func `several are removed as one, after a question or a flag`() throws {
        let before = session.accounts
        try session.home.write("leavers.txt", "\u{FEFF}ann@x.example\neve@x.example\n")
        let words = ["accounts", "remove", "--from", "\(session.home.path)/documents/leavers.txt"]
        #expect(try session.run(words).says(65, "cannot ask for confirmation to remove 2 accounts"))
        #expect(session.accounts == before)
        #expect(try session.run(words + ["--yes"]) == .done("removed 2 accounts\(Answer.undoes)"))
        #expect(session.accounts.keys.sorted() == ["accounts/bob@x.example.json"])
        #expect(
            try session("cancel").out
                == "the account ann@x.example is back\nthe account eve@x.example is back\n")
        #expect(session.accounts == before)
    }

    @Test(arguments: [
        (BulkVerb.lock, "Lock ann@x.example?", "Lock 2 accounts?"),
        (.unlock, "Unlock ann@x.example?", "Unlock 2 accounts?"),
        (.register, "Register ann@x.example?", "Register 2 accounts?"),
        (.edit, "Change ann@x.example?", "Change 2 accounts?"),
        (
            .setPassword, "Set the password of ann@x.example?", "Set the password of 2 accounts?"
        ),
        (.link, "Make a link for ann@x.example?", "Make a link for 2 accounts?"),
        (.remove, "Remove the account of ann@x.example?", "Remove 2 accounts?"),
        (
            .forget, "Remove the account of ann@x.example, and delete its history? This cannot be undone",
            "Remove 2 accounts, and delete their history? This cannot be undone"
        ),
    ])
    func `a question names the action that it is about`(verb: BulkVerb, one: String, two: String) {
        #expect(Message.question(before: verb, of: "ann@x.example", count: 1).asked == one)
        #expect(Message.question(before: verb, of: nil, count: 2).asked == two)
    }

    @Test(arguments: [["lock"], ["unlock"], ["remove", "--yes"]])
    func `if accounts are missing, they are named and nothing is changed`(words: [String]) throws {
        let before = session.home.tree()
        let answer = try session.run(
            ["accounts"] + words + ["ann@x.example", "zoe@x.example", "kim@x.example"])
        #expect(answer.out.isEmpty && answer.says(67, "'zoe@x.example'", "'kim@x.example'"), "\(answer)")
        #expect(!answer.err.contains("'ann@x.example'"))
        #expect(session.home.tree() == before)
    }

    @Test func `an empty list changes nothing, and one that cannot be read is an error`() throws {
        let before = session.tree
        for words in [["lock"], ["unlock"], ["remove", "--yes"]] {
            #expect(
                try session.run(["accounts"] + words + ["--from", "-"], input: .text("\n \n"))
                    == .done("no account was given; \(Answer.nothingChanged)"))
        }
        #expect(try session("accounts lock --from nowhere").status == 74)
        #expect(try session("accounts lock --from -", input: .bytes([0xFF, 0x0A])).status == 65)
        #expect(try session("accounts lock").status == 64)
        #expect(try session("accounts lock ann@x.example --from -").status == 64)
        #expect(session.tree == before)
    }

    @Test func `a list of passwords is one of emails too, and no line of a file is ever shown`() throws {
        let list = "bob@x.example\tTr0ub4dor&3\nann@x.example\tc0rrect-h0rse\n"
        #expect(
            try session("accounts lock --from -", input: .text(list))
                == .done("locked 2 accounts\(Answer.undoes)"))
        let before = session.accounts
        for line in ["Tr0ub4dor&3", "ann@x.example Tr0ub4dor&3", "\tTr0ub4dor&3@x"] {
            let answer = try session("accounts unlock --from -", input: .text("bob@x.example\n\(line)\n"))
            #expect(answer.status == 65 && !answer.err.contains("Tr0"), "\(answer)")
            #expect(
                answer.err.contains("standard input:2: there must be one email") && session.accounts == before
            )
        }
        let strangers = (1...200).map { "nobody\($0)@x.example\n" }.joined()
        let answer = try session("accounts lock --from -", input: .text(strangers))
        #expect(answer.status == 67 && answer.err.contains("180 more like these"))
        #expect(answer.err.split(separator: "\n").count < 30)
    }

    @Test func `a list may hold names and comments, and every bad line is named`() throws {
        let list = "# leavers\n\"Lee, Ann\" <ann@x.example>  # boss\r\n\nbob@x.example # in May\n"
        let locked = try session("accounts lock --from -", input: .text(list))
        #expect(locked.status == 0, "\(locked)")
        #expect(try session("accounts list --locked --count").out == "2\n")
        #expect(
            try session("accounts unlock --from -", input: .text("x\n" + list + "Bob <bob>\n")).says(
                65, "standard input:1: there must be one email", "standard input:6: there must be one email"))
        let names = Array("J".utf8) + [0xF6] + Array("rg <ann@x.example>\np".utf8) + [0xE4, 0x0A]
        let foreign = try session("accounts lock --from -", input: .bytes(names))
        #expect(
            foreign.says(65, "input:1: ", "windows-1252", "\"Jörg\"", "input:2: ", "save the list as UTF-8")
                && !foreign.err.contains("one email in each line"), "\(foreign)")
        let told = try session("accounts lock --from -", input: .text(String(repeating: "x\n", count: 12)))
        #expect(
            told.err.contains("standard input: 2 more lines without an email that can be read")
                && told.err.contains("hint: write one email in each line"), "\(told)")
    }

    /// Lines of a list, and the account that each locks; nil if the line is named and nothing is changed.
    static let lines: [(line: String, locked: String?)] = [
        ("#ann@x.example", "#ann@x.example"), (" #ann@x.example # in May", "#ann@x.example"),
        ("ann@x.example #", "ann@x.example"), ("\"ann@x.example\" <ann@x.example> #", "ann@x.example"),
        ("#1 <#ann@x.example>", nil), ("#bob@x.example", nil), ("#Ann <ann@x.example>", nil),
        ("Ann <ann@x.example>, Bob <bob@x.example>", nil), ("ann@x.example, Bob <bob@x.example>", nil),
        ("ann@x.example #bob@x.example", nil), ("\tann@x.example", nil), ("ann@x.example,bob@x.example", nil),
    ]

    @Test(arguments: lines)
    func `every line of a list acts, or is named and nothing changes`(line: String, locked: String?) throws {
        let table = "email,firstName,lastName\n#ann@x.example,A,B\n"
        let words = ["accounts", "import", "-", "--format", "csv", "--allow-missing"]
        #expect(try session.run(words, input: .text(table)).status == 0)
        let before = session.accounts
        let list = "# eve@x.example\n#eve\n#\n\(line)\n"
        let answer = try session("accounts lock --from -", input: .text(list))
        guard let locked else {
            #expect(answer.status != 0 && session.accounts == before, "\(answer)")
            return
        }
        #expect(answer.status == 0, "\(answer)")
        #expect(try session("accounts list --locked --fields email").out == locked + "\n")
    }

    @Test func `standard input is read by one option alone`() throws {
        #expect(
            try session("accounts password --from - --password-stdin", input: .text("ann@x.example\n")).says(
                64, "both read standard input"))
    }
}
