import Glibc
import RegappTestSupport
import Testing

/// The album screens under a real terminal multiplexer, walked through from the user's screen and back.
@Suite(.waiting, Tool.require("tmux", install: "tmux")) struct AlbumScreenTmuxTests {
    private static let profile = """
        {"email": "ann@example.org", "password": "12345", "firstName": "Ann", "lastName": "Lee"}

        """

    /// Runs a line in a shell, with a user logged in and a catalogue on this machine.
    private func start(_ line: String, _ catalogue: FakeCatalogue) throws -> Tmux {
        let tmux = try Tmux(
            ["profile.json": Self.profile, "pid": ""],
            environment: ["REGAPP_ALBUMS_URL": catalogue.address, "COLORTERM": "truecolor"])
        try tmux.type(line)
        try tmux.press("Enter")
        return tmux
    }

    @Test func `from the user's screen to an album and back, which reads the files again`() throws {
        let catalogue = try FakeCatalogue()
        defer { catalogue.stop() }
        let tmux = try start("\"$REGAPP\"; echo \"ended $?\"", catalogue)
        try tmux.expect("Your account")
        try tmux.press("a")
        try tmux.expect("Ann Lee · ann@example.org")
        try tmux.type("night")
        try tmux.press("Enter")
        try tmux.expect("7 albums for “night”")
        try tmux.expect("Esc back")
        try tmux.expect("▀▀▀")
        try tmux.press("Down", "Down", "Down")
        try tmux.resize(columns: 40, rows: 12)
        try tmux.press("Enter")
        try tmux.expect("Disc 1")
        try tmux.resize(columns: 80, rows: 24)
        try tmux.expect("https://shop.example/album/9000000001?uo=4")
        try tmux.press("Escape")
        let lines = try tmux.expect("7 albums for “night”")
        #expect(lines.contains { $0.contains("▸ Night Harbour") && $0.contains("1999") })
        try tmux.home.write("profile.json", Self.profile.replacing("Ann", with: "Anna"))
        try tmux.press("Escape")
        try tmux.expect("First name Anna")
        try tmux.press("q")
        try tmux.expect("ended 0")
    }

    @Test(arguments: [
        ("exec \"$REGAPP\" albums", SIGTERM), ("exec \"$REGAPP\"", SIGTERM),
    ])
    func `a signal leaves the terminal as stty found it`(program: String, signal: Int32) throws {
        let catalogue = try FakeCatalogue()
        defer { catalogue.stop() }
        let run = "sh -c 'echo $$ > \"$REGAPP_DOCUMENTS/pid\"; \(program)'"
        // `cat` ends when no process holds descriptor 3 any more, a child of the program included.
        let all = "{ \(run) 3>&1 > /dev/tty; } | cat"
        let tmux = try start(
            "stty -a > before; \(all); stty -a > after; cmp before after && echo the same", catalogue)
        if !program.hasSuffix("albums") {
            try tmux.expect("Your account")
            try tmux.press("a")
        }
        try tmux.expect("Type a few words")
        let pid = try #require(Int32(tmux.home.text("pid")?.dropLast() ?? ""))
        #expect(kill(pid, signal) == 0)
        let lines = try tmux.expect("the same")
        #expect(!lines.contains { $0.contains("Search") })
    }
}
