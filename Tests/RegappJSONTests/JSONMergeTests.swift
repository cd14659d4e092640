import RegappJSON
import RegappTestSupport
import Testing

/// What comes of a text that two people changed at once.
@Suite struct JSONMergeTests {
    struct Row: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var base = #"{"a": 1, "b": "x", "c": [1, 2]}"#
        let mine: String
        let theirs: String
        let merged: String
        var conflicts: [[String]] = []
        var units: [[String]] = []

        init(
            _ description: String, base: String? = nil, mine: String, theirs: String, merged: String,
            conflicts: [[String]] = [], units: [[String]] = []
        ) {
            testDescription = description
            if let base { self.base = base }
            (self.mine, self.theirs, self.merged) = (mine, theirs, merged)
            (self.conflicts, self.units) = (conflicts, units)
        }
    }

    static let rows = [
        Row(
            "neither side changed anything but the layout", mine: #"{ "a":1,"b":"x","c":[1,2] }"#,
            theirs: #"{"c": [1, 2], "a": 1, "b": "\u0078"}"#, merged: #"{ "a":1,"b":"x","c":[1,2] }"#),
        Row(
            "only I changed something", mine: #"{"a": 2, "c": [1, 2]}"#,
            theirs: #"{"a": 1, "b": "x", "c": [1, 2]}"#, merged: #"{"a": 2, "c": [1, 2]}"#),
        Row(
            "theirs is set in place", mine: #"{ "a" : 5 ,"b":"x", "c": [1, 2] }"#,
            theirs: #"{"a": 1, "b": {"d": null}, "c": [1, 2]}"#,
            merged: #"{ "a" : 5 ,"b":{"d": null}, "c": [1, 2] }"#),
        Row(
            "an added key is added where they have it", mine: #"{"a": 2, "b": "x", "c": [1, 2]}"#,
            theirs: #"{"a": 1, "n": true, "b": "x", "c": [1, 2]}"#,
            merged: #"{"a": 2, "n": true, "b": "x", "c": [1, 2]}"#),
        Row(
            "a removed key is removed", mine: #"{"a": 2, "b": "x", "c": [1, 2]}"#,
            theirs: #"{"a": 1, "b": "x"}"#, merged: #"{"a": 2, "b": "x"}"#),
        Row(
            "both did the same", mine: #"{"a": 7, "b": "x"}"#, theirs: #"{"b":"x","a":7}"#,
            merged: #"{"a": 7, "b": "x"}"#),
        Row(
            "both changed one key, and each another", mine: #"{"a": 2, "b": "y", "c": [1, 2]}"#,
            theirs: #"{"a": 3, "b": "x", "c": [2, 1]}"#, merged: #"{"a": 2, "b": "y", "c": [2, 1]}"#,
            conflicts: [["a"]]),
        Row(
            "one removed what the other changed", mine: #"{"b": "x", "c": [1, 2]}"#,
            theirs: #"{"a": 3, "b": "x", "c": [1, 2]}"#, merged: #"{"b": "x", "c": [1, 2]}"#,
            conflicts: [["a"]]),
        Row(
            "keys of a unit are one", mine: #"{"a": 2, "b": "x", "c": [1, 2]}"#,
            theirs: #"{"a": 1, "b": "z", "c": [1, 2]}"#, merged: #"{"a": 2, "b": "x", "c": [1, 2]}"#,
            conflicts: [["b", "a"]], units: [["b", "a"]]),
        Row(
            "what both began with was no JSON", base: "{", mine: #"{"a": 2, "b": "x"}"#,
            theirs: #"{"a": 1, "n": 0}"#, merged: #"{"a": 2, "b": "x", "n": 0}"#, conflicts: [["a"]]),
        Row(
            "é in its two forms is two values, and two keys", base: "{\"\u{E9}\": \"\u{E9}\"}",
            mine: "{\"\u{E9}\": \"\u{E9}\", \"m\": 1}", theirs: "{\"\u{E9}\": \"e\u{301}\", \"e\u{301}\": 1}",
            merged: "{\"\u{E9}\": \"e\u{301}\", \"m\": 1, \"e\u{301}\": 1}"),
    ]

    private static func merge(_ row: Row) throws -> JSONMerge {
        // As a file has it in between.
        let json = JSONFingerprint(try? JSONDocument(parsing: Array(row.base.utf8))).json.fileBytes
        let base = JSONFingerprint(json: try JSONDocument(parsing: json).root)
        #expect(base == JSONFingerprint(try? JSONDocument(parsing: Array(row.base.utf8))))
        return JSONMerge(
            from: base, mine: try JSONDocument(parsing: Array(row.mine.utf8)),
            theirs: try JSONDocument(parsing: Array(row.theirs.utf8)), units: row.units)
    }

    @Test(arguments: rows)
    func `a change by one side holds, and a key that both changed has to be chosen`(row: Row) throws {
        let merge = try Self.merge(row)
        #expect(merge.conflicts == row.conflicts)
        #expect(merge.text() == Array(row.merged.utf8), "\(String(decoding: merge.text(), as: UTF8.self))")
    }

    @Test func `if the other value is chosen, it is set, or the key removed`() throws {
        let text = #"{"a": 2, "c": 1}"#
        let merge = try Self.merge(Row("", mine: text, theirs: #"{"b": "t", "c": 3}"#, merged: ""))
        #expect(merge.conflicts == [["b"], ["c"], ["a"]])
        #expect(merge.text(choosingTheirsOf: merge.conflicts) == Array(#"{ "b": "t", "c": 3}"#.utf8))
        #expect(merge.text() == Array(text.utf8))
        let (b, a) = (merge.member("b"), merge.member("a"))
        #expect(b.mine == nil && b.theirs == .string("t") && a.mine == .number("2") && a.theirs == nil)
    }

    @Test func `no value can be read off what a text is remembered by`() {
        let json = JSONFingerprint(
            try? JSONDocument(parsing: Array(#"{"password": "SilverFox7", "n": ["SilverFox7"]}"#.utf8))
        ).json
        #expect(!String(decoding: json.bytes, as: UTF8.self).contains("Fox"))
    }

    /// Members of the keys a to f, each with one of three values of several kinds or none.
    private static func object(_ random: inout SeededGenerator) -> [String: String] {
        let values = ["1", "\"x\"", "[1,{\"k\":null}]"]
        var members: [String: String] = [:]
        for key in ["a", "b", "c", "d", "e", "f"] where Int.random(in: 0..<4, using: &random) > 0 {
            members[key] = values.randomElement(using: &random)
        }
        return members
    }

    private static func text(_ members: [String: String], _ random: inout SeededGenerator) -> [UInt8] {
        let space = ["", " ", "\n  "].randomElement(using: &random) ?? ""
        let list = members.shuffled(using: &random).map { "\(space)\"\($0.key)\":\(space)\($0.value)" }
        return Array("{\(list.joined(separator: ","))\(space)}".utf8)
    }

    private static func members(_ text: [UInt8]) throws -> [String: String] {
        let document = try JSONDocument(parsing: text)
        let pairs = document.root.members.map {
            ($0.key, String(decoding: document.bytes[$0.value.range].filter { $0 > 0x20 }, as: UTF8.self))
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    @Test func `2,000 merged pairs of changes lose none and add nothing`() throws {
        var random = SeededGenerator(seed: 13)
        for _ in 0..<2000 {
            let (base, mine, theirs) = (Self.object(&random), Self.object(&random), Self.object(&random))
            let merge = JSONMerge(
                from: JSONFingerprint(try? JSONDocument(parsing: Self.text(base, &random))),
                mine: try JSONDocument(parsing: Self.text(mine, &random)),
                theirs: try JSONDocument(parsing: Self.text(theirs, &random)))
            let merged = try Self.members(merge.text())
            let chosen = try Self.members(merge.text(choosingTheirsOf: merge.conflicts))
            for key in ["a", "b", "c", "d", "e", "f"] {
                let isMine = mine[key] != base[key], isTheirs = theirs[key] != base[key]
                let isConflict = isMine && isTheirs && mine[key] != theirs[key]
                #expect(merge.conflicts.contains([key]) == isConflict)
                #expect(merged[key] == (isTheirs && !isConflict ? theirs[key] : mine[key]))
                #expect(chosen[key] == (isTheirs ? theirs[key] : mine[key]))
            }
        }
    }
}
