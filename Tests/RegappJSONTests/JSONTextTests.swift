import RegappValues
import Testing

@testable import RegappJSON

/// What is written, and what a reader of values meets.
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

    @Test func `each value is named by what it is`() throws {
        var scanner = JSONScanner(Array(#" [null, true, false, -1.5e3, "a\n\u00e9", {"a": [1]}, []] "#.utf8))
        var found: [String] = []
        try scanner.enterArray()
        while try scanner.hasElement() { found.append("\(try scanner.scanScalar())") }
        try scanner.scanEnd()
        let expected =
            #"null boolean(true) boolean(false) number("-1.5e3") string("a\né") object([]) array([])"#
        #expect(found.joined(separator: " ") == expected)
    }

    @Test func `keys come in their order, twice if they stand twice, and unescaped when asked`() throws {
        var scanner = JSONScanner(Array(#"{"a":1,"\u0061":{"b":2},"a":[3]}"#.utf8))
        var keys: [String] = []
        try scanner.enterObject()
        while let key = try scanner.nextKey() {
            keys.append(scanner.text(of: key) + (key.isEscaped ? " escaped" : ""))
            try scanner.skipValue()
        }
        try scanner.scanEnd()
        #expect(keys == ["a", "a escaped", "a"])
    }

    @Test(arguments: [#"{"a":1}"#, "1", #""a""#, ""])
    func `a value that is not an array is refused`(text: String) {
        var scanner = JSONScanner(Array(text.utf8))
        #expect(throws: JSONSyntaxError.self) { try scanner.enterArray() }
    }
}
