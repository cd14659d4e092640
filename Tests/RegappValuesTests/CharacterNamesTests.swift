import RegappValues
import Testing

@Suite struct CharacterNamesTests {
    @Test func `every invisible character has a name, and every character a number`() {
        #expect(Unicode.Scalar(0xA0).invisibleName == "no-break space")
        #expect(Unicode.Scalar("a").invisibleName == nil)
        let numbers: [Unicode.Scalar] = ["\u{0}", "\u{A0}", "\u{200B}", "\u{1F600}"]
        #expect(numbers.map(\.codePoint) == ["U+0000", "U+00A0", "U+200B", "U+1F600"])
    }
}
