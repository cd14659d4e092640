import Foundation
import RegappTestSupport
import Testing

/// The built program on a terminal, with a catalogue on this machine.
@Suite(.serialized, .waiting) struct AlbumScreenTerminalTests {
    private let catalogue: FakeCatalogue
    private let home: TemporaryHome

    init() throws {
        catalogue = try FakeCatalogue()
        home = try TemporaryHome(["profile.json": ScreenFiles.profile])
    }

    /// Starts `regapp albums` on a terminal.
    private func start(
        _ arguments: String..., at address: String? = nil, environment: [String: String?] = [:]
    ) throws -> PseudoTerminal {
        let variables: [String: String?] = ["REGAPP_ALBUMS_URL": address ?? catalogue.address]
        return try PseudoTerminal(
            .regapp, ["albums"] + arguments, in: home, environment: environment.merging(variables) { $1 })
    }

    private func search(_ term: String, on terminal: PseudoTerminal) throws {
        try terminal.send(term + "\r", onScreen: "Search")
    }

    @Test func `search, open, back and leave`() throws {
        let terminal = try start()
        let before = try freshAttributes()
        try terminal.expectOnScreen("Ann Lee · ann@example.org")
        try search("night", on: terminal)
        try terminal.expectOnScreen(Shown.albums(7, for: "night"))
        try terminal.expectScreen("with covers") { $0.contains("▀") }
        try terminal.send("\u{1B}[B\u{1B}[B\u{1B}[B")
        let list = try terminal.expectScreen("the fourth album selected") { screen in
            screen.lines.contains { $0.contains("▸ Night Harbour") && $0.contains("1999") }
        }
        let place = try #require(list.find("▸ Night Harbour"))
        try terminal.send("\r", until: "Disc 2")
        let album = try terminal.expectOnScreen("Second Pier")
        #expect(album.contains("The Lanterns") && album.contains("1999") && album.contains("Low Tide"))
        #expect(album.contains("https://shop.example/album/9000000001?uo=4"))
        try terminal.send("\u{1B}")
        let back = try terminal.expectOnScreen(Shown.albums(7, for: "night"))
        #expect(try #require(back.find("▸ Night Harbour")) == place)
        try terminal.send("\u{1B}")
        #expect(try terminal.waitForExit(typing: "q", onScreen: Shown.account) == .exited(0))
        #expect(try terminal.attributes == before)
        #expect(!terminal.screen.isAlternate)
    }

    @Test func `Escape cancels a question that gets no answer`() throws {
        let terminal = try start(at: catalogue.address(.silent))
        try search("night", on: terminal)
        try terminal.send("\u{1B}", onScreen: "Searching “night”", until: "The search was cancelled")
        // Keys are answered while a question is open.
        try terminal.send("s\r")
        #expect(try terminal.waitForExit(typing: "\u{3}", onScreen: "Searching “s”") == .exited(130))
    }

    @Test(arguments: ["--covers=never", "--covers=always"], [true, false])
    func `without colour are no covers, and the place still shows`(covers: String, isOption: Bool) throws {
        let terminal =
            isOption
            ? try start(covers, "--no-color") : try start(covers, environment: ["NO_COLOR": "1"])
        try search("night", on: terminal)
        let screen = try terminal.expectOnScreen("▸ night 2")
        #expect(screen.style(of: "▸ night 2")?.isReversed == true)
        #expect(!screen.contains("▀"))
        #expect(catalogue.requests.allSatisfy { !$0.hasPrefix("/art") })
        #expect(try terminal.waitForExit(typing: "q") == .exited(0))
    }

    @Test func `without a login the page to log in opens first`() throws {
        try FileManager.default.removeItem(atPath: home.document("profile.json"))
        let terminal = try start(environment: ["NO_COLOR": "1"])
        #expect(try terminal.waitForExit(typing: "\u{3}", onScreen: Shown.registerOrLogIn) == .exited(130))
    }

    @Test func `no input, or no terminal: the command instead`() throws {
        let hint = "type 'regapp albums search TERM'"
        let terminal = try start("--no-input", environment: ["NO_COLOR": "1"])
        #expect(try terminal.waitForExit() == .exited(64))
        #expect(terminal.output.hasSuffix("which --no-input forbids\r\nregapp: hint: \(hint)\r\n"))
        #expect(
            Answer(try BuiltProgram.regapp.run(["albums"], in: home), in: home)
                == .error(64, "the album screens need a terminal", hint: hint))
        let piped = try PseudoTerminal(.regapp, ["albums"], in: home, output: .captured)
        #expect(try piped.waitForExit() == .exited(64))
    }
}
