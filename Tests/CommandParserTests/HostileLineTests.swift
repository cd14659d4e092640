import CommandParser
import RegappProcess
import Testing

/// Numbers that look random and are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// The next number of SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

struct HostileLineTests {
    private static let pieces =
        OptionID.allCases.map(\.typed) + [
            "login", "show", "accounts", "import", "policy", "use", "albums", "search", "help", "exit-codes",
            "", "-", "--", "---", "=", "--=", "-=", "--=x", "-h", "-hx", "--email=", "--\u{301}", "-\u{301}",
            "--email\u{301}=x", "--email=\u{301}", "\u{1B}[2J", "\u{202E}", "\r\n", "\u{2028}", "\u{85}", "é",
            "🇨🇭", "1", "-1", "9223372036854775808", "\u{FFFD}", String(repeating: "-", count: 5_000),
        ]

    @Test func `whatever the words, the answer is one printable line`() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...6, using: &generator)
            let line = (0..<count).compactMap { _ in Self.pieces.randomElement(using: &generator) }
            do throws(UsageError) {
                _ = try CommandLineParser().parse(line)
            } catch {
                expectOneLine(error.message, line)
                expectOneLine(error.hint.text(documents: nil), line)
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
