import Glibc
import RegappTestSupport
import Testing

/// The built program's screens under a real terminal multiplexer.
@Suite(.waiting, Tool.require("tmux", install: "tmux")) struct ScreenTmuxTests {
    @Test func `a pasted form outlives alerts, sizes, Ctrl-Z and a replaced file`() throws {
        let tmux = try Tmux()
        try tmux.enter("\"$REGAPP\"", until: Shown.registerOrLogIn)
        try tmux.paste(" ann@example.org \n1234\n")
        try tmux.press("C-c", after: "▸ ✱ Password  ••••", until: Shown.leaveThisForm)
        try tmux.resize(columns: 40, rows: 12)
        try tmux.press("Enter")
        try tmux.press("C-z", until: "topped")
        try tmux.home.write("profile.json", "{")
        try tmux.enter("fg", until: "✗ profile.json:1:2")
        try tmux.resize(columns: 120, rows: 40)
        try tmux.go(to: "Email")
        try tmux.go(to: "Password")
        try tmux.press("Enter", until: "✗ Needs at least 5 characters")
        try tmux.type("5", after: "ann@example.org")
        try tmux.go(to: "Email")
        try tmux.press("C-s")
        try tmux.press("q", after: "Email       ann@example.org")
    }

    @Test(arguments: ["exec \"$REGAPP\" albums", "exec \"$REGAPP\""])
    func `a signal leaves the terminal as stty found it`(program: String) throws {
        let catalogue = try FakeCatalogue()
        defer { catalogue.stop() }
        let tmux = try Tmux(
            ["profile.json": ScreenFiles.profile, "pid": ""],
            environment: ["REGAPP_ALBUMS_URL": catalogue.address, "COLORTERM": "truecolor"])
        let run = "sh -c 'echo $$ > \"$REGAPP_DOCUMENTS/pid\"; \(program)'"
        // `cat` ends when no process holds descriptor 3 any more, a child of the program included.
        let all = "{ \(run) 3>&1 > /dev/tty; } | cat"
        try tmux.enter("stty -a > before; \(all); stty -a > after; cmp before after && echo the same")
        if !program.hasSuffix("albums") { try tmux.press("a", after: Shown.account) }
        try tmux.expect(Shown.typeWords)
        let pid = try #require(Int32(tmux.home.text("pid")?.dropLast() ?? ""))
        #expect(kill(pid, SIGTERM) == 0)
        #expect(try !tmux.expect("the same").contains { $0.contains("Search") })
    }
}
