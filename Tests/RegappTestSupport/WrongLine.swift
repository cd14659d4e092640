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
}
