import RegappTerminal
import RegappTestSupport
import Testing

@testable import regapp

/// `E` on a screen: the file in the person's editor, as `edit --editor` opens it, and back on the page.
@Suite struct ScreenEditorTests {
    private let home: TemporaryHome

    init() throws { home = try TemporaryHome(["profile.json": ScreenFiles.profile]) }

    /// The screens, with an editor that runs these lines; `$1` is the file.
    private func start(
        _ lines: String, _ environment: [String: String?] = [:]
    ) throws -> PseudoTerminal {
        try home.write("../editor", lines)
        let terminal = try PseudoTerminal(
            .regapp, in: home,
            environment: ["EDITOR": "sh \(home.path)/editor"].merging(environment) { $1 })
        if environment["ACCESSIBLE"] == nil { try terminal.expectScreen("the screens") { $0.isAlternate } }
        return terminal
    }

    private func expectEnd(_ terminal: PseudoTerminal, _ key: String = "q") throws {
        #expect(try terminal.waitForExit(typing: key) == .exited(0), "\(terminal.output)")
        #expect(try terminal.attributes == freshAttributes())
        #expect(!terminal.screen.isAlternate && terminal.screen.isCursorVisible)
    }

    @Test func `what is typed while the editor is open is not for the page`() throws {
        let terminal = try start("echo editing; sleep 1")
        try terminal.send("Ee", onScreen: "E as file")
        try terminal.send("e\re\re", after: "editing")
        try terminal.expectOnScreen("Nothing was changed")
        #expect(terminal.screen.contains(Shown.account) && !terminal.screen.contains(Shown.editAccount))
        try expectEnd(terminal)
    }

    // MARK: How it ends

    /// An editor, and what is said when it has ended.
    static let endings: [(name: String, lines: String, news: String, firstName: String)] = [
        ("saves", "sed -i s/Ann/Eve/ \"$1\"", Shown.saved, "Eve"),
        ("changes nothing", "true", "Nothing was changed", "Ann"),
        ("fails", "exit 3", "\(Answer.editorEnded(3).onScreen); \(Answer.nothingChanged)", "Ann"),
        ("is killed in raw mode", "stty raw -echo; kill -9 $$", "The editor was ended by signal 9", "Ann"),
        ("empties the text", ": > \"$1\"", "The text was emptied or removed", "Ann"),
        (
            "has the terminal", "test -t 0 && test -t 1 && test -t 2 && sed -i s/Ann/Tty/ \"$1\"",
            Shown.saved, "Tty"
        ),
        (
            "finds the normal screen", "stty -a | grep -q ' icanon' && sed -i s/Ann/Icy/ \"$1\"", Shown.saved,
            "Icy"
        ),
    ]

    @Test(arguments: endings.indices)
    func `the page comes back and says what came of it`(index: Int) throws {
        let ending = Self.endings[index]
        let terminal = try start(ending.lines)
        try terminal.send("E", onScreen: "E as file", until: ending.news)
        try terminal.expectOnScreen("First name  \(ending.firstName)")
        #expect(terminal.screen.modes.isSuperset(of: [1049, 2004, 1004]), "\(ending.name)")
        try expectEnd(terminal)
        #expect(
            home.text("profile.json")
                == ScreenFiles.profile.replacing("\"Ann\"", with: "\"\(ending.firstName)\""))
        let isKept = home.paths().contains { $0.contains("regapp-edits") }
        #expect(isKept == (ending.name == "changes nothing"), "\(ending.name)")
    }

    @Test(
        arguments: [
            (["EDITOR": "no-such-editor"], ["Cannot run the editor"]),
            (["EDITOR": "/no/such/editor -x"], ["Cannot run the editor"]),
            (
                ["EDITOR": nil, "VISUAL": nil, "PATH": "/nowhere"],
                ["✗ No editor is chosen", "Set $VISUAL or $EDITOR"]
            ),
        ] as [([String: String?], [String])])
    func `an editor that is missing, or chosen by nothing, is reported`(
        environment: [String: String?], told: [String]
    ) throws {
        let terminal = try start("", environment)
        try terminal.send("E")
        for text in told { try terminal.expectOnScreen(text) }
        try expectEnd(terminal)
    }

    // MARK: Mistakes

    @Test func `a mistake is shown in a dialog, and its text kept for the next time`() throws {
        let terminal = try start("sed -i s/12345/1/ \"$1\"")
        // Wide enough for the mistake in one line of the dialog.
        try terminal.resize(columns: 200, rows: 24)
        try terminal.send("E", until: "Line 3: \(Answer.mustHave("5 characters"))")
        try terminal.expectOnScreen("[ Edit again ]  [ Keep for later ]  [ Discard ]")
        #expect(terminal.screen.isAlternate && terminal.screen.contains("3    \"password\": ********,"))
        try terminal.send("\u{1B}", until: Answer.textIsKept.onScreen)
        try terminal.expectOnScreen(Shown.account)
        // The card is only as wide as its form: the mistake, behind its path, is broken into lines.
        let words = terminal.screen.text.filter { $0 != "│" }.split(whereSeparator: \.isWhitespace)
        #expect(words.joined(separator: " ").contains(Answer.mustHave("5 characters")))
        #expect(home.text("profile.json") == ScreenFiles.profile)
        try home.write("../editor", "sed -i s/1/54321/ \"$1\"")
        try terminal.send("E")
        try terminal.send("\r", onScreen: "[ Continue with it ]", until: Shown.saved)
        try expectEnd(terminal)
        #expect(home.text("profile.json")?.contains("54321") == true)
    }

    @Test func `nothing is asked line by line`() throws {
        let terminal = try start(
            "\"$REGAPP\" edit --first-name Eve >/dev/null 2>&1; sed -i s/Ann/Bob/ \"$1\"",
            ["REGAPP": BuiltProgram.regapp.path])
        try terminal.send("E", until: "Theirs: Eve")
        try terminal.expectOnScreen("Keep mine")
        try terminal.send("\r", at: "Keep mine", until: "First name  Bob")
        try expectEnd(terminal)
        #expect(!terminal.output.contains("Choose 1-"))
    }

    @Test func `a conversation asks the same in its menu`() throws {
        let terminal = try start("sed -i s/12345/1/ \"$1\"", ["ACCESSIBLE": "1"])
        try terminal.send("open\n", after: Shown.choose)
        try terminal.expect("Line 3: \(Answer.mustHave("5 characters"))")
        try terminal.expect("e. Edit again\r\nk. Keep for later\r\nd. Discard\r\n\(Shown.choose)")
        try terminal.send("discard\n")
        #expect(try terminal.waitForExit(typing: "quit\n", after: "The text was discarded") == .exited(0))
    }

    @Test func `Ctrl-C in a dialog ends the program, and says where the text is`() throws {
        let terminal = try start("sed -i s/12345/1/ \"$1\"")
        try terminal.send("E")
        #expect(try terminal.waitForExit(typing: "\u{3}", onScreen: "Edit again") == .exited(130))
        #expect(terminal.output.contains("your unsaved text is kept in "))
        #expect(home.text(".regapp-edits/1/profile.json")?.contains("\"1\"") == true)
        let next = try start("false")
        try next.send("E")
        #expect(try next.waitForExit(typing: "\u{3}", onScreen: "[ Continue with it ]") == .exited(130))
        #expect(home.text(".regapp-edits/1/profile.json")?.contains("\"1\"") == true)
    }

    @Test func `changes of another process are merged and reported`() throws {
        let terminal = try start(
            "\"$REGAPP\" edit --last-name Ray >/dev/null 2>&1; sed -i s/Ann/Eve/ \"$1\"",
            ["REGAPP": BuiltProgram.regapp.path])
        try terminal.send("E", until: "\(Answer.merged.onScreen)last name: Lee → Ray")
        try terminal.send("u", onScreen: "First name  Eve")
        try terminal.send("\u{1B}", onScreen: "Eve → Ann")
        try terminal.expectScreen("no alert") { !$0.contains("Undo change") }
        try expectEnd(terminal)
    }

    // MARK: Files that are wrong

    @Test func `a broken profile is mended from the form, which keeps what is typed`() throws {
        try home.write("profile.json", ScreenFiles.profile.replacing("12345", with: "1"))
        let terminal = try start("sed -i 's/\"1\"/\"98765\"/' \"$1\"")
        try terminal.expectOnScreen("[ Fix in editor ]")
        try terminal.send("\r", at: "Replace it")
        try terminal.send("zoe@", onScreen: "[ Replace ]")
        try terminal.send("\r", at: "Fix in editor", until: Shown.accountLoggedIn)
        #expect(terminal.screen.contains("zoe@") && home.text("profile.json")?.contains("98765") == true)
        try terminal.send("\u{1B}", until: "Show it")
        try terminal.send("\r", at: "Show it", until: Shown.account)
        try expectEnd(terminal)
    }

    @Test func `rules that cannot be accepted are mended`() throws {
        try home.write("policy.json", "{\"policy\": \"profil\"}\n")
        let terminal = try start("sed -i 's/profil\"/profile\"/' \"$1\"")
        try terminal.send("E", onScreen: Shown.unusableFiles, until: Shown.account)
        try expectEnd(terminal)
    }
}

/// A real editor from the screens, under a real terminal multiplexer.
@Suite(.waiting, Tool.require("tmux", install: "tmux"), Tool.require("vim", install: "vim"))
struct ScreenEditorTmuxTests {
    private func start(_ command: String = "\"$REGAPP\"") throws -> Tmux {
        let tmux = try Tmux(["profile.json": ScreenFiles.profile], environment: ["EDITOR": "vim -f"])
        try tmux.enter("\(command); echo \"ended $?\"", until: Shown.account)
        return tmux
    }

    @Test func `vim is stopped and continued, and the window gets another size meanwhile`() throws {
        let tmux = try start()
        try tmux.press("E")
        try tmux.press("C-z", after: "\"firstName\": \"Ann\"", until: "topped")
        try tmux.resize(columns: 60, rows: 16)
        try tmux.enter("fg")
        try tmux.press("C-c", after: "\"firstName\": \"Ann\"")
        try tmux.enter(":%s/Ann/Eve/ | wq", after: "exit Vim", until: "First name  Eve")
        try tmux.press("u", after: Shown.saved, until: "First name: Eve → Ann")
        try tmux.go(to: "Undo")
        try tmux.press("Enter")
        try tmux.press("q", after: "Undone")
        #expect(tmux.home.text("profile.json") == ScreenFiles.profile)
    }

    @Test func `with standard error elsewhere, the mistake is shown on the terminal`() throws {
        let tmux = try start("\"$REGAPP\" 2>errors")
        try tmux.press("E")
        try tmux.enter(":%s/12345/1/ | wq", after: "\"firstName\": \"Ann\"")
        let lines = try tmux.expect("[ Edit again ]")
        #expect(lines.contains { $0.contains("Line 3: \(Answer.mustHave("5 characters"))") })
        try tmux.press("Enter")
        try tmux.enter(":wq", after: "3,3", until: "[ Edit again ]")
        try tmux.go(to: "Discard")
        try tmux.press("Enter")
        try tmux.press("q", after: "The text was discarded; \(Answer.nothingChanged)", until: "ended 0")
    }

    @Test func `a change from outside shows without focus events, in the page and in an edit`() throws {
        let tmux = try start()
        try tmux.home.write("profile.json", ScreenFiles.profile.replacing("\"Ann\"", with: "\"Eve\""))
        try tmux.press("e", after: "First name  Eve", until: Shown.editAccount)
        try tmux.go(to: "Last name")
        try tmux.type("x")
        try tmux.expect("Leex")
        try tmux.home.write("profile.json", ScreenFiles.profile.replacing("\"Lee\"", with: "\"Ray\""))
        try tmux.expect("! Theirs: Ray")
        try tmux.press("C-s", after: "Changed: it was Eve", until: "Keep mine")
        try tmux.go(to: "Keep mine")
        try tmux.press("Enter")
        try tmux.press("q", after: Shown.saved, until: "ended 0")
    }
}
