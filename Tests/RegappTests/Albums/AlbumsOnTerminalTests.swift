import RegappTestSupport
import Testing

/// `albums search` and `albums show` with covers on a terminal, with a catalogue on this machine.
@Suite(.serialized, .waiting) struct AlbumsOnTerminalTests {
    /// What a run prints on a narrow terminal that knows no links.
    private func screen(_ arguments: String...) throws -> ScreenModel {
        let catalogue = try FakeCatalogue()
        defer { catalogue.stop() }
        let home = try TemporaryHome()
        try home.write("profile.json", #"{"email": "ann@example.org", "password": "12345"}"# + "\n")
        let terminal = try PseudoTerminal(
            BuiltProgram.regapp, ["albums"] + arguments + ["--country", "US", "--covers", "always"], in: home,
            columns: 44, rows: 60,
            environment: ["REGAPP_ALBUMS_URL": catalogue.address])
        #expect(try terminal.waitForExit() == .exited(0))
        return terminal.screen
    }

    /// Starts a command on a terminal of an environment.
    private func start(
        _ arguments: [String], at catalogue: FakeCatalogue, _ path: String = "",
        environment: [String: String?] = [:]
    ) throws -> PseudoTerminal {
        let home = try TemporaryHome()
        try home.write("profile.json", #"{"email": "ann@example.org", "password": "12345"}"# + "\n")
        var environment = environment
        environment["REGAPP_ALBUMS_URL"] = catalogue.address + path
        return try PseudoTerminal(
            BuiltProgram.regapp, ["albums"] + arguments, in: home, columns: 100, rows: 60,
            environment: environment)
    }

    @Test(arguments: [
        ("/silent-covers", ["search", "night", "--country", "US", "--covers", "always"], "fetching covers"),
        ("/silent", ["search", "night"], "searching albums"),
        ("/silent", ["show", "9000000001"], "looking up the album"),
    ])
    func `Ctrl-C cancels whatever is waited for, and leaves the line clean`(
        path: String, arguments: [String], words: String
    ) throws {
        let catalogue = try FakeCatalogue()
        defer { catalogue.stop() }
        for _ in 0..<5 {
            let terminal = try start(
                arguments, at: catalogue, path, environment: ["TERM": "xterm-256color"])
            try terminal.expect(words)
            try terminal.send("\u{3}")
            #expect(try terminal.waitForExit() == .exited(130))
            #expect(!terminal.screen.contains(words), "\(terminal.screen.lines)")
        }
    }

    @Test func `the page in the store is a link where the terminal knows links, with a cover or without`()
        throws
    {
        let catalogue = try FakeCatalogue()
        defer { catalogue.stop() }
        let link = "\u{1B}]8;;https://shop.example/album/9000000001?uo=4"
        for covers in ["always", "never"] {
            for (terminal, hasLinks) in [("xterm-kitty", true), ("xterm-256color", false)] {
                let shown = try start(
                    ["show", "9000000001", "--covers", covers], at: catalogue, environment: ["TERM": terminal]
                )
                #expect(try shown.waitForExit() == .exited(0))
                #expect(shown.output.contains(link) == hasLinks, "\(covers) \(terminal)")
                #expect(shown.output.contains("searching the"))
            }
        }
    }

    @Test func `a link too long to stand beside a cover has its own line below it`() throws {
        let address = "https://shop.example/album/9000000001?uo=4"
        let found = try screen("search", "night")
        #expect(found.contains("▀"))
        #expect(found.lines.contains { $0.hasPrefix(address) }, "\(found.lines)")
        let shown = try screen("show", "9000000001")
        let cover = try #require(shown.lines.lastIndex { $0.contains("▀") })
        let link = try #require(shown.lines.firstIndex { $0.hasPrefix("Store:    https://") })
        #expect(link == cover + 1)
    }
}
