/// A row of text in pieces of different styles.
package struct StyledLine: Hashable, Sendable {
    struct Target: Hashable, Sendable {
        let columns: Range<Int>
        let event: Event
    }

    package struct Span: Hashable, Sendable {
        package let text: String
        package let style: Style
    }

    /// From left to right.
    package private(set) var spans: [Span] = []
    package private(set) var columns = 0
    /// The column of the terminal's cursor, if it is in this line.
    package var cursor: Int?

    /// What a click on some of its columns means.
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

    /// Appends another line, with its cursor and targets.
    package mutating func append(_ line: StyledLine) {
        if let place = line.cursor { cursor = columns + place }
        for target in line.targets {
            let place = target.columns.lowerBound + columns..<target.columns.upperBound + columns
            targets.append(Target(columns: place, event: target.event))
        }
        spans += line.spans
        columns += line.columns
    }

    /// Appends spaces up to a column, unless the line is already that long.
    package mutating func pad(to column: Int, _ style: Style = .text) {
        append(String(repeating: " ", count: max(0, column - columns)), style)
    }
}
