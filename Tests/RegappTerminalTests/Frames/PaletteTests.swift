import Testing

@testable import RegappTerminal

@Suite struct PaletteTests {
    static let rows: [(Palette.Depth, [String: String])] = [
        (.trueColour, ["TERM": "xterm-256color", "COLORTERM": "truecolor"]),
        (.trueColour, ["TERM": "xterm", "COLORTERM": "24bit"]),
        (.trueColour, ["TERM": "xterm-direct"]),
        (.indexed, ["TERM": "tmux-256color"]),
        (.sixteen, ["TERM": "linux"]),
        (.none, ["TERM": "vt100"]),
        (.none, ["TERM": "dumb", "COLORTERM": "truecolor"]),
        (.none, [:]),
    ]

    @Test(arguments: rows)
    func `the environment decides the colours`(depth: Palette.Depth, environment: [String: String]) {
        #expect(Palette.detect { environment[$0] }.depth == depth)
    }

    @Test(arguments: Palette.Depth.allCases)
    func `buttons tell focus and disabled in every depth`(depth: Palette.Depth) {
        let palette = Palette(depth)
        let styles: [Style] = [
            .button, .buttonDefault, .buttonFocused, .buttonDisabled, .buttonDisabledFocused,
        ]
        #expect(Set(styles.map { palette.rendition(of: $0) }).count == styles.count)
    }

    @Test func `without colour only attributes are sent`() {
        let styles: [Style] = [
            .title, .icon, .bar, .label, .field, .placeholder, .button, .buttonFocused, .buttonDisabled,
            .problem,
            .success, .faint, .selection, .border, .pixels(upper: RGB(255, 0, 0), lower: RGB(0, 0, 255)),
        ]
        for style in styles {
            let numbers = Palette(.none, background: .black).rendition(of: style).split(separator: ";")
                .compactMap { Int($0) }
            #expect(numbers.allSatisfy { $0 < 30 }, "\(style)")
        }
    }

    @Test(arguments: [
        Palette(.sixteen), Palette(.sixteen, background: .white), Palette(.trueColour), Palette(.indexed),
    ])
    func `if the background or the colours are unknown, colours of the theme are named`(palette: Palette) {
        #expect(palette.rendition(of: .problem) == "31")
        #expect(palette.rendition(of: .success) == "32")
        #expect(palette.rendition(of: .title) == "1;35")
        #expect(palette.rendition(of: .attention) == "33")
        #expect(palette.rendition(of: .labelFocused) == "1;36")
        #expect(palette.rendition(of: .buttonFocused) == "1;7")
        #expect(palette.rendition(of: .text) == "" && palette.rendition(of: .label) == "")
    }

    @Test func `printed text has its style if there is colour`() {
        #expect(Palette(.sixteen).printed("error", .problem) == "\u{1B}[0;31merror\u{1B}[0m")
        #expect(Palette(.sixteen).printed("Email:", .printedLabel) == "\u{1B}[0;2mEmail:\u{1B}[0m")
        #expect(Palette(.none).printed("Email:", .printedLabel) == "Email:")
    }

    struct Theme: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text, background: RGB
        init(_ name: String, _ text: RGB, _ background: RGB) {
            (testDescription, self.text, self.background) = (name, text, background)
        }
    }

    @Test(
        arguments: [
            Theme("Solarized dark", RGB(0x83, 0x94, 0x96), RGB(0x00, 0x2B, 0x36)),
            Theme("Solarized light", RGB(0x65, 0x7B, 0x83), RGB(0xFD, 0xF6, 0xE3)),
            Theme("Gruvbox dark", RGB(0xEB, 0xDB, 0xB2), RGB(0x28, 0x28, 0x28)),
            Theme("Zenburn", RGB(0xDC, 0xDC, 0xCC), RGB(0x3F, 0x3F, 0x3F)),
            Theme("Nord", RGB(0xD8, 0xDE, 0xE9), RGB(0x2E, 0x34, 0x40)),
            Theme("white on blue", .white, RGB(0x00, 0x00, 0x80)),
        ], [Palette.Depth.trueColour, .indexed])
    func `half intensity lies between the terminal's own colours`(theme: Theme, depth: Palette.Depth) throws {
        var palette = Palette(depth, asksColours: true)
        palette.own = TerminalColours(text: theme.text, background: theme.background)
        let half = theme.text.mixed(with: theme.background)
        // Where the terminal's own text is weak, half of it could not be read.
        let isWeak = half.nearest(depth).contrast(with: theme.background) < 2.5
        let middle =
            isWeak ? half.readable(on: theme.background, contrast: 2.5, depth) : half.nearest(depth)
        #expect(palette.rendition(of: .buttonDisabled) == middle.parameters(depth, isBackground: false))
        let disabled = middle.contrast(with: theme.background)
        #expect(disabled >= 2.5)
        let button = RGB(parameters: palette.rendition(of: .button)) ?? theme.text
        #expect(button.contrast(with: theme.background) >= 2 * disabled, "half as strong as one to press")
        #expect(isWeak == theme.testDescription.hasPrefix("Solarized"))
        let full = theme.text.contrast(with: theme.background)
        #expect(middle.contrast(with: theme.background) < full * 0.8 && full > 4)
        if depth == .trueColour, !isWeak {
            for channel in [\RGB.red, \.green, \.blue] {
                let ends = Int(theme.text[keyPath: channel]) + Int(theme.background[keyPath: channel])
                #expect(abs(ends - 2 * Int(middle[keyPath: channel])) <= 1)
            }
        }
    }

    @Test(
        arguments: [
            Theme("Solarized dark", RGB(0x83, 0x94, 0x96), RGB(0x00, 0x2B, 0x36)),
            Theme("Solarized light", RGB(0x65, 0x7B, 0x83), RGB(0xFD, 0xF6, 0xE3)),
            Theme("Gruvbox light", RGB(0x3C, 0x38, 0x36), RGB(0xFB, 0xF1, 0xC7)),
            Theme("black on white", .black, .white), Theme("white on black", .white, .black),
        ], [Palette.Depth.trueColour, .indexed])
    func `labels are fainter than values, and a page behind a question is fainter than they`(
        theme: Theme, depth: Palette.Depth
    ) throws {
        var palette = Palette(depth, asksColours: true)
        palette.own = TerminalColours(text: theme.text, background: theme.background)
        func strength(_ style: Style) throws -> Double {
            let ink = try #require(RGB(parameters: palette.rendition(of: style)))
            return ink.contrast(with: theme.background)
        }
        let value = theme.text.contrast(with: theme.background)
        let (label, faint) = (try strength(.label), try strength(.faint))
        #expect(label < value * 0.95 && label >= 3)
        #expect(faint <= label && faint >= 3)
        #expect(try strength(.dimmed) < min(faint, value * 0.75))
    }

    @Test func `in the 16 colours of a theme, no words to be read have half intensity`() {
        for style in [Style.faint, .label, .placeholder, .hint, .text] {
            let attributes = Palette(.sixteen).rendition(of: style).split(separator: ";")
            #expect(!attributes.contains("2"), "\(style)")
        }
        #expect(Palette(.sixteen).rendition(of: .placeholder) != Palette(.sixteen).rendition(of: .field))
        #expect(Palette(.sixteen).rendition(of: .dimmed) == "2", "a page behind a question")
    }

    @Test(arguments: [RGB.black, .white])
    func `a disabled button is half as strong as text`(background: RGB) {
        let palette = Palette(.trueColour, background: background)
        #expect(palette.rendition(of: .button) == "")
        #expect(palette.rendition(of: .buttonDisabled) == "38;2;128;128;128")
    }

    @Test(arguments: [Palette(.none), Palette(.sixteen), Palette(.indexed), Palette(.trueColour)])
    func `on an unknown background only the focus is filled`(palette: Palette) {
        #expect(palette.rendition(of: .bar) == "1;4")
        #expect(palette.rendition(of: .buttonDisabled) == "2")
        #expect(palette.rendition(of: .buttonDisabledFocused) == "2;4")
        #expect(palette.rendition(of: .selection) == "7")
    }

    @Test(
        arguments: [
            (["COLORFGBG": "15;0"], RGB.black), (["COLORFGBG": "0;15"], .white),
            (["COLORFGBG": "0;default;15"], .white), (["COLORFGBG": "7;8"], .black),
            (["COLORFGBG": "0;7"], .white), (["COLORFGBG": "15;default"], nil), (["COLORFGBG": "15;99"], nil),
            (["COLORFGBG": ""], nil), ([:], nil),
        ] as [([String: String], RGB?)])
    func `COLORFGBG hints at the background`(environment: [String: String], background: RGB?) {
        #expect(Palette.detect { environment[$0] }.own.background == background)
    }

    @Test(arguments: [
        (["TERM": "xterm-256color"], true), (["TERM": "linux"], false), (["TERM": "linux-16color"], false),
        (["TERM": "dumb"], false), ([:], false),
        (["TERM": "xterm"], false), (["TERM": "screen"], false), (["TERM": "tmux-256color"], true),
    ])
    func `the background is asked for where that is of use`(environment: [String: String], isAsked: Bool) {
        #expect(Palette.detect { environment[$0] }.asksColours == isAsked)
        #expect(!Palette.detect(hasColour: false) { environment[$0] }.asksColours)
    }

    @Test(arguments: [
        (["LANG": "en_US.UTF-8"], "✓"), (["LANG": "de_DE.utf8"], "✓"),
        (["LANG": "C.UTF-8", "LC_ALL": ""], "✓"),
        (["LANG": "C"], "+"), (["LC_ALL": "POSIX", "LANG": "en_US.UTF-8"], "+"),
        (["LC_CTYPE": "de_DE.ISO-8859-1", "LANG": "en_US.UTF-8"], "+"),
        (["LC_ALL": "C.UTF-8", "LC_CTYPE": "C"], "✓"), (["TERM": "linux", "LANG": "en_US.UTF-8"], "+"),
        ([:], "✓"),
    ])
    func `the locale and the console decide the characters`(environment: [String: String], tick: String) {
        var frame = Frame(Size(columns: 1, rows: 1))
        frame.write("✓", column: 0, row: 0)
        #expect(frame.printed(Palette.detect { environment[$0] }) == [tick])
    }

    @Test func `what ASCII does not have becomes its letter or question marks, as wide as it is`() {
        var frame = Frame(Size(columns: 12, rows: 1))
        frame.write("é漢e\u{301}👨‍👩‍👧…x", column: 0, row: 0)
        #expect(frame.printed(Palette(.none, isASCII: true)) == ["e??e??~x    "])
    }

    @Test func `pixels in ASCII, and in the 16 colours of a theme, are shades of one colour`() {
        var frame = Frame(Size(columns: 2, rows: 1))
        frame.write("▀", column: 0, row: 0, style: .pixels(upper: .white, lower: .white))
        frame.write("▀", column: 1, row: 0, style: .pixels(upper: .black, lower: RGB(128, 128, 128)))
        #expect(frame.printed(Palette(.trueColour, isASCII: true)) == ["#."])
        #expect(frame.printed(Palette(.sixteen)) == ["█░"])
    }

    @Test func `pixels become the nearest colours`() {
        let style = Style.pixels(upper: RGB(255, 0, 0), lower: RGB(128, 128, 128))
        #expect(Palette(.trueColour).rendition(of: style) == "38;2;255;0;0;48;2;128;128;128")
        #expect(Palette(.indexed).rendition(of: style) == "38;5;196;48;5;244")
        #expect(Palette(.sixteen).rendition(of: style).isEmpty)
    }

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

    @Test func `where only ASCII shows, letters lose their accents, and what has no base is a question mark`()
    {
        let palette = Palette(.sixteen, isASCII: true)
        #expect(palette.text("Øyvind Łukasz Ñandú e\u{301} ß") == "Oyvind Lukasz Nandu e s")
        #expect(palette.text("Анна 漢 👨‍👩‍👧") == "???? ? ?")
    }
}

extension RGB {
    /// The colour of text that SGR parameters set, of 256 colours or of all.
    fileprivate init?(parameters: String) {
        let numbers = parameters.split(separator: ";").compactMap { Int($0) }
        guard let start = numbers.firstIndex(of: 38), numbers.count > start + 2 else { return nil }
        let rest = numbers[(start + 2)...]
        if numbers[start + 1] == 2, rest.count >= 3 {
            let channels = rest.map { UInt8(clamping: $0) }
            self.init(channels[0], channels[1], channels[2])
            return
        }
        let index = numbers[start + 2]
        if index >= 232 {
            let grey = UInt8(clamping: 8 + 10 * (index - 232))
            self.init(grey, grey, grey)
        } else {
            let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
            let offset = index - 16
            self.init(levels[offset / 36], levels[offset / 6 % 6], levels[offset % 6])
        }
    }
}
