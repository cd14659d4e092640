/// A row of text in pieces of different styles.
public struct Line: Hashable, Sendable {
    /// Text of one style.
    public struct Span: Hashable, Sendable {
        public let text: String
        public let style: Style
    }

    /// The pieces from left to right.
    public private(set) var spans: [Span] = []
    /// The width of the pieces in columns.
    public private(set) var columns = 0
    /// The column of the real cursor, if it is in this line.
    public var cursor: Int?

    /// Makes an empty line, or one with a first piece.
    public init(_ text: String = "", _ style: Style = .text) { append(text, style) }

    /// Text in lines of at most `columns` columns.
    public static func wrapped(_ text: String, _ style: Style, to columns: Int) -> [Line] {
        text.printable.wrapped(to: columns).map { Line($0, style) }
    }

    /// Appends a piece.
    public mutating func append(_ text: String, _ style: Style = .text) {
        guard !text.isEmpty else { return }
        let safe = text.printable
        spans.append(Span(text: safe, style: style))
        columns += safe.displayWidth
    }

    /// Appends another line, including its cursor.
    public mutating func append(_ line: Line) {
        if let place = line.cursor { cursor = columns + place }
        spans += line.spans
        columns += line.columns
    }

    /// Appends spaces up to a column if the line is shorter.
    public mutating func pad(to column: Int, _ style: Style = .text) {
        append(String(repeating: " ", count: max(0, column - columns)), style)
    }
}
