/// The terminals behind the standard streams.
package enum Terminal {
    package enum Stream: Int32, Sendable {
        case standardInput = 0
        case standardOutput = 1
        case standardError = 2
    }

    package static func isTerminal(_ stream: Stream) -> Bool {
        TerminalDevice(descriptor: stream.rawValue).isTerminal
    }

    package static func columns(of stream: Stream) -> Int {
        TerminalDevice(descriptor: stream.rawValue).columns
    }

    /// Nil if the stream is no terminal, or one that does not know its size.
    package static func rows(of stream: Stream) -> Int? {
        TerminalDevice(descriptor: stream.rawValue).size?.rows
    }
}

/// A size in columns and rows, never negative.
package struct Size: Hashable, Sendable {
    package let columns: Int
    package let rows: Int

    package init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }

    /// Whether there is room for empty rows and facts.
    package var isRoomy: Bool { rows >= 18 }
}
