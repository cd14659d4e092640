import Testing

@testable import RegappJSON

/// The grammar of RFC 8259, rule by rule; each row is a text and what becomes of it.
@Suite struct JSONScannerTests {
    typealias Scan = @Sendable (inout JSONScanner) throws(JSONSyntaxError) -> Void

    /// The two ways to read a text: to pass over it, and to make a tree of it.
    static let skip: Scan = { scanner throws(JSONSyntaxError) in
        try scanner.skipValue()
        try scanner.scanEnd()
    }
    static let makeTree: Scan = { scanner throws(JSONSyntaxError) in _ = try scanner.scanDocument() }

    static let structure: [JSONCase] = [
        .takes("{}"), .takes("[]"), .takes(" [ ] "), .takes("\t\r\n {\n}\r\n"), .takes("[[[]],[{}]]"),
        .takes(#"{"":0}"#), .takes(#"{"a":[],"A":{}}"#), .takes(#"[1,"a",true,false,null,{"b":-1}]"#),
        .takes("7"), .takes(#""alone""#), .takes("null"), .takes("true"), .takes("false"),
        .refuses("", at: "1:1"), .refuses("  \n", at: "2:1"), .refuses("[", at: "1:2"),
        .refuses("[1", at: "1:3"), .refuses("[1,", at: "1:4"), .refuses("[1,]", at: "1:4"),
        .refuses("[,1]", at: "1:2"), .refuses("[1,,2]", at: "1:4"), .refuses("[1 2]", at: "1:4"),
        .refuses("[1}", at: "1:3"), .refuses("[1:2]", at: "1:3"), .refuses("]", at: "1:1"),
        .refuses("[]]", at: "1:3"), .refuses("[]x", at: "1:3"), .refuses("{}{}", at: "1:3"),
        .refuses("1 2", at: "1:3"), .refuses("{", at: "1:2"), .refuses("{,", at: "1:2"),
        .refuses(#"{"a""#, at: "1:5"), .refuses(#"{"a":"#, at: "1:6"), .refuses(#"{"a":1"#, at: "1:7"),
        .refuses(#"{"a":1,"#, at: "1:8"), .refuses(#"{"a":1,}"#, at: "1:8"),
        .refuses(#"{"a":1,,"b":2}"#, at: "1:8"), .refuses(#"{"a" 1}"#, at: "1:6"),
        .refuses(#"{"a",1}"#, at: "1:5"), .refuses(#"{"a"::1}"#, at: "1:6"), .refuses(#"{"a":}"#, at: "1:6"),
        .refuses(#"{"a":1 "b":2}"#, at: "1:8"), .refuses(#"{"a":1]"#, at: "1:7"),
        .refuses("{a:1}", at: "1:2"), .refuses("{'a':1}", at: "1:2"), .refuses("{1:1}", at: "1:2"),
        .refuses("{null:1}", at: "1:2"), .refuses("/* */ {}", at: "1:1"), .refuses("{} // end", at: "1:4"),
        .refuses("# {}", at: "1:1"), .refuses("<null>", at: "1:1"), .refuses("*", at: "1:1"),
    ]

    static let words: [JSONCase] = [
        .refuses("nul", at: "1:4"),
        .refuses("[nul]", at: "1:5"),
        .refuses("[tru3]", at: "1:5"),
        .refuses("[True]", at: "1:2"),
        .refuses("[NULL]", at: "1:2"),
        .refuses("[truefalse]", at: "1:6"),
        .refuses("[NaN]", at: "1:2"),
        .refuses("[nan]", at: "1:3"),
        .refuses("[Infinity]", at: "1:2"),
        .refuses("[-Infinity]", at: "1:3"),
        .refuses("[undefined]", at: "1:2"),
    ]

    static let numbers: [JSONCase] = [
        .takes("[0]"), .takes("[-0]"), .takes("[10,-10]"), .takes("[0.0,-0.5,12.000]"),
        .takes("[1e1,1E1,1e+1,1e-1,0e0,0e1,1.5e300,123.456E-78]"), .takes("[123456789012345678901234567890]"),
        .takes("[1e999999]"), .refuses("[-]", at: "1:3"), .refuses("-", at: "1:2"),
        .refuses("[+1]", at: "1:2"), .refuses("[++1]", at: "1:2"), .refuses("[--1]", at: "1:3"),
        .refuses("[01]", at: "1:3"), .refuses("[-01]", at: "1:4"), .refuses("[0x1F]", at: "1:3"),
        .refuses("[.5]", at: "1:2"), .refuses("[-.5]", at: "1:3"), .refuses("[1.]", at: "1:4"),
        .refuses("[1.e1]", at: "1:4"), .refuses("[1..2]", at: "1:4"), .refuses("[1e]", at: "1:4"),
        .refuses("[1e+]", at: "1:5"), .refuses("[1e+-2]", at: "1:5"), .refuses("[1e1.5]", at: "1:5"),
        .refuses("[1 000]", at: "1:4"), .refuses("[1_000]", at: "1:3"), .refuses("[1a]", at: "1:3"),
        .refuses("[\u{FF11}]", at: "1:2"),
    ]

    static let strings: [JSONCase] = [
        .takes(#"["\"\\\/\b\f\n\r\t"]"#), .takes(#"["\u0000\u001f\u007F\uFFFE\uFFFF"]"#),
        .takes(#"["\uD83D\uDE00","\ud800\udc00","\uDBFF\uDFFF"]"#),
        .takes("[\"\u{7F}\u{80}\u{2028}\u{FFFF}\"]"),
        .takes("[\"\u{10FFFF}\u{FEFF}\u{202E}\"]"), .takes(#"["\\u0041","/*","'"]"#),
        .refuses(#"""#, at: "1:2"),
        .refuses(#""abc"#, at: "1:5"),
        .refuses(#""\"#, at: "1:2"),
        .refuses(#""\""#, at: "1:4"),
        .refuses(#""\u"#, at: "1:2"),
        .refuses(#""\u00A"#, at: "1:2"),
        .refuses(#""\uD800"#, at: "1:2"),
        .refuses(#""\uD800\"#, at: "1:2"),
        .refuses(#""\uD800\uDC0"#, at: "1:2"),
        .refuses(#"'a'"#, at: "1:1"),
        .refuses(#"["a\x"]"#, at: "1:4"),
        .refuses(#"["\a"]"#, at: "1:3"),
        .refuses(#"["\U0041"]"#, at: "1:3"),
        .refuses(#"["\'"]"#, at: "1:3"),
        .refuses("[\"\\\u{0}\"]", at: "1:3"),
        .refuses("[\"\\\n\"]", at: "1:3"),
        .refuses("[\"\\é\"]", at: "1:3"),
        .refuses(#"["\u00G0"]"#, at: "1:3"),
        .refuses(#"["\u12"]"#, at: "1:3"),
        .refuses(#"["\u+123"]"#, at: "1:3"),
        .refuses(#"["\uD800"]"#, at: "1:3"),
        .refuses(#"["\uDC00"]"#, at: "1:3"),
        .refuses(#"["\uDC00\uD800"]"#, at: "1:3"),
        .refuses(#"["\uD800\uD800"]"#, at: "1:3"),
        .refuses(#"["x\uD800x"]"#, at: "1:4"),
        .refuses(#"["\uD800\n"]"#, at: "1:3"),
        .refuses(#"["\uD800\u12X4"]"#, at: "1:3"),
        .refuses(#"{"\uDFAA":0}"#, at: "1:3"),
        .refuses("[\"\t\"]", at: "1:3"),
        .refuses("[\"a\nb\"]", at: "1:4"),
        .refuses("[\"\u{0}\"]", at: "1:3"),
        .refuses("[\"\u{1F}\"]", at: "1:3"),
        .refuses("[\"\u{1B}[2J\"]", at: "1:3"),
    ]

    static let space: [JSONCase] = [
        .refuses("[\u{C}]", at: "1:2"),
        .refuses("[\u{B}1]", at: "1:2"),
        .refuses("\u{A0}[]", at: "1:1"),
        .refuses("[\u{2028}]", at: "1:2"),
        .refuses("[1\u{3000}]", at: "1:3"),
        .refuses("\u{0}[]", at: "1:1"),
        .refuses("[]\u{0}", at: "1:3"),
        .refuses("[1]\u{1A}", at: "1:4"),
        .refuses("[\u{2060}]", at: "1:2"),
    ]

    @Test(arguments: structure + words + numbers + strings + space)
    func `accepts what the grammar accepts and stops where it does not fit`(row: JSONCase) {
        #expect(stop(in: row.bytes, Self.skip) == row.expectation)
        #expect(stop(in: row.bytes, Self.makeTree) == row.expectation)
        #expect((outcome(of: row.bytes) == .accepted) == (row.expectation == .accepted))
    }

    @Test(arguments: [(128, true), (129, false), (200_000, false)])
    func `arrays and objects nest to a bound`(depth: Int, isTaken: Bool) {
        let arrays = Array(String(repeating: "[", count: depth).utf8)
        let closed = arrays + Array(String(repeating: "]", count: depth).utf8)
        let objects = Array(String(repeating: #"{"":"#, count: depth).utf8)
        for scan in [Self.skip, Self.makeTree] {
            #expect(stop(in: closed, scan) == (isTaken ? .accepted : .refused(["1:129"])))
        }
        let tooDeep = "nested more than 128 deep"
        #expect(outcome(of: closed) == (isTaken ? .accepted : .refused(["1:129 \(tooDeep)"])))
        let end = "the file ends too soon: a"
        #expect(
            outcome(of: arrays)
                == .refused(["1:129 \(isTaken ? "\(end) ']' is missing for the '[' of line 1" : tooDeep)"]))
        #expect(
            outcome(of: objects)
                == .refused(["1:513 \(isTaken ? "\(end) '}' is missing for the '{' of line 1" : tooDeep)"]))
    }

    @Test func `many arrays beside each other are no deeper than one`() {
        let text = "[" + Array(repeating: "[[]]", count: 1000).joined(separator: ",") + "]"
        #expect(outcome(of: Array(text.utf8)) == .accepted)
    }
}
