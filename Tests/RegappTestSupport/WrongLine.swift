internal import Foundation
internal import Testing

/// A wrong command line, and the two lines that answer it.
package struct WrongLine: CustomTestStringConvertible, Sendable {
    /// What is typed after the program's name.
    package let testDescription: String
    package let error: String
    package let hint: String

    package init(_ line: String, _ error: String, _ hint: String) {
        (testDescription, self.error, self.hint) = (line, error, hint)
    }

    package var words: [String] { get throws { try ShellWords.split(testDescription) } }

    /// `Fixtures/command-lines/NAME.tsv`: what is typed, the error and the hint of a line.
    package static func table(_ name: String) -> [WrongLine] {
        let root = #filePath.components(separatedBy: "/Tests/")[0]
        let text = try? String(contentsOfFile: "\(root)/Fixtures/command-lines/\(name).tsv", encoding: .utf8)
        let rows = (text ?? "").split(separator: "\n").map { $0.components(separatedBy: "\t") }
        precondition(rows.count > 20 && rows.allSatisfy { $0.count == 3 }, "\(name).tsv has no rows of three")
        return rows.map { WrongLine($0[0], $0[1], $0[2]) }
    }
}
