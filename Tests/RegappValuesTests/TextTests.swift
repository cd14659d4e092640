import RegappValues
import Testing

/// Texts, their bytes and their characters.
@Suite struct TextTests {
    @Test func `texts that only look alike differ`() {
        #expect("é".hasSameScalars(as: "\u{E9}"))
        #expect(!"\u{E9}".hasSameScalars(as: "e\u{301}"))
        #expect(!"K".hasSameScalars(as: "\u{212A}"))
    }

    @Test(
        arguments: [
            "\u{0}", "\n", "\u{1B}", "\u{1F}", "\u{7F}", "\u{80}", "\u{9B}", "\u{61C}", "\u{200E}",
            "\u{200F}", "\u{2028}", "\u{2029}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}",
        ] as [Unicode.Scalar])
    func `characters that could steer a terminal or reorder a line are unprintable`(scalar: Unicode.Scalar) {
        #expect(scalar.isUnprintable)
    }

    @Test(arguments: [" ", "~", "\u{A0}", "é", "\u{200D}", "\u{2027}", "\u{202F}", "😀"] as [Unicode.Scalar])
    func `every other character is printable`(scalar: Unicode.Scalar) {
        #expect(!scalar.isUnprintable)
    }

    @Test func `every invisible character has a name, and every character a number`() {
        #expect(Unicode.Scalar(0xA0).invisibleName == "no-break space")
        #expect(Unicode.Scalar("a").invisibleName == nil)
        let numbers: [Unicode.Scalar] = ["\u{0}", "\u{A0}", "\u{200B}", "\u{1F600}"]
        #expect(numbers.map(\.codePoint) == ["U+0000", "U+00A0", "U+200B", "U+1F600"])
    }

    @Test(arguments: [
        ("a", "a", "b", "b"), ("aaa", "aa", "b", "ba"), ("x NAME y NAME", "NAME", "r", "x r y r"),
        ("NAM", "NAME", "r", "NAM"), ("", "a", "b", ""), ("abc", "c", "", "ab"), ("a", "a", "aa", "aa"),
    ])
    func `each occurrence is replaced, from the left`(text: String, old: String, new: String, result: String)
    {
        #expect(text.replacingEach(old, with: new) == result)
        let place = text.firstPlace(of: old)
        #expect(place.map { String(text[$0]) } == (text == result ? nil : old))
    }

    @Test(arguments: [
        ("abcabd", "abd", true), ("abc", "", true), ("ab", "abc", false), ("", "a", false),
        ("aab", "ab", true),
    ])
    func `bytes hold others that stand in them in this order`(text: String, part: String, isThere: Bool) {
        #expect(Array(text.utf8).holds(Array(part.utf8)) == isThere)
    }

    @Test(arguments: [("0", 0), ("007", 7), ("123456789", 123_456_789)])
    func `a number is read from its digits`(text: String, number: Int) {
        #expect(Int(digits: Array(text.utf8)) == number)
    }

    @Test(arguments: ["", "+1", "-1", "1 ", "1a", "１", "99999999999999999999"])
    func `anything else is no number`(text: String) {
        #expect(Int(digits: Array(text.utf8)) == nil)
    }

    @Test func `zeros fill up to the width and no further`() {
        #expect([0, 7, 42, 123].map { $0.zeroPadded(to: 2) } == ["00", "07", "42", "123"])
        #expect(UInt32(0x1B).zeroPadded(to: 4, radix: 16) == "001b")
    }

    @Test func `only the digits and letters of ASCII count`() {
        let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)
        for value in UInt8.min...UInt8.max {
            #expect(value.isDigit == (0x30...0x39).contains(value))
            #expect(value.isLetter == letters.contains(value))
        }
        #expect("0٠９a".unicodeScalars.map(\.isDigit) == [true, false, false, false])
    }

    /// RFC 4648, section 10.
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
        ("foobar", "Zm9vYmFy"),
    ])
    func `the vectors of the standard go both ways`(plain: String, encoded: String) {
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(plain.utf8))
    }

    @Test func `all bytes come back`() {
        for count in 0...256 {
            let bytes = (0..<count).map { UInt8($0) }
            #expect(Base64.decode(Base64.encode(bytes)) == bytes)
        }
    }

    @Test(arguments: [
        "Z", "Zg", "Zg=", "Zg===", "====", "Z===", "=Zg=", "Zg==Zg==", "Zh==", "Zm9=", "Zm 9", "Zm9\n",
        "Zm9-", "Zm9_", "Zé==", "Zm9vYg==\n", "\u{0}AAA", "A=BC",
    ])
    func `anything else is refused`(text: String) {
        #expect(Base64.decode(text) == nil)
    }

    private static let bytes: [UInt8] = [
        0, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7E, 0x7F, 0x80, 0xFF,
    ]

    /// Texts of every length around a word's, with one of some bytes at every place.
    private static let texts = (0...19).flatMap { length in
        (0..<length).flatMap { place in
            bytes.map { byte in
                var text = [UInt8](repeating: UInt8(ascii: "a"), count: length)
                text[place] = byte
                // A second one behind it must not be found first.
                if place + 3 < length { text[place + 3] = 0x80 }
                return text
            }
        }
    }

    @Test func `plain text ends where a loop over its bytes finds its end`() {
        func isPlain(_ byte: UInt8) -> Bool {
            (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        for text in Self.texts {
            let end = text.firstIndex { !isPlain($0) } ?? text.count
            #expect(text.span.endOfPlainText() == end)
            #expect(text.span.endOfPlainText(from: text.count) == text.count)
        }
        #expect("".isPlainText && "plain".isPlainText && !"quote\"".isPlainText && !"é".isPlainText)
    }

    @Test func `a set has its characters and nothing else`() {
        let characters = "./@~ 09AZaz"
        let set = ASCIISet(characters)
        for byte in UInt8.min...UInt8.max {
            #expect(set.contains(byte) == characters.utf8.contains(byte))
        }
    }
}
