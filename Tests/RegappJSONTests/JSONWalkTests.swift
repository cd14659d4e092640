import Testing

@testable import RegappJSON

/// A text that is walked through without a tree, as an answer of the catalogue is.
@Suite struct JSONWalkTests {
    @Test func `each value is named by what it is`() throws {
        var scanner = JSONScanner(Array(#" [null, true, false, -1.5e3, "a\n\u00e9", {"a": [1]}, []] "#.utf8))
        var found: [JSONScanner.Scalar] = []
        try scanner.enterArray()
        while try scanner.hasElement() { found.append(try scanner.scanScalar()) }
        try scanner.scanEnd()
        #expect(
            found == [
                .null, .boolean(true), .boolean(false), .number("-1.5e3"), .string("a\né"), .nested, .nested,
            ])
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
