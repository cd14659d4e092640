import TestSupport
import Testing

/// Commands that take several accounts and change them as one.
@Suite struct SeveralAccountsTests {
    private let session: RegistrySession

    init() throws {
        session = try RegistrySession()
        for name in ["ann", "bob", "eve"] { try session.put("\(name)@x.example", hash: RegistrySession.hash) }
    }

    @Test func `several are locked as one, and unlocked by one undo`() throws {
        let before = session.accounts
        try session.home.write("session.json", #"{"account":"bob@x.example"}"#)
        #expect(
            try session("accounts", "lock", "ann@x.example", "BOB@x.example", "bob@x.example")
                == .done("locked 2 accounts; 'regapp cancel' undoes it"))
        #expect(session.home.text("session.json") == nil)
        #expect(
            try session("accounts", "lock", "ann@x.example", "eve@x.example").err == """
                regapp: locked 1 account; 'regapp cancel' undoes it
                regapp: ann@x.example was locked already

                """)
        #expect(
            try session(
                "accounts", "unlock", "--from", "-",
                input: .text("ann@x.example\r\n\n  bob@x.example \neve@x.example"))
                == .done("unlocked 3 accounts; 'regapp cancel' undoes it"))
        #expect(session.accounts == before)
        #expect(
            try session("cancel")
                == Answer(
                    0,
                    out: """
                        ann@x.example: Locked: no → yes
                        bob@x.example: Locked: no → yes
                        eve@x.example: Locked: no → yes

                        """, err: "regapp: undone\n"))
    }

    @Test func `several are removed as one, after a question or a flag`() throws {
        let before = session.accounts
        try session.home.write("leavers.txt", "\u{FEFF}ann@x.example\neve@x.example\n")
        let words = ["accounts", "remove", "--from", "\(session.home.path)/documents/leavers.txt"]
        let refused = try run(words)
        #expect(
            refused.status == 64 && refused.err.contains("nobody can be asked whether to remove 2 accounts"))
        #expect(session.accounts == before)
        #expect(try run(words + ["--yes"]) == .done("removed 2 accounts; 'regapp cancel' undoes it"))
        #expect(session.accounts.keys.sorted() == ["accounts/bob@x.example.json"])
        #expect(
            try session("cancel").out == """
                the account of ann@x.example is back
                the account of eve@x.example is back

                """)
        #expect(session.accounts == before)
    }

    @Test(arguments: [["lock"], ["unlock"], ["remove", "--yes"]])
    func `where one is missing, nothing is changed, and all that are missing are named`(words: [String])
        throws
    {
        let before = session.home.tree()
        let answer = try run(["accounts"] + words + ["ann@x.example", "zoe@x.example", "kim@x.example"])
        #expect(
            answer
                == Answer(
                    67,
                    err: """
                        regapp: error: no account of 'zoe@x.example'
                        regapp: error: no account of 'kim@x.example'
                        regapp: hint: see 'regapp accounts list'

                        """))
        #expect(session.home.tree() == before)
    }

    @Test func `an empty list changes nothing, and one that cannot be read is an error`() throws {
        let before = session.home.tree()
        for words in [["lock"], ["unlock"], ["remove", "--yes"]] {
            #expect(
                try run(["accounts"] + words + ["--from", "-"], input: .text("\n \n"))
                    == .done("no account was named; nothing was changed"))
        }
        #expect(try session("accounts", "lock", "--from", "nowhere").status == 74)
        #expect(try session("accounts", "lock", "--from", "-", input: .bytes([0xFF, 0x0A])).status == 65)
        #expect(try session("accounts", "lock").status == 64)
        #expect(try session("accounts", "lock", "ann@x.example", "--from", "-").status == 64)
        var after = session.home.tree()
        after[".lock"] = nil
        #expect(after == before)
    }

    private func run(_ words: [String], input: ProgramInput = .nothing) throws -> Answer {
        Answer(try BuiltProgram.regapp.run(words, in: session.home, input: input), in: session.home)
    }
}
