import Glibc
import RegappTestSupport
import Testing

/// The built program's screens on a pseudo-terminal.
@Suite struct ScreenTerminalTests {
    private func start(
        _ files: [String: String] = [:], columns: Int = 80, rows: Int = 24
    ) throws -> (terminal: PseudoTerminal, home: TemporaryHome) {
        let home = try TemporaryHome()
        for (name, text) in files { try home.write(name, text) }
        return (try PseudoTerminal(.regapp, in: home, columns: columns, rows: rows), home)
    }

    /// How a terminal is that no program has touched.
    private func untouched() throws -> TerminalAttributes {
        let home = try TemporaryHome()
        let terminal = try PseudoTerminal(BuiltProgram(path: "/bin/sh"), ["-c", "read x"], in: home)
        return try terminal.attributes
    }

    private func expectRestored(
        _ terminal: PseudoTerminal, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(try terminal.attributes == untouched(), sourceLocation: sourceLocation)
        let screen = terminal.screen
        #expect(!screen.isAlternate && screen.isCursorVisible, sourceLocation: sourceLocation)
        #expect(screen.modes.isDisjoint(with: [1004, 2004, 2026]), sourceLocation: sourceLocation)
    }

    // MARK: From screen to screen

    @Test func `log in, edit, reveal, log out and leave`() throws {
        let (terminal, home) = try start()
        try terminal.expectOnScreen("Register or log in")
        #expect(terminal.screen.isAlternate && terminal.screen.modes.isSuperset(of: [1004, 2004]))
        // The cursor moves to its place after the text has been drawn.
        try terminal.expectScreen("cursor in the first field") { $0.column == 14 && $0.row == 5 }
        try terminal.send("ann@example.org")
        try terminal.go(to: "Password")
        try terminal.send("12345\r")
        try terminal.expectOnScreen("Your account")
        #expect(home.text("profile.json")?.contains("\"password\": \"12345\"") == true)
        try terminal.send("e")
        try terminal.expectOnScreen("Edit user info")
        try terminal.go(to: "First name")
        try terminal.send("Ann")
        try terminal.go(to: "Last name")
        try terminal.send("\u{1B}[1;5D漢字 \u{13}")
        try terminal.expectOnScreen("First name Ann")
        try terminal.expectOnScreen("Last name  漢字")
        try terminal.send("\u{12}")
        try terminal.expectOnScreen("Password   12345")
        let kept = home.text("profile.json")
        // Enter alone stays.
        try terminal.go(to: "Log out")
        try terminal.send("\r")
        try terminal.expectOnScreen("Log out?")
        try terminal.send("\r")
        try terminal.expectOnScreen("[ Log out ]")
        #expect(home.text("profile.json") == kept)
        try terminal.send("\r")
        try terminal.expectOnScreen("Log out?")
        try terminal.go(to: "Log out")
        try terminal.send("\r")
        try terminal.expectOnScreen("'Undo log out' brings the profile back")
        #expect(home.text("profile.json") == nil)
        try terminal.go(to: "Undo log out")
        try terminal.send("\r")
        try terminal.expectOnScreen("Undone")
        #expect(home.text("profile.json") == kept)
        try terminal.go(to: "Log out")
        try terminal.send("\r")
        try terminal.expectOnScreen("Log out?")
        try terminal.go(to: "Log out")
        try terminal.send("\r")
        try terminal.expectOnScreen("Logged out")
        try terminal.send("\u{1B}")
        #expect(try terminal.waitForExit() == .exited(0))
        try expectRestored(terminal)
    }

    @Test func `register with a pasted phone and a picked birthday, then log in`() throws {
        let (terminal, home) = try start(["policy.json": ScreenFiles.albumsPolicy])
        try terminal.expectOnScreen("Creates the first account on this computer")
        try terminal.expectOnScreen("Registration")
        try terminal.send("Ann")
        try terminal.go(to: "Last name")
        try terminal.send("Lee")
        try terminal.go(to: "Birthday")
        try terminal.send(" ")
        try terminal.expectOnScreen("Mo Tu We Th Fr Sa Su")
        try terminal.send("\u{1B}[5~\u{1B}[D\r")
        try terminal.expectScreen("no calendar") { !$0.contains("Mo Tu We Th Fr Sa Su") }
        try terminal.go(to: "Phone")
        try terminal.send("\u{1B}[200~8 (916) 123-45-67\u{1B}[201~")
        try terminal.expectOnScreen("Phone      +7 (916) 123-45-67")
        try terminal.go(to: "Email")
        try terminal.send("ann@example.org")
        try terminal.go(to: "Password")
        try terminal.send("secret1")
        try terminal.expectOnScreen("· An uppercase letter")
        try terminal.send("S")
        try terminal.expectOnScreen("✓ An uppercase letter")
        try terminal.send("\r")
        try terminal.expectOnScreen("Registered; log in with 'Log in'")
        try terminal.expectOnScreen("Email    ann@example.org")
        try terminal.send("secret1S\r")
        try terminal.expectOnScreen("Type a few words")
        try terminal.send("\u{1B}")
        try terminal.expectOnScreen("Phone      +7 (916) 123-45-67")
        #expect(home.text("session.json")?.contains("ann@example.org") == true)
        try terminal.send("q")
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test func `a first login sets the password, typed twice`() throws {
        let (terminal, _) = try start(ScreenFiles.alexes(1))
        try terminal.expectOnScreen("First name")
        try terminal.send("alex")
        try terminal.go(to: "Password")
        try terminal.send("password1\r")
        try terminal.expectOnScreen("Repeat the password")
        try terminal.send("password1\r")
        try terminal.expectOnScreen("Email      alex1@demo.example")
    }

    @Test func `the albums open on the same screen, and the files are read when they are left`() throws {
        let (terminal, home) = try start(["profile.json": ScreenFiles.profile])
        try terminal.expectOnScreen("First name Ann")
        // What is typed ahead reaches the albums.
        try terminal.send("anight")
        try terminal.expectScreen("the albums") { $0.contains("Search") && $0.contains("night") }
        try home.write("profile.json", ScreenFiles.profile.replacing("Ann", with: "Anna"))
        try terminal.send("\u{1B}")
        try terminal.expectOnScreen("First name Anna")
        try terminal.send("q")
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(terminal.output.matches(of: /\u{1B}\[\?1049[hl]/).count == 2)
        try expectRestored(terminal)
    }

    @Test func `albums that do not open give their reason, and Ctrl-C in albums leaves everything`() throws {
        let home = try TemporaryHome()
        try home.write("profile.json", ScreenFiles.profile)
        let failing = try PseudoTerminal(
            BuiltProgram.regapp, in: home, environment: ["REGAPP_ALBUMS_URL": "nonsense"])
        try failing.expectOnScreen("Your account")
        try failing.send("a")
        try failing.expectOnScreen("REGAPP_ALBUMS_URL is not accepted")
        try failing.send("\r")
        try failing.expectScreen("without the alert") { !$0.contains("[ OK ]") }
        try failing.send("q")
        #expect(try failing.waitForExit() == .exited(0))
        let (interrupted, _) = try start(["profile.json": ScreenFiles.profile])
        try interrupted.expectOnScreen("Your account")
        try interrupted.send("a")
        try interrupted.expectOnScreen("Type a few words")
        try interrupted.send("\u{3}")
        #expect(try interrupted.waitForExit() == .exited(130))
        try expectRestored(interrupted)
    }

    // MARK: While it runs

    @Test func `after SIGCONT the files are read again`() throws {
        let (terminal, home) = try start(["profile.json": ScreenFiles.profile])
        try terminal.expectOnScreen("First name Ann")
        func replace(_ text: String) throws {
            terminal.signal(SIGSTOP)
            #expect(terminal.process.waitUntilStopped(until: .now + .seconds(10)))
            try home.write("profile.json", text)
            terminal.signal(SIGCONT)
        }
        try replace(ScreenFiles.profile.replacing("Ann", with: "Anna"))
        try terminal.expectOnScreen("First name Anna")
        try terminal.send("e")
        try terminal.expectOnScreen("Edit user info")
        try terminal.go(to: "Last name")
        try terminal.send(" x")
        try terminal.expectOnScreen("Last name  Lee x")
        try replace("{\n  \"email\": oops\n}\n")
        try terminal.expectOnScreen("profile.json:2:12: ")
        #expect(terminal.screen.contains("Last name  Lee x"))
        try terminal.send("\u{1B}")
        try terminal.expectOnScreen("Leave this form?")
        try terminal.go(to: "Leave")
        try terminal.send("\r")
        try terminal.expectOnScreen("[ Fix in editor ]")
        #expect(terminal.screen.contains("profile.json:2:12: "))
        try replace(ScreenFiles.profile)
        try terminal.expectOnScreen("Your account")
    }

    @Test func `a window that comes to the front reads the files again`() throws {
        let (terminal, home) = try start(["profile.json": ScreenFiles.profile])
        try terminal.expectOnScreen("First name Ann")
        try home.write("profile.json", ScreenFiles.profile.replacing("Ann", with: "Anna"))
        try terminal.send("\u{1B}[I")
        try terminal.expectOnScreen("First name Anna")
    }

    @Test func `resizing during typing keeps what is typed`() throws {
        let (terminal, _) = try start()
        try terminal.expectOnScreen("Email")
        try terminal.send("ann@ex")
        try terminal.resize(columns: 40, rows: 12)
        try terminal.send("ample")
        try terminal.expectScreen("the small window") { $0.lines[1] == "  Register or log in" }
        try terminal.expectOnScreen("ann@example")
        try terminal.resize(columns: 30, rows: 8)
        try terminal.expectOnScreen("40×12")
        try terminal.resize(columns: 100, rows: 30)
        try terminal.expectOnScreen("ann@example")
        try terminal.send(".org")
        try terminal.go(to: "Password")
        try terminal.send("12345\r")
        try terminal.expectOnScreen("ann@example.org")
        try terminal.expectOnScreen("Your account")
    }

    @Test func `a key writes only what changed, in one synchronised update`() throws {
        let (terminal, _) = try start()
        // The first letter takes the place of the example.
        try terminal.send("x")
        try terminal.expectOnScreen("Email    x")
        let before = (terminal.output.utf8.count, terminal.screen.synchronizedUpdates)
        try terminal.send("y")
        try terminal.expectOnScreen("Email    xy")
        #expect(terminal.output.utf8.count - before.0 <= 60)
        #expect(terminal.screen.synchronizedUpdates == before.1 + 1)
    }

    // MARK: The end

    @Test(arguments: [SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGILL, SIGTRAP, SIGUSR1, SIGALRM])
    func `a signal ends it and the terminal is as it was`(signal: Int32) throws {
        let (terminal, home) = try start()
        try terminal.expectOnScreen("Email")
        try terminal.send("ann@")
        try terminal.expectOnScreen("ann@")
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

    @Test func `a terminal that closes ends it`() throws {
        let (terminal, home) = try start()
        try terminal.expectOnScreen("Email")
        terminal.closeTerminal()
        #expect(try terminal.waitForExit() != .exited(0))
        #expect(home.paths().isEmpty)
    }

    @Test func `Ctrl-Z stops it with the terminal restored, and it comes back with new data`() throws {
        let home = try TemporaryHome()
        try home.write("profile.json", ScreenFiles.profile)
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
        try terminal.expectOnScreen("First name Ann")
        try terminal.send("\u{1A}")
        try terminal.expectOnScreen("stopped")
        #expect(terminal.screen.lines.contains("icanon") && !terminal.screen.isAlternate)
        try terminal.send("\n")
        try terminal.expectOnScreen("First name Anna")
        try terminal.send("q")
        try terminal.expectOnScreen("ended 0")
    }

    @Test(Tool.require("strace", install: "strace"))
    func `Ctrl-Z waits until a change is made, so that others can write meanwhile`() throws {
        let home = try TemporaryHome()
        try home.write("profile.json", ScreenFiles.profile)
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
        try terminal.expectOnScreen("First name Ann")
        try terminal.send("e")
        try terminal.expectOnScreen("Edit user info")
        try terminal.send("x\u{13}")
        // What has this name is written under the lock.
        try terminal.expectScreen("a change") { _ in home.paths().contains { $0.hasPrefix(".regapp") } }
        try terminal.send("\u{1A}")
        try terminal.expectOnScreen("stopped, and free")
        #expect(home.text("profile.json") != ScreenFiles.profile)
        try terminal.send("\n")
        try terminal.expectOnScreen("Your account")
        try terminal.send("q")
        try terminal.expectOnScreen("ended 0")
    }

    // MARK: No screens

    @Test func `with a pipe on either side it prints what show prints`() throws {
        let home = try TemporaryHome()
        try home.write("profile.json", ScreenFiles.profile)
        let piped = try PseudoTerminal(.regapp, in: home, output: .captured)
        #expect(try piped.waitForExit() == .exited(0))
        #expect(String(decoding: piped.stdout, as: UTF8.self).hasPrefix("Email:      ann@example.org\n"))
        let fed = try PseudoTerminal(.regapp, in: home, input: .nothing)
        #expect(try fed.waitForExit() == .exited(0))
        #expect(fed.screen.contains("ann@example.org") && !fed.output.contains("\u{1B}[?"))
    }
}
