import TerminalUI

/// A command's standard output, buffered and written in large pieces.
struct Output: ~Copyable {
    private static let pieceSize = 64 << 10
    private var pending: [UInt8] = []
    private lazy var palette = StandardStream.output.palette

    init() {}

    /// Adds a line for people: characters that could control a terminal are shown as `\u{..}`.
    mutating func line(_ text: String) throws {
        try bytes(Array((text.printable + "\n").utf8))
    }

    /// Adds a line for people that begins with a label.
    ///
    /// - Parameter end: the ASCII character that ends the label.
    mutating func labelled(_ text: String, until end: Unicode.Scalar = ":") throws {
        try self.text(withFaintLabel(text.printable, until: end) + "\n")
    }

    /// A line that needs no escaping, with its label faint.
    mutating func withFaintLabel(_ line: String, until end: Unicode.Scalar = ":") -> String {
        // Every start prints lines, most of them without colour.
        guard palette.depth != .none, let last = line.unicodeScalars.firstIndex(of: end) else { return line }
        return faint(String(line[...last])) + line[line.unicodeScalars.index(after: last)...]
    }

    /// A text that describes what is beside or below it; it must need no escaping.
    mutating func faint(_ text: String) -> String { palette.printed(text, .faint) }

    /// Adds text that needs no escaping.
    mutating func text(_ text: String) throws {
        try bytes(Array(text.utf8))
    }

    mutating func bytes(_ bytes: [UInt8]) throws {
        pending += bytes
        if pending.count >= Self.pieceSize { try flush() }
    }

    /// - Throws: a report with exit code 74 if the output is full or closed.
    mutating func flush() throws {
        let bytes = pending
        pending = []
        if let number = StandardStream.output.write(bytes) {
            throw Report.output(number)
        }
    }
}
