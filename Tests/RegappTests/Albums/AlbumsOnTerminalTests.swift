import RegappTestSupport
import Testing

/// `albums search` and `albums show` with covers on a terminal, with a catalogue on this machine.
@Suite(.serialized, .waiting) struct AlbumsOnTerminalTests {
    private let catalogue: FakeCatalogue
    private let home: TemporaryHome

    init() throws {
        catalogue = try FakeCatalogue()
        home = try TemporaryHome(["profile.json": ScreenFiles.profile])
    }

    private func start(
        _ arguments: [String], _ path: String = "", columns: Int = 100, terminal: String = "xterm-256color"
    ) throws -> PseudoTerminal {
        try PseudoTerminal(
            .regapp, ["albums"] + arguments, in: home, columns: columns, rows: 60,
            environment: ["REGAPP_ALBUMS_URL": catalogue.address + path, "TERM": terminal])
    }

    /// What a run prints on a narrow terminal that knows no links.
    private func screen(_ arguments: String...) throws -> ScreenModel {
        let terminal = try start(arguments + ["--country", "US", "--covers", "always"], columns: 44)
        #expect(try terminal.waitForExit() == .exited(0))
        return terminal.screen
    }

    @Test(arguments: [
        ("/silent-covers", ["search", "night", "--country", "US", "--covers", "always"], "fetching covers"),
        ("/silent", ["search", "night"], "searching albums"),
        ("/silent", ["show", "9000000001"], "looking up the album"),
    ])
    func `Ctrl-C cancels whatever is waited for, and leaves the line clean`(
        path: String, arguments: [String], words: String
    ) throws {
        for _ in 0..<5 {
            let terminal = try start(arguments, path)
            #expect(try terminal.waitForExit(typing: "\u{3}", after: words) == .exited(130))
            #expect(!terminal.screen.contains(words), "\(terminal.screen.lines)")
        }
    }

    @Test func `the store's page is a link where the terminal knows links, with a cover or without`() throws {
        let link = "\u{1B}]8;;https://shop.example/album/9000000001?uo=4"
        for covers in ["always", "never"] {
            for (terminal, hasLinks) in [("xterm-kitty", true), ("xterm-256color", false)] {
                let shown = try start(["show", "9000000001", "--covers", covers], terminal: terminal)
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
