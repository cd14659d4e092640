import RegappJSON
import Testing

/// Texts whose lists are checked and left out.
@Suite struct JSONOutlineTests {
    @Test func `an outline has the keys and places of a text, and nothing of its lists`() throws {
        let text = Array(#"{"a": ["x", "\u00e9", {"b": [1]}], "n": 5, "o": {"l": ["y"]}, "e": []}"#.utf8)
        let whole = try JSONDocument(parsing: text)
        let outline = try #require(JSONDocument(outlining: text))
        #expect(outline.root.members.map(\.key) == whole.root.members.map(\.key))
        #expect(outline.root.members.map(\.value.range) == whole.root.members.map(\.value.range))
        let list = try #require(outline.root["a"])
        if case .array(let elements) = list.content {
            #expect(elements.isEmpty)
        } else {
            Issue.record("no list")
        }
    }

    @Test(arguments: [
        #"{"a": ["x" "y"]}"#, #"{"a": ["\x"]}"#, #"{"a": [{"b": 1, "b": 2}]}"#, #"{"a": ["x",]}"#,
        #"{"a": ["x"}"#, "{\"a\": [\"\u{1}\"]}", #"{"a": [[1, 2}]}"#, "{\"a\": [\"x", #"["x"] 1"#,
    ])
    func `a mistake in a list is one in an outline too`(text: String) {
        #expect(JSONDocument(outlining: Array(text.utf8)) == nil)
    }
}
