import Glibc
import RegappTestSupport
import Testing

/// The built program on a terminal, with a catalogue on this machine.
@Suite(.serialized, .waiting) struct AlbumScreenTerminalTests {
    private static let profile = """
        {"email": "ann@example.org", "password": "12345", "firstName": "Ann", "lastName": "Lee"}

        """

    private func home() throws -> TemporaryHome {
        let home = try TemporaryHome()
        try home.write("profile.json", Self.profile)
        return home
    }

    /// Starts `regapp albums` on a terminal.
    private func start(
        _ address: String, in home: TemporaryHome, _ arguments: String..., columns: Int = 80, rows: Int = 24,
        environment: [String: String?] = [:]
    ) throws -> PseudoTerminal {
        let variables = environment.merging(["REGAPP_ALBUMS_URL": address]) { given, _ in given }
        return try PseudoTerminal(
            BuiltProgram.regapp, ["albums"] + arguments, in: home, columns: columns, rows: rows,
            environment: variables)
    }

    private func search(_ term: String, on terminal: PseudoTerminal) throws {
        try terminal.expectOnScreen("Search")
        try terminal.send(term + "\r")
    }

    @Test func `search, open, back and leave`() throws {
        let catalogue = try FakeCatalogue()
        defer { catalogue.stop() }
        let terminal = try start(catalogue.address, in: try home())
        let before = try freshAttributes()
        try terminal.expectOnScreen("Ann Lee · ann@example.org")
        try search("night", on: terminal)
        try terminal.expectOnScreen("7 albums for “night”")
        try terminal.expectScreen("with covers") { $0.contains("▀") }
        try terminal.send("\u{1B}[B\u{1B}[B\u{1B}[B")
        let list = try terminal.expectScreen("the fourth album selected") { screen in
            screen.lines.contains { $0.contains("▸ Night Harbour") && $0.contains("1999") }
        }
        let place = try #require(list.find("▸ Night Harbour"))
        try terminal.send("\r")
        try terminal.expectOnScreen("Disc 2")
        let album = try terminal.expectOnScreen("Second Pier")
        #expect(album.contains("The Lanterns") && album.contains("1999") && album.contains("Low Tide"))
        #expect(album.contains("https://shop.example/album/9000000001?uo=4"))
        try terminal.send("\u{1B}")
        let back = try terminal.expectOnScreen("7 albums for “night”")
        #expect(try #require(back.find("▸ Night Harbour")) == place)
        try terminal.send("\u{1B}")
        try terminal.expectOnScreen("Your account")
        try terminal.send("q")
        #expect(try terminal.waitForExit() == .exited(0))
        #expect(try terminal.attributes == before)
        #expect(!terminal.screen.isAlternate)
    }

    @Test func `two hundred albums are scrolled, and the window changes meanwhile`() throws {
        let catalogue = try FakeCatalogue()
        defer { catalogue.stop() }
        let terminal = try start(catalogue.address + "/many-200", in: try home())
        try search("x", on: terminal)
        try terminal.expectOnScreen("200 albums")
        try terminal.send("\u{1B}[F")
        try terminal.expectScreen("scrolled") { $0.contains("▸") && !$0.contains("▸ 2 ") }
        try terminal.resize(columns: 40, rows: 12)
        try terminal.expectScreen("small") { $0.contains("▸") && $0.lines.last?.contains("/ search") == true }
        try terminal.resize(columns: 30, rows: 12)
        try terminal.expectOnScreen("40×12")
        try terminal.resize(columns: 120, rows: 40)
        try terminal.expectScreen("large") { $0.contains("Year") && $0.contains("▸") }
        try terminal.send("q")
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test func `an error shows a button that asks again`() throws {
        let first = try FakeCatalogue()
        let (address, port) = (first.address, first.port)
        first.stop()
        let terminal = try start(address, in: try home())
        try search("night", on: terminal)
        try terminal.expectOnScreen("No connection to")
        try terminal.expectOnScreen("[ Retry ]")
        let catalogue = try FakeCatalogue(port: port)
        defer { catalogue.stop() }
        try terminal.send("\r")
        try terminal.expectOnScreen("7 albums for “night”")
        try terminal.send("q")
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test func `Escape cancels a question that gets no answer`() throws {
        let catalogue = try FakeCatalogue()
        defer { catalogue.stop() }
        let terminal = try start(catalogue.address(.silent), in: try home())
        try search("night", on: terminal)
        try terminal.expectOnScreen("Searching “night”")
        try terminal.send("\u{1B}")
        try terminal.expectOnScreen("The search was cancelled")
        // Keys are answered while a question is open.
        try terminal.send("s\r")
        try terminal.expectOnScreen("Searching “s”")
        try terminal.send("\u{3}")
        #expect(try terminal.waitForExit() == .exited(130))
    }

    /// Starts `regapp` and opens the albums from the user's screen.
    private func openFromUserScreen(_ address: String) throws -> PseudoTerminal {
        let terminal = try PseudoTerminal(
            BuiltProgram.regapp, [], in: try home(), columns: 80, rows: 24,
            environment: ["REGAPP_ALBUMS_URL": address])
        try terminal.expectOnScreen("Your account")
        try terminal.send("a")
        try terminal.expectOnScreen("Type a few words")
        return terminal
    }

    @Test func `from the user's screen to the albums and back the screen is never left, nor written beside`()
        throws
    {
        let terminal = try openFromUserScreen("http://127.0.0.1:1")
        try terminal.send("\u{1B}")
        try terminal.expectOnScreen("Your account")
        try terminal.send("a")
        try terminal.expectOnScreen("Type a few words")
        #expect(terminal.output.matches(of: /\u{1B}\[\?1049/).count == 1)
        try terminal.send("\u{3}")
        #expect(try terminal.waitForExit() == .exited(130))
        #expect(terminal.output.matches(of: /\u{1B}\[\?1049/).count == 2)
        #expect(!terminal.screen.isAlternate && terminal.screen.isCursorVisible)
        #expect(!terminal.output.contains("warning"))
        #expect(terminal.screen.lines.allSatisfy { $0.isEmpty }, "\(terminal.screen.text)")
    }

    @Test(arguments: ["--covers=never", "--covers=always"], [true, false])
    func `without colour there are no covers, and it still shows the place`(
        covers: String, isOption: Bool
    ) throws {
        let catalogue = try FakeCatalogue()
        defer { catalogue.stop() }
        let terminal =
            isOption
            ? try start(catalogue.address, in: try home(), covers, "--no-color")
            : try start(catalogue.address, in: try home(), covers, environment: ["NO_COLOR": "1"])
        try search("night", on: terminal)
        let screen = try terminal.expectOnScreen("▸ night 2")
        #expect(screen.style(of: "▸ night 2")?.isReversed == true)
        #expect(!screen.contains("▀"))
        #expect(catalogue.requests.allSatisfy { !$0.hasPrefix("/art") })
        try terminal.send("q")
        #expect(try terminal.waitForExit() == .exited(0))
    }

    @Test func `without a login the page to log in opens first`() throws {
        let terminal = try start(
            "http://127.0.0.1:1", in: try TemporaryHome(), environment: ["NO_COLOR": "1"])
        try terminal.expectOnScreen("Register or log in")
        try terminal.send("\u{3}")
        #expect(try terminal.waitForExit() == .exited(130))
    }

    private static func refusal(_ reason: String) -> String {
        "regapp: error: the album screens \(reason)\r\nregapp: hint: type 'regapp albums search TERM'\r\n"
    }

    @Test func `no input, or no terminal: the command instead`() throws {
        let home = try home()
        let terminal = try start(
            "http://127.0.0.1:1", in: home, "--no-input", environment: ["NO_COLOR": "1"])
        #expect(try terminal.waitForExit() == .exited(64))
        #expect(terminal.output.hasSuffix(Self.refusal("need input, which --no-input forbids")))
        let result = try BuiltProgram.regapp.run(["albums"], in: home)
        #expect(
            Answer(result, in: home)
                == .error(
                    64, "the album screens need a terminal", hint: "type 'regapp albums search TERM'"))
        let piped = try PseudoTerminal(BuiltProgram.regapp, ["albums"], in: home, output: .captured)
        #expect(try piped.waitForExit() == .exited(64))
    }
}
