import RegappValues
import RegappTestSupport
import Testing

@testable import RegappTerminal

@Suite struct DisplayWidthTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        let columns: Int

        init(_ name: String, _ text: String, _ columns: Int) {
            (testDescription, self.text, self.columns) = (name, text, columns)
        }
    }

    static let rows = [
        Row("empty", "", 0),
        Row("ASCII", "hello", 5),
        Row("Cyrillic", "Анна", 4),
        Row("precomposed letter", "\u{E9}", 1),
        Row("letter with combining mark", "e\u{301}", 1),
        Row("CJK", "漢字", 4),
        Row("kana", "カナ", 4),
        Row("Hangul", "한국", 4),
        Row("Hangul as jamo", "\u{1112}\u{1161}\u{11AB}", 2),
        Row("fullwidth letter", "Ａ", 2),
        Row("halfwidth kana", "ｶ", 1),
        Row("emoji", "😀", 2),
        Row("emoji of Unicode 16", "\u{1FAE9}", 2),
        Row("text symbol", "☂", 1),
        Row("text symbol shown as emoji", "☂\u{FE0F}", 2),
        Row("keycap", "1\u{FE0F}\u{20E3}", 2),
        Row("skin tone", "👍🏽", 2),
        Row("family", "👨‍👩‍👧‍👦", 2),
        Row("flag", "🇫🇷", 2),
        Row("two flags", "🇫🇷🇯🇵", 4),
        Row("ambiguous stays narrow", "…°", 2),
        Row("bullet", "•", 1),
        Row("zero width space", "a\u{200B}b", 2),
    ]

    @Test(arguments: rows)
    func `columns are those of a terminal`(row: Row) {
        #expect(row.text.displayWidth == row.columns)
    }

    @Test func `scalars that count as characters by themselves never join, and none is a mark or a picture`()
    {
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
        let long = String(repeating: "é", count: 100_000)
        #expect(long.wrapped(to: 70).count == 1429)
    }
}
