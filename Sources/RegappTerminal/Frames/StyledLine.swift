package struct StyledLine: Hashable, Sendable {
    struct Target: Hashable, Sendable {
        let columns: Range<Int>
        let event: Event
    }

    package struct Span: Hashable, Sendable {
        package let text: String
        package let style: Style
    }

    package private(set) var spans: [Span] = []
    package private(set) var columns = 0
    /// The column of the terminal's cursor, if it is in this line.
    package var cursor: Int?

    private(set) var targets: [Target] = []

    package init(_ text: String = "", _ style: Style = .text) { append(text, style) }

    package static func wrapped(_ text: String, _ style: Style, to columns: Int) -> [StyledLine] {
        text.printable.wrapped(to: columns).map { StyledLine($0, style) }
    }

    package mutating func append(_ text: String, _ style: Style = .text) {
        guard !text.isEmpty else { return }
        let safe = text.printable
        spans.append(Span(text: safe, style: style))
        columns += safe.displayWidth
    }

    /// Makes a click on what the line has so far mean an event.
    package mutating func add(_ event: Event) { targets.append(Target(columns: 0..<columns, event: event)) }

    package mutating func append(_ line: StyledLine) {
        if let cursor = line.cursor { self.cursor = columns + cursor }
        for target in line.targets {
            let range = target.columns.lowerBound + columns..<target.columns.upperBound + columns
            targets.append(Target(columns: range, event: target.event))
        }
        spans += line.spans
        columns += line.columns
    }

    /// Appends spaces up to a column, unless the line is already that long.
    package mutating func pad(to column: Int, _ style: Style = .text) {
        append(String(repeating: " ", count: max(0, column - columns)), style)
    }
}

extension [StyledLine] {
    /// Puts pieces side by side, in as many lines as they need.
    ///
    /// - Parameter start: what stands before the first piece; further lines are indented as far.
    static func flowing(
        _ pieces: [StyledLine], after start: StyledLine = StyledLine(), separator: StyledLine, columns: Int
    ) -> [StyledLine] {
        var lines = [start]
        for (index, piece) in pieces.enumerated() {
            if index > 0, lines[lines.count - 1].columns + separator.columns + piece.columns <= columns {
                lines[lines.count - 1].append(separator)
            } else if index > 0 {
                lines.append(StyledLine())
                lines[lines.count - 1].pad(to: start.columns)
            }
            lines[lines.count - 1].append(piece)
        }
        return lines
    }
}
