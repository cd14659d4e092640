import RegappTestSupport
import Testing

@testable import RegappJSON

/// Each mistake of a table at each place of some texts, alone and with another one.
@Suite struct DiagnosisTests {
    static let texts: [String] = [
        """
        {
          "email": "sam@post.example",
          "password": "gardens",
          "tags": ["one", "two", 3],
          "home": {"city": "Ulm", "zip": 89073, "inner": {"xyz": true, "none": null}},
          "list": [{"abc": 1}, {"def": [1, "end"]}],
          "lines": {
            "array": [
              "first",
              "second"
            ]
          },
          "lastName": "Smith"
        }

        """,
        #"{"email":"sam@post.example","tags":["one","two",3],"home":{"city":"Ulm"},"yes":true,"last":"Smith"}"#,
        #"{ "email" : "sam@post.example", "num": -1.5, "tags": [ "one", "two" ] }"#,
        "{\n\t\"email\"\n\t: \"sam@post.example\"\n\t, \"password\": \"gardens\"\n\t, \"last\": \"xyz\"\n}",
        "[{\"email\": \"ann@post.example\"},\r\n {\"email\": \"bob@post.example\", \"more\": [1, \"two\"]}]\r\n",
    ]

    private func told(of bytes: [UInt8]) -> [JSONError.Problem] {
        Diagnosis(of: bytes, firstLine: 1).problems
    }

    @Test(arguments: texts)
    func `a mistake is reported alone, at its place`(text: String) {
        let bytes = Array(text.utf8)
        #expect(told(of: bytes) == [])
        let mistakes = Mistake.all(in: bytes)
        #expect(mistakes.count > 150)
        for mistake in mistakes {
            let wrong = mistake.applied(to: bytes)
            let expected = JSONError.Problem(offset: mistake.offset, reason: mistake.reason)
            #expect(told(of: wrong) == [expected], "\(mistake): \(String(decoding: wrong, as: UTF8.self))")
        }
    }

    @Test(arguments: texts, 1...2)
    func `two mistakes are reported, and nothing else`(text: String, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let bytes = Array(text.utf8)
        let mistakes = Mistake.all(in: bytes)
        var both = 0
        for _ in 0..<1000 {
            let first = try #require(mistakes.randomElement(using: &random))
            let second = try #require(mistakes.randomElement(using: &random))
            // On one line two of them may make a third: a quote missing here and one too many there.
            guard first.range.upperBound < second.range.lowerBound,
                bytes[first.range.upperBound..<second.range.lowerBound].contains(UInt8(ascii: "\n"))
            else { continue }
            let wrong = first.applied(to: second.applied(to: bytes))
            // What the first one removes may put its place behind the second one.
            let expected = [
                JSONError.Problem(offset: first.offset, reason: first.reason),
                JSONError.Problem(offset: second.offset + first.growth, reason: second.reason),
            ]
            let told = told(of: wrong)
            #expect(
                !told.isEmpty && told.allSatisfy(expected.contains),
                "\(first), \(second): \(String(decoding: wrong, as: UTF8.self)): \(told)")
            if told.count == 2 { both += 1 }
        }
        // Better too few than a mistake that was not made, but hardly ever too few.
        #expect(both > 0 || !text.contains("\n"))
    }

    @Test func `ten are reported at most`() {
        let text = "{" + (0..<30).map { "\"k\($0)\": 'v'" }.joined(separator: ",\n") + "}"
        let problems = told(of: Array(text.utf8))
        #expect(problems.count == 10)
        #expect(problems.allSatisfy { $0.reason == .wrongQuote("a single quote") })
    }
}
