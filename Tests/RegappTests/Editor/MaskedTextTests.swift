import RegappTestSupport
import RegappJSON
import Testing

@testable import RegappTerminal
@testable import RegappWording
@testable import regapp

/// What a dialog shows of a text that is wrong.
@Suite struct MaskedTextTests {
    /// The line of a place and the one with its mark, without the number.
    private static func lines(_ text: String, line: Int = 1, column: Int, columns: Int = 200) -> [String] {
        MaskedText(Array(text.utf8), hidesSecrets: true)
            .passage(at: SourcePosition(line: line, column: column))
            .lines(columns: columns).map { String($0.text.dropFirst(3)) }
    }

    @Test(arguments: [
        (#"  "email": "a@b.cd","#, #"  "email": "a@b.cd","#),
        (#"  "password": "hush-hush","#, "  \"password\": ********,"),
        (
            #"{"passwordHash": "$y$hush", "firstName": "Ann"}"#,
            #"{"passwordHash": ********, "firstName": "Ann"}"#
        ),
        (#"{"note": "hush", "account": 1}"#, #"{"note": ********, "account": ********}"#),
        // A mistake may hide more than it has to.
        (#""password": hush, "email": "a@b.cd""#, #""password": ********, "email": "a@b.cd""#),
        (#""password": "hush"hush","#, #""password": ********"#),
        (#""password" "hush""#, "******** ********"),
        (#"password = 'hush'"#, "********"),
        (#"{"email": "a@b.cd, "password": "hush"}"#, #"{"email": "a@b.cd, "********"#),
        (#"{"emial": "hush", pasword: hush}"#, #"{"emial": ********, ********}"#),
        (#""email": "a@b.cd" "hush""#, #""email": "a@b.cd" ********"#),
        (#""email": ["hush"]"#, #""email": [********]"#),
    ])
    func `a value is shown where it follows a key that is no secret's`(text: String, shown: String) {
        #expect(Self.lines(text, column: 1)[0] == shown)
    }

    @Test func `no value of a password is shown, wherever a character is missing or too much`() {
        let text = #"{"email":"a@b.cd","password":"hush","firstName":"Ann","passwordHash":"hush"}"#
        let lines = [text, text.replacing(",", with: ",\n"), text.replacing(":", with: " : ")]
        for whole in lines {
            for place in whole.indices {
                for other in ["", "\"", ",", ":", "x", "\n", "\\"] {
                    let broken = String(whole[..<place]) + other + whole[whole.index(after: place)...]
                    let count = broken.split(separator: "\n", omittingEmptySubsequences: false).count
                    let shown = (1...count).map { Self.lines(broken, line: $0, column: 1)[0] }.joined()
                    let isInValue = whole[place...].hasPrefix("hush") || "hush".contains(whole[place])
                    if !isInValue { #expect(!shown.contains("hush"), "\(broken)") }
                }
            }
        }
    }

    @Test func `the mark stands below the place, also behind what is hidden or wide`() {
        #expect(
            Self.lines(#""password": "hush", x"#, column: 21) == [
                #""password": ********, ********"#, "                      ^",
            ])
        #expect(
            Self.lines("\"firstName\": \"名前\", 1", column: 20)[1] == String(repeating: " ", count: 21) + "^")
        #expect(Self.lines("{\n\t\"email\": 5\n}", line: 2, column: 11) == [#" "email": 5"#, "          ^"])
        #expect(Self.lines("{", line: 2, column: 1) == ["", "^"])
    }

    @Test func `a long line is cut around its place`() {
        let lines = Self.lines(
            #"{"firstName": "\#(String(repeating: "n", count: 90))", "lastName": 5}"#, column: 119,
            columns: 33)
        #expect(lines[0].hasPrefix("…") && lines[0].displayWidth <= 30)
        #expect(lines[1].displayWidth <= 30 && lines[1].last == "^")
    }
}
