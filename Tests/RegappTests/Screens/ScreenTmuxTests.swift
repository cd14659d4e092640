import Glibc
import RegappTestSupport
import Testing

/// The built program's screens under a real terminal multiplexer, walked through end to end.
@Suite(.waiting, Tool.require("tmux", install: "tmux")) struct ScreenTmuxTests {
    private func start(_ files: [String: String] = [:]) throws -> Tmux {
        let tmux = try Tmux(files)
        try tmux.type("\"$REGAPP\"; echo \"ended $?\"")
        try tmux.press("Enter")
        return tmux
    }

    @Test func `the local profile, from the form to the log out`() throws {
        let tmux = try start()
        try tmux.expect("Register or log in")
        try tmux.type("ann@example.org")
        try tmux.go(to: "Password")
        try tmux.type("1234")
        try tmux.press("Enter")
        try tmux.expect("✗ At least 5 characters")
        try tmux.type("5")
        try tmux.press("Enter")
        try tmux.expect("Password   ••••••••")
        try tmux.press("C-r")
        try tmux.expect("Password   12345")
        try tmux.press("e")
        try tmux.expect("Edit user info")
        try tmux.go(to: "First name")
        try tmux.type("Анна")
        try tmux.press("C-s")
        try tmux.expect("Saved")
        try tmux.expect("First name Анна")
        try tmux.go(to: "Log out")
        try tmux.press("Enter")
        try tmux.expect("Log out?")
        try tmux.go(to: "Log out")
        try tmux.press("Enter")
        try tmux.expect("Logged out")
        try tmux.press("Escape")
        try tmux.expect("ended 0")
    }

    @Test func `a registry: register with a pasted phone while the window changes, and log in`() throws {
        let tmux = try start(["policy.json": ScreenFiles.albumsPolicy])
        try tmux.expect("Creates the first account on this computer")
        try tmux.expect("Registration")
        try tmux.type("Ann")
        try tmux.resize(columns: 40, rows: 12)
        try tmux.go(to: "Last name")
        try tmux.type("Lee")
        try tmux.go(to: "Birthday")
        try tmux.press("Space")
        try tmux.expect("Mo Tu We Th Fr Sa Su")
        try tmux.press("PageUp", "Enter")
        try tmux.resize(columns: 80, rows: 24)
        try tmux.expect("Register")
        try tmux.go(to: "Phone")
        try tmux.paste("+7 916 123-45-67")
        try tmux.expect("+7 (916) 123-45-67")
        try tmux.go(to: "Email")
        try tmux.type("ann@example.org")
        try tmux.go(to: "Password")
        try tmux.type("Secret1")
        try tmux.expect("✓ A digit")
        try tmux.press("Enter")
        try tmux.expect("Registered; log in with 'Log in'")
        try tmux.expect("Email    ann@example.org")
        try tmux.type("secret1")
        try tmux.press("Enter")
        try tmux.expect("No account matches these details")
        try tmux.press("Enter", "C-u")
        try tmux.type("Secret1")
        try tmux.press("Enter")
        try tmux.expect("Type a few words")
        try tmux.press("Escape")
        try tmux.expect("Your account")
        try tmux.press("q")
        try tmux.expect("ended 0")
    }

    @Test func `Ctrl-Z, a replaced file and fg: the new data`() throws {
        let tmux = try start(["profile.json": ScreenFiles.profile])
        try tmux.expect("First name Ann")
        try tmux.press("C-z")
        try tmux.expect("topped")
        try tmux.home.write("profile.json", ScreenFiles.profile.replacing("Ann", with: "Anna"))
        try tmux.type("fg")
        try tmux.press("Enter")
        try tmux.expect("First name Anna")
        try tmux.press("C-c")
    }

    @Test func `a pasted form outlives alerts, sizes, Ctrl-Z and a replaced file`() throws {
        let tmux = try start()
        try tmux.expect("Register or log in")
        try tmux.paste(" ann@example.org \n1234\n")
        try tmux.expect("▸ ✱ Password ••••")
        try tmux.press("Escape")
        try tmux.expect("Leave this form?")
        try tmux.resize(columns: 40, rows: 12)
        try tmux.press("Enter")
        try tmux.press("C-z")
        try tmux.expect("topped")
        try tmux.home.write("profile.json", "{")
        try tmux.type("fg")
        try tmux.press("Enter")
        try tmux.expect("✗ profile.json:1:2")
        try tmux.resize(columns: 120, rows: 40)
        try tmux.go(to: "Email")
        try tmux.go(to: "Password")
        try tmux.press("Enter")
        try tmux.expect("✗ At least 5 characters")
        try tmux.expect("ann@example.org")
        try tmux.type("5")
        try tmux.go(to: "Email")
        try tmux.press("C-s")
        try tmux.expect("Email      ann@example.org")
        try tmux.press("q")
    }

    @Test func `kill -TERM leaves the terminal as stty found it`() throws {
        let tmux = try Tmux(["pid": ""])
        let run = "sh -c 'echo $$ > \"$REGAPP_DOCUMENTS/pid\"; exec \"$REGAPP\"'"
        try tmux.type("stty -a > before; \(run); stty -a > after; cmp before after && echo the same")
        try tmux.press("Enter")
        try tmux.expect("Register or log in")
        let pid = try #require(Int32(tmux.home.text("pid")?.dropLast() ?? ""))
        #expect(kill(pid, SIGTERM) == 0)
        let lines = try tmux.expect("the same")
        #expect(!lines.contains { $0.contains("[ Log in ]") })
    }
}
