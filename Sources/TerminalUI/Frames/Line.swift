/// A row of text in pieces of different styles.
public struct Line: Hashable, Sendable {
    /// Text of one style.
    public struct Span: Hashable, Sendable {
        /// The text.
        public var text: String
        /// Its style.
        public var style: Style
    }

    /// The pieces from left to right.
    public private(set) var spans: [Span] = []
    /// How many columns the pieces take.
    public private(set) var columns = 0
    /// The column of the real cursor in this line, if it is here.
    public var cursor: Int?

    /// A line, empty or with a first piece.
    public init(_ text: String = "", _ style: Style = .text) { append(text, style) }

    /// Adds a piece at the right.
    public mutating func append(_ text: String, _ style: Style = .text) {
        guard !text.isEmpty else { return }
        let safe = text.printable
        spans.append(Span(text: safe, style: style))
        columns += safe.displayWidth
    }

    /// Adds all of another line, its cursor too.
    public mutating func append(_ line: Line) {
        if let place = line.cursor { cursor = columns + place }
        spans += line.spans
        columns += line.columns
    }

    /// Adds spaces up to a column, if the line is shorter.
    public mutating func pad(to column: Int, _ style: Style = .text) {
        append(String(repeating: " ", count: max(0, column - columns)), style)
    }
}
