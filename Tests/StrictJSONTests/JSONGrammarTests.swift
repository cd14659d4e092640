import StrictJSON
import Testing

/// The grammar of RFC 8259, rule by rule; each row is a text and what becomes of it.
@Suite struct JSONGrammarTests {
    static let structure: [JSONCase] = [
        .takes("{}"), .takes("[]"), .takes(" [ ] "), .takes("\t\r\n {\n}\r\n"), .takes("[[[]],[{}]]"),
        .takes(#"{"":0}"#), .takes(#"{"a":[],"A":{}}"#), .takes(#"[1,"a",true,false,null,{"b":-1}]"#),
        .takes("7"), .takes(#""alone""#), .takes("null"), .takes("true"), .takes("false"),
        .refuses("", "1:1 the file ends too soon"),
        .refuses("  \n", "2:1 the file ends too soon"),
        .refuses("[", "1:2 the file ends too soon"),
        .refuses("[1", "1:3 the file ends too soon"),
        .refuses("[1,", "1:4 the file ends too soon"),
        .refuses("[1,]", "1:4 expected a value"),
        .refuses("[,1]", "1:2 expected a value"),
        .refuses("[1,,2]", "1:4 expected a value"),
        .refuses("[1 2]", "1:4 expected ',' or ']'"),
        .refuses("[1}", "1:3 expected ',' or ']'"),
        .refuses("[1:2]", "1:3 expected ',' or ']'"),
        .refuses("]", "1:1 expected a value"),
        .refuses("[]]", "1:3 expected nothing more after the value"),
        .refuses("[]x", "1:3 expected nothing more after the value"),
        .refuses("{}{}", "1:3 expected nothing more after the value"),
        .refuses("1 2", "1:3 expected nothing more after the value"),
        .refuses("{", "1:2 the file ends too soon"),
        .refuses("{,", "1:2 expected a key in double quotes or '}'"),
        .refuses(#"{"a""#, "1:5 the file ends too soon"),
        .refuses(#"{"a":"#, "1:6 the file ends too soon"),
        .refuses(#"{"a":1"#, "1:7 the file ends too soon"),
        .refuses(#"{"a":1,"#, "1:8 the file ends too soon"),
        .refuses(#"{"a":1,}"#, "1:8 expected a key in double quotes"),
        .refuses(#"{"a":1,,"b":2}"#, "1:8 expected a key in double quotes"),
        .refuses(#"{"a" 1}"#, "1:6 expected ':'"),
        .refuses(#"{"a",1}"#, "1:5 expected ':'"),
        .refuses(#"{"a"::1}"#, "1:6 expected a value"),
        .refuses(#"{"a":}"#, "1:6 expected a value"),
        .refuses(#"{"a":1 "b":2}"#, "1:8 expected ',' or '}'"),
        .refuses(#"{"a":1]"#, "1:7 expected ',' or '}'"),
        .refuses("{a:1}", "1:2 expected a key in double quotes or '}'"),
        .refuses("{'a':1}", "1:2 expected a key in double quotes or '}'"),
        .refuses("{1:1}", "1:2 expected a key in double quotes or '}'"),
        .refuses("{null:1}", "1:2 expected a key in double quotes or '}'"),
        .refuses("/* */ {}", "1:1 expected a value"),
        .refuses("{} // end", "1:4 expected nothing more after the value"),
        .refuses("# {}", "1:1 expected a value"),
        .refuses("<null>", "1:1 expected a value"),
        .refuses("*", "1:1 expected a value"),
    ]

    static let words: [JSONCase] = [
        .refuses("nul", "1:4 the file ends too soon"),
        .refuses("[nul]", "1:5 expected a value"),
        .refuses("[tru3]", "1:5 expected a value"),
        .refuses("[True]", "1:2 expected a value"),
        .refuses("[NULL]", "1:2 expected a value"),
        .refuses("[truefalse]", "1:6 expected ',' or ']'"),
        .refuses("[NaN]", "1:2 expected a value"),
        .refuses("[nan]", "1:3 expected a value"),
        .refuses("[Infinity]", "1:2 expected a value"),
        .refuses("[-Infinity]", "1:3 expected a digit"),
        .refuses("[undefined]", "1:2 expected a value"),
    ]

    static let numbers: [JSONCase] = [
        .takes("[0]"), .takes("[-0]"), .takes("[10,-10]"), .takes("[0.0,-0.5,12.000]"),
        .takes("[1e1,1E1,1e+1,1e-1,0e0,0e1,1.5e300,123.456E-78]"),
        .takes("[123456789012345678901234567890]"), .takes("[1e999999]"),
        .refuses("[-]", "1:3 expected a digit"),
        .refuses("-", "1:2 the file ends too soon"),
        .refuses("[+1]", "1:2 expected a value"),
        .refuses("[++1]", "1:2 expected a value"),
        .refuses("[--1]", "1:3 expected a digit"),
        .refuses("[01]", "1:3 expected ',' or ']'"),
        .refuses("[-01]", "1:4 expected ',' or ']'"),
        .refuses("[0x1F]", "1:3 expected ',' or ']'"),
        .refuses("[.5]", "1:2 expected a value"),
        .refuses("[-.5]", "1:3 expected a digit"),
        .refuses("[1.]", "1:4 expected a digit"),
        .refuses("[1.e1]", "1:4 expected a digit"),
        .refuses("[1..2]", "1:4 expected a digit"),
        .refuses("[1e]", "1:4 expected a digit"),
        .refuses("[1e+]", "1:5 expected a digit"),
        .refuses("[1e+-2]", "1:5 expected a digit"),
        .refuses("[1e1.5]", "1:5 expected ',' or ']'"),
        .refuses("[1 000]", "1:4 expected ',' or ']'"),
        .refuses("[1_000]", "1:3 expected ',' or ']'"),
        .refuses("[1a]", "1:3 expected ',' or ']'"),
        .refuses("[\u{FF11}]", "1:2 expected a value"),
    ]

    static let strings: [JSONCase] = [
        .takes(#"["\"\\\/\b\f\n\r\t"]"#), .takes(#"["\u0000\u001f\u007F\uFFFE\uFFFF"]"#),
        .takes(#"["\uD83D\uDE00","\ud800\udc00","\uDBFF\uDFFF"]"#),
        .takes("[\"\u{7F}\u{80}\u{2028}\u{FFFF}\"]"),
        .takes("[\"\u{10FFFF}\u{FEFF}\u{202E}\"]"), .takes(#"["\\u0041","/*","'"]"#),
        .refuses(#"""#, "1:2 the file ends too soon"),
        .refuses(#""abc"#, "1:5 the file ends too soon"),
        .refuses(#""\"#, "1:3 the file ends too soon"),
        .refuses(#""\""#, "1:4 the file ends too soon"),
        .refuses(#""\u"#, "1:4 the file ends too soon"),
        .refuses(#""\u00A"#, "1:7 the file ends too soon"),
        .refuses(#""\uD800"#, "1:8 the file ends too soon"),
        .refuses(#""\uD800\"#, "1:9 the file ends too soon"),
        .refuses(#""\uD800\uDC0"#, "1:13 the file ends too soon"),
        .refuses(#"'a'"#, "1:1 expected a value"),
        .refuses(#"["a\x"]"#, "1:5 no such escape in a string"),
        .refuses(#"["\a"]"#, "1:4 no such escape in a string"),
        .refuses(#"["\U0041"]"#, "1:4 no such escape in a string"),
        .refuses(#"["\'"]"#, "1:4 no such escape in a string"),
        .refuses("[\"\\\u{0}\"]", "1:4 no such escape in a string"),
        .refuses("[\"\\\n\"]", "1:4 no such escape in a string"),
        .refuses("[\"\\é\"]", "1:4 no such escape in a string"),
        .refuses(#"["\u00G0"]"#, "1:7 no such escape in a string"),
        .refuses(#"["\u12"]"#, "1:7 no such escape in a string"),
        .refuses(#"["\u+123"]"#, "1:5 no such escape in a string"),
        .refuses(#"["\uD800"]"#, "1:3 half of a surrogate pair"),
        .refuses(#"["\uDC00"]"#, "1:3 half of a surrogate pair"),
        .refuses(#"["\uDC00\uD800"]"#, "1:3 half of a surrogate pair"),
        .refuses(#"["\uD800\uD800"]"#, "1:3 half of a surrogate pair"),
        .refuses(#"["x\uD800x"]"#, "1:4 half of a surrogate pair"),
        .refuses(#"["\uD800\n"]"#, "1:3 half of a surrogate pair"),
        .refuses(#"["\uD800\u12X4"]"#, "1:13 no such escape in a string"),
        .refuses(#"{"\uDFAA":0}"#, "1:3 half of a surrogate pair"),
        .refuses("[\"\t\"]", control(at: "1:3")),
        .refuses("[\"a\nb\"]", control(at: "1:4")),
        .refuses("[\"\u{0}\"]", control(at: "1:3")),
        .refuses("[\"\u{1F}\"]", control(at: "1:3")),
        .refuses("[\"\u{1B}[2J\"]", control(at: "1:3")),
    ]

    static func control(at position: String) -> String {
        "\(position) a control character in a string must be written as an escape such as \\n"
    }

    static let space: [JSONCase] = [
        .refuses("[\u{C}]", "1:2 expected a value"),
        .refuses("[\u{B}1]", "1:2 expected a value"),
        .refuses("\u{A0}[]", "1:1 expected a value"),
        .refuses("[\u{2028}]", "1:2 expected a value"),
        .refuses("[1\u{3000}]", "1:3 expected ',' or ']'"),
        .refuses("\u{0}[]", "1:1 expected a value"),
        .refuses("[]\u{0}", "1:3 expected nothing more after the value"),
        .refuses("[1]\u{1A}", "1:4 expected nothing more after the value"),
        .refuses("[\u{2060}]", "1:2 expected a value"),
    ]

    @Test(arguments: structure + words + numbers + strings + space)
    func `takes what the grammar takes and points at what it does not`(row: JSONCase) {
        #expect(outcome(of: row.bytes) == row.expectation)
    }

    @Test(arguments: [(128, true), (129, false), (200_000, false)])
    func `arrays and objects nest to a bound`(depth: Int, isTaken: Bool) {
        let arrays = Array(String(repeating: "[", count: depth).utf8)
        let closed = arrays + Array(String(repeating: "]", count: depth).utf8)
        let objects = Array(String(repeating: #"{"":"#, count: depth).utf8)
        let tooDeep = "nested more than 128 deep"
        #expect(outcome(of: closed) == (isTaken ? .accepted : .refused(["1:129 \(tooDeep)"])))
        let end = "the file ends too soon"
        #expect(outcome(of: arrays) == .refused([isTaken ? "1:129 \(end)" : "1:129 \(tooDeep)"]))
        #expect(outcome(of: objects) == .refused([isTaken ? "1:513 \(end)" : "1:513 \(tooDeep)"]))
    }

    @Test func `many arrays beside each other are no deeper than one`() {
        let text = "[" + Array(repeating: "[[]]", count: 1000).joined(separator: ",") + "]"
        #expect(outcome(of: Array(text.utf8)) == .accepted)
    }
}
