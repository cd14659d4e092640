import RegappTestSupport
import Testing

@testable import RegappTerminal

@Suite struct FrameTests {
    @Test func `text stands where it was written, cut at the edge with a mark`() {
        var frame = Frame(Size(columns: 6, rows: 2))
        let end = frame.write("abc", column: 1, row: 0)
        frame.write("漢字漢字", column: 1, row: 1)
        #expect(end == 4)
        #expect(frame.text == " abc\n 漢字…\n")
    }

    @Test func `drawing outside changes nothing`() {
        var frame = Frame(Size(columns: 3, rows: 1))
        frame.write("x", column: 0, row: 5)
        frame.write("x", column: -1, row: 0)
        frame.fill(Rect(column: -5, row: -5, columns: 3, rows: 3), with: "x")
        frame.setCursor(column: 3, row: 0)
        #expect(frame == Frame(Size(columns: 3, rows: 1)))
    }

    @Test func `overwriting half of a wide character leaves no half behind`() {
        var left = Frame(Size(columns: 4, rows: 1))
        left.write("漢字", column: 0, row: 0)
        left.write("x", column: 1, row: 0)
        #expect(left.lines == [" x字"])
        var right = Frame(Size(columns: 4, rows: 1))
        right.write("漢字", column: 0, row: 0)
        right.write("漢", column: 1, row: 0)
        #expect(right.lines == [" 漢"])
        #expect(right.cells.map(\.columns) == [1, 2, 0, 1])
    }

    @Test(arguments: ["e\u{301}", "👨‍👩‍👧", "🇫🇷", "☂\u{FE0F}", "1\u{FE0F}\u{20E3}"])
    func `a character of several scalars is kept whole, and gone when it is overwritten`(character: String) {
        let width = character.displayWidth
        var frame = Frame(Size(columns: 5, rows: 1))
        #expect(frame.write("a\(character)b", column: 0, row: 0) == 2 + width)
        #expect(frame.lines == ["a\(character)b"])
        for column in 1...width {
            var over = frame
            over.write("x", column: column, row: 0)
            var expected = Frame(frame.size)
            expected.write(column == 1 ? "ax" : "a x", column: 0, row: 0)
            expected.write("b", column: 1 + width, row: 0)
            #expect(over == expected)
        }
    }

    @Test func `a character of several scalars that is overwritten by another shows as that one`() {
        var frame = Frame(Size(columns: 4, rows: 1))
        frame.write("👨‍👩‍👧👍🏽", column: 0, row: 0)
        frame.write("e\u{301}", column: 1, row: 0)
        #expect(frame.lines == [" e\u{301}👍🏽"])
        frame.fill(Rect(column: 1, row: 0, columns: 2, rows: 1), with: "-")
        #expect(frame.lines == [" --"])
    }

    @Test func `frames are equal that show the same, however they came about`() {
        var straight = Frame(Size(columns: 8, rows: 1))
        straight.write("e\u{301}漢 🇫🇷", column: 0, row: 0)
        var roundabout = Frame(straight.size)
        roundabout.write("🇯🇵a\u{308}👍🏽", column: 0, row: 0)
        roundabout.write("🇫🇷", column: 4, row: 0)
        #expect(roundabout != straight)
        roundabout.write("e\u{301}漢 ", column: 0, row: 0)
        #expect(roundabout == straight)
        roundabout.write("e\u{300}", column: 0, row: 0)
        #expect(roundabout != straight)
    }

    @Test func `what is written cannot steer the terminal`() {
        var frame = Frame(Size(columns: 20, rows: 1))
        frame.write("a\u{1B}[2J\n", column: 0, row: 0)
        #expect(frame.lines == ["a\\u{1B}[2J\\u{A}"])
    }

    @Test func `a line carries its cursor into the frame`() {
        var line = StyledLine("ab", .label)
        var field = StyledLine("xyz", .field)
        field.cursor = 1
        line.append(field)
        var frame = Frame(Size(columns: 10, rows: 1))
        frame.write(line, column: 2, row: 0)
        #expect(frame.cursor == Position(column: 5, row: 0))
        #expect(frame.style(column: 2, row: 0) == .label)
        #expect(frame.style(column: 4, row: 0) == .field)
    }
}

@Suite struct FrameWriterTests {
    private static let size = Size(columns: 20, rows: 3)

    private func frame(_ text: String, style: Style = .text) -> Frame {
        var frame = Frame(Self.size)
        frame.write(text, column: 0, row: 1, style: style)
        return frame
    }

    private func output(_ frames: [Frame], _ depth: Palette.Depth = .none) -> String {
        var writer = FrameWriter(palette: Palette(depth))
        var last: [UInt8] = []
        for frame in frames { last = writer.bytes(for: frame) }
        return String(decoding: last, as: UTF8.self)
    }

    @Test func `the first frame clears the screen inside one update`() {
        let bytes = output([frame("hello")])
        #expect(bytes == "\u{1B}[?2026h\u{1B}[?25l\u{1B}[0m\u{1B}[2J\u{1B}[2;1Hhello\u{1B}[?2026l")
    }

    @Test func `the same frame gives no bytes`() {
        #expect(output([frame("hello"), frame("hello")]) == "")
    }

    @Test func `only cells that changed are written`() {
        let bytes = output([frame("hello world"), frame("hellO worlD")])
        #expect(bytes.contains("\u{1B}[2;5HO"))
        #expect(bytes.contains("\u{1B}[2;11HD"))
        #expect(!bytes.contains("w"))
    }

    @Test func `a moved cursor is shown at its place`() {
        var moved = frame("hello")
        moved.setCursor(column: 3, row: 1)
        #expect(output([frame("hello"), moved]).hasSuffix("\u{1B}[2;4H\u{1B}[?25h\u{1B}[?2026l"))
    }

    @Test func `after a wide character the next cell is found by its address`() {
        #expect(output([frame(""), frame("漢字")]).contains("\u{1B}[2;1H漢\u{1B}[2;3H字"))
    }

    @Test func `a character of several scalars is written when it changes, and only then`() {
        #expect(output([frame("e\u{301}👍🏽"), frame("e\u{301}👍🏽")]) == "")
        let bytes = output([frame("e\u{301}👍🏽"), frame("e\u{301}👍🏿")])
        #expect(bytes.contains("\u{1B}[2;2H👍🏿"))
    }

    @Test func `a row with a character of several scalars is cleared before it changes`() {
        let bytes = output([frame("e\u{301}👍🏽x"), frame("e\u{301}👍🏽y")])
        #expect(bytes.contains("\u{1B}[2;1H\u{1B}[2Ke\u{301}\u{1B}[2;2H👍🏽\u{1B}[2;4Hy"))
        #expect(output([frame("👍🏽x"), frame("x")]).contains("\u{1B}[2;1H\u{1B}[2Kx"))
    }

    @Test func `a wide character that becomes narrow leaves nothing behind`() {
        let bytes = output([frame("漢x"), frame("abx")])
        #expect(bytes.contains("ab"))
        #expect(!bytes.contains("x"))
    }

    @Test func `an invalidated screen is written whole`() {
        var writer = FrameWriter(palette: Palette(.none))
        let first = writer.bytes(for: frame("hello"))
        writer.invalidate()
        let second = writer.bytes(for: frame("hello"))
        #expect(first == second)
    }

    @Test func `another background writes the cells that look different, and clears nothing`() {
        var frame = frame("hello")
        frame.write("title", column: 0, row: 2, style: .title)
        var writer = FrameWriter(palette: Palette(.trueColour))
        _ = writer.bytes(for: frame)
        writer.palette.own.background = .black
        let bytes = String(decoding: writer.bytes(for: frame), as: UTF8.self)
        #expect(bytes.contains("\u{1B}[3;1H\u{1B}[0;1;38;2;235;130;30mtitle"))
        #expect(!bytes.contains("hello") && !bytes.contains("\u{1B}[2J"))
        #expect(writer.bytes(for: frame) == [])
        writer.palette.own.background = .black
        #expect(writer.bytes(for: frame) == [])
    }

    @Test func `another size is written whole`() {
        let small = Frame(Size(columns: 5, rows: 2))
        #expect(output([frame("hello"), small]).contains("\u{1B}[2J"))
    }

    @Test func `after each change the terminal shows the frame`() {
        var random = SeededGenerator(seed: 11)
        var writer = FrameWriter(palette: Palette(.none))
        var screen = ScreenModel(columns: Self.size.columns, rows: Self.size.rows)
        let pieces = ["a", "bc", "漢", "🇫🇷", "🇯🇵", "e\u{301}", "e\u{300}", "👩‍🚀", "  ", "字x"]
        var frame = Frame(Self.size)
        for _ in 0..<2_000 {
            frame.write(random.pick(pieces), column: random.number(0...19), row: random.number(0...2))
            screen.feed(writer.bytes(for: frame))
            #expect(screen.lines == frame.lines)
        }
    }

    @Test func `what does not fit ends in an ellipsis, unless only spaces are cut`() {
        var frame = Frame(Size(columns: 8, rows: 3))
        frame.write("Saved in a file", column: 0, row: 0)
        frame.write(StyledLine("Saved in a file"), column: 0, row: 1, limit: 6)
        frame.write("Saved     ", column: 0, row: 2, limit: 6)
        #expect(frame.lines == ["Saved i…", "Saved…", "Saved"])
    }
}
