import RegappTestSupport
import Testing

/// Output, and what a screen of 10 columns and 4 lines shows after it.
struct ScreenCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let output: String
    let text: String
    let cursor: [Int]

    init(_ name: String, _ output: String, _ text: String, cursor: [Int]) {
        (testDescription, self.output, self.text, self.cursor) = (name, output, text, cursor)
    }
}

@Suite struct ScreenModelTests {
    static let cases = [
        ScreenCase("plain lines", "one\r\ntwo", "one\ntwo", cursor: [1, 3]),
        ScreenCase("a line that wraps", "0123456789ab", "0123456789\nab", cursor: [1, 2]),
        ScreenCase("a full line waits to wrap", "0123456789\rX", "X123456789", cursor: [0, 1]),
        ScreenCase("scrolling", "1\r\n2\r\n3\r\n4\r\n5", "2\n3\n4\n5", cursor: [3, 1]),
        ScreenCase("backspace and tab", "ab\u{8}c\tx", "ac      x", cursor: [0, 9]),
        ScreenCase(
            "moving", "\u{1B}[3;5Hx\u{1B}[2Ay\u{1B}[3Dz\u{1B}[Bw", "   z y\n    w\n    x", cursor: [1, 5]),
        ScreenCase("moving to bounds", "\u{1B}[99;99Hx\u{1B}[Hy", "y\n\n\n         x", cursor: [0, 1]),
        ScreenCase("erasing a line's end", "abcdef\u{1B}[3G\u{1B}[K", "ab", cursor: [0, 2]),
        ScreenCase("erasing a line's start", "abcdef\u{1B}[3G\u{1B}[1K", "   def", cursor: [0, 2]),
        ScreenCase("erasing below", "a\r\nbb\r\nc\u{1B}[2;2H\u{1B}[J", "a\nb", cursor: [1, 1]),
        ScreenCase("erasing all", "a\r\nb\u{1B}[2J", "", cursor: [1, 1]),
        ScreenCase("erasing places", "abcdef\u{1B}[2G\u{1B}[3X", "a   ef", cursor: [0, 1]),
        ScreenCase(
            "inserting and deleting places", "abcd\u{1B}[2G\u{1B}[2@\u{1B}[4G\u{1B}[P", "a  cd",
            cursor: [0, 3]),
        ScreenCase(
            "inserting and deleting lines", "1\r\n2\r\n3\u{1B}[H\u{1B}[L\u{1B}[3;1H\u{1B}[M", "\n1\n3",
            cursor: [2, 0]),
        ScreenCase(
            "a scroll region", "1\r\n2\r\n3\r\n4\u{1B}[2;3r\u{1B}[3;1H\nx", "1\n3\nx\n4", cursor: [2, 1]),
        ScreenCase("the saved cursor", "ab\u{1B}7\u{1B}[4;4H\u{1B}8c", "abc", cursor: [0, 3]),
        ScreenCase(
            "back to the main screen", "ab\u{1B}[?1049h\u{1B}[Hxyz\u{1B}[?1049lc", "abc", cursor: [0, 3]),
        ScreenCase(
            "titles, links and graphics", "\u{1B}]0;t\u{7}a\u{1B}]8;;u\u{1B}\\b\u{1B}_Gx\u{1B}\\c", "abc",
            cursor: [0, 3]),
        ScreenCase("wide characters", "日本x", "日本x", cursor: [0, 5]),
        ScreenCase("a wide character at the edge", "012345678日", "012345678\n日", cursor: [1, 2]),
        ScreenCase("half of a wide character overwritten", "日\u{1B}[2Gx", " x", cursor: [0, 2]),
        ScreenCase("combining marks", "e\u{301}x", "e\u{301}x", cursor: [0, 2]),
        ScreenCase("a flag", "🇫🇷x", "🇫🇷x", cursor: [0, 3]),
        ScreenCase("a family", "👨‍👩‍👧x", "👨‍👩‍👧x", cursor: [0, 3]),
        ScreenCase("a skin tone", "👍🏽x", "👍🏽x", cursor: [0, 3]),
        ScreenCase("a heart in colour", "\u{2764}\u{FE0F}x", "\u{2764}\u{FE0F}x", cursor: [0, 3]),
    ]

    @Test(arguments: cases)
    func `shows what a terminal shows`(example: ScreenCase) {
        var whole = ScreenModel(columns: 10, rows: 4)
        whole.feed(example.output)
        #expect(whole.text == example.text)
        #expect([whole.row, whole.column] == example.cursor)
        var piecewise = ScreenModel(columns: 10, rows: 4)
        for byte in example.output.utf8 { piecewise.feed([byte]) }
        #expect(piecewise == whole)
    }

    @Test func `keeps the style of each character`() {
        var screen = ScreenModel(columns: 40, rows: 2)
        screen.feed("\u{1B}[2;38;2;0;64;64mLog in\u{1B}[0m \u{1B}[1;4;7;33;104mon\u{1B}[22;24;27;39;49m off")
        var faint = CellStyle()
        faint.isFaint = true
        faint.foreground = .rgb(0, 64, 64)
        #expect(screen.style(of: "Log in") == faint)
        var loud = CellStyle()
        (loud.isBold, loud.isUnderlined, loud.isReversed) = (true, true, true)
        (loud.foreground, loud.background) = (.indexed(3), .indexed(12))
        #expect(screen.style(of: "on") == loud)
        #expect(screen.style(of: "off") == CellStyle())
    }

    @Test func `knows the cursor, the modes and the updates`() {
        var screen = ScreenModel(columns: 10, rows: 2)
        screen.feed("\u{1B}[?25l\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?2026hx\u{1B}[?2026l")
        #expect(!screen.isCursorVisible && screen.isAlternate && screen.modes == [1049, 2004])
        #expect(screen.synchronizedUpdates == 1)
        screen.feed("\u{1B}[?2004l\u{1B}[?1049l\u{1B}[?25h")
        #expect(screen.isCursorVisible && !screen.isAlternate && screen.modes == [25])
    }

    @Test func `bytes that are no characters and cut sequences do no harm`() {
        var screen = ScreenModel(columns: 10, rows: 2)
        screen.feed([0xFF, 0xC0, 0xE2, 0x82, 0x41, 0x1B, 0x5B, 0x39, 0x39])
        screen.feed("999999999999999999999Ax")
        #expect(screen.text == "\u{FFFD}\u{FFFD}\u{FFFD}Ax")
    }
}
