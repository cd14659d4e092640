/// The terminals behind the standard streams.
public enum Terminal {
    /// A standard stream.
    public enum Stream: Int32, Sendable {
        case standardInput = 0
        case standardOutput = 1
        case standardError = 2
    }

    /// Whether a stream is a terminal.
    ///
    /// The corresponding C function is `isatty`.
    public static func isTerminal(_ stream: Stream) -> Bool {
        TerminalDevice(descriptor: stream.rawValue).isTerminal
    }

    /// The size of the terminal behind a stream; nil if there is none or it does not know.
    public static func size(of stream: Stream) -> Size? {
        TerminalDevice(descriptor: stream.rawValue).size
    }
}

/// A size in columns and rows, never negative.
public struct Size: Hashable, Sendable {
    public let columns: Int
    public let rows: Int

    /// A size; negative numbers become zero.
    public init(columns: Int, rows: Int) {
        self.columns = max(0, columns)
        self.rows = max(0, rows)
    }
}
