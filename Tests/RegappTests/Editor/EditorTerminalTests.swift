import Glibc
import RegappTestSupport
import Testing

/// `edit --editor` on a terminal: what is asked, and what an editor does to the terminal.
@Suite struct EditorTerminalTests {
    private let session: EditedSession

    init() throws { session = try EditedSession() }

    private static let question =
        "What now?\r\n1. Edit again\r\n2. Keep for later\r\n3. Discard\r\n\(Shown.choose(3, 1))"

    @Test func `regapp shows the errors and asks until the text is right`() throws {
        // The first run breaks it, the second finds it broken and mends it.
        let terminal = try session.terminal(
            EditedSession.script(
                ##"grep -q 12345 "$1" && exec sed -i s/12345/1/ "$1"; sed -i s/:.1./:\"67890\"/ "$1""##))
        try terminal.send("\n", after: Self.question)
        #expect(try terminal.waitForExit() == .exited(0), "\(terminal.output)")
        #expect(
            session.profile == EditedSession.text.replacing("12345", with: "67890")
                && session.rest == [".lock", "history"])
    }

    @Test func `keep, go on, and discard`() throws {
        let first = try session.terminal("sed -i s/12345/1/")
        try first.send("x\n", after: "\(Answer.mustHave("5 characters"))\r\n" + Self.question)
        try first.send("k\n", after: "Type a number from 1 to 3\r\n\(Shown.choose(3, 1))")
        #expect(try first.waitForExit() == .exited(65))
        #expect(
            first.output.contains(Answer.textIsKept)
                && session.home.text(session.kept())?.contains("\"1\"") == true)
        let second = try session.terminal("true")
        try second.expect(
            "1. Continue with it\r\n2. Leave it for later\r\n3. Discard it\r\n\(Shown.choose(3, 1))")
        try second.send("\n")
        try second.expect(Self.question)
        // The same wrong text once more.
        try second.send("\n")
        #expect(try second.waitForExit(typing: "discard\n", after: Self.question) == .exited(1))
        #expect(session.rest == [".lock"] && session.profile == EditedSession.text)
        #expect(try second.attributes == freshAttributes())
    }

    @Test func `a kept copy outlives an editor that removes it, and is saved once it is right`() throws {
        #expect(try session.edit("sed -i -e s/12345/1/ -e s/Ann/Bob/").status == 65)
        for editor in ["rm", "truncate -s0", "false"] {
            let again = try session.terminal(editor)
            try again.send("c\n", after: "3. Discard it\r\n\(Shown.choose(3, 1))")
            #expect(try again.waitForExit() == .exited(1))
            #expect(session.home.text(session.kept())?.contains("Bob") == true, "\(editor)")
        }
        let last = try session.terminal("sed -i s/\\\"1\\\"/\\\"123456\\\"/")
        try last.send("c\n", after: "3. Discard it\r\n\(Shown.choose(3, 1))")
        #expect(try last.waitForExit() == .exited(0))
        let mended = EditedSession.text.replacing("12345", with: "123456").replacing("Ann", with: "Bob")
        #expect(session.profile == mended)
        #expect(session.rest == [".lock", "history"])
    }

    @Test(arguments: ["truncate -s0", "rm"], [0, 1])
    func `what an earlier run wrote outlives an editor that fails`(loss: String, status: Int) throws {
        let terminal = try session.terminal(
            EditedSession.script(
                #"grep -q 12345 "$1" && exec sed -i -e s/12345/1/ -e s/Ann/Bob/ "$1"; "# + loss
                    + #" "$1"; exit \#(status)"#))
        try terminal.send("\n", after: Self.question)
        #expect(try terminal.waitForExit() == .exited(1), "\(terminal.output)")
        #expect(session.home.text(session.kept())?.contains("Bob") == true)
        #expect(session.profile == EditedSession.text)
    }

    @Test func `a text that the editor saves while a question is open is used`() throws {
        let terminal = try session.terminal(
            EditedSession.script(#"grep -q Ann "$1" && exec sed -i s/12345/1/ "$1"; exit 0"#))
        try terminal.expect(Self.question)
        let newer = EditedSession.text.replacing("Ann", with: "Eve")
        try session.home.write(session.kept(), newer)
        #expect(try terminal.waitForExit(typing: "\n") == .exited(0), "\(terminal.output)")
        #expect(session.profile == newer)
    }

    @Test func `a text that the editor saves during the question keeps the other process's changes`() throws {
        let script = """
            grep -q Bob "$1" && exit 0
            "$REGAPP" edit --first-name Eve --last-name Theirs >&2
            sed -i s/Ann/Zoe/ "$1"
            """
        let terminal = try session.terminal(EditedSession.script(script))
        try terminal.expect(Shown.choose(3, 1))
        try session.home.write(session.kept(), EditedSession.text.replacing("Ann", with: "Bob"))
        try terminal.send("e\n")
        try terminal.send("m\n", after: "Keep mine: Bob\r\n2. Take theirs: Eve\r\n")
        #expect(try terminal.waitForExit() == .exited(0), "\(terminal.output)")
        let text = session.profile ?? ""
        #expect(text.contains("Bob") && text.contains("Theirs"), "\(text)")
    }

    static let choices = [("m", "Zoe"), ("t", "Eve"), ("e", "Max")]

    @Test(arguments: choices.indices)
    func `a value that both changed is asked for, secrets as stars`(index: Int) throws {
        let (answer, first) = Self.choices[index]
        let script = """
            grep -q Zoe "$1" && exec sed -i s/Zoe/Max/ "$1"
            printf 54321 | "$REGAPP" edit --first-name Eve --password-stdin >&2
            sed -i -e s/Ann/Zoe/ -e s/12345/123456/ "$1"
            """
        let terminal = try session.terminal(EditedSession.script(script))
        try terminal.expect("\(Answer.changed("password").onScreen)\r\n")
        let shown = try terminal.expect(Shown.choose(3, 1))
        #expect(
            shown.contains("Keep mine: ********") && !shown.contains("123456") && !shown.contains("54321"))
        try terminal.send("t\n")
        try terminal.expect("Keep mine: Zoe\r\n2. Take theirs: Eve\r\n3. Edit again\r\n\(Shown.choose(3, 1))")
        #expect(try terminal.waitForExit(typing: answer + "\n") == .exited(0), "\(terminal.output)")
        let merged = EditedSession.text.replacing("12345", with: "54321").replacing("Ann", with: first)
        #expect(session.profile == merged)
    }

    @Test func `a kept copy that cannot be written any more is reported all the same`() throws {
        #expect(try session.edit("sed -i -e s/12345/1/ -e s/Ann/Bob/").status == 65)
        // The folder's draft is in the way of what was kept before.
        let terminal = try session.terminal(EditedSession.script(##": >"$1"; mkdir "${1%/*}/draft""##))
        try terminal.send("c\n", after: "3. Discard it\r\n\(Shown.choose(3, 1))")
        #expect(try terminal.waitForExit() == .exited(74), "\(terminal.output)")
        #expect(terminal.output.contains(Answer.textIsKept), "\(terminal.output)")
    }

    @Test func `a mistake that was undone is not reported of the document`() throws {
        let terminal = try session.terminal(
            EditedSession.script(
                ##"grep -q 12345 "$1" && exec sed -i s/12345/1/ "$1"; sed -i s/:.1./:\"12345\"/ "$1""##))
        try terminal.send("\n", after: "\(Answer.mustHave("5 characters"))\r\n" + Self.question)
        #expect(try terminal.waitForExit() == .exited(0), "\(terminal.output)")
        let waiting = "waiting for the editor to close the file ...\r\u{1B}[K"
        #expect(
            terminal.output.hasSuffix(
                "\(Shown.choose(3, 1))\r\n\(waiting)regapp: \(Answer.nothingChanged)\r\n"),
            "\(terminal.output.debugDescription)")
    }

    @Test(arguments: [SIGUSR1, SIGALRM])
    func `any signal that ends regapp lets the editor save first`(_ signal: Int32) throws {
        let terminal = try session.terminal(
            EditedSession.script(
                "trap 'echo asked >\(session.home.path)/asked; exit 1' TERM; kill -\(signal) $PPID; while :; do :; done"
            ))
        #expect(try terminal.waitForExit() == .signalled(signal), "\(terminal.output)")
        #expect(session.home.text("../asked") == "asked\n")
    }

    @Test func `line by line, what is waited for is a line of its own`() throws {
        let terminal = try PseudoTerminal(
            .regapp, ["edit", "--editor"], in: session.home,
            environment: ["EDITOR": "true", "ACCESSIBLE": "1"])
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(
            terminal.output.hasPrefix("waiting for the editor to close the file ...\r\n"),
            "\(terminal.output)")
    }

    @Test func `an interrupted question keeps the text, and the terminal is as before`() throws {
        let terminal = try session.terminal("sed -i s/12345/1/")
        #expect(try terminal.waitForExit(typing: "\u{3}", after: Self.question) == .exited(130))
        #expect(session.home.text(session.kept())?.contains("\"1\"") == true)
        #expect(try terminal.attributes == freshAttributes())
    }

    @Test func `an editor that is killed in raw mode leaves the terminal as it was`() throws {
        let terminal = try session.terminal(EditedSession.script("stty raw -echo; printf 1049; kill -9 $$"))
        #expect(try terminal.waitForExit() == .exited(1))
        #expect(try terminal.attributes == freshAttributes())
    }

    @Test func `Ctrl-C is the editor's, also behind a shell that waits for it`() throws {
        for editor in ["", "true; "] {
            let script =
                editor
                + EditedSession.script(
                    #"trap "sed -i s/Ann/Bob/ $1; exit 0" INT; echo ready; while :; do sleep 0.01; done"#)
            try session.home.write("profile.json", EditedSession.text)
            let terminal = try session.terminal(script)
            try terminal.send("\u{3}", after: "ready")
            #expect(try terminal.waitForExit() == .exited(0), "\(terminal.output)")
            #expect(session.profile == EditedSession.text.replacing("Ann", with: "Bob"))
        }
    }
}
