import DocumentStore
import Testing

@Suite struct JSONTextTests {
    @Test func `a file has two spaces a level and a newline at its end`() {
        let text = JSONText.object([
            .init("a", .string("é")), .init("b", .array([.integer(-1), .null, .boolean(true)])),
            .init("c", .object([])), .init("d", .array([])),
            .init("e", .object([.init("f", .boolean(false))])),
        ])
        let file = """
            {
              "a": "é",
              "b": [
                -1,
                null,
                true
              ],
              "c": {},
              "d": [],
              "e": {
                "f": false
              }
            }

            """
        #expect(String(decoding: text.fileBytes, as: UTF8.self) == file)
        let line = #"{"a":"é","b":[-1,null,true],"c":{},"d":[],"e":{"f":false}}"#
        #expect(String(decoding: text.bytes, as: UTF8.self) == line)
    }

    @Test func `every scalar comes back from what is written, and none of it moves a terminal`() throws {
        for value in UInt32(0)...0x10FFFF where value < 0x3000 || value % 97 == 0 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let bytes = JSONText.string(String(scalar)).bytes
            guard case .string(let back) = try JSONDocument(parsing: bytes).root.content else {
                Issue.record("U+\(String(value, radix: 16)) is no string any more")
                return
            }
            let written = String(decoding: bytes, as: UTF8.self).unicodeScalars
            #expect(back.hasSameScalars(as: String(scalar)), "U+\(String(value, radix: 16))")
            #expect(!written.contains { $0.isUnprintable }, "U+\(String(value, radix: 16))")
        }
    }
}

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
