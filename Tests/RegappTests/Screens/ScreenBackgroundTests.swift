import RegappTestSupport
import Testing

/// The built program's screens on terminals that report their background, each in its own way, or that show little.
@Suite struct ScreenBackgroundTests {
    private static let question = "\u{1B}]10;?\u{1B}\\\u{1B}]11;?\u{1B}\\\u{1B}[c"
    private static let black = "\u{1B}]11;rgb:0000/0000/0000\u{1B}\\"
    private static let attributes = "\u{1B}[?62;4c"

    private func start(_ environment: [String: String?] = [:], _ home: TemporaryHome? = nil) throws
        -> PseudoTerminal
    {
        let variables = environment.merging(["COLORTERM": "truecolor"]) { given, _ in given }
        return try PseudoTerminal(
            .regapp, in: home ?? TemporaryHome(), environment: variables, answersQuestions: false)
    }

    private func background(of terminal: PseudoTerminal) throws -> CellStyle.Colour? {
        try #require(terminal.screen.style(of: " regapp")).background
    }

    private func expectColours(_ terminal: PseudoTerminal) throws {
        try terminal.expectScreen("colours") { $0.style(of: "[ Log in ]")?.foreground == .rgb(128, 128, 128) }
    }

    @Test func `a whole frame comes before the answer, in the terminal's own colours`() throws {
        let terminal = try start()
        try terminal.expect(Self.question)
        try terminal.expectOnScreen("Ctrl-C quit")
        let plain = try #require(terminal.screen.style(of: "[ Log in ]"))
        #expect(plain.isFaint && plain == plain.colourless)
        try terminal.send(Self.black + Self.attributes)
        try expectColours(terminal)
    }

    @Test(arguments: [
        ["\u{1B}]", "11;rgb:00/0", "0/00\u{1B}", "\\\u{1B}[?6", "2c"],
        ["\u{1B}]11;rgb:0/0/0\u{7}\u{1B}[", "?62;4c"],
        [black, attributes],
    ])
    func `an answer in pieces is never typed`(pieces: [String]) throws {
        let terminal = try start()
        try terminal.expectOnScreen("Ctrl-C quit")
        for piece in pieces {
            try terminal.send(piece)
            // Longer than a lone Escape is waited for, as behind a slow line.
            _ = terminal.process.wait(until: .now + .milliseconds(80))
        }
        try expectColours(terminal)
        try terminal.send("x", until: "Email     x")
        #expect(terminal.process.ended == nil)
    }

    @Test func `COLORFGBG gives the colours at once, and the answer is worth more`() throws {
        let terminal = try start(["COLORFGBG": "0;15"])
        try terminal.expectOnScreen("Ctrl-C quit")
        #expect(try background(of: terminal) == .rgb(0, 131, 122))
        try terminal.send(Self.black + Self.attributes)
        try expectColours(terminal)
    }

    @Test(arguments: [
        (["TERM": "linux"], false), (["NO_COLOR": "1"], true), (["LC_ALL": "C"], false),
        (["LC_ALL": "", "LC_CTYPE": "POSIX", "LANG": "C.UTF-8"], false),
        (["LC_ALL": "", "LANG": "C.UTF-8"], true),
    ])
    func `poor terminals are asked nothing they cannot answer and get ASCII`(
        environment: [String: String], hasUnicode: Bool
    ) throws {
        let home = try TemporaryHome(ScreenFiles.albums)
        let terminal = try start(environment.mapValues { $0 }, home)
        try terminal.expectOnScreen("Ctrl-C quit")
        #expect(
            terminal.output.contains("\u{1B}]11")
                == (environment["TERM"] == nil && environment["NO_COLOR"] == nil))
        try terminal.send("\r", at: "Register")
        try terminal.send("Анна", at: "First name")
        try terminal.send(" ", at: "Birthday", until: "Mo Tu We")
        #expect(terminal.output.utf8.allSatisfy { $0 <= 0x7E } == !hasUnicode)
        #expect(terminal.screen.contains(hasUnicode ? "▸ ✦ Birthday" : "> + Birthday"))
        #expect(terminal.screen.contains(hasUnicode ? "Анна" : "????"))
    }

    @Test func `albums and their covers are ASCII where nothing else shows`() throws {
        let catalogue = try FakeCatalogue()
        defer { catalogue.stop() }
        let home = try TemporaryHome(["profile.json": ScreenFiles.profile])
        let terminal = try PseudoTerminal(
            .regapp, ["albums"], in: home,
            environment: ["REGAPP_ALBUMS_URL": catalogue.address, "LC_ALL": "C", "COLORTERM": "truecolor"])
        try terminal.send("night\r", onScreen: "/ Search", until: "7 albums for \"night\"")
        try terminal.expectOnScreen("> night 2")
        // A cover of four quarters, in shades.
        try terminal.send("\u{1B}[B\u{1B}[B\u{1B}[B\r", onScreen: ".:+ > night 2", until: "Disc 2")
        #expect(terminal.output.utf8.allSatisfy { $0 <= 0x7E })
        #expect(try terminal.waitForExit(typing: "\u{3}") == .exited(130))
    }
}

/// The background as tmux reports it.
@Suite(.waiting, Tool.require("tmux", install: "tmux")) struct ScreenBackgroundTmuxTests {
    @Test func `tmux answers, and nothing of it is typed or left behind`() throws {
        let tmux = try Tmux(environment: ["COLORTERM": "truecolor"])
        try tmux.setBackground("#002b36")
        try tmux.enter("\"$REGAPP\"; echo \"ended $?\"")
        try tmux.type("x", after: Shown.registerOrLogIn)
        try tmux.expect("Email     x")
        try tmux.expect("\u{1B}[48;2;40;158;150m regapp", isStyled: true)
        // The second one, after the question about the typed text.
        try tmux.press("C-c", "C-c")
        #expect(try tmux.expect("ended 130").allSatisfy { !$0.contains("rgb") && !$0.contains("62;") })
    }
}
