/// A message box over a screen, which waits for a button.
package struct Alert: Hashable, Sendable {
    private static let widest = 56
    /// With fewer rows than this, the box has no empty row under its title.
    private static let roomyRows = 14

    /// A part of the message, on lines of its own.
    package enum Part: Hashable, Sendable {
        case sentence(String)
        case passage(Passage)
    }

    /// A line of a file, with a mark below the position that the message is about.
    package struct Passage: Hashable, Sendable {
        private let text: String
        private let line: Int
        private let mark: Int

        /// - Parameter mark: the text before the position.
        package init(_ text: String, line: Int, mark: String) {
            (self.text, self.line, self.mark) = (text.printable, line, mark.printable.displayWidth)
        }

        /// The line and its mark, cut at its end and, if the position would be out of sight, at its start.
        func lines(columns: Int) -> [StyledLine] {
            let number = "\(line)  "
            let room = max(1, columns - number.count)
            var (shown, column) = (text, mark)
            if mark >= room - 1 {
                let start = text.prefix(columns: mark - room / 2)
                shown = "…" + text.dropFirst(start.count)
                column += 1 - start.displayWidth
            }
            var words = StyledLine(number, .faint)
            words.append(shown.truncated(to: room))
            var below = StyledLine()
            below.pad(to: number.count + column)
            below.append("^", .problem)
            return [words, below]
        }
    }

    let title: String
    let parts: [Part]
    let buttons: [String]
    private let escape: Int
    private(set) var focus = 0

    /// - Parameter escape: the index of the button that Escape presses, which must not destroy anything.
    package init(title: String, parts: [Part], buttons: [String], escape: Int = 0) {
        (self.title, self.parts, self.buttons, self.escape) = (title, parts, buttons, escape)
    }

    package var bindings: [KeyBinding] {
        (buttons.count > 1 ? [Self.choose] : []) + [Self.press, Self.close]
    }
    static let choose = KeyBinding([.tab, .right, .down], "choose", meaning: "the next answer")
    static let chooseBack = KeyBinding([.shiftTab, .left, .up], "choose", meaning: "the answer before")
    static let press = KeyBinding([.enter, .character(" ")], "press", meaning: "give the answer")
    static let close = KeyBinding([.escape], "close", meaning: "the answer that destroys nothing")

    /// - Returns: the index of the button that the event presses, or nil.
    package mutating func update(_ event: Event) -> Int? {
        guard !buttons.isEmpty else { return nil }
        if case .answered(let index) = event { return index }
        if Self.choose.matches(event) { focus = (focus + 1) % buttons.count }
        if Self.chooseBack.matches(event) { focus = (focus + buttons.count - 1) % buttons.count }
        if Self.press.matches(event) { return focus }
        return Self.close.matches(event) ? escape : nil
    }

    /// Draws the box in the middle of a rectangle, over what is there, and hides the cursor.
    ///
    /// - Parameter row: that of the button that asked, at which the box then ends; nil for the middle.
    package func draw(on frame: inout Frame, in rect: Rect, at row: Int? = nil) {
        frame.cursor = nil
        frame.removeTargets()
        let columns = min(Self.widest, rect.columns - 4)
        guard columns > 4, rect.rows >= 5 else { return }
        let gap = rect.rows < Self.roomyRows ? 0 : 1
        let buttonLines = buttonLines(columns: columns - 4, rows: rect.rows - 4)
        // Two borders and a title. In a low window, or without a text, there is no empty row before the buttons.
        let room = max(0, rect.rows - 3 - gap - buttonLines.count)
        let body = body(columns: columns - 4, rows: room)
        let last = gap + body.count + (body.isEmpty || body.count >= room ? 0 : 1)
        let rows = 3 + last + buttonLines.count
        let middle = rect.row + (rect.rows - rows) / 2
        let box = Rect(
            column: rect.column + (rect.columns - columns) / 2,
            row: row.map { max(rect.row, min($0 + 2 - rows, rect.row + rect.rows - rows)) } ?? middle,
            columns: columns, rows: rows)
        // What a card has beside the box would be cut at it.
        if row != nil {
            frame.fill(Rect(column: rect.column, row: box.row, columns: rect.columns, rows: box.rows))
        }
        frame.drawBox(in: box)
        frame.write(title, column: box.column + 2, row: box.row + 1, style: .title, limit: columns - 4)
        frame.write(body, column: box.column + 2, row: box.row + 2 + gap, limit: columns - 4)
        frame.write(buttonLines, column: box.column + 2, row: box.row + 2 + last, limit: columns - 4)
    }

    /// The message in at most this many rows; if it is cut, the last row says how many lines are missing.
    private func body(columns: Int, rows: Int) -> [StyledLine] {
        let lines = lines(columns: columns)
        guard lines.count > rows else { return lines }
        return Array(lines.prefix(max(0, rows - 1)))
            + [StyledLine("(+\(lines.count - max(0, rows - 1)) more)")].prefix(rows)
    }

    func lines(columns: Int) -> [StyledLine] {
        parts.flatMap { part in
            switch part {
            case .sentence(let text): StyledLine.wrapped(text.sentence, .text, to: columns)
            case .passage(let passage): passage.lines(columns: columns)
            }
        }
    }

    private func buttonLines(columns: Int, rows: Int) -> [StyledLine] {
        let drawn = buttons.enumerated().map { index, title in
            var button = StyledLine(button: title, isFocused: index == focus)
            button.add(.answered(index))
            return button
        }
        return Array([StyledLine].flowing(drawn, separator: StyledLine("  "), columns: columns).prefix(rows))
    }
}
