import TerminalUI

/// What a command prints on standard output, gathered and written in large pieces.
struct Output: ~Copyable {
    private static let pieceSize = 64 << 10
    private var pending: [UInt8] = []

    init() {}

    /// Adds a line for people: what could steer a terminal shows as `\u{..}`.
    mutating func line(_ text: String) throws {
        try bytes(Array((text.printable + "\n").utf8))
    }

    /// Adds text that needs no escaping.
    mutating func text(_ text: String) throws {
        try bytes(Array(text.utf8))
    }

    mutating func bytes(_ bytes: [UInt8]) throws {
        pending += bytes
        if pending.count >= Self.pieceSize { try flush() }
    }

    /// - Throws: a report with exit code 74 where the output is full or closed.
    mutating func flush() throws {
        let bytes = pending
        pending = []
        if let number = StandardStream.output.write(bytes) {
            throw Report.output(number)
        }
    }
}
