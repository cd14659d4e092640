import RegappValues
import RegappJSON
import Testing

/// Where a problem is said to be, and what the values are.
@Suite struct JSONErrorTests {
    static let positions: [JSONCase] = [
        .refuses("{\n  \"a\": x\n}", at: "2:8"),
        .refuses("{\r\n  \"a\": x\r\n}", at: "2:8"),
        .refuses("{\r\n\r\n\n  x", at: "4:3"),
        .refuses("[\"é\", x]", at: "1:7"),
        .refuses("[\"e\u{301}\", x]", at: "1:8"),
        .refuses("[\"🇩🇪\", x]", at: "1:8"),
        .refuses("[\"👩‍👩‍👧\", x]", at: "1:11"),
        .refuses("[\"日本\"\n,\n\t x]", at: "3:3"),
        .refuses("[1,\n", at: "2:1"),
        .refuses("[1,\r\n", at: "2:1"),
        .refuses("[1,é", at: "1:4", "1:5"),
        .refuses("\u{FEFF}{}", at: "1:1"),
        .refuses("\u{FEFF}", at: "1:1"),
        .refuses("{\u{FEFF}}", at: "1:2"),
        .refuses(bytes: [0xEF, 0xBB], at: "1:1"),
    ]

    static let notUTF8: [JSONCase] = [
        .refuses(bytes: [0xFF], at: "1:1"),
        .refuses(bytes: [0x5B, 0xC3, 0x28, 0x5D], at: "1:2"),
        .refuses(bytes: [0x5B, 0x31, 0x5D, 0x80], at: "1:4"),
        .refuses(bytes: quoted([0xC3]), at: "1:4"),
        .refuses(bytes: quoted([0x80]), at: "1:4"),
        .refuses(bytes: quoted([0xC0, 0xAF]), at: "1:4"),
        .refuses(bytes: quoted([0xC1, 0xBF]), at: "1:4"),
        .refuses(bytes: quoted([0xE0, 0x80, 0x80]), at: "1:4"),
        .refuses(bytes: quoted([0xE2, 0x82]), at: "1:4"),
        .refuses(bytes: quoted([0xED, 0xA0, 0x80]), at: "1:4"),
        .refuses(bytes: quoted([0xF0, 0x80, 0x80, 0x80]), at: "1:4"),
        .refuses(bytes: quoted([0xF0, 0x9F, 0x98]), at: "1:4"),
        .refuses(bytes: quoted([0xF4, 0x90, 0x80, 0x80]), at: "1:4"),
        .refuses(bytes: quoted([0xF5, 0x80, 0x80, 0x80]), at: "1:4"),
        .refuses(bytes: quoted([0xFE]), at: "1:4"),
        .refuses(bytes: quoted([0x5C, 0xFF]), at: "1:4", "1:5"),
        .refuses(bytes: quoted([0x5C, 0x75, 0x30, 0xFF]), at: "1:4", "1:7"),
    ]

    /// `["é…"]`, so that the third column is that of a character of two bytes.
    private static func quoted(_ bytes: [UInt8]) -> [UInt8] {
        Array("[\"é".utf8) + bytes + Array("\"]".utf8)
    }

    static let otherEncodings: [JSONCase] = [
        .refuses(bytes: [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], at: "1:1"),
        .refuses(bytes: [0xFE, 0xFF, 0x00, 0x7B, 0x00, 0x7D], at: "1:1"),
        .refuses(bytes: [0x7B, 0x00, 0x7D, 0x00], at: "1:1"),
        .refuses(bytes: [0x00, 0x7B, 0x00, 0x7D], at: "1:1"),
        .refuses(bytes: [0x00, 0x00, 0xFE, 0xFF, 0x00, 0x00, 0x00, 0x7B], at: "1:1"),
        .refuses(bytes: Array("[\"".utf8) + [0xE9] + Array("\"]".utf8), at: "1:3"),
    ]

    static let duplicates: [JSONCase] = [
        .refuses(#"{"a":1,"a":1}"#, at: "1:8"),
        .refuses(#"{"a":1,"\u0061":2}"#, at: "1:8"),
        .refuses(#"{"a":1,"a":2,"b":3,"a":4}"#, at: "1:8", "1:20"),
        .refuses(#"[{"x":{"y":0,"y":0}},{"":0,"":0}]"#, at: "1:14", "1:28"),
        .refuses(#"{"a":1,"a":{"b":1,"b":2}}"#, at: "1:8", "1:19"),
        .refuses("{\n \"é\": 1,\n \"\\u00e9\": 2\n}", at: "3:2"),
        .refuses(#"{"a":1,"a":2"#, at: "1:13"),
        .takes("{\"é\":1,\"e\u{301}\":2}"),
        .takes("{\"K\":1,\"\u{212A}\":2,\"k\":3}"),
        .takes(#"{"a":{"a":{"a":[{"a":1},{"a":1}]}}}"#),
    ]

    @Test(arguments: positions + notUTF8 + otherEncodings + duplicates)
    func `points at the line and the column in scalars`(row: JSONCase) {
        #expect(outcome(of: row.bytes, withMessages: false) == row.expectation)
    }

    @Test func `a position past the end is just past the last byte`() {
        #expect(SourcePosition(of: 99, in: Array("ab\nc".utf8)) == SourcePosition(line: 2, column: 2))
        #expect(SourcePosition(of: -1, in: [1, 2]) == SourcePosition(line: 1, column: 1))
        #expect("\(SourcePosition(of: 0, in: []))" == "1:1")
    }

    @Test func `values come with what they are and where they stand`() throws {
        let text = #" {"a": "\u0041\n\ud83d\ude00é", "b": [true, null, -1.50e+3], "c": {}} "#
        let document = try #require(JSONDocument(text))
        func written(_ value: JSONValue) -> String {
            String(decoding: document.bytes[value.range], as: UTF8.self)
        }
        #expect(document.root.members.map(\.key) == ["a", "b", "c"])
        let string = try #require(document.root.members.first)
        guard case .string(let value) = string.value.content else {
            Issue.record("a is a string")
            return
        }
        #expect(value.hasSameScalars(as: "A\n😀é"))
        #expect(
            SourcePosition(of: string.keyRange.lowerBound, in: document.bytes)
                == SourcePosition(line: 1, column: 3))
        #expect(written(string.value) == #""\u0041\n\ud83d\ude00é""#)
        guard case .array(let elements)? = document.root["b"]?.content,
            case .boolean(true) = elements[0].content, case .null = elements[1].content,
            case .number = elements[2].content
        else {
            Issue.record("b is an array of true, null and a number")
            return
        }
        #expect(written(elements[2]) == "-1.50e+3")
    }

    @Test func `keys are looked up by their scalars`() throws {
        let document = try #require(JSONDocument("{\"e\u{301}\":1}"))
        #expect(document.root["e\u{301}"] != nil)
        #expect(document.root["é"] == nil)
        #expect(try #require(JSONDocument("[1]")).root.members.isEmpty)
    }

    @Test func `many keys are distinguished as few are`() {
        let keys =
            (0..<40).map { "\"key \($0)\":\($0)" } + [
                "\"\u{212A}\":0", "\"K\":0", "\"é\":0", "\"e\u{301}\":0",
            ]
        let text = "{" + keys.joined(separator: ",") + "}"
        #expect(outcome(of: Array(text.utf8)) == .accepted)
        for duplicate in ["key 0", "key 39", "K", "\\u212a"] {
            let doubled = text.dropLast() + ",\"\(duplicate)\":1}"
            let column = text.unicodeScalars.count + 1
            #expect(
                outcome(of: Array(doubled.utf8))
                    == .refused(["1:\(column) duplicate key: it is already in line 1"]))
        }
    }
}
