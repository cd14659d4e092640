import RegappTestSupport
import Testing

/// Output, and what a screen of 10 columns and 4 lines shows after it.
@Suite struct ScreenModelTests {
    @Test(arguments: [
        ("plain lines", "one\r\ntwo", "one\ntwo", [1, 3]),
        ("a line that wraps", "0123456789ab", "0123456789\nab", [1, 2]),
        ("a full line waits to wrap", "0123456789\rX", "X123456789", [0, 1]),
        ("scrolling", "1\r\n2\r\n3\r\n4\r\n5", "2\n3\n4\n5", [3, 1]),
        ("backspace and tab", "ab\u{8}c\tx", "ac      x", [0, 9]),
        ("moving", "\u{1B}[3;5Hx\u{1B}[2Ay\u{1B}[3Dz\u{1B}[Bw", "   z y\n    w\n    x", [1, 5]),
        ("moving to bounds", "\u{1B}[99;99Hx\u{1B}[Hy", "y\n\n\n         x", [0, 1]),
        ("erasing a line's end", "abcdef\u{1B}[3G\u{1B}[K", "ab", [0, 2]),
        ("erasing a line's start", "abcdef\u{1B}[3G\u{1B}[1K", "   def", [0, 2]),
        ("erasing below", "a\r\nbb\r\nc\u{1B}[2;2H\u{1B}[J", "a\nb", [1, 1]),
        ("erasing all", "a\r\nb\u{1B}[2J", "", [1, 1]),
        ("erasing places", "abcdef\u{1B}[2G\u{1B}[3X", "a   ef", [0, 1]),
        ("inserting and deleting places", "abcd\u{1B}[2G\u{1B}[2@\u{1B}[4G\u{1B}[P", "a  cd", [0, 3]),
        ("inserting and deleting lines", "1\r\n2\r\n3\u{1B}[H\u{1B}[L\u{1B}[3;1H\u{1B}[M", "\n1\n3", [2, 0]),
        ("a scroll region", "1\r\n2\r\n3\r\n4\u{1B}[2;3r\u{1B}[3;1H\nx", "1\n3\nx\n4", [2, 1]),
        ("the saved cursor", "ab\u{1B}7\u{1B}[4;4H\u{1B}8c", "abc", [0, 3]),
        ("back to the main screen", "ab\u{1B}[?1049h\u{1B}[Hxyz\u{1B}[?1049lc", "abc", [0, 3]),
        (
            "titles, links and graphics", "\u{1B}]0;t\u{7}a\u{1B}]8;;u\u{1B}\\b\u{1B}_Gx\u{1B}\\c", "abc",
            [0, 3]
        ),
        ("wide characters", "日本x", "日本x", [0, 5]),
        ("a wide character at the edge", "012345678日", "012345678\n日", [1, 2]),
        ("half of a wide character overwritten", "日\u{1B}[2Gx", " x", [0, 2]),
        ("combining marks", "e\u{301}x", "e\u{301}x", [0, 2]),
        ("a flag", "🇫🇷x", "🇫🇷x", [0, 3]),
        ("a family", "👨‍👩‍👧x", "👨‍👩‍👧x", [0, 3]),
        ("a skin tone", "👍🏽x", "👍🏽x", [0, 3]),
        ("a heart in colour", "\u{2764}\u{FE0F}x", "\u{2764}\u{FE0F}x", [0, 3]),
    ])
    func `shows what a terminal shows`(name: String, output: String, text: String, cursor: [Int]) {
        var whole = ScreenModel(columns: 10, rows: 4)
        whole.feed(output)
        #expect(whole.text == text)
        #expect([whole.row, whole.column] == cursor)
        var piecewise = ScreenModel(columns: 10, rows: 4)
        for byte in output.utf8 { piecewise.feed([byte]) }
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
