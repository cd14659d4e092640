import PlainValues
import StrictJSON
import Testing

/// Where a problem is said to be, and what the values are.
@Suite struct JSONPositionTests {
    static let positions: [JSONCase] = [
        .refuses("{\n  \"a\": x\n}", "2:8 expected a value"),
        .refuses("{\r\n  \"a\": x\r\n}", "2:8 expected a value"),
        .refuses("{\r\n\r\n\n  x", "4:3 expected a key in double quotes or '}'"),
        .refuses("[\"é\", x]", "1:7 expected a value"),
        .refuses("[\"e\u{301}\", x]", "1:8 expected a value"),
        .refuses("[\"🇩🇪\", x]", "1:8 expected a value"),
        .refuses("[\"👩‍👩‍👧\", x]", "1:11 expected a value"),
        .refuses("[\"日本\"\n,\n\t x]", "3:3 expected a value"),
        .refuses("[1,\n", "2:1 the file ends too soon"),
        .refuses("[1,\r\n", "2:1 the file ends too soon"),
        .refuses("[1,é", "1:4 expected a value"),
        .refuses("\u{FEFF}{}", "1:1 a byte order mark is not allowed"),
        .refuses("\u{FEFF}", "1:1 a byte order mark is not allowed"),
        .refuses("{\u{FEFF}}", "1:2 expected a key in double quotes or '}'"),
        .refuses(bytes: [0xEF, 0xBB], "1:1 not UTF-8"),
    ]

    static let notUTF8: [JSONCase] = [
        .refuses(bytes: [0xFF], "1:1 not UTF-8"),
        .refuses(bytes: [0x5B, 0xC3, 0x28, 0x5D], "1:2 not UTF-8"),
        .refuses(bytes: [0x5B, 0x31, 0x5D, 0x80], "1:4 not UTF-8"),
        .refuses(bytes: quoted([0xC3]), "1:4 not UTF-8"),
        .refuses(bytes: quoted([0x80]), "1:4 not UTF-8"),
        .refuses(bytes: quoted([0xC0, 0xAF]), "1:4 not UTF-8"),
        .refuses(bytes: quoted([0xC1, 0xBF]), "1:4 not UTF-8"),
        .refuses(bytes: quoted([0xE0, 0x80, 0x80]), "1:4 not UTF-8"),
        .refuses(bytes: quoted([0xE2, 0x82]), "1:4 not UTF-8"),
        .refuses(bytes: quoted([0xED, 0xA0, 0x80]), "1:4 not UTF-8"),
        .refuses(bytes: quoted([0xF0, 0x80, 0x80, 0x80]), "1:4 not UTF-8"),
        .refuses(bytes: quoted([0xF0, 0x9F, 0x98]), "1:4 not UTF-8"),
        .refuses(bytes: quoted([0xF4, 0x90, 0x80, 0x80]), "1:4 not UTF-8"),
        .refuses(bytes: quoted([0xF5, 0x80, 0x80, 0x80]), "1:4 not UTF-8"),
        .refuses(bytes: quoted([0xFE]), "1:4 not UTF-8"),
        .refuses(bytes: quoted([0x5C, 0xFF]), "1:5 not UTF-8"),
        .refuses(bytes: quoted([0x5C, 0x75, 0x30, 0xFF]), "1:7 not UTF-8"),
    ]

    /// `["é…"]`, so that the third column is that of a character of two bytes.
    private static func quoted(_ bytes: [UInt8]) -> [UInt8] {
        Array("[\"é".utf8) + bytes + Array("\"]".utf8)
    }

    static let otherEncodings: [JSONCase] = [
        .refuses(bytes: [0xFF, 0xFE, 0x7B, 0x00, 0x7D, 0x00], "1:1 not UTF-8"),
        .refuses(bytes: [0xFE, 0xFF, 0x00, 0x7B, 0x00, 0x7D], "1:1 not UTF-8"),
        .refuses(bytes: [0x7B, 0x00, 0x7D, 0x00], "1:2 expected a key in double quotes or '}'"),
        .refuses(bytes: [0x00, 0x7B, 0x00, 0x7D], "1:1 expected a value"),
        .refuses(bytes: [0x00, 0x00, 0xFE, 0xFF, 0x00, 0x00, 0x00, 0x7B], "1:1 expected a value"),
        .refuses(bytes: Array("[\"".utf8) + [0xE9] + Array("\"]".utf8), "1:3 not UTF-8"),
    ]

    static let duplicates: [JSONCase] = [
        .refuses(#"{"a":1,"a":1}"#, "1:8 duplicate key"),
        .refuses(#"{"a":1,"\u0061":2}"#, "1:8 duplicate key"),
        .refuses(#"{"a":1,"a":2,"b":3,"a":4}"#, "1:8 duplicate key", "1:20 duplicate key"),
        .refuses(#"[{"x":{"y":0,"y":0}},{"":0,"":0}]"#, "1:14 duplicate key", "1:28 duplicate key"),
        .refuses(#"{"a":1,"a":{"b":1,"b":2}}"#, "1:8 duplicate key", "1:19 duplicate key"),
        .refuses("{\n \"é\": 1,\n \"\\u00e9\": 2\n}", "3:2 duplicate key"),
        .refuses(#"{"a":1,"a":2"#, "1:13 the file ends too soon"),
        .takes("{\"é\":1,\"e\u{301}\":2}"),
        .takes("{\"K\":1,\"\u{212A}\":2,\"k\":3}"),
        .takes(#"{"a":{"a":{"a":[{"a":1},{"a":1}]}}}"#),
    ]

    @Test(arguments: positions + notUTF8 + otherEncodings + duplicates)
    func `points at the line and the column in scalars`(row: JSONCase) {
        #expect(outcome(of: row.bytes) == row.expectation)
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
        #expect(document.position(of: string.keyRange.lowerBound) == SourcePosition(line: 1, column: 3))
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

    @Test func `many keys are told apart as few are`() {
        let keys =
            (0..<40).map { "\"key \($0)\":\($0)" } + [
                "\"\u{212A}\":0", "\"K\":0", "\"é\":0", "\"e\u{301}\":0",
            ]
        let text = "{" + keys.joined(separator: ",") + "}"
        #expect(outcome(of: Array(text.utf8)) == .accepted)
        for twin in ["key 0", "key 39", "K", "\\u212a"] {
            let doubled = text.dropLast() + ",\"\(twin)\":1}"
            let column = text.unicodeScalars.count + 1
            #expect(outcome(of: Array(doubled.utf8)) == .refused(["1:\(column) duplicate key"]))
        }
    }
}
