import RegappTestSupport
import Testing

@testable import RegappCommandLine

struct HostileLineTests {
    private static let pieces =
        Toy.program.commands.flatMap { Toy.program.describe($0).options.map(\.typed) } + [
            "sign", "find", "books", "read", "key", "shelf", "desk", "help", "ex-libris",
            "", "-", "--", "---", "=", "--=", "-=", "--=x", "-h", "-hx", "--email=", "--\u{301}", "-\u{301}",
            "--email\u{301}=x", "--email=\u{301}", "\u{1B}[2J", "\u{202E}", "\r\n", "\u{2028}", "\u{85}", "é",
            "🇨🇭", "1", "-1", "9223372036854775808", "\u{FFFD}", String(repeating: "-", count: 5_000),
        ]

    @Test func `random words get one printable line as an answer`() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<Campaign.rounds(20_000, usually: 200) {
            let count = Int.random(in: 0...6, using: &generator)
            let line = (0..<count).compactMap { _ in Self.pieces.randomElement(using: &generator) }
            // Whatever is typed, a shell gets some answer.
            _ = Toy.program.completions(after: line, typed: line.last ?? "")
            do throws(UsageError) {
                _ = try Toy.parse(line)
            } catch {
                expectOneLine(error.message.text, line)
                expectOneLine(error.hint.text, line)
            }
        }
    }

    private func expectOneLine(_ text: String, _ line: [String]) {
        let isPrintable = text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl
                && scalar != "\u{2028}"
        }
        #expect(
            isPrintable && !text.isEmpty && !text.hasSuffix(".") || text.hasSuffix("...'"), "\(line): \(text)"
        )
        #expect(text.count < 700)
    }
}
