import RegappTestSupport
import Testing

@testable import RegappTerminal

@Suite struct KeyDecoderTests {
    private var decoder = KeyDecoder()

    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let bytes: [UInt8]
        let events: [Event]

        init(_ name: String, _ text: String, _ events: Event...) {
            self.init(name, bytes: Array(text.utf8), events)
        }

        init(_ name: String, _ text: String, _ keys: KeyPress...) {
            self.init(name, bytes: Array(text.utf8), keys.map { .key($0) })
        }

        init(_ name: String, bytes: [UInt8], _ events: [Event]) {
            (testDescription, self.bytes, self.events) = (name, bytes, events)
        }
    }

    static let rows = [
        Row("letters", "aZ", .character("a"), .character("Z")),
        Row("Cyrillic", "я", .character("я")),
        Row("CJK", "漢", .character("漢")),
        Row("emoji", "😀", .character("😀")),
        Row("Enter as CR", "\r", .enter),
        Row("Enter as LF", "\n", .enter),
        Row("Tab", "\t", .tab),
        Row("Shift-Tab", "\u{1B}[Z", .shiftTab),
        Row("Backspace as DEL", "\u{7F}", .backspace),
        Row("Backspace as BS", "\u{8}", .backspace),
        Row("Ctrl-A", "\u{1}", .control("a")),
        Row("Ctrl-Space", "\0", .control(" ")),
        Row("Ctrl-backslash", "\u{1C}", .control("\\")),
        Row("arrows", "\u{1B}[A\u{1B}[B\u{1B}[C\u{1B}[D", .up, .down, .right, .left),
        Row("arrows of application mode", "\u{1B}OA\u{1B}OD", .up, .left),
        Row("Ctrl-arrow", "\u{1B}[1;5C", KeyPress(.right, .control)),
        Row("Alt-arrow", "\u{1B}[1;3D", KeyPress(.left, .alt)),
        Row("Ctrl-Shift-arrow", "\u{1B}[1;6A", KeyPress(.up, [.control, .shift])),
        Row("Home and End of xterm", "\u{1B}[H\u{1B}[F", .home, .end),
        Row("Home and End of SS3", "\u{1B}OH\u{1B}OF", .home, .end),
        Row("Home and End of VT", "\u{1B}[1~\u{1B}[4~", .home, .end),
        Row("Home and End of rxvt", "\u{1B}[7~\u{1B}[8~", .home, .end),
        Row("Delete", "\u{1B}[3~", .delete),
        Row("pages", "\u{1B}[5~\u{1B}[6~", .pageUp, .pageDown),
        Row("Shift-PgUp", "\u{1B}[5;2~", KeyPress(.pageUp, .shift)),
        Row("F1 and F12", "\u{1B}OP\u{1B}[24~", KeyPress(.function(1)), KeyPress(.function(12))),
        Row(
            "F1 of VT, the Linux console and kitty", "\u{1B}[11~\u{1B}[[A\u{1B}[P", KeyPress(.function(1)),
            KeyPress(.function(1)), KeyPress(.function(1))),
        Row("F2 of the Linux console", "\u{1B}[[B", KeyPress(.function(2))),
        Row(
            "F3 of each terminal", "\u{1B}OR\u{1B}[13~\u{1B}[[C\u{1B}[R\u{1B}[1;5R\u{1B}[1;2R\u{1B}[1;16R",
            KeyPress(.function(3)), KeyPress(.function(3)), KeyPress(.function(3)), KeyPress(.function(3)),
            KeyPress(.function(3), .control), KeyPress(.function(3), .shift),
            KeyPress(.function(3), [.shift, .alt, .control])),
        Row(
            "where the cursor is",
            "\u{1B}[12;40R\u{1B}[1;1R\u{1B}[1;17R\u{1B}[2;5R\u{1B}[5R\u{1B}[?1;2R\u{1B}[1;2;1R\u{1B}[1;02R"
                + "\u{1B}O2R\u{1B}[;RX", .character("X")),
        Row(
            "other reports",
            "\u{1B}[0n\u{1B}[8;24;80t\u{1B}[3;1;1;120;120;1;0x\u{1B}[>0;276;0c\u{1B}[?2026;2$y"
                + "\u{1B}[35;12;40MX", .character("X")),
        Row("Enter in a sequence that broke off", "\u{1B}[1;\rx", .enter, .character("x")),
        Row("Alt-letter", "\u{1B}b", .alt("b")),
        Row("Alt-Backspace", "\u{1B}\u{7F}", KeyPress(.backspace, .alt)),
        Row("Alt with a letter of two bytes", "\u{1B}é", .alt("é")),
        Row("modifyOtherKeys", "\u{1B}[27;5;13~", KeyPress(.enter, .control)),
        Row(
            "kitty's keyboard: letters, Shift and CapsLock",
            "\u{1B}[97u\u{1B}[97:65;2u\u{1B}[97;2u\u{1B}[97;65u\u{1B}[97;66u",
            .character("a"), .character("A"), .character("A"), .character("A"), .character("a")),
        Row(
            "kitty's keyboard: NumLock, and releases and repetitions of keys",
            "\u{1B}[97;129u\u{1B}[97;1:3u\u{1B}[97;1:2u\u{1B}[1;129A\u{1B}[1;1:3B\u{1B}[3;129~\u{1B}[3;1:3~\u{1B}[99;133u",
            .character("a"), .character("a"), .up, .delete, .control("c")),
        Row(
            "kitty's keyboard: other layouts, text, the keypad, and Shift alone",
            "\u{1B}[1089::99;5u\u{1B}[49:33;2;33u\u{1B}[0;;228u\u{1B}[57400;129u\u{1B}[57414u\u{1B}[57441;2u\u{1B}[13;1:1u",
            .control("c"), .character("!"), .character("ä"), .character("1"), .enter, .enter),
        Row("Escape before a sequence", "\u{1B}\u{1B}[A", .escape, .up),
        Row("focus", "\u{1B}[I\u{1B}[O", Event.focusGained, .focusLost),
        Row(
            "the mouse",
            "\u{1B}[<0;13;6M\u{1B}[<0;13;6m\u{1B}[<64;1;1M\u{1B}[<65;1;1M\u{1B}[<2;1;1M\u{1B}[<0;1Mx",
            Event.click(Position(column: 12, row: 5)), .wheel(-3), .wheel(3), .key(.character("x"))),
        Row(
            "the mouse of a terminal without numbers", "\u{1B}[M -&\u{1B}[M#-&\u{1B}[M`!!x\u{1B}OM",
            Event.click(Position(column: 12, row: 5)), .wheel(-3), .key(.character("x")), .key(.enter)),
        Row("a paste", "\u{1B}[200~a\nb\u{1B}[201~c", Event.paste("a\nb"), .key(.character("c"))),
        Row("a paste with escapes", "\u{1B}[200~\u{1B}[A\u{1B}\u{1B}[201~", Event.paste("\u{1B}[A\u{1B}")),
        Row("an empty paste", "\u{1B}[200~\u{1B}[201~", Event.paste("")),
        Row("an answer nobody asked for", "\u{1B}[?1;2cx", .character("x")),
        Row("an unknown sequence", "\u{1B}[99~\u{1B}[5Wx", .character("x")),
        Row("a sequence cut by another", "\u{1B}[1;\u{1B}[A", .up),
        Row("huge numbers", "\u{1B}[99999999999999999999;9999999999999999999999A", .up),
        Row("bytes that begin nothing", bytes: [0xFF, 0x80, 0xC0, 0x61], [.key(.character("a"))]),
        Row("a scalar cut short", bytes: [0xE6, 0xBC, 0x61], [.key(.character("a"))]),
        Row("an encoded surrogate", bytes: [0xED, 0xA0, 0x80, 0x61], [.key(.character("a"))]),
        Row("an overlong form", bytes: [0xE0, 0x80, 0x80, 0x61], [.key(.character("a"))]),
    ]

    @Test(arguments: rows)
    mutating func `bytes become events, in one read or byte by byte`(row: Row) {
        let events = decoder.feed(row.bytes)
        #expect(events == row.events)
        #expect(decoder.timeout == nil)
        var slow = KeyDecoder()
        let slowEvents = row.bytes.flatMap { slow.feed([$0]) }
        #expect(slowEvents == row.events)
    }

    @Test mutating func `a lone Escape becomes the key when nothing follows`() {
        #expect(decoder.feed([0x1B]) == [])
        #expect(decoder.timeout != nil)
        #expect(decoder.flush() == [.key(.escape)])
        #expect(decoder.timeout == nil)
        #expect(decoder.feed(Array("[A".utf8)) == [.key(.character("[")), .key(.character("A"))])
    }

    @Test mutating func `Alt with a bracket becomes the key when nothing follows`() {
        _ = decoder.feed(Array("\u{1B}[".utf8))
        #expect(decoder.flush() == [.key(.alt("["))])
    }

    @Test mutating func `a paste keeps no more than its limit and ends all the same`() {
        let text = String(repeating: "x", count: KeyDecoder.pasteLimit + 100)
        let events = decoder.feed(Array("\u{1B}[200~\(text)\u{1B}[201~y".utf8))
        #expect(events == [.paste(String(text.prefix(KeyDecoder.pasteLimit))), .key(.character("y"))])
    }

    @Test mutating func `a paste that never ends is given out when it falls silent`() {
        let first = decoder.feed(Array("\u{1B}[200~abc\u{1B}[20".utf8))
        #expect(first == [])
        #expect(decoder.flush() == [.paste("abc\u{1B}[20")])
        #expect(decoder.feed([0x61]) == [.key(.character("a"))])
    }

    @Test mutating func `an endless sequence is given up`() {
        let events = decoder.feed(Array("\u{1B}[".utf8) + Array(repeating: 0x31, count: 10_000))
        #expect(events == [] && decoder.flush() == [])
        #expect(decoder.feed([0x61]) == [.key(.character("a"))])
    }

    @Test mutating func `random bytes never stop the decoder`() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            let alphabet: [UInt8] = [
                0x1B, 0x5B, 0x5D, 0x4F, 0x3B, 0x32, 0x30, 0x7E, 0x61, 0xE6, 0x80, 0xFF, 0x0D, 0x07, 0x5C,
            ]
            let bytes = (0..<40).map { _ in random.pick(alphabet) }
            _ = decoder.feed(bytes)
            _ = decoder.flush()
            #expect(decoder.timeout == nil)
        }
        #expect(decoder.feed([0x61]) == [.key(.character("a"))])
    }

    @Test func `keys have the names a help line shows`() {
        let keys = [
            KeyPress.control("r"), .shiftTab, KeyPress(.right, .alt), .character("q"), .character(" "),
            .pageUp,
        ]
        #expect(keys.map(\.description) == ["Ctrl-R", "Shift-Tab", "Alt-→", "q", "Space", "PgUp"])
    }
}
