import Glibc
import RegappTestSupport
import Testing

/// The built program's screens on a pseudo-terminal.
@Suite(.waiting) struct ScreenTerminalTests {
    private func start(
        _ files: [String: String] = [:], columns: Int = 80, rows: Int = 24
    ) throws -> (terminal: PseudoTerminal, home: TemporaryHome) {
        let home = try TemporaryHome(files)
        return (try PseudoTerminal(.regapp, in: home, columns: columns, rows: rows), home)
    }

    private func expectRestored(
        _ terminal: PseudoTerminal, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try terminal.attributes == freshAttributes(), sourceLocation: sourceLocation)
        let screen = terminal.screen
        #expect(!screen.isAlternate && screen.isCursorVisible, sourceLocation: sourceLocation)
        #expect(screen.modes.isDisjoint(with: [1004, 2004, 2026]), sourceLocation: sourceLocation)
    }

    // MARK: From screen to screen

    @Test func `log in, edit, reveal, log out and leave`() throws {
        let (terminal, home) = try start()
        try terminal.expectOnScreen(Shown.registerOrLogIn)
        #expect(terminal.screen.isAlternate && terminal.screen.modes.isSuperset(of: [1004, 2004]))
        // The cursor moves to its place after the text has been drawn.
        try terminal.expectScreen("cursor in the first field") { $0.column == 15 && $0.row == 5 }
        try terminal.send("ann@example.org")
        try terminal.send("12345\r", at: "Password", until: Shown.account)
        #expect(home.text("profile.json")?.contains("\"password\": \"12345\"") == true)
        try terminal.send("e", until: Shown.editAccount)
        try terminal.send("Ann", at: "First name")
        try terminal.send("\u{1B}[1;5D漢字 \u{13}", at: "Last name", until: "First name  Ann")
        try terminal.send("\u{12}", onScreen: "Last name   漢字", until: "Password    12345")
        let kept = home.text("profile.json")
        // Enter alone stays.
        try terminal.send("\r", at: "Log out")
        try terminal.send("\r", onScreen: Shown.logOut)
        try terminal.expectScreen("no question") { !$0.contains(Shown.logOut) }
        #expect(home.text("profile.json") == kept)
        try terminal.send("\r", until: Shown.logOut)
        try terminal.send("\r", at: "Log out", until: "'Undo log out' brings the profile back")
        #expect(home.text("profile.json") == nil)
        try terminal.send("\r", at: "Undo log out", until: "Undone")
        #expect(home.text("profile.json") == kept)
        try terminal.send("\r", at: "Log out", until: Shown.logOut)
        try terminal.send("\r", at: "Log out")
        #expect(try terminal.waitForExit(typing: "\u{3}", onScreen: "Logged out") == .exited(130))
        try expectRestored(terminal)
    }

    @Test func `register with a pasted phone and a picked birthday, then log in`() throws {
        let (terminal, home) = try start(["policy.json": ScreenFiles.albumsPolicy])
        try terminal.expectOnScreen(Shown.firstAccount)
        try terminal.send("Ann", at: "First name")
        try terminal.send("Lee", at: "Last name")
        try terminal.send(" ", at: "Birthday")
        try terminal.send("\u{1B}[5~\u{1B}[D\r", onScreen: "Mo Tu We Th Fr Sa Su")
        try terminal.expectScreen("no calendar") { !$0.contains("Mo Tu We Th Fr Sa Su") }
        try terminal.send("\u{1B}[200~8 (916) 123-45-67\u{1B}[201~", at: "Phone")
        try terminal.expectOnScreen("Phone       +7 (916) 123-45-67")
        try terminal.send("ann@example.org", at: "Email")
        try terminal.send("secret1", at: "Password")
        try terminal.send("S", onScreen: "· An uppercase letter")
        try terminal.send(
            "\u{13}", onScreen: "✓ An uppercase letter", until: "Registered. Log in to search albums")
        try terminal.send("secret1S\r", onScreen: "Email     ann@example.org")
        try terminal.send("\u{1B}", onScreen: Shown.typeWords, until: "Phone       +7 (916) 123-45-67")
        #expect(home.text("session.json")?.contains("ann@example.org") == true)
        #expect(try terminal.waitForExit(typing: "q") == .exited(0))
    }

    @Test func `the albums open on the same screen, and the files are read when they are left`() throws {
        let (terminal, home) = try start(["profile.json": ScreenFiles.profile])
        try terminal.expectOnScreen("First name  Ann")
        // What is typed ahead reaches the albums.
        try terminal.send("anight")
        try terminal.expectScreen("the albums") { $0.contains("Search") && $0.contains("night") }
        try home.write("profile.json", ScreenFiles.profile.replacing("Ann", with: "Anna"))
        try terminal.send("\u{1B}")
        #expect(try terminal.waitForExit(typing: "q", onScreen: "First name  Anna") == .exited(0))
        #expect(terminal.output.matches(of: /\u{1B}\[\?1049[hl]/).count == 2)
        try expectRestored(terminal)
    }

    @Test func `albums that do not open give their reason, and Ctrl-C in albums leaves everything`() throws {
        let home = try TemporaryHome(["profile.json": ScreenFiles.profile])
        let failing = try PseudoTerminal(
            BuiltProgram.regapp, in: home, environment: ["REGAPP_ALBUMS_URL": "nonsense"])
        try failing.send("a", onScreen: Shown.account)
        try failing.send("\r", onScreen: "REGAPP_ALBUMS_URL is not accepted")
        try failing.expectScreen("without the alert") { !$0.contains("[ OK ]") }
        #expect(try failing.waitForExit(typing: "q") == .exited(0))
        let (interrupted, _) = try start(["profile.json": ScreenFiles.profile])
        try interrupted.send("a", onScreen: Shown.account)
        #expect(try interrupted.waitForExit(typing: "\u{3}", onScreen: Shown.typeWords) == .exited(130))
        try expectRestored(interrupted)
        #expect(!interrupted.output.contains("warning"))
        #expect(interrupted.screen.lines.allSatisfy { $0.isEmpty }, "\(interrupted.screen.text)")
    }

    // MARK: While it runs

    @Test func `after SIGCONT the files are read again`() throws {
        let (terminal, home) = try start(["profile.json": ScreenFiles.profile])
        try terminal.expectOnScreen("First name  Ann")
        func replace(_ text: String) throws {
            terminal.signal(SIGSTOP)
            #expect(terminal.process.waitUntilStopped(until: .now + .seconds(10)))
            try home.write("profile.json", text)
            terminal.signal(SIGCONT)
        }
        try replace(ScreenFiles.profile.replacing("Ann", with: "Anna"))
        try terminal.send("e", onScreen: "First name  Anna", until: Shown.editAccount)
        try terminal.send(" x", at: "Last name", until: "Last name   Lee x")
        try replace("{\n  \"email\": oops\n}\n")
        try terminal.expectOnScreen("profile.json:2:12: ")
        #expect(terminal.screen.contains("Last name   Lee x"))
        try terminal.send("\u{1B}", until: Shown.leaveThisForm)
        try terminal.send("\r", at: "Leave", until: "[ Fix in editor ]")
        #expect(terminal.screen.contains("profile.json:2:12: "))
        try replace(ScreenFiles.profile)
        try terminal.expectOnScreen(Shown.account)
    }

    @Test func `resizing during typing keeps what is typed`() throws {
        let (terminal, _) = try start()
        try terminal.send("ann@ex", onScreen: "Email")
        try terminal.resize(columns: 40, rows: 12)
        try terminal.send("ample")
        try terminal.expectScreen("the small window") { $0.lines[1] == "  \(Shown.registerOrLogIn)" }
        try terminal.expectOnScreen("ann@example")
        try terminal.resize(columns: 30, rows: 8)
        try terminal.expectOnScreen("40×12")
        try terminal.resize(columns: 100, rows: 30)
        try terminal.send(".org", onScreen: "ann@example")
        try terminal.send("12345\r", at: "Password", until: "ann@example.org")
        try terminal.expectOnScreen(Shown.account)
    }

    @Test func `a key writes only what changed, in one synchronised update`() throws {
        let (terminal, _) = try start()
        // The first letter takes the place of the example.
        try terminal.send("x", until: "Email     x")
        let before = (terminal.output.utf8.count, terminal.screen.synchronizedUpdates)
        try terminal.send("y", until: "Email     xy")
        #expect(terminal.output.utf8.count - before.0 <= 60)
        #expect(terminal.screen.synchronizedUpdates == before.1 + 1)
    }

    // MARK: The end

    @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGUSR1, SIGALRM])
    func `a signal ends it and the terminal is as it was`(signal: Int32) throws {
        let (terminal, home) = try start()
        try terminal.send("ann@", onScreen: "Email", until: "ann@")
        terminal.signal(signal)
        #expect(try terminal.waitForExit() == .signalled(signal))
        try expectRestored(terminal)
        #expect(home.paths().isEmpty)
    }

    @Test func `Ctrl-C and SIGINT leave with 130`() throws {
        for sends in [true, false] {
            let (terminal, _) = try start()
            try terminal.expectOnScreen("Email")
            if sends { try terminal.send("\u{3}") } else { terminal.signal(SIGINT) }
            #expect(try terminal.waitForExit() == .exited(130))
            try expectRestored(terminal)
        }
    }

    @Test func `Ctrl-Z stops it with the terminal restored, and it comes back with new data`() throws {
        let home = try TemporaryHome(["profile.json": ScreenFiles.profile])
        try home.write("new", ScreenFiles.profile.replacing("Ann", with: "Anna"))
        let script = """
            set -m
            "$REGAPP"
            stty -a | grep -o -- '-\\?icanon'
            echo stopped; read go
            cat "$REGAPP_DOCUMENTS/new" > "$REGAPP_DOCUMENTS/profile.json"
            fg > /dev/null
            echo "ended $?"
            """
        let terminal = try PseudoTerminal(
            BuiltProgram(path: "/bin/sh"), ["-c", script], in: home,
            environment: ["REGAPP": BuiltProgram.regapp.path])
        try terminal.send("\u{1A}", onScreen: "First name  Ann", until: "stopped")
        #expect(terminal.screen.lines.contains("icanon") && !terminal.screen.isAlternate)
        try terminal.send("\n")
        try terminal.send("q", onScreen: "First name  Anna", until: "ended 0")
    }

    @Test(Tool.require("strace", install: "strace"))
    func `Ctrl-Z waits until a change is made, so that others can write meanwhile`() throws {
        let home = try TemporaryHome(["profile.json": ScreenFiles.profile])
        let script = """
            set -m
            strace -D -f -qq -o /dev/null --seccomp-bpf -e trace=fsync -e inject=fsync:delay_enter=300000 "$REGAPP"
            flock -n "$REGAPP_DOCUMENTS/.lock" echo stopped, and free; read go
            fg > /dev/null
            echo "ended $?"
            """
        let terminal = try PseudoTerminal(
            BuiltProgram(path: "/bin/sh"), ["-c", script], in: home,
            environment: ["REGAPP": BuiltProgram.regapp.path])
        try terminal.send("e", onScreen: "First name  Ann")
        try terminal.send("x\u{13}", onScreen: Shown.editAccount)
        // What has this name is written under the lock.
        try terminal.expectScreen("a change") { _ in home.paths().contains { $0.hasPrefix(".regapp") } }
        try terminal.send("\u{1A}", until: "stopped, and free")
        #expect(home.text("profile.json") != ScreenFiles.profile)
        try terminal.send("\n")
        try terminal.send("q", onScreen: Shown.account, until: "ended 0")
    }
}
