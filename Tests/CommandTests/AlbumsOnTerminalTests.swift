import TestSupport
import Testing

/// `albums search` and `albums show` with covers on a terminal, with a catalogue on this machine.
@Suite(.serialized) struct AlbumsOnTerminalTests {
    /// What a run prints on a narrow terminal that knows no links.
    private func screen(_ arguments: String..., environment: [String: String] = [:]) throws -> ScreenModel {
        let catalogue = try FakeCatalogue()
        defer { catalogue.stop() }
        let home = try TemporaryHome()
        try home.write("profile.json", #"{"email": "ann@example.org", "password": "12345"}"# + "\n")
        let terminal = try PseudoTerminal(
            BuiltProgram.regapp, ["albums"] + arguments + ["--country", "US", "--covers", "always"], in: home,
            columns: 44, rows: 60,
            environment: environment.merging(["REGAPP_ALBUMS_URL": catalogue.address]) { $1 })
        #expect(try terminal.waitForExit() == .exited(0))
        return terminal.screen
    }

    @Test func `covers that are asked for have the terminal's colours where NO_COLOR is set`() throws {
        let style = try screen("show", "9000000001", environment: ["NO_COLOR": "1"]).style(of: "▀")
        guard case .indexed? = style?.foreground else {
            Issue.record("\(String(describing: style))")
            return
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
