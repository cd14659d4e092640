import Foundation
import RegappTestSupport
import Testing

/// What `undo` and its preview say of what came after a change, and that the commands that they propose lead on.
extension UndoHarmTests {
    private static let loginNames = #"{"policy":"service","loginKey":"email,login"}"# + "\n"
    private static let bob = "bob@x.example"

    @Test func `a first password that has run out comes back only after a yes`() throws {
        let session = try session(of: Self.ann)
        let mark = #""mustChange": "2020-01-31""#
        try session.put(Self.ann, hash: RegistrySession.hash, more: mark)
        #expect(try session.setPassword(of: Self.ann, to: "third-wind-33", "--no-must-change").status == 0)
        #expect(try session.verify("third-wind-33").status == 0)
        let shown = try session("undo --show")
        #expect(shown.err.contains("could no longer log in") && shown.err.contains(Self.ann), "\(shown)")
        #expect(try session("undo").says(65, "could no longer log in", "--yes"))
        #expect(try session.verify("third-wind-33").status == 0)
    }

    @Test func `a login name that somebody else has by now is named by the preview, too`() throws {
        let session = try session(Self.loginNames, of: Self.ann, Self.bob)
        try run(
            "accounts edit \(Self.ann) --set login=al", "accounts remove \(Self.ann) --yes",
            "accounts edit \(Self.bob) --set login=al", in: session)
        for line in ["undo 2 --show", "undo 2"] {
            let refused = try session(line)
            #expect(
                refused.says(
                    65, "former 'login'", "\(Self.bob) has by now",
                    "accounts edit --set login=NAME \(Self.bob)"),
                "\(line): \(refused)")
        }
        try run("accounts edit \(Self.bob) --set login=bo", "undo 2", in: session)
        #expect(session.text(of: "ann")?.contains("\"al\"") == true)
    }

    @Test func `one login name that is taken keeps nobody else from coming back`() throws {
        let session = try session(Self.loginNames, of: Self.ann, Self.bob, "cid@x.example")
        try run(
            "accounts edit \(Self.ann) --set login=al", "accounts remove \(Self.ann) \(Self.bob) --yes",
            "accounts edit cid@x.example --set login=al", in: session)
        let undone = try session("undo 2")
        #expect(undone.status == 0 && undone.out.contains("cid@x.example has by now"), "\(undone)")
        #expect(session.text(of: "bob") != nil && session.text(of: "ann") == nil)
    }

    @Test func `who stays since the name is taken keeps a name from the next one`() throws {
        let session = try session(Self.loginNames, of: Self.ann, Self.bob, "cid@x.example")
        func names(_ ann: String, _ bob: String) throws {
            let table = "email,login\n\(Self.ann),\(ann)\n\(Self.bob),\(bob)\n"
            let answer = try session.importing("names.csv", table, "--update")
            #expect(answer.status == 0, "\(answer)")
        }
        try names("x", "y")
        try names("z", "x")
        try run("accounts edit cid@x.example --set login=y", in: session)
        #expect(try session("undo 2").says(65, "has by now"))
        #expect(session.text(of: "ann")?.contains("\"z\"") == true)
        #expect(try session("check").status == 0)
    }

    @Test func `a change that cannot be undone is not named as the one before itself`() throws {
        let session = try session(of: Self.ann, Self.bob)
        try run("accounts edit \(Self.ann) --set seat=1", in: session)
        let text = try #require(session.text(of: "ann"))
        try session.home.write("accounts/\(Self.ann).json", text.replacing("\"1\"", with: "\"2\""))
        try run(
            "accounts password \(Self.bob) --link https://x.example/p",
            "accounts password \(Self.bob) --generate", "undo", in: session)
        let refused = try session("undo")
        #expect(refused.says(65, "seat was later changed by hand"), "\(refused)")
        #expect(!refused.err.contains("'regapp undo 1'"), "\(refused)")
    }

    @Test func `behind a newest record that cannot be read, the change before it is named`() throws {
        let session = try session(of: Self.ann, Self.bob)
        try run(
            "accounts edit \(Self.bob) --set seat=1", "accounts edit \(Self.ann) --set seat=2", in: session)
        let record = try #require(session.home.text("history/00000002.json"))
        for text in ["{", String(record.dropLast(20))] {
            try session.home.write("history/00000002.json", text)
            #expect(try session("undo").says(65, "00000002.json", "'regapp undo 1'"), "\(text)")
        }
    }

    @Test func `nobody is sent from a change to another that cannot be undone either`() throws {
        let session = try session(of: Self.ann, Self.bob)
        try run(
            "accounts edit \(Self.bob) --set seat=1", "accounts edit \(Self.ann) --last-name Lee",
            "accounts edit \(Self.ann) --last-name Roe", in: session)
        let text = try #require(session.text(of: "ann"))
        try session.home.write("accounts/\(Self.ann).json", text.replacing("Roe", with: "Lee"))
        let newest = try session("undo")
        #expect(newest.says(65, "nothing is left of change 3", "'regapp undo 1'"), "\(newest)")
        let former = try session("undo 2")
        #expect(former.says(65, "later changed by change 3") && !former.err.contains("undo 3"), "\(former)")
        try run("undo 1", in: session)
    }

    @Test func `what a record that cannot be read may have changed is not called an edit by hand`() throws {
        let perhaps = "perhaps by change 2, whose record cannot be read"
        let session = try session(of: Self.ann)
        try run("accounts lock \(Self.ann)", "accounts edit \(Self.ann) --set seat=1", in: session)
        let record = try #require(session.home.text("history/00000002.json"))
        try session.home.write("history/00000002.json", String(record.dropLast(20)))
        let refused = try session("undo 1")
        #expect(refused.says(65, perhaps, "'regapp check'"), "\(refused)")

        let other = try RegistrySession()
        #expect(try other.register(Self.bob, "Bob", "password1").status == 0)
        try run("accounts lock \(Self.bob)", in: other)
        try other.home.write("history/00000002.json", "")
        #expect(try other("undo 1").says(65, perhaps))
    }

    @Test func `a change of a later day between two others is no edit by hand`() throws {
        let session = try session(of: Self.ann)
        for seat in 1...3 { try run("accounts edit \(Self.ann) --set seat=\(seat)", in: session) }
        // As if the clock had been a year ahead for the second one.
        let record = try #require(session.home.text("history/00000002.json"))
        let year = try #require(record.firstMatch(of: /"time":\s*"(\d{4})/)).output.1
        let ahead = record.replacing("\"\(year)-", with: "\"\((Int(year) ?? 0) + 1)-")
        #expect(ahead != record)
        try session.home.write("history/00000002.json", ahead)
        let told = try session("history --before \((Int(year) ?? 0) + 1)-01-01")
        #expect(told.status == 0 && !told.out.contains("by hand"), "\(told)")
        #expect(told.out.split(separator: "\n").count == 2)
    }

    @Test func `only a change of one's own that can be undone is proposed`() throws {
        let session = try session()
        let registered = try session.run(
            ["register", "--email", Self.ann, "--password-stdin"], input: .text("rainy-night-7"))
        #expect(registered.status == 0)
        let changed = try session.run(
            ["accounts", "change-password", Self.ann],
            input: .text("rainy-night-7\nbrave-snow-22\nbrave-snow-22\n"))
        #expect(changed.status == 0, "\(changed)")
        let asked = try session("undo")
        #expect(asked.says(65, "undoes it") && !asked.err.contains("your own last change"), "\(asked)")
    }

    @Test func `links that have ended are passed over`() throws {
        let session = try session(of: Self.ann)
        let link = "accounts password \(Self.ann) --link https://x.example/p"
        try run("accounts edit \(Self.ann) --set seat=1", link, link, in: session)
        try run("undo", "undo", in: session)
        #expect(session.text(of: "ann")?.contains("seat") == false)
        #expect(try session("undo") == .done("there is nothing to undo"))
    }

    @Test func `a link that has ended does not keep a registration`() throws {
        let session = try session(of: Self.ann)
        let registered = try session.run(
            ["register", "--email", Self.bob, "--password-stdin"], input: .text("rainy-night-7"))
        #expect(registered.status == 0)
        let link = "accounts password \(Self.bob) --link https://x.example/p"
        try run(link, link, "undo", "undo", in: session)
        #expect(session.text(of: "bob") == nil)
    }

    @Test func `a locked account without a password is unlocked where no first login can set one`() throws {
        let session = try session()
        try session.put(Self.ann, hash: "!")
        #expect(try session("accounts unlock \(Self.ann)").status == 0)
        #expect(session.text(of: "ann")?.contains("passwordHash") == false)
        let open = try RegistrySession(policy: #"{"policy":"service","required":[]}"#)
        try open.put(Self.ann, hash: "!")
        #expect(try open("accounts unlock \(Self.ann)").says(65, "no password that could be unlocked"))
    }

    @Test(Tool.require("strace", install: "strace"))
    func `the preview of an interrupted change says what undoing it does`() throws {
        for call in 2...4 {
            let session = try session(of: Self.ann, Self.bob)
            let strace = BuiltProgram(path: try #require(Tool.path("strace")))
            _ = try strace.run(
                [
                    "-f", "-qq", "-o", "/dev/null", "-e", "inject=renameat:signal=KILL:when=\(call)",
                    BuiltProgram.regapp.path, "accounts", "lock", Self.ann, Self.bob, "--documents",
                    session.home.path + "/documents",
                ], in: session.home)
            let shown = try session("undo --show")
            let undone = try session("undo")
            let lines = { (answer: Answer) in
                answer.out.replacing("would be", with: "is").split(separator: "\n")
            }
            #expect(shown.status == undone.status && lines(shown) == lines(undone), "\(shown)\n\(undone)")
            #expect(!shown.err.contains("by hand"))
        }
    }
}
