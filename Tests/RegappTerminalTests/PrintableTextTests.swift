import RegappValues
import RegappTestSupport
import Testing

@testable import RegappTerminal

@Suite struct PrintableTextTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let text: String
        let shown: String

        init(_ name: String, _ text: String, _ shown: String) {
            (testDescription, self.text, self.shown) = (name, text, shown)
        }
    }

    static let rows = [
        Row("plain text", "Ann O'Neil", "Ann O'Neil"),
        Row("escape", "\u{1B}[31mred", #"\u{1B}[31mred"#),
        Row("newline and tab", "a\nb\tc", #"a\u{A}b\u{9}c"#),
        Row("a CR LF pair", "a\r\nb", #"a\u{D}\u{A}b"#),
        Row("NUL", "\0", #"\u{0}"#),
        Row("DEL", "a\u{7F}", #"a\u{7F}"#),
        Row("C1's CSI", "\u{9B}2J", #"\u{9B}2J"#),
        Row("right-to-left override", "abc\u{202E}gnp", #"abc\u{202E}gnp"#),
        Row("isolates", "\u{2066}x\u{2069}", #"\u{2066}x\u{2069}"#),
        Row("marks", "\u{61C}\u{200E}\u{200F}", #"\u{61C}\u{200E}\u{200F}"#),
        Row("line separators", "a\u{2028}b\u{2029}", #"a\u{2028}b\u{2029}"#),
        Row("a control that joins a grapheme", "e\u{301}\u{1B}", "e\u{301}" + #"\u{1B}"#),
        Row("no-break space and ZWJ stay", "a\u{A0}👩\u{200D}💻", "a\u{A0}👩\u{200D}💻"),
        Row("zero-width space", "a@b\u{200B}.cd", #"a@b\u{200B}.cd"#),
        Row("soft hyphen, fillers, byte order mark", "\u{AD}\u{3164}\u{FEFF}", #"\u{AD}\u{3164}\u{FEFF}"#),
        Row(
            "joiners after Latin", "a\u{200D}b\u{200C}é\u{200D}e\u{301}\u{200D}",
            #"a\u{200D}b\u{200C}é\u{200D}e\#u{301}\u{200D}"#),
        Row("joiners after Greek, Cyrillic", "ω\u{200C}я\u{200D}", #"ω\u{200C}я\u{200D}"#),
        Row("selectors after Latin and digits", "a\u{FE0F}1\u{FE0F}", #"a\u{FE0F}1\u{FE0F}"#),
        Row("a joiner at the start", "\u{200D}a", #"\u{200D}a"#),
        Row("Persian and Hindi", "می\u{200C}خواهم क्\u{200D}ष", "می\u{200C}خواهم क्\u{200D}ष"),
        Row("one joiner is enough", "ی\u{200C}\u{200C}", "ی\u{200C}" + #"\u{200C}"#),
        Row("emoji", "❤️\u{200D}🔥 👩🏽\u{200D}💻 1️⃣ 🇺🇳", "❤️\u{200D}🔥 👩🏽\u{200D}💻 1️⃣ 🇺🇳"),
        Row("Han and Mongolian variants", "葛\u{E0100}ᠠ\u{180B}", "葛\u{E0100}ᠠ\u{180B}"),
        Row("the flag of Scotland", "🏴󠁧󠁢󠁳󠁣󠁴󠁿", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"),
        Row("tags elsewhere", "🏴\u{E0061}a\u{E0041}", #"🏴\u{E0061}a\u{E0041}"#),
        Row("empty", "", ""),
    ]

    @Test(arguments: rows)
    func `characters that could steer a terminal are escaped, others stay`(row: Row) {
        #expect(Array(row.text.printable.unicodeScalars) == Array(row.shown.unicodeScalars))
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
}
