import RegappValues
import RegappJSON
import Testing

/// A row: a document, what is done to it, and the document it becomes to the byte.
struct EditCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let before: String
    let edits: [JSONEdit]
    let after: String

    init(_ name: String, _ before: String, _ edits: JSONEdit..., gives after: String) {
        testDescription = name
        self.before = before
        self.edits = edits
        self.after = after
    }
}

@Suite struct JSONEditTests {
    static let changes: [EditCase] = [
        EditCase("a value in place", #"{"a":"x","b":1}"#, .set(key: "a", "y"), gives: #"{"a":"y","b":1}"#),
        EditCase(
            "odd spaces stay", "{ \"a\"\t:\r\n \"x\" ,\"b\" : 1e0 }", .set(key: "a", "y"),
            gives: "{ \"a\"\t:\r\n \"y\" ,\"b\" : 1e0 }"),
        EditCase(
            "space around the document stays", "\n\n {\"a\":\"x\"}\r\n\t", .set(key: "a", "y"),
            gives: "\n\n {\"a\":\"y\"}\r\n\t"),
        EditCase(
            "an escaped key is found", #"{"\u0061":"x"}"#, .set(key: "a", "y"), gives: #"{"\u0061":"y"}"#),
        EditCase(
            "an equal value stays as it is escaped", #"{"a":"\u0078\/"}"#, .set(key: "a", "x/"),
            gives: #"{"a":"\u0078\/"}"#),
        EditCase(
            "canonically equal is not equal", "{\"a\":\"é\"}", .set(key: "a", "e\u{301}"),
            gives: "{\"a\":\"e\u{301}\"}"),
        EditCase(
            "of two equal keys the one with these scalars", "{\"e\u{301}\":\"1\",\"é\":\"2\"}",
            .set(key: "é", "3"),
            gives: "{\"e\u{301}\":\"1\",\"é\":\"3\"}"),
        EditCase(
            "another type becomes a string", #"{"a":[1,{"a":2}],"b":null}"#, .set(key: "a", "x"),
            .set(key: "b", "y"), gives: #"{"a":"x","b":"y"}"#),
        EditCase(
            "inner keys are not touched", #"{"o":{"a":"in"},"a":"out"}"#, .set(key: "a", "new"),
            gives: #"{"o":{"a":"in"},"a":"new"}"#),
        EditCase(
            "what needs an escape gets one", #"{"a":""}"#,
            .set(key: "a", "\"\\/\n\r\t\u{0}\u{8}\u{1B}\u{7F}\u{9F}\u{202E}é😀"),
            gives: #"{"a":"\"\\/\n\r\t\u0000\u0008\u001b\u007f\u009f\u202eé😀"}"#),
        EditCase(
            "several at once", #"{"a":"1","b":"2"}"#, .set(key: "b", "x"), .set(key: "a", "y"),
            gives: #"{"a":"y","b":"x"}"#),
        EditCase(
            "the last of two wins", #"{"a":"1"}"#, .set(key: "a", "x"), .set(key: "a", "y"),
            gives: #"{"a":"y"}"#),
    ]

    static let additions: [EditCase] = [
        EditCase(
            "a line each", "{\n  \"a\": 1\n}\n", .set(key: "b", "x"),
            gives: "{\n  \"a\": 1,\n  \"b\": \"x\"\n}\n"),
        EditCase(
            "tabs and CR LF", "{\r\n\t\"a\": 1\r\n}\r\n", .set(key: "b", "x"),
            gives: "{\r\n\t\"a\": 1,\r\n\t\"b\": \"x\"\r\n}\r\n"),
        EditCase(
            "one line without spaces", #"{"a":1,"c":2}"#, .set(key: "b", "x"),
            gives: #"{"a":1,"c":2,"b":"x"}"#),
        EditCase(
            "one line with spaces", #"{ "a" : 1, "c" : 2 }"#, .set(key: "b", "x"),
            gives: #"{ "a" : 1, "c" : 2, "b" : "x" }"#),
        EditCase(
            "commas first", "{\n    \"a\": 1\n  , \"c\": 2\n}", .set(key: "b", "x"),
            gives: "{\n    \"a\": 1\n  , \"c\": 2\n  , \"b\": \"x\"\n}"),
        EditCase(
            "no blanks at the ends of lines", "{\n  \"a\": 1,\t \n  \"c\": 2  \n}", .set(key: "b", "x"),
            gives: "{\n  \"a\": 1,\t \n  \"c\": 2,\n  \"b\": \"x\"  \n}"),
        EditCase("nothing there", "{}", .set(key: "a", "x"), gives: "{\n  \"a\": \"x\"\n}"),
        EditCase(
            "nothing but space", "{ \r\n }\r\n", .set(key: "a", "x"), gives: "{\r\n  \"a\": \"x\"\r\n}\r\n"),
        EditCase(
            "two of them", "{\n \"a\": 1\n}", .set(key: "b", "x"), .set(key: "c", "y"),
            gives: "{\n \"a\": 1,\n \"b\": \"x\",\n \"c\": \"y\"\n}"),
        EditCase(
            "a key that needs escapes", #"{"a":1}"#, .set(key: "\"\u{1}", "x"),
            gives: #"{"a":1,"\"\u0001":"x"}"#),
        EditCase(
            "a canonically equivalent key", "{\"e\u{301}\":1}", .set(key: "é", "x"),
            gives: "{\"e\u{301}\":1,\"é\":\"x\"}"),
    ]

    static let removals: [EditCase] = [
        EditCase("the first", #"{"a":1, "b":2}"#, .remove(key: "a"), gives: #"{ "b":2}"#),
        EditCase(
            "the middle", "{\n  \"a\": 1,\n  \"b\": 2,\n  \"c\": 3\n}", .remove(key: "b"),
            gives: "{\n  \"a\": 1,\n  \"c\": 3\n}"),
        EditCase("the last", "{\n  \"a\": 1,\n  \"b\": 2\n}", .remove(key: "b"), gives: "{\n  \"a\": 1\n}"),
        EditCase("the only one", "{\n  \"a\": 1\n}", .remove(key: "a"), gives: "{\n}"),
        EditCase(
            "one with commas first", "{\n  \"a\": 1\n, \"b\": 2\n}", .remove(key: "b"),
            gives: "{\n  \"a\": 1\n}"),
        EditCase("none of that key", "{ }", .remove(key: "a"), gives: "{ }"),
        EditCase(
            "a value with commas and braces", #"{"a":"},{","b":[1,2]}"#, .remove(key: "b"),
            gives: #"{"a":"},{"}"#),
        EditCase(
            "and another added", "{\n  \"a\": 1\n}", .remove(key: "a"), .set(key: "b", "x"),
            gives: "{\n  \"b\": \"x\"\n}"),
        EditCase(
            "another key in its place", "{\n  \"a\" : 1,\n  \"b\": 2\n}", .replace(key: "a", with: "z", "x"),
            gives: "{\n  \"z\" : \"x\",\n  \"b\": 2\n}"),
        EditCase("another key for none", #"{"b":2}"#, .replace(key: "a", with: "z", "x"), gives: #"{"b":2}"#),
    ]

    static let nothing: [EditCase] = [
        EditCase("no edit", "{ \"a\" :1 ,\t\"b\":2}\n", gives: "{ \"a\" :1 ,\t\"b\":2}\n"),
        EditCase("no edit of nothing", "{}", gives: "{}"),
        EditCase("an array", "[1, 2]", .set(key: "a", "x"), .remove(key: "b"), gives: "[1, 2]"),
        EditCase("a string", "\"a\"", .set(key: "a", "x"), gives: "\"a\""),
    ]

    @Test(arguments: changes + additions + removals + nothing)
    func `an edit changes the bytes it is about`(row: EditCase) throws {
        let document = try #require(JSONDocument(row.before))
        let after = String(decoding: document.applying(row.edits), as: UTF8.self)
        #expect(after.hasSameScalars(as: row.after), "\(after.debugDescription)")
    }
}
