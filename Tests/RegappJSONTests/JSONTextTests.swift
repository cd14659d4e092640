import RegappValues
import RegappJSON
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
