/// The teal bar at the top: the program at the left, who is logged in at the right.
public struct HeaderBar: Hashable, Sendable {
    private let title: String
    private let detail: String

    /// A header.
    public init(_ title: String, detail: String = "") {
        self.title = title
        self.detail = detail
    }

    /// Draws it in one row; the detail is cut first.
    public func draw(on frame: inout Frame, row: Int = 0) {
        let columns = frame.size.columns
        frame.fill(Rect(column: 0, row: row, columns: columns, rows: 1), style: .bar)
        let end = frame.write(
            title.printable.truncated(to: max(0, columns - 2)), column: 1, row: row, style: .bar)
        let right = detail.printable.truncated(to: max(0, columns - end - 3))
        frame.write(right, column: columns - 1 - right.displayWidth, row: row, style: .bar)
    }
}

/// The line at the bottom that names the keys, made from the bindings that the screen really handles.
public struct HelpLine: Hashable, Sendable {
    private let bindings: [KeyBinding]

    /// Makes a help line; the most important bindings come first, and the last ones are dropped if there is no room.
    public init(_ bindings: [KeyBinding]) { self.bindings = bindings }

    /// The line in at most `columns` columns: whole bindings only.
    public func line(columns: Int) -> Line {
        var line = Line()
        for binding in bindings {
            var piece = Line(line.columns > 0 ? "  " : "")
            piece.append(binding.name, .key)
            piece.append(" " + binding.label, .label)
            guard line.columns + piece.columns <= columns else { break }
            line.append(piece)
        }
        return line
    }

    /// Draws it in one row, with a space at each side.
    public func draw(on frame: inout Frame, row: Int) {
        frame.write(line(columns: frame.size.columns - 2), column: 1, row: row)
    }
}

/// A sign that turns with every tick while work is in progress.
public struct Spinner: Hashable, Sendable {
    static let frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
    private var turn = 0

    /// Makes a spinner.
    public init() {}

    /// Turns it.
    public mutating func tick() { turn = (turn + 1) % Self.frames.count }

    /// The present sign.
    public var text: String { Self.frames[turn % Self.frames.count] }
}

extension Frame {
    /// Draws marks at the edge of a scrolled rectangle if there is more above or below it.
    public mutating func drawScrollMarks(column: Int, in rect: Rect, above: Bool, below: Bool) {
        if above { write("▲", column: column, row: rect.row, style: .faint) }
        if below { write("▼", column: column, row: rect.row + rect.rows - 1, style: .faint) }
    }
}
