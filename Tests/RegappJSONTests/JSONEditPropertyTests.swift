import RegappValues
import RegappJSON
import RegappTestSupport
import Testing

/// Objects in every handwriting, edited at random.
@Suite struct JSONEditPropertyTests {
    /// An object as a person may have typed it, in pieces, so that the test knows which byte belongs to what.
    private struct Handwriting {
        var pieces: [(key: String, before: String, value: String, after: String)] = []
        var closing = ""

        init(_ random: inout SeededGenerator) {
            let keys = ["a", "b", "é", "e\u{301}", "K", "\u{212A}", "", "own key", "\"", "😀"].shuffled(
                using: &random)
            let styles = ["\n  ", "\r\n\t", "", " ", "\n\n\t "]
            let lead = styles.randomElement(using: &random) ?? ""
            let colon = [":", ": ", " : ", "\t:\n"].randomElement(using: &random) ?? ":"
            let comma = [",", " ,", "\n,", "\r\n  , "].randomElement(using: &random) ?? ","
            let count = Int.random(in: 1...keys.count, using: &random)
            for (index, key) in keys.prefix(count).enumerated() {
                let text = Self.written(key, &random)
                pieces.append(
                    (key, (index == 0 ? " {" : comma) + lead + text + colon, Self.value(&random), ""))
            }
            closing = lead + "}" + (Bool.random(using: &random) ? "\r\n" : "")
        }

        static func written(_ key: String, _ random: inout SeededGenerator) -> String {
            key.unicodeScalars.reduce("\"") { text, scalar in
                let isEscaped = scalar == "\"" || Bool.random(using: &random)
                guard isEscaped, scalar.value < 0x10000 else { return text + String(scalar) }
                let digits = String(scalar.value, radix: 16)
                return text + "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            } + "\""
        }

        static func value(_ random: inout SeededGenerator) -> String {
            let values = [
                "1.50", "null", "true", "[1 , {\"a\":\",\"}]", "{ }", "\"x,}\"", "\"\\u00e9\"", "\"日本\\n\"",
                "-0e+1",
            ]
            return values.randomElement(using: &random) ?? "0"
        }

        var text: String { pieces.map { $0.before + $0.value }.joined() + closing }
    }

    @Test(arguments: 1...20)
    func `setting a value leaves every other byte`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            var writing = Handwriting(&random)
            let document = try #require(JSONDocument(writing.text), "\(writing.text)")
            let index = Int.random(in: writing.pieces.indices, using: &random)
            let key = writing.pieces[index].key
            let edited = document.applying([.set(key: key, "new \"one\"")])
            writing.pieces[index].value = #""new \"one\"""#
            #expect(edited == Array(writing.text.utf8), "\(key) in \(document.bytes)")
        }
    }

    @Test(arguments: 1...20)
    func `adding, removing and replacing keep other members and how they are written`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let writing = Handwriting(&random)
            let document = try #require(JSONDocument(writing.text))
            let key = writing.pieces[Int.random(in: writing.pieces.indices, using: &random)].key
            let others = texts(of: document).filter { !$0.key.hasSameScalars(as: key) }
            let added = try edited(document, .set(key: "added", "x"))
            #expect(added == texts(of: document).map(\.pair) + [#"added="x""#])
            #expect(try edited(document, .remove(key: key)) == others.map(\.pair))
            let renamed = try edited(document, .replace(key: key, with: "renamed", "y"))
            let pairs = texts(of: document).map { $0.key.hasSameScalars(as: key) ? #"renamed="y""# : $0.pair }
            #expect(renamed == pairs)
        }
    }

    @Test(arguments: 1...20)
    func `an added key starts like the key before it`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let writing = Handwriting(&random)
            let document = try #require(JSONDocument(writing.text))
            guard writing.pieces.count > 1, let last = writing.pieces.last else { continue }
            let text = String(decoding: document.applying([.set(key: "added", "x")]), as: UTF8.self)
            let keyText = last.before.unicodeScalars.drop { $0 != "\"" }
            let space = last.before.unicodeScalars.prefix { $0 != "\"" }
            let comma = space.firstIndex(of: ",") ?? space.startIndex
            // But for blanks at the end of the line of the comma.
            let rest = space[comma...].dropFirst()
            let kept = rest.contains("\n") ? rest.drop { $0 == " " || $0 == "\t" } : rest
            let lead =
                String(String.UnicodeScalarView(space[...comma])) + String(String.UnicodeScalarView(kept))
            let colon = String(
                String.UnicodeScalarView(
                    keyText.suffix(from: keyText.lastIndex(of: "\"") ?? keyText.startIndex).dropFirst()))
            let expected =
                writing.pieces.map { $0.before + $0.value }.joined() + lead + "\"added\"" + colon + "\"x\""
                + writing.closing
            #expect(text.hasSameScalars(as: expected), "\(text.debugDescription)")
        }
    }

    /// The members as they are written, in their order.
    private func texts(of document: JSONDocument) -> [(key: String, pair: String)] {
        document.root.members.map { member in
            let value = String(decoding: document.bytes[member.value.range], as: UTF8.self)
            return (member.key, member.key + "=" + value)
        }
    }

    private func edited(_ document: JSONDocument, _ edit: JSONEdit) throws -> [String] {
        texts(of: try JSONDocument(parsing: document.applying([edit]))).map(\.pair)
    }
}
