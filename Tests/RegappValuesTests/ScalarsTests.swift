import RegappValues
import Testing

@Suite struct `Scalars` {
    @Test func `texts that only look alike differ`() {
        #expect("é".hasSameScalars(as: "\u{E9}"))
        #expect(!"\u{E9}".hasSameScalars(as: "e\u{301}"))
        #expect(!"K".hasSameScalars(as: "\u{212A}"))
    }

    @Test(
        arguments: [
            "\u{0}", "\n", "\u{1B}", "\u{1F}", "\u{7F}", "\u{80}", "\u{9B}", "\u{61C}", "\u{200E}",
            "\u{200F}", "\u{2028}",
            "\u{2029}", "\u{202A}", "\u{202E}", "\u{2066}", "\u{2069}",
        ] as [Unicode.Scalar])
    func `characters that could steer a terminal or reorder a line are unprintable`(scalar: Unicode.Scalar) {
        #expect(scalar.isUnprintable)
    }

    @Test(arguments: [" ", "~", "\u{A0}", "é", "\u{200D}", "\u{2027}", "\u{202F}", "😀"] as [Unicode.Scalar])
    func `every other character is printable`(scalar: Unicode.Scalar) {
        #expect(!scalar.isUnprintable)
    }
}
