import RegappValues
import Testing

@Suite struct `Bytes searched eight at a time` {
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

    @Test func `a byte is found where a loop finds it`() {
        for text in Self.texts {
            for byte in [0, UInt8(ascii: "@"), 0x7F, 0x80, 0x81, 0xFF] {
                #expect(text.span.offset(of: byte) == text.firstIndex(of: byte))
                #expect(text.span.offset(of: byte, from: 2) == text.dropFirst(2).firstIndex(of: byte))
            }
        }
    }

    @Test func `only letters, digits, a dot and a slash are digits of a hash`() {
        let digits = Set(("./" + ASCIISet.lettersAndDigits).utf8)
        for byte in UInt8.min...UInt8.max {
            for length in [1, 8, 11, 16] {
                for place in 0..<length {
                    var text = [UInt8](repeating: UInt8(ascii: "z"), count: length)
                    text[place] = byte
                    let isDigit = text.span.hasOnlyCryptDigits
                    #expect(isDigit == digits.contains(byte))
                }
            }
        }
    }

    @Test func `a beginning is that of the same bytes`() {
        let text = Array("rounds=1".utf8)
        let beginnings: [StaticString] = ["", "rounds=", "rounds=1", "rounds=12", "Rounds"]
        #expect(beginnings.map { text.span.starts(with: $0) } == [true, true, true, false, false])
    }

    @Test func `a set has its characters and nothing else`() {
        let characters = "./@~ 09AZaz"
        let set = ASCIISet(characters)
        for byte in UInt8.min...UInt8.max {
            #expect(set.contains(byte) == characters.utf8.contains(byte))
        }
    }
}
