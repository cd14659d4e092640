import Testing

@testable import RegappTerminal

struct PrintedTests {
    @Test func `a frame is printed line by line, each ending in the defaults`() {
        var frame = Frame(Size(columns: 4, rows: 2))
        frame.write("夜a", column: 0, row: 0, style: .title)
        #expect(frame.printed(Palette(.none)) == ["\u{1B}[0;1m夜a\u{1B}[0m ", "    "])
    }

    @Test func `a kitty picture leaves the cursor where it was and is sent in pieces`() {
        let short = kittyPicture(png: [1, 2, 3, 4], size: Size(columns: 6, rows: 2))
        #expect(short == "\n\n\u{1B}[2A\u{1B}_Ga=T,f=100,c=6,r=2,C=1,q=2,m=0;AQIDBA==\u{1B}\\")
        let long = kittyPicture(png: Array(repeating: 0, count: 4000), size: Size(columns: 1, rows: 1))
        #expect(long.contains("m=1;") && long.contains("\u{1B}_Gm=0;"))
    }

    @Test(
        arguments: [
            (["TERM": "xterm-kitty"], true, true),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"], true, true),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], true, true),
            (["TERM": "xterm-256color", "VTE_VERSION": "6003"], true, false), (["TERM": "foot"], true, false),
            (["TERM": "xterm-256color"], false, false),
            (["TERM": "dumb", "TERM_PROGRAM": "WezTerm"], false, false),
            (["TERM": "tmux-256color", "TERM_PROGRAM": "WezTerm"], false, false), ([:], false, false),
            (["TERM": "xterm-kitty", "TMUX": "/tmp/x"], false, false),
        ] as [([String: String], Bool, Bool)])
    func `a terminal's abilities go by what it says of itself`(
        variables: [String: String], hasLinks: Bool, hasGraphics: Bool
    ) {
        let abilities = TerminalAbilities.detect { variables[$0] }
        #expect(abilities.hasLinks == hasLinks && abilities.hasKittyGraphics == hasGraphics)
        #expect(abilities.hasClipboard == ![nil, "dumb"].contains(variables["TERM"]))
        let text = abilities.link("a", to: "https://b.example")
        #expect(text == (hasLinks ? "\u{1B}]8;;https://b.example\u{1B}\\a\u{1B}]8;;\u{1B}\\" : "a"))
    }
}
