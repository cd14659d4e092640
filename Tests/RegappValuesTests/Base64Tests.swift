import RegappValues
import Testing

@Suite struct Base64Tests {
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
        "Zm9-", "Zm9_",
        "Zé==", "Zm9vYg==\n", "\u{0}AAA", "A=BC",
    ])
    func `anything else is refused`(text: String) {
        #expect(Base64.decode(text) == nil)
    }
}
