import RegappValues
import Testing

@Suite struct `ASCII` {
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
}
