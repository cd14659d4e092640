import RegappTestSupport
import RegappValues
import Testing

@testable import RegappTerminal

/// Texts for a terminal: what is escaped, how wide they are, and how they stand in a table.
@Suite struct PrintableTextTests {
    static let rows: [(String, String, String)] = [
        ("plain text", "Ann O'Neil", "Ann O'Neil"),
        ("escape", "\u{1B}[31mred", #"\u{1B}[31mred"#),
        ("newline and tab", "a\nb\tc", #"a\u{A}b\u{9}c"#),
        ("a CR LF pair", "a\r\nb", #"a\u{D}\u{A}b"#),
        ("NUL", "\0", #"\u{0}"#),
        ("DEL", "a\u{7F}", #"a\u{7F}"#),
        ("C1's CSI", "\u{9B}2J", #"\u{9B}2J"#),
        ("right-to-left override", "abc\u{202E}gnp", #"abc\u{202E}gnp"#),
        ("isolates", "\u{2066}x\u{2069}", #"\u{2066}x\u{2069}"#),
        ("marks", "\u{61C}\u{200E}\u{200F}", #"\u{61C}\u{200E}\u{200F}"#),
        ("line separators", "a\u{2028}b\u{2029}", #"a\u{2028}b\u{2029}"#),
        ("a control that joins a grapheme", "e\u{301}\u{1B}", "e\u{301}" + #"\u{1B}"#),
        ("no-break space and ZWJ stay", "a\u{A0}👩\u{200D}💻", "a\u{A0}👩\u{200D}💻"),
        ("zero-width space", "a@b\u{200B}.cd", #"a@b\u{200B}.cd"#),
        ("soft hyphen, fillers, byte order mark", "\u{AD}\u{3164}\u{FEFF}", #"\u{AD}\u{3164}\u{FEFF}"#),
        (
            "joiners after Latin", "a\u{200D}b\u{200C}é\u{200D}e\u{301}\u{200D}",
            #"a\u{200D}b\u{200C}é\u{200D}e\#u{301}\u{200D}"#
        ),
        ("joiners after Greek, Cyrillic", "ω\u{200C}я\u{200D}", #"ω\u{200C}я\u{200D}"#),
        ("selectors after Latin and digits", "a\u{FE0F}1\u{FE0F}", #"a\u{FE0F}1\u{FE0F}"#),
        ("a joiner at the start", "\u{200D}a", #"\u{200D}a"#),
        ("Persian and Hindi", "می\u{200C}خواهم क्\u{200D}ष", "می\u{200C}خواهم क्\u{200D}ष"),
        ("one joiner is enough", "ی\u{200C}\u{200C}", "ی\u{200C}" + #"\u{200C}"#),
        ("emoji", "❤️\u{200D}🔥 👩🏽\u{200D}💻 1️⃣ 🇺🇳", "❤️\u{200D}🔥 👩🏽\u{200D}💻 1️⃣ 🇺🇳"),
        ("Han and Mongolian variants", "葛\u{E0100}ᠠ\u{180B}", "葛\u{E0100}ᠠ\u{180B}"),
        ("the flag of Scotland", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"),
        ("tags elsewhere", "🏴\u{E0061}a\u{E0041}", #"🏴\u{E0061}a\u{E0041}"#),
        ("empty", "", ""),
    ]

    @Test(arguments: rows)
    func `characters that could steer a terminal are escaped, others stay`(
        name: String, text: String, shown: String
    ) {
        #expect(Array(text.printable.unicodeScalars) == Array(shown.unicodeScalars))
    }

    @Test func `a character that is piled up shows what it is piled up from`() {
        let fits = "e" + String(repeating: "\u{301}", count: 31)
        #expect(("x" + fits + "y").printable == "x" + fits + "y")
        #expect((fits + "\u{302}").printable == fits + #"\u{302}"#)
        let pile = "e" + String(repeating: "\u{301}", count: 10_000)
        #expect(pile.printable.allSatisfy { $0.unicodeScalars.count <= 33 })
        #expect(pile.printable.displayWidth > 50_000)
        // Of these, a time that grows with the square of the length would be seen.
        let long = ("e" + String(repeating: "\u{301}", count: 200_000)).printable
        #expect(long.utf8.count == 1 + 31 * 2 + 199_969 * 7)
        #expect(String(repeating: "\u{1B}", count: 200_000).printable.utf8.count == 1_200_000)
        #expect("👨‍👩‍👧‍👦 семья".printable == "👨‍👩‍👧‍👦 семья")
    }

    @Test func `no scalar that must be escaped is left`() {
        for value in UInt32(0)...0x2100 {
            guard let scalar = Unicode.Scalar(value), scalar.isUnprintable else { continue }
            let shown = String(Character(scalar)).printable
            #expect(shown.utf8.allSatisfy { (0x20...0x7E).contains($0) }, "U+\(String(value, radix: 16))")
        }
    }

    @Test(arguments: [
        ("empty", "", 0),
        ("ASCII", "hello", 5),
        ("Cyrillic", "Анна", 4),
        ("precomposed letter", "\u{E9}", 1),
        ("letter with combining mark", "e\u{301}", 1),
        ("CJK", "漢字", 4),
        ("kana", "カナ", 4),
        ("Hangul", "한국", 4),
        ("Hangul as jamo", "\u{1112}\u{1161}\u{11AB}", 2),
        ("fullwidth letter", "Ａ", 2),
        ("halfwidth kana", "ｶ", 1),
        ("emoji", "😀", 2),
        ("emoji of Unicode 16", "\u{1FAE9}", 2),
        ("text symbol", "☂", 1),
        ("text symbol shown as emoji", "☂\u{FE0F}", 2),
        ("keycap", "1\u{FE0F}\u{20E3}", 2),
        ("skin tone", "👍🏽", 2),
        ("family", "👨‍👩‍👧‍👦", 2),
        ("flag", "🇫🇷", 2),
        ("two flags", "🇫🇷🇯🇵", 4),
        ("ambiguous stays narrow", "…°", 2),
        ("bullet", "•", 1),
        ("zero width space", "a\u{200B}b", 2),
    ])
    func `columns are those of a terminal`(name: String, text: String, columns: Int) {
        #expect(text.displayWidth == columns)
    }

    @Test func `scalars that are characters by themselves never join, and none is a mark or a picture`() {
        var random = SeededGenerator(seed: 5)
        let single = (0...0xFFFF).compactMap(Unicode.Scalar.init).filter { $0.singleWidth != nil }
        #expect(!single.contains { $0.isUnprintable || $0.properties.isEmojiPresentation })
        let marks: [Unicode.GeneralCategory] = [.nonspacingMark, .enclosingMark, .spacingMark, .format]
        #expect(!single.contains { marks.contains($0.properties.generalCategory) })
        for _ in 0..<3 {
            var text = ""
            text.unicodeScalars.append(contentsOf: single.shuffled(using: &random))
            #expect(text.isOfSingleScalars && text.count == single.count)
        }
        #expect(!"e\u{301}".isOfSingleScalars && !"👍".isOfSingleScalars && !"\u{AD}".isOfSingleScalars)
    }

    @Test func `text that fits is not cut`() {
        #expect("hello".truncated(to: 5) == "hello")
    }

    @Test func `text is cut by columns and ends in an ellipsis`() {
        #expect("hello".truncated(to: 4) == "hel…")
        #expect("漢字漢字".truncated(to: 4) == "漢…")
        #expect("hello".truncated(to: 1) == "…")
        #expect("hello".truncated(to: 0) == "")
    }

    @Test func `padding fills to exactly the columns`() {
        #expect("ab".padded(to: 4) == "ab  ")
        #expect("漢字漢字".padded(to: 4) == "漢… ")
        #expect("e\u{301}".padded(to: 2) == "e\u{301} ")
    }

    @Test func `wrapping breaks at spaces, and in words longer than a line`() {
        #expect("one two three".wrapped(to: 7) == ["one two", "three"])
        #expect("abcdefgh i".wrapped(to: 3) == ["abc", "def", "gh", "i"])
        #expect("漢字".wrapped(to: 1) == ["漢", "字"])
        #expect("".wrapped(to: 5) == [""])
        #expect("a 漢字漢 b".wrapped(to: 3) == ["a", "漢", "字", "漢", "b"])
        #expect("ab cde".wrapped(to: 2) == ["ab", "cd", "e"])
        #expect(String(repeating: "é", count: 100_000).wrapped(to: 70).count == 1429)
    }

    @Test func `columns are as wide as their widest text, in columns of the terminal`() {
        let rows = [["Name:", "日本", "x"], ["", "a", "y"], ["First name:", "", "z"]]
        #expect(
            TextTable.lines(rows, gap: 1) == ["Name:       日本 x", "            a    y", "First name:      z"])
    }

    @Test func `lines have no trailing spaces, whatever is missing at their end`() {
        let rows = [["Email:", "abc@def.gh", "12"], ["Phone:", ""], ["Birthday:"], ["", "", ""], []]
        #expect(TextTable.lines(rows) == ["Email:     abc@def.gh  12", "Phone:", "Birthday:", "", ""])
    }

    @Test func `a label is followed by a value of any width, or by nothing`() {
        #expect(TextTable.line("Email:", "abc@def.gh", labelWidth: 11) == "Email:      abc@def.gh")
        #expect(TextTable.line("Last name:", "", labelWidth: 11) == "Last name:")
    }

    @Test func `a text that is too wide is cut, but no number at the right of its column`() {
        let number = TextTable.Column(3, isRightAligned: true)
        let table = TextTable([number, .init(4), .init(2, isRightAligned: true)], gap: 1)
        #expect(table.line(["7", "a title", "5"]) == "  7 a t…  5")
        #expect(table.line(["1234", "one", "100"]) == "1234 one  100")
        #expect(table.line(["", "a title"]) == "    a t…")
    }

    @Test(arguments: [
        ("saved", "Saved"), ("logged out; type it", "Logged out; type it"), ("theirs: lime", "Theirs: lime"),
        ("a pasted line", "A pasted line"), ("saved, as before", "Saved, as before"), ("Saved", "Saved"),
        ("", ""),
        ("1 of 3: at least", "1 of 3: at least"), ("profile.json:2:1: wrong", "profile.json:2:1: wrong"),
        ("ann@mail.example is logged in", "ann@mail.example is logged in"),
        ("iTunes is silent", "iTunes is silent"),
        ("élan", "Élan"), ("$VISUAL is not set", "$VISUAL is not set"),
    ])
    func `a sentence begins with a capital, but for a name`(text: String, sentence: String) {
        #expect(text.sentenceCased == sentence)
    }
}
