import TerminalUI

/// What a command prints on standard output, gathered and written in large pieces.
struct Output: ~Copyable {
    private static let pieceSize = 64 << 10
    private var pending: [UInt8] = []

    /// Nothing yet.
    init() {}

    /// Adds a line for people: what could steer a terminal shows as `\u{..}`.
    mutating func line(_ text: String) throws {
        try bytes(Array((text.printable + "\n").utf8))
    }

    /// Adds text of several lines that needs no escaping.
    mutating func text(_ text: String) throws {
        try bytes(Array(text.utf8))
    }

    /// Adds bytes exactly as they are.
    mutating func bytes(_ bytes: [UInt8]) throws {
        pending += bytes
        if pending.count >= Self.pieceSize { try flush() }
    }

    /// Writes what has been gathered.
    ///
    /// - Throws: a report with exit code 74 where the output is full or closed.
    mutating func flush() throws {
        let bytes = pending
        pending = []
        if let number = StandardStream.output.write(bytes) {
            throw Report.output(number)
        }
    }
}
