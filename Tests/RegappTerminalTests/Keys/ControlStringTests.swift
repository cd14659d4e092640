import Testing

@testable import RegappTerminal

/// What a terminal answers to questions, as it comes among the keys.
@Suite struct ControlStringTests {
    private var decoder = KeyDecoder()

    private static let attributes = "\u{1B}[?62;4c"

    private func waiting() -> KeyDecoder {
        var decoder = KeyDecoder()
        decoder.awaitsAnswer = true
        return decoder
    }

    private static let introducers = ["]", "P", "X", "^", "_"]
    private static let strings: [[UInt8]] = introducers.flatMap { introducer in
        let payload = Array("Gi=31;lq\t rgb:М Ü 40R [13~".utf8)
        let ends: [[UInt8]] = [[0x1B, 0x5C]] + (introducer == "]" ? [[0x07]] : [])
        let kept = introducer == "]" ? payload.filter { $0 >= 0x20 } : payload
        return ends.map { [0x1B] + Array(introducer.utf8) + kept + $0 }
    }

    @Test(arguments: strings)
    func `a control string is dropped whole, in however many pieces it comes`(bytes: [UInt8]) {
        for piece in 1..<bytes.count {
            var decoder = KeyDecoder()
            let first = decoder.feed(bytes[..<piece])
            // Escape alone may have been typed.
            let isDecided = piece > 1
            #expect(!isDecided || decoder.timeout == KeyDecoder.answerTimeout, "after \(piece) bytes")
            #expect(first + decoder.feed(bytes[piece...] + [0x78]) == [.key(.character("x"))])
            #expect(decoder.timeout == nil)
            var silent = KeyDecoder()
            let cut = silent.feed(bytes[..<piece])
            #expect(cut + (isDecided ? silent.flush() : []) == [], "cut after \(piece) bytes")
            #expect(!isDecided || silent.feed([0x78]) == [.key(.character("x"))])
        }
    }

    @Test(arguments: introducers.dropFirst())
    mutating func `a control string without an end swallows lines, but not Ctrl-C`(introducer: String) {
        let long = String(repeating: "l\r\nq\u{7}", count: 20_000)
        #expect(
            decoder.feed(Array("\u{1B}\(introducer)\(long)\u{3}l".utf8))
                == [.control("c"), .character("l")].map { .key($0) })
    }

    @Test(
        arguments: [
            ("11;rgb:0000/2b2b/3636", RGB(0, 0x2B, 0x36)), ("11;rgb:fd/f6/e3", RGB(0xFD, 0xF6, 0xE3)),
            ("11;rgb:f/8/0", RGB(255, 136, 0)), ("11;rgb:fff/800/000", RGB(255, 128, 0)),
            ("11;rgb:FFFF/FFFF/FFFF", .white), ("11;rgba:1e1e/1e1e/1e1e/ffff", RGB(0x1E, 0x1E, 0x1E)),
            ("12;rgb:0/0/0", nil), ("11;rgb:0/0", nil), ("11;rgb:0/0/0/0", nil), ("11;rgba:0/0/0", nil),
            ("11;rgb:00000/0/0", nil), ("11;rgb:/0/0", nil), ("11;rgb:+1/0/0", nil), ("11;rgb:zz/0/0", nil),
            ("11;?", nil), ("", nil), ("11;rgb:0/0/0" + String(repeating: "0", count: 10_000), nil),
        ] as [(String, RGB?)])
    func `the background is read in every form, and nothing else is`(content: String, colour: RGB?) {
        for end in ["\u{7}", "\u{1B}\\"] {
            var decoder = waiting()
            let events = decoder.feed(Array("\u{1B}]\(content)\(end)\(Self.attributes)x".utf8))
            #expect(decoder.colours == TerminalColours(background: colour))
            #expect(events == [.key(.character("x"))])
            #expect(!decoder.awaitsAnswer && decoder.timeout == nil)
        }
    }

    @Test func `the colours of text and background are told apart`() {
        var decoder = waiting()
        #expect(
            decoder.feed(Array("\u{1B}]10;rgb:8/9/a\u{7}\u{1B}]11;rgb:0/2/3\u{7}\(Self.attributes)".utf8))
                == [])
        #expect(decoder.colours == TerminalColours(text: RGB(136, 153, 170), background: RGB(0, 34, 51)))
    }

    @Test(arguments: ["\u{7}", "\u{1B}\\"])
    func `an answer in pieces with silence between them types nothing`(end: String) {
        let answer = Array("\u{1B}]11;rgb:1/2/3\(end)\(Self.attributes)".utf8)
        // The second silence is the one that a held Escape waits for, and may not last as long.
        for piece in 1..<answer.count {
            var decoder = waiting()
            let first = decoder.feed(answer[..<piece])
            let silence = decoder.timeout == KeyDecoder.escapeTimeout ? decoder.flush() : []
            let second = decoder.feed(answer[piece...])
            #expect(first + silence + second == [], "after \(piece) bytes")
            #expect(
                decoder.colours.background == RGB(17, 34, 51) && !decoder.awaitsAnswer, "after \(piece) bytes"
            )
        }
        var slow = waiting()
        for byte in answer {
            #expect(slow.feed([byte]) == [])
            if slow.timeout == KeyDecoder.escapeTimeout { #expect(slow.flush() == []) }
        }
        #expect(slow.colours.background == RGB(17, 34, 51) && slow.timeout == nil)
    }

    @Test mutating func `an answer long after it was given up types nothing`() {
        #expect(decoder.feed(Array("\u{1B}]11;rgb:0/0".utf8)) == [])
        #expect(decoder.timeout == KeyDecoder.answerTimeout)
        #expect(decoder.feed(Array("/0\u{1B}\\\(Self.attributes)".utf8)) == [])
        #expect(decoder.colours.background == .black)
    }

    @Test(arguments: [
        "\u{1B}]11;rgb:12\(attributes)", "\u{1B}]\(attributes)", "\u{1B}]11;rgb:\u{1B}]11;rgb:0/0/0",
        "\u{1B}]11;\(String(repeating: "é", count: 5_000))\(attributes)",
    ])
    func `an answer that breaks off types nothing, and keys go on`(answer: String) {
        var decoder = waiting()
        #expect(decoder.feed(Array(answer.utf8)) == [])
        #expect(decoder.timeout.map { $0 == KeyDecoder.answerTimeout } ?? true)
        #expect(decoder.flush() == [])
        #expect(decoder.feed(Array("a\r".utf8)) == [.key(.character("a")), .key(.enter)])
    }

    @Test(arguments: [("\r", KeyPress.enter), ("\u{3}", .control("c")), ("\t", .tab), ("\u{1B}[A", .up)])
    func `a key in an answer that broke off is a key`(bytes: String, key: KeyPress) {
        var decoder = waiting()
        #expect(decoder.feed(Array("\u{1B}]11;rgb:00\(bytes)".utf8)) == [.key(key)])
    }

    @Test(arguments: [
        ("x", KeyPress.character("x")), ("ф", .character("ф")), (" ", .character(" ")),
        ("q", .character("q")),
    ])
    func `a key after a colour without an end is a key, and the colour counts`(bytes: String, key: KeyPress) {
        var decoder = waiting()
        #expect(decoder.feed(Array("\u{1B}]11;rgb:0/8/f\(bytes)".utf8)) == [.key(key)])
        #expect(decoder.colours.background == RGB(0, 136, 255))
        #expect(decoder.feed(Array("\u{1B}\\".utf8)) == [] || decoder.timeout == nil)
    }

    @Test func `Escape is the key all the same, and what is typed after it has no Alt`() {
        var decoder = waiting()
        _ = decoder.feed([0x1B])
        #expect(decoder.timeout == KeyDecoder.escapeTimeout)
        #expect(decoder.flush() == [])
        #expect(decoder.timeout == KeyDecoder.heldEscapeTimeout)
        #expect(decoder.flush() == [.key(.escape)])
        #expect(decoder.timeout == nil)
        _ = decoder.feed([0x1B])
        _ = decoder.flush()
        #expect(decoder.feed(Array("n".utf8)) == [.key(.escape), .key(.character("n"))])
        #expect(decoder.feed(Array("\u{1B}n".utf8)) == [.key(.alt("n"))])
        _ = decoder.feed([0x1B])
        _ = decoder.flush()
        #expect(decoder.feed(Array("é".utf8)) == [.key(.escape), .key(.character("é"))])
    }

}
