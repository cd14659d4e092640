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
        try tmux.enter("\"$REGAPP\" edit --editor; echo \"ended $?\"", until: "\"firstName\": \"Ann\"")
        return tmux
    }

    @Test func `vim: a broken save reopens at its line, Ctrl-C and Ctrl-Z are vim's, nothing stays`() throws {
        let tmux = try start("vim -f")
        try tmux.enter(":%s/12345/1/ | wq")
        try tmux.press("Enter", after: "1. Edit again")
        try tmux.press("C-c", after: "3,3")
        try tmux.press("C-z", after: "Type  :qa")
        try tmux.enter("fg", after: "topped", until: "3,3")
        // The cursor is in the line that is wrong.
        try tmux.enter(":s/\"1\"/\"54321\"/ | s/$/ / | wq", until: Answer.wasSaved + Answer.undoes)
        #expect(tmux.home.text("profile.json") == Self.profile.replacing("\"12345\",", with: "\"54321\", "))
        let left = try everything(below: tmux.home.path).filter { $0 != "tmux" && !$0.contains("/history/") }
        #expect(left == ["documents", "documents/.lock", "documents/history", "documents/profile.json"])
    }

    @Test func `nano: a broken save reopens at its line, and Ctrl-Z stops it`() throws {
        let tmux = try start("nano -I")
        try tmux.press("Down", "Down", "End", "BSpace", "C-o", "Enter", "C-x")
        try tmux.press("e", "Enter", after: "1. Edit again")
        try tmux.press("C-t", "C-z", after: "^X Exit")
        try tmux.enter("fg", after: "topped", until: "\"firstName\": \"Ann\"")
        // What is missing is found before the next line's first character, where the cursor is.
        try tmux.type(",")
        try tmux.press("C-o", "Enter", "C-x", until: Answer.wasSaved + Answer.undoes)
        #expect(
            tmux.home.text("profile.json") == Self.profile.replacing("\",\n  \"first", with: "\"\n,  \"first")
        )
    }
}
