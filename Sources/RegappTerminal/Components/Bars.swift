extension Frame {
    private static let roomyColumns = 60

    /// Draws the bar at the top: the program at the left, the current user at the right, which is cut first.
    package mutating func drawHeader(_ title: String, detail: String) {
        fill(Rect(column: 0, row: 0, columns: size.columns, rows: 1), style: .bar)
        let end = write(
            title.printable.truncated(to: max(0, size.columns - 2)), column: 1, row: 0, style: .bar)
        let right = detail.printable.truncated(to: max(0, size.columns - end - 3))
        write(right, column: size.columns - 1 - right.displayWidth, row: 0, style: .bar)
    }

    /// Draws the line at the bottom that names the keys. `last` shows all others; it and the way out are never left out.
    /// `situational` ones come and go, so they are behind it.
    package mutating func drawHelp(
        _ bindings: [KeyBinding], last: KeyBinding? = nil, situational: [KeyBinding] = []
    ) {
        let columns = size.columns - 2
        let quits: [KeyPress] = [.character("q"), .control("c")]
        let way =
            bindings.first { $0.keys.contains(.escape) }
            ?? bindings.first { quits.contains(where: $0.keys.contains) }
        let escape = columns < Self.roomyColumns ? way : nil
        let bindings = bindings.filter { $0 != escape }
        let end = StyledLine(help: [escape, last].compactMap(\.self), columns: columns)
        let rest = end.columns > 0 ? columns - 2 - end.columns : columns
        var line = StyledLine(help: bindings, columns: rest)
        if line.columns + 2 + end.columns <= columns {
            line.append("  ")
            line.append(end)
        }
        let room = columns - line.columns - 2
        let more = StyledLine(help: situational, columns: room)
        if more.columns > 0, line.columns > 0 { line.append("  ") }
        line.append(more)
        write(line, column: 1, row: size.rows - 1)
    }

    package mutating func drawBox(in box: Rect) {
        // One empty column at each side, so that text below the box does not touch its border.
        fill(Rect(column: box.column - 1, row: box.row, columns: box.columns + 2, rows: box.rows))
        let right = box.column + box.columns - 1
        let bottom = box.row + box.rows - 1
        for (row, left, corner) in [(box.row, "╭", "╮"), (bottom, "╰", "╯")] {
            fill(Rect(column: box.column, row: row, columns: box.columns, rows: 1), with: "─", style: .border)
            write(left, column: box.column, row: row, style: .border)
            write(corner, column: right, row: row, style: .border)
        }
        for column in [box.column, right] {
            let side = Rect(column: column, row: box.row + 1, columns: 1, rows: max(0, box.rows - 2))
            fill(side, with: "│", style: .border)
        }
    }

    package mutating func drawScrollMarks(column: Int, in rect: Rect, above: Bool, below: Bool) {
        if above { write("▲", column: column, row: rect.row, style: .faint) }
        if below { write("▼", column: column, row: rect.row + rect.rows - 1, style: .faint) }
    }
}

extension StyledLine {
    /// Keys and what they do, as far as there is room.
    package init(help bindings: [KeyBinding], columns: Int) {
        self.init()
        for binding in bindings {
            var piece = StyledLine(self.columns > 0 ? "  " : "")
            piece.append(binding.name, .key)
            piece.append(
                " " + binding.label.padded(to: max(binding.room, binding.label.displayWidth)), .label)
            // A click presses the key, unless the name stands for several, such as `PgUp/PgDn`.
            if let key = binding.keys.first, key.description == binding.name { piece.add(.key(key)) }
            guard self.columns + piece.columns <= columns else { break }
            append(piece)
        }
    }

    /// A button: words in brackets, of which only the focused one is filled. `isDefault`: Enter presses it from a
    /// field. `isDestructive`: it removes or discards something.
    package init(
        button title: String, isFocused: Bool, isEnabled: Bool = true, isDefault: Bool = false,
        isDestructive: Bool = false
    ) {
        let style: Style =
            switch (isFocused, isEnabled) {
            case (false, true) where isDestructive: .problem
            case (false, true): isDefault ? .buttonDefault : .button
            case (true, true): isDestructive ? .buttonDestructive : .buttonFocused
            case (false, false): .buttonDisabled
            case (true, false): .buttonDisabledFocused
            }
        self.init("[ \(title) ]", style)
        if isFocused { cursor = 2 }
    }
}

/// A sign that turns with every tick while work is in progress.
package struct Spinner: Hashable, Sendable {
    /// How often it turns on a screen, in milliseconds.
    package static let interval = 100
    static let frames = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
    private var turn = 0

    package init() {}

    package mutating func tick() { turn = (turn + 1) % Self.frames.count }

    package var text: String { Self.frames[turn] }
}
