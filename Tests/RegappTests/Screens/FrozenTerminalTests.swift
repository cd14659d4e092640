import Glibc
import RegappTestSupport
import Testing

/// Signals that ask for an end while the terminal is not read any more, or is just given to an editor.
@Suite(.waiting) struct FrozenTerminalTests {
    private let home: TemporaryHome

    init() throws { home = try TemporaryHome(["profile.json": ScreenFiles.profile]) }

    /// What runs on the terminal when it freezes.
    struct Place: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let arguments: [String]
        var environment: [String: String] = [:]
        /// What it has written by then, and what is typed afterwards, so that it writes more.
        let shown: String
        let typed: String
    }

    static let places = [
        Place(testDescription: "screens", arguments: [], shown: Shown.account, typed: "\u{C}"),
        Place(testDescription: "first question", arguments: ["login"], shown: "Email: ", typed: ""),
        Place(testDescription: "next question", arguments: ["edit"], shown: "Email [", typed: "\n"),
        Place(
            testDescription: "conversation", arguments: [], environment: ["ACCESSIBLE": "1"],
            shown: "Choose a letter: ", typed: "l\n"),
    ]

    @Test(arguments: places, [SIGTERM, SIGHUP, SIGINT])
    func `a terminal that is not read any more does not stop the end`(place: Place, signal: Int32) throws {
        let terminal = try PseudoTerminal(
            .regapp, place.arguments, in: home, environment: place.environment.mapValues { $0 })
        try terminal.expect(place.shown)
        try terminal.freeze()
        try terminal.send(place.typed)
        terminal.signal(signal)
        let end = try terminal.waitForExit()
        // Between two questions Ctrl-C has its default effect, which is 130 to a shell too.
        let asShellsTell = end == .exited(130) ? .signalled(SIGINT) : end
        #expect(asShellsTell == .signalled(signal))
        #expect(home.paths() == ["profile.json"])
        #expect(try terminal.attributes.echo)
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func `an editor that waits for a frozen terminal does not stop the end`(signal: Int32) throws {
        try home.write("../editor", "trap : TERM HUP; echo editing; while :; do read line; done")
        let terminal = try start()
        try terminal.send("E")
        try terminal.expect("editing")
        try terminal.freeze()
        terminal.signal(signal)
        #expect(try terminal.waitForExit() == .signalled(signal))
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func `a signal between the key and the editor is not lost`(signal: Int32) throws {
        try home.write("../editor", "read line; read line")
        let terminal = try start()
        try terminal.send("E")
        // The end of the alternate screen: from here the terminal's answers are waited for, then the editor starts.
        try terminal.expect("\u{1B}[?1049l")
        terminal.signal(signal)
        #expect(try terminal.waitForExit() == .signalled(signal))
        #expect(try terminal.attributes == freshAttributes())
        #expect(home.text("profile.json") == ScreenFiles.profile)
    }

    private func start() throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            .regapp, in: home, environment: ["EDITOR": "sh \(home.path)/editor"])
        try terminal.expectOnScreen("E as file")
        return terminal
    }
}

/// Where the system has no thread left, which binds every user but root.
@Suite(OtherUser.needsRoot, Tool.require("prlimit", install: "util-linux")) struct ThreadLimitTests {
    @Test func `without a second thread every command works`() throws {
        let home = try TemporaryHome(["policy.json": "{\"policy\": \"authorisation\"}\n"])
        let regapp = try BuiltProgram.regapp.running(as: OtherUser.limited, in: home)
            .limited(by: ["--nproc=1"])
        for path in [home.documents, home.document("policy.json")] {
            try #require(unsafe chown(path, OtherUser.limited, OtherUser.limited) == 0)
        }
        let words = ["register", "--email=a@host.name", "--first-name=Ann", "--last-name=Lee"]
        let commands: [(words: [String], input: String)] = [
            (words + ["--password-stdin"], "password12"),
            (["accounts", "verify", "a@host.name", "--password-stdin"], "password12"),
            (["logout"], ""),
            (["login", "--first-name=Ann", "--password-stdin"], "password12"),
            (["show"], ""),
            (["edit", "--last-name=Low"], ""),
            (["accounts", "list"], ""),
            (["accounts", "export"], ""),
            (["check"], ""),
        ]
        for command in commands {
            let result = try regapp.run(
                command.words, in: home, input: .text(command.input), timeLimit: .seconds(20))
            #expect(result.status == 0 && !result.timedOut, "\(command.words): \(result.stderr)")
        }
        #expect(home.text("accounts/a@host.name.json")?.contains("\"Low\"") == true)
    }
}
