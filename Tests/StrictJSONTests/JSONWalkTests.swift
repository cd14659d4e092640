import Testing

@testable import StrictJSON

/// A text that is walked through without a tree, as an answer of the catalogue is.
@Suite struct JSONWalkTests {
    /// What becomes of a text in which every value is passed over.
    private func outcomeOfSkipping(_ bytes: [UInt8]) -> JSONCase.Expectation {
        var scanner = JSONScanner(bytes)
        do throws(JSONError) {
            try scanner.scanText { scanner throws(JSONError) in try scanner.skipValue() }
            return .accepted
        } catch {
            return .refused(
                error.problems.map { "\(SourcePosition(of: $0.offset, in: bytes)) \($0.reason.message)" })
        }
    }

    @Test(
        arguments: JSONGrammarTests.structure + JSONGrammarTests.words + JSONGrammarTests.numbers
            + JSONGrammarTests.strings + JSONGrammarTests.space)
    func `what is passed over keeps to the same grammar`(row: JSONCase) {
        if case .refused(let problems) = row.expectation,
            problems.contains(where: { $0.hasSuffix("duplicate key") })
        {
            #expect(outcomeOfSkipping(row.bytes) == .accepted)
        } else {
            #expect(outcomeOfSkipping(row.bytes) == row.expectation)
        }
    }

    @Test(arguments: [(128, true), (129, false), (200_000, false)])
    func `what is passed over nests to the same bound`(depth: Int, isTaken: Bool) {
        let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        let expected: JSONCase.Expectation =
            isTaken ? .accepted : .refused(["1:129 nested more than 128 deep"])
        #expect(outcomeOfSkipping(Array(text.utf8)) == expected)
    }

    @Test func `each value is told by what it is`() throws {
        var scanner = JSONScanner(Array(#" [null, true, false, -1.5e3, "a\n\u00e9", {"a": [1]}, []] "#.utf8))
        var found: [JSONScanner.Scalar] = []
        try scanner.scanText { scanner throws(JSONError) in
            try scanner.scanArray { scanner throws(JSONError) in found.append(try scanner.scanScalar()) }
        }
        #expect(
            found == [
                .null, .boolean(true), .boolean(false), .number("-1.5e3"), .string("a\né"), .nested, .nested,
            ])
    }

    @Test func `keys come in their order, twice if they stand twice, and unescaped when asked`() throws {
        var scanner = JSONScanner(Array(#"{"a":1,"\u0061":{"b":2},"a":[3]}"#.utf8))
        var keys: [String] = []
        try scanner.scanText { scanner throws(JSONError) in
            try scanner.scanObject { scanner, key throws(JSONError) in
                keys.append(scanner.text(of: key) + (key.isEscaped ? " escaped" : ""))
                try scanner.skipValue()
            }
        }
        #expect(keys == ["a", "a escaped", "a"])
    }

    @Test(arguments: [#"{"a":1}"#, "1", #""a""#, ""])
    func `what is no array is refused as one`(text: String) {
        var scanner = JSONScanner(Array(text.utf8))
        #expect(throws: JSONError.self) {
            try scanner.scanArray { scanner throws(JSONError) in try scanner.skipValue() }
        }
    }
}
