import RegappWording
import RegappJSON
import RegappTerminal

/// A command's standard output, buffered and written in large pieces.
///
/// On a terminal nothing is printed that could control it or that a person would not see. A pipe gets values exactly as
/// they are where a program asks for them: ``json(_:)``, ``exact(_:)`` and ``lines(_:)``.
struct Output: ~Copyable {
    private static let pieceSize = 64 << 10
    let isTerminal = Terminal.isTerminal(.standardOutput)
    private var pending: [UInt8] = []
    private lazy var palette = Appearance.live.palette(of: .output)

    init() {}

    /// Adds a line for people, made printable.
    mutating func line(_ text: String) throws { try self.text(text.printable + "\n") }

    /// Adds a line about what was done, as ``line(_:)`` does, unless the run is quiet.
    mutating func outcome(_ line: String) throws {
        if !Diagnostics.isQuiet { try self.line(line) }
    }

    mutating func outcome(_ message: Message) throws {
        for fact in message.facts { try outcome(fact.text) }
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

    /// Adds a line with a value for a program, as ``exact(_:)`` gives it.
    mutating func value(_ value: String) throws { try text(exact(value) + "\n") }

    /// A value for a program; printable on a terminal.
    func exact(_ value: String) -> String { isTerminal ? value.printable : value }

    /// Adds lines that end in LF or CR LF for a program; printable on a terminal.
    mutating func lines(_ bytes: [UInt8]) throws {
        try lines(bytes) { ($0.hasSuffix("\r") ? String($0.dropLast()) : $0).printable }
    }

    /// Adds JSON, or a part of it that ends outside a string. On a terminal it is escaped further, and stays JSON.
    mutating func json(_ bytes: [UInt8]) throws {
        try lines(bytes) { $0.printable(escape: JSONText.escape) }
    }

    private mutating func lines(_ bytes: [UInt8], _ printable: (String) -> String) throws {
        guard isTerminal else { return try self.bytes(bytes) }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        try text(lines.map { printable(String(decoding: $0, as: UTF8.self)) }.joined(separator: "\n"))
    }

    private mutating func bytes(_ bytes: [UInt8]) throws {
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
