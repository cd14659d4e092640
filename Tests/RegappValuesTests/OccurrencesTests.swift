import RegappValues
import Testing

@Suite struct OccurrencesTests {
    @Test(arguments: [
        ("a", "a", "b", "b"), ("aaa", "aa", "b", "ba"), ("x NAME y NAME", "NAME", "r", "x r y r"),
        ("NAM", "NAME", "r", "NAM"), ("", "a", "b", ""), ("abc", "c", "", "ab"), ("a", "a", "aa", "aa"),
    ])
    func `each occurrence is replaced, from the left`(text: String, old: String, new: String, result: String)
    {
        #expect(text.replacingEach(old, with: new) == result)
        let place = text.firstPlace(of: old)
        #expect(place.map { String(text[$0]) } == (text == result ? nil : old))
    }

    @Test(arguments: [
        ("abcabd", "abd", true), ("abc", "", true), ("ab", "abc", false), ("", "a", false),
        ("aab", "ab", true),
    ])
    func `bytes hold others that stand in them in this order`(text: String, part: String, isThere: Bool) {
        #expect(Array(text.utf8).holds(Array(part.utf8)) == isThere)
    }
}
