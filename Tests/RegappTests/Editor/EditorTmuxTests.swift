import RegappTestSupport
import Testing

/// Real editors under a real terminal multiplexer.
@Suite(
    Tool.require("tmux", install: "tmux"), Tool.require("vim", install: "vim"),
    Tool.require("nano", install: "nano"))
struct EditorTmuxTests {
    private static let profile =
        "{\n  \"email\": \"ann@mail.example\",\n  \"password\": \"12345\",\n  \"firstName\": \"Ann\"\n}\n"

    private func start(_ editor: String) throws -> Tmux {
        let tmux = try Tmux(["profile.json": Self.profile], environment: ["EDITOR": editor])
        try tmux.type("\"$REGAPP\" edit --editor; echo \"ended $?\"")
        try tmux.press("Enter")
        try tmux.expect("\"firstName\": \"Ann\"")
        return tmux
    }

    @Test func `vim: a broken save reopens at its line, Ctrl-C and Ctrl-Z are vim's, and nothing is left`()
        throws
    {
        let tmux = try start("vim -f")
        try tmux.type(":%s/12345/1/ | wq")
        try tmux.press("Enter")
        try tmux.expect("1. Edit again")
        try tmux.press("Enter")
        try tmux.expect("3,3")
        try tmux.press("C-c")
        try tmux.expect("Type  :qa")
        try tmux.press("C-z")
        try tmux.expect("topped")
        try tmux.type("fg")
        try tmux.press("Enter")
        try tmux.expect("3,3")
        // The cursor is in the line that is wrong.
        try tmux.type(":s/\"1\"/\"54321\"/ | s/$/ / | wq")
        try tmux.press("Enter")
        try tmux.expect("saved\(Answer.undoes)")
        #expect(tmux.home.text("profile.json") == Self.profile.replacing("\"12345\",", with: "\"54321\", "))
        let left = try everything(below: tmux.home.path).filter { $0 != "tmux" && !$0.contains("/history/") }
        #expect(left == ["documents", "documents/.lock", "documents/history", "documents/profile.json"])
    }

    @Test func `nano: a broken save reopens at its line, and Ctrl-Z stops it`() throws {
        let tmux = try start("nano -I")
        try tmux.press("Down", "Down", "End", "BSpace", "C-o", "Enter", "C-x")
        try tmux.expect("1. Edit again")
        try tmux.press("e", "Enter")
        try tmux.expect("^X Exit")
        try tmux.press("C-t", "C-z")
        try tmux.expect("topped")
        try tmux.type("fg")
        try tmux.press("Enter")
        try tmux.expect("\"firstName\": \"Ann\"")
        // What is missing is found before the next line's first character, where the cursor is.
        try tmux.type(",")
        try tmux.press("C-o", "Enter", "C-x")
        try tmux.expect("saved\(Answer.undoes)")
        #expect(
            tmux.home.text("profile.json") == Self.profile.replacing("\",\n  \"first", with: "\"\n,  \"first")
        )
    }
}
